# Layouts of random documents as json.dumps of Python 3.11 and jq 1.6 write them.
# Made with: python3 layout_oracle.py > layout_oracle.jsonl
# Each line: [document, {name of layout: result}]. Numbers are such that neither changes them.
import json
import random
import subprocess

random.seed(8259)
TEXTS = ["", "a", "b", "é", "😀", "\ue000", "a b", "quote\"", "back\\slash", "tab\t", "\u0001", "/", "10", "2"]


def value(depth):
    kind = random.randrange(5, 9) if depth == 4 else random.randrange(9)
    if depth == 0 or kind < 5:
        return random.choice([None, True, False, random.randrange(-99, 999), 0.5, -12.25, random.choice(TEXTS), random.choice(TEXTS)])
    if kind < 7:
        return [value(depth - 1) for _ in range(random.randrange(4))]
    return {random.choice(TEXTS): value(depth - 1) for _ in range(random.randrange(5))}


def jq(doc, *options):
    return subprocess.run(["jq", *options, "."], input=doc, capture_output=True, text=True, check=True).stdout.rstrip("\n")


for _ in range(300):
    v = value(4)
    doc = random.choice(["", " ", "\n"]) + json.dumps(v, ensure_ascii=False, separators=random.choice([(",", ":"), (" , ", " :\t"), (",\r\n", ":")]))
    print(json.dumps([doc, {
        "minify": json.dumps(v, ensure_ascii=False, separators=(",", ":")),
        "indent 1": json.dumps(v, ensure_ascii=False, indent=1),
        "indent 4 sorted": json.dumps(v, ensure_ascii=False, indent=4, sort_keys=True),
        "ascii": json.dumps(v, ensure_ascii=True, indent=2),
        "tab": jq(doc, "--tab"),
    }]))
