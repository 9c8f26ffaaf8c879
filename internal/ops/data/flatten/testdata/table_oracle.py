"""Writes table.jsonl: random JSON documents with the CSV that Python's csv
module makes of them, one JSON array per line: [document, options, csv]; options left out are the defaults.

    python3 table_oracle.py > table.jsonl        (Python 3.11.2 csv, json)

Flattening is written here from the rule in words; writing is csv.writer's.
csv.writer (3.11) quotes a cell for the characters of its own line ending only
and not for blanks at its ends, so under QUOTE_MINIMAL those are not drawn.
"""
import csv
import io
import json
import random

R = random.Random(12)
STYLES = {"minimal": csv.QUOTE_MINIMAL, "all": csv.QUOTE_ALL, "nonnumeric": csv.QUOTE_NONNUMERIC}
NUMBERS = ["0", "-5", "1.50", "12345678901234567890", "1e5", "-0", "2E-7", "0.1", "1.0"]
NAMES = ["a", "b", "id", "name", "x y", "é", "q\"q", "c,d", "z;", ""]
TEXTS = ["", "x", "a,b", "say \"hi\"", "l1\nl2", "l1\r\nl2", "é€😀", "a;b", "1", "-x", "=1+1", "null", "a\tb", "a|b", "\u0000", "'"]
DEFAULTS = {"flatten": True, "separator": ".", "arrays": "json", "join_with": ";", "null_value": "", "quote_style": "minimal",
            "delimiter": ",", "line_ending": "crlf", "header": True}
BLANKS = [" x", "x ", "\tx", " "]


class Number(float):
    """A number that csv.writer writes with the digits of the source."""

    def __new__(cls, digits):
        self = super().__new__(cls, digits)
        self.digits = digits
        return self

    def __str__(self):
        return self.digits

    __repr__ = __str__


def scalar(texts):
    kind = R.random()
    if kind < 0.35:
        return R.choice(NUMBERS)
    if kind < 0.8:
        return json.dumps(R.choice(texts), ensure_ascii=R.random() < 0.5)
    return R.choice(["true", "false", "null"])


def value(depth, texts):
    kind = R.random()
    if depth == 0 or kind < 0.7:
        return scalar(texts)
    space = R.choice(["", "", " "])
    if kind < 0.85:
        return "[" + ("," + space).join(value(depth - 1, texts) for _ in range(R.randrange(4))) + "]"
    return obj(depth - 1, texts)


def obj(depth, texts):
    space = R.choice(["", "", " "])
    names = R.sample(NAMES, R.randrange(5))
    return "{" + ("," + space).join(json.dumps(n) + ":" + space + value(depth, texts) for n in names) + "}"


def compact(v):
    if isinstance(v, dict):
        return "{" + ",".join(json.dumps(k, ensure_ascii=False) + ":" + compact(x) for k, x in v.items()) + "}"
    if isinstance(v, list):
        return "[" + ",".join(map(compact, v)) + "]"
    if isinstance(v, Number):
        return v.digits
    return json.dumps(v, ensure_ascii=False)


def cells(v, path, o):
    """Yields (path, cell) of a value; a cell is a Number or a str."""
    if isinstance(v, dict) and v and o["flatten"]:
        for k, x in v.items():
            yield from cells(x, path + [k], o)
    elif isinstance(v, list) and v and o["arrays"] == "index":
        for i, x in enumerate(v):
            yield from cells(x, path + [str(i)], o)
    elif isinstance(v, list) and o["arrays"] == "join":
        yield path, o["join_with"].join(str(flat(x, o)) for x in v)
    else:
        yield path, flat(v, o)


def flat(v, o):
    if isinstance(v, (dict, list)):
        return compact(v)
    if v is None:
        return o["null_value"]
    if isinstance(v, bool):
        return "true" if v else "false"
    return v


def main():
    written = 0
    while written < 1100:
        o = {
            "flatten": R.random() < 0.8, "separator": R.choice([".", "/", "__"]), "arrays": R.choice(["json", "index", "join"]),
            "join_with": R.choice([";", ", ", "|"]), "null_value": R.choice(["", "", "NULL"]), "quote_style": R.choice(list(STYLES)),
            "delimiter": R.choice([",", ";", "\t", "|", "§"]), "line_ending": R.choice(["crlf", "lf"]), "header": R.random() < 0.8,
        }
        texts = TEXTS if o["quote_style"] == "minimal" else TEXTS + BLANKS
        if o["quote_style"] == "minimal":
            o["line_ending"] = "crlf"
            o["join_with"] = o["join_with"].strip()
        # Escapes inside arrays are kept as they are spelt, which json.loads
        # does not show; so documents with such cells have none.
        shape = R.choice(["objects"] * 5 + ["arrays", "scalars", "object"])
        row = {"objects": lambda: obj(3, texts), "object": lambda: obj(3, texts), "scalars": lambda: scalar(texts),
               "arrays": lambda: "[" + ",".join(value(1, texts) for _ in range(R.randrange(1, 4))) + "]"}[shape]
        text = row() if shape == "object" else "[" + ",".join(row() for _ in range(R.randrange(1, 6))) + "]"
        doc = json.loads(text, parse_float=Number, parse_int=Number, parse_constant=None)
        rows = [doc] if shape == "object" else doc
        table = []
        for r in rows:
            if shape == "arrays":
                r = {f"column_{i + 1}": x for i, x in enumerate(r)}
            elif shape == "scalars":
                r = {"value": r}
            found = [(tuple(p), c) for k, x in r.items() for p, c in cells(x, [k], o)]
            table.append(found)
        paths = list(dict.fromkeys(p for r in table for p, _ in r))
        names = [o["separator"].join(p) for p in paths]
        if len(set(names)) < len(names) or not names:
            continue
        if "\\" in text and any(isinstance(c, str) and (o["arrays"] == "join" or c[:1] in "[{") for r in table for _, c in r):
            continue
        out = io.StringIO(newline="")
        w = csv.writer(out, delimiter=o["delimiter"], quoting=STYLES[o["quote_style"]], lineterminator="\r\n" if o["line_ending"] == "crlf" else "\n")
        if o["header"] and shape != "arrays":
            w.writerow(names)
        for r in table:
            r = dict(r)
            w.writerow([r.get(p, "") for p in paths])
        end = "\r\n" if o["line_ending"] == "crlf" else "\n"
        o = {k: v for k, v in o.items() if v != DEFAULTS[k]}
        print(json.dumps([text, o, out.getvalue().removesuffix(end)], ensure_ascii=False))
        written += 1


main()
