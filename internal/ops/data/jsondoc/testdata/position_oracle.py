# Positions of faults in damaged documents as the json module of Python 3.11 reports them.
# Made with: python3 position_oracle.py > position_oracle.jsonl
# Each line: [document, offset in code points, line, column]. Only what is wrong between tokens is
# damaged: inside literals, numbers and escapes Python reports the token's beginning.
import json
import random

random.seed(7159)
SCALARS = ["1", "-2.5e3", "true", "null", '"x"', '"é😀"', '""', "[]", "{}"]


def tokens(depth):
    kind = random.randrange(6)
    if depth == 0 or kind < 2:
        return [random.choice(SCALARS)]
    if kind < 4:
        parts = [tokens(depth - 1) for _ in range(random.randrange(4))]
        return ["["] + [t for i, p in enumerate(parts) for t in ([","] if i else []) + p] + ["]"]
    parts = [[random.choice(['"a"', '"b"', '"é"']), ":"] + tokens(depth - 1) for _ in range(random.randrange(4))]
    return ["{"] + [t for i, p in enumerate(parts) for t in ([","] if i else []) + p] + ["}"]


seen = set()
while len(seen) < 1200:
    list_ = tokens(4)
    for _ in range(random.randrange(1, 3)):
        at = random.randrange(len(list_) + 1)
        how = random.randrange(3)
        if how == 0 and at < len(list_):
            del list_[at]
        elif how == 1:
            list_.insert(at, random.choice([",", ":", "[", "]", "{", "}", "1", '"x"', "'", "?", "=", "true"]))
        else:
            list_ = list_[:at]
    doc = "".join(t + random.choice(["", "", " ", "\n", "  "]) for t in list_)
    if doc in seen:
        continue
    try:
        json.loads(doc)
    except json.JSONDecodeError as e:
        seen.add(doc)
        print(json.dumps([doc, e.pos, e.lineno, e.colno]))
