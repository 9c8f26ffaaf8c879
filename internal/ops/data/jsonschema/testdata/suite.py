# JSON-Schema-Test-Suite, drafts 4, 6, 7, 2019-09 and 2020-12 with its remote schemas, as it is in the
# test data of the Go module github.com/kaptinlin/jsonschema v0.9.10 (MIT licence).
# Made with: python3 suite.py DIRECTORY | gzip -9n > suite.json.gz
# where DIRECTORY is testdata/JSON-Schema-Test-Suite of that module. Schemas and data are JSON texts.
import json
import pathlib
import sys

root = pathlib.Path(sys.argv[1])


def keep(path):
    """The file's JSON with every schema and datum as text, so that numbers keep their spelling."""
    class Number(str):
        pass

    groups = json.loads(path.read_text(), parse_float=lambda s: Number(s), parse_int=lambda s: Number(s))

    def text(v):
        if isinstance(v, Number):
            return str(v)
        if isinstance(v, dict):
            return "{" + ",".join(json.dumps(k) + ":" + text(x) for k, x in v.items()) + "}"
        if isinstance(v, list):
            return "[" + ",".join(map(text, v)) + "]"
        return json.dumps(v)

    return groups, text


suite = {"remotes": {}, "files": []}
for path in sorted((root / "remotes").rglob("*.json")):
    suite["remotes"]["http://localhost:1234/" + path.relative_to(root / "remotes").as_posix()] = path.read_text()
for draft in ["draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"]:
    for path in sorted((root / "tests" / draft).rglob("*.json")):
        groups, text = keep(path)
        suite["files"].append({
            "draft": draft, "name": path.relative_to(root / "tests" / draft).as_posix(),
            "groups": [{"description": g["description"], "schema": text(g["schema"]), "tests": [
                {"description": t["description"], "data": text(t["data"]), "valid": t["valid"]} for t in g["tests"]]} for g in groups],
        })
json.dump(suite, sys.stdout)
