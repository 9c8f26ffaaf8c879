"""Runs every program of a folder and prints, as JSON, what each one prints."""

import json
import pathlib
import sys

results = []
for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    printed = []
    code = compile(file.read_text(encoding="utf-8"), file.name, "exec")
    try:
        exec(code, {"__name__": "__main__", "print": lambda *values: printed.extend(values)})
        results.append({"printed": printed})
    except Exception as fault:
        results.append({"fault": repr(fault)})
json.dump(results, sys.stdout)
