"""Pairs of texts with what GNU diff makes of them and what a shortest edit
script costs, by dynamic programming over the whole table.

    python3 lines_oracle.py > lines.jsonl

needs GNU diff (diffutils 3.8 was used). One case a line: a, b, context;
distance, the least number of lines deleted and inserted; gnu, how many
`diff -d` deletes and inserts; similarity, 2*M/T to 4 decimals, half to even;
unified, what `diff -d -U context` prints, given where only one set of lines can
be kept by a shortest script, so that every correct program prints the same.
"""
import decimal
import json
import random
import subprocess
import sys
import tempfile


def table(a, b):
    """least[i][j]: lines common to a[i:] and b[j:]; ways[i][j]: in how many ways."""
    n, m = len(a), len(b)
    least = [[0] * (m + 1) for _ in range(n + 1)]
    for i in reversed(range(n)):
        for j in reversed(range(m)):
            least[i][j] = least[i + 1][j + 1] + 1 if a[i] == b[j] else max(least[i + 1][j], least[i][j + 1])
    # Each way is a set of pairs; it is counted once, by its first pair.
    ways = [[0] * (m + 1) for _ in range(n + 1)]
    for i in reversed(range(n + 1)):
        for j in reversed(range(m + 1)):
            if least[i][j] == 0:
                ways[i][j] = 1
                continue
            ways[i][j] = sum(ways[k + 1][l + 1] for k in range(i, n) for l in range(j, m)
                             if a[k] == b[l] and least[k + 1][l + 1] + 1 == least[i][j])
    return least[0][0], ways[0][0]


def split(text):
    parts = text.split("\n")
    return [p + "\n" for p in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def text(random, letters, length):
    s = "".join(random.choice(letters) + "\n" for _ in range(random.randint(0, length)))
    return s[:-1] if random.random() < 0.2 else s


def edited(random, s, letters):
    lines = split(s)
    for _ in range(random.randint(0, 4)):
        at = random.randint(0, len(lines))
        if random.random() < 0.5:
            lines.insert(at, random.choice(letters) + "\n")
        elif at < len(lines):
            del lines[at]
    s = "".join(line if line.endswith("\n") else line + "\n" for line in lines)
    return s[:-1] if random.random() < 0.2 else s


def gnu(a, b, context):
    with tempfile.TemporaryDirectory() as folder:
        for name, s in (("a", a), ("b", b)):
            with open(folder + "/" + name, "w", newline="") as f:
                f.write(s)
        out = subprocess.run(["diff", "-d", "--label", "a", "--label", "b", "-U", str(context), "a", "b"],
                             cwd=folder, capture_output=True, text=True)
    assert out.returncode < 2, out
    return out.stdout


def main():
    r = random.Random(20260711)
    for case in range(1200):
        letters = "abcdefghijklmnopqrstuvwxyz"[:r.choice([1, 2, 3, 5, 10, 26])]
        a = text(r, letters, 18)
        b = edited(r, a, letters) if r.random() < 0.5 else text(r, letters, 18)
        context = r.randint(0, 4)
        x, y = split(a), split(b)
        common, ways = table(x, y)
        out = gnu(a, b, context)
        body = out.splitlines()[2:]
        ratio = decimal.Decimal(2 * common) / (len(x) + len(y)) if x or y else decimal.Decimal(1)
        record = {
            "a": a, "b": b, "context": context, "distance": len(x) + len(y) - 2 * common,
            "gnu": sum(line[:1] in ("-", "+") for line in body),
            "similarity": str(ratio.quantize(decimal.Decimal("0.0001"), decimal.ROUND_HALF_EVEN).normalize() + 0),
        }
        if ways == 1:
            record["unified"] = out
        json.dump(record, sys.stdout, separators=(",", ":"))
        print()


main()
