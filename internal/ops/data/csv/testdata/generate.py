#!/usr/bin/env python3
"""Writes the expected values that Python's csv, decimal and float give.

    python3 generate.py        (made with Python 3.11.7)

python_records.jsonl  [text, rows or null]: every text of up to five characters
                      over a , " CR LF as csv.reader(strict=True) reads it,
                      empty lines left out; null where it refuses.
python_tables.jsonl   {delimiter, quote, escape, text, rows}: random tables as
                      csv.writer writes them.
python_numbers.jsonl  [cell, is_number] by the rule written with Decimal and
                      repr(float).
"""
import csv
import io
import itertools
import json
import random
import re
from decimal import Decimal


def read(text):
    try:
        rows = csv.reader(io.StringIO(text, newline=""), strict=True)
        return [row for row in rows if row]
    except csv.Error:
        return None


def write_lines(name, items):
    with open(name, "w", encoding="utf-8", newline="\n") as f:
        for item in items:
            f.write(json.dumps(item, ensure_ascii=True, separators=(",", ":")) + "\n")


def small_texts():
    for length in range(6):
        for letters in itertools.product('a,"\r\n', repeat=length):
            text = "".join(letters)
            yield [text, read(text)]


def random_tables(rng, count):
    alphabet = list("ab1 ,;|\t\"'\\\r\n\u0000\u00a7\u00e9\u0939\u2028\U0001f600")
    for _ in range(count):
        width = rng.randint(1, 4)
        rows = [
            ["".join(rng.choices(alphabet, k=rng.randint(0, 5))) for _ in range(width)]
            for _ in range(rng.randint(1, 5))
        ]
        delimiter = rng.choice(",;\t|\u00a7\U0001f600")
        quote = rng.choice("\"'")
        escape = rng.choice(["quote", "backslash"])
        # Without doublequote a minimal writer leaves cells bare and escapes
        # outside quotes, which is another format; with it, it quotes only the
        # terminator that it uses itself, so that has to be both characters.
        minimal = escape == "quote" and rng.random() < 0.5
        out = io.StringIO(newline="")
        csv.writer(
            out,
            delimiter=delimiter,
            quotechar=quote,
            doublequote=escape == "quote",
            escapechar="\\" if escape == "backslash" else None,
            lineterminator="\r\n" if minimal else rng.choice(["\n", "\r\n", "\r"]),
            quoting=csv.QUOTE_MINIMAL if minimal else csv.QUOTE_ALL,
        ).writerows(rows)
        yield dict(delimiter=delimiter, quote=quote, escape=escape, text=out.getvalue(), rows=rows)


NUMERAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", re.ASCII)


def is_number(cell):
    if not NUMERAL.fullmatch(cell):
        return False
    exact = Decimal(cell)
    if exact == 0:
        return not cell.startswith("-")
    if "." not in cell:
        return abs(int(cell)) <= 2**53 - 1
    shortest = repr(float(cell))
    return shortest not in ("inf", "-inf") and Decimal(shortest) == exact


def numbers(rng):
    fixed = """0 -0 0.0 -0.0 -0.00 1 -1 01 00501 +5 .5 5. 1. 1,000 1e5 1E5 0x1F NaN Infinity -Infinity - . -. 1.10 1.0
        9007199254740991 9007199254740992 9007199254740993 -9007199254740991 -9007199254740992 9007199254740991.0
        9007199254740992.0 9007199254740993.0 9007199254740994.0 123456789012345680.0 0.1 0.10 0.30000000000000004
        0.1000000000000000055511151231257827 3.141592653589793 3.1415926535897932 3.14159265358979 1.7976931348623157
        100000000000000000000 100000000000000000000.0 1e-7 0.0000001 2024-01-31 12:30 1_000 1.2.3 --1 1-
        99999999999999.99 999999999999999.99 9999999999999999.9 0.1234567890123456 0.12345678901234567""".split()
    fixed += ["", " 1", "1 ", "\u0661", "1\u00a0", "1\n", "0." + "0" * 400 + "1", "0." + "0" * 323 + "5",
              "0." + "0" * 323 + "4940656458412465", "1" + "0" * 308 + ".5", "1" + "0" * 308 + ".0", "1" + "0" * 309 + ".0",
              "0." + "0" * 307 + "22250738585072014", "0." + "0" * 310 + "123456789012345", "17976931348623157" + "0" * 292 + ".0"]
    for cell in fixed:
        yield cell
    for _ in range(600):
        yield repr(rng.random() * 10 ** rng.randint(-5, 15))
    for _ in range(600):
        whole = str(rng.randint(0, 10 ** rng.randint(1, 17)))
        yield rng.choice(["", "-"]) + whole + "." + "".join(rng.choices("0123456789", k=rng.randint(1, 18)))
    for _ in range(300):
        yield "0." + "0" * rng.randint(0, 330) + str(rng.randint(1, 10 ** rng.randint(1, 18)))
    for _ in range(300):
        yield str(rng.randint(1, 10 ** rng.randint(1, 18))) + "0" * rng.randint(0, 300) + "." + "0" * rng.randint(1, 3)
    for _ in range(300):
        yield str(rng.randint(-(2**54), 2**54))
    for _ in range(300):
        yield "".join(rng.choices("-+.,0019eE ", k=rng.randint(1, 7)))


def main():
    rng = random.Random(4180)
    write_lines("python_records.jsonl", small_texts())
    write_lines("python_tables.jsonl", random_tables(rng, 300))
    write_lines("python_numbers.jsonl", ([cell, is_number(cell)] for cell in numbers(rng)))


main()
