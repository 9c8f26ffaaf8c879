"""Writes base_oracle.csv: answers of binary-converter from Python's own
integers (int() and format(); the standard library alone).

    python3 base_oracle.py > base_oracle.csv

Columns: the query and members of its answer, in the order of COLUMNS.
"""
import csv
import random
import sys
from urllib.parse import urlencode

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
PREFIX = {2: "0b", 8: "0o", 16: "0x"}
NAMES = {2: ["2", "binary", "bin"], 8: ["8", "octal", "oct"], 10: ["10", "decimal", "dec"], 16: ["16", "hex"]}
COLUMNS = ["value", "from", "binary", "octal", "hexadecimal", "to", "result", "bit_length", "byte_length", "negative",
           "twos_complement.binary", "twos_complement.hexadecimal"]
rng = random.Random(36)


def text(magnitude, base):
    if base in (2, 8, 16):
        return format(magnitude, {2: "b", 8: "o", 16: "x"}[base])
    digits = ""
    while magnitude:
        magnitude, digit = divmod(magnitude, base)
        digits = DIGITS[digit] + digits
    return digits or "0"


def styled(digits, base, style):
    if style.get("case") == "upper":
        digits = digits.upper()
    size = style.get("group", 0)
    if size:
        reverse = digits[::-1]
        digits = "_".join(reverse[i:i + size] for i in range(0, len(digits), size))[::-1]
    return (PREFIX.get(base, "") if style.get("prefix") else "") + digits


def rendering(number, base, style):
    sign = "-" if number < 0 else ""
    return sign + (str(abs(number)) if base == 10 else styled(text(abs(number), base), base, style))


def written(number, base, prefix):
    """A spelling of the number that a caller may send."""
    digits = "".join(rng.choice([c, c.upper()]) for c in text(abs(number), base))
    if rng.random() < 0.2:
        digits = "00" + digits
    if rng.random() < 0.3:
        digits = "".join(c + rng.choice(["", "", "_", " "]) for c in digits[:-1]) + digits[-1]
    if prefix:
        digits = rng.choice([PREFIX[base], PREFIX[base].upper()]) + digits
    assert int(digits.replace(" ", "").replace("_", ""), base) == abs(number)
    return ("-" if number < 0 or (number == 0 and rng.random() < 0.3) else "") + digits


def magnitude():
    kind = rng.random()
    if kind < 0.3:
        return rng.randrange(300)
    if kind < 0.5:
        return max(0, 2 ** rng.choice([1, 4, 7, 8, 15, 16, 31, 32, 53, 63, 64]) + rng.choice([-1, 0, 1]))
    if kind < 0.997:
        return rng.randrange(2 ** rng.randrange(1, 44))
    return rng.randrange(2 ** 700)


def fits(number, bits):
    return -(1 << (bits - 1)) <= number < 1 << bits


def case():
    number = magnitude() * rng.choice([1, 1, -1])
    base = rng.choice([2, 8, 10, 10, 16, 16, rng.randint(2, 36)])
    query, style = {}, {}
    auto = base in PREFIX or base == 10
    prefix = base in PREFIX and rng.random() < 0.4
    query["value"] = written(number, base, prefix)
    if not auto or (base != 10 and not prefix) or rng.random() < 0.3:
        query["from"] = rng.choice(NAMES.get(base, [str(base)]))
    to = rng.choice([None, 2, 8, 10, 16, 36, rng.randint(2, 36)])
    if to:
        query["to"] = rng.choice(NAMES.get(to, [str(to)]))
    if rng.random() < 0.3:
        query["case"] = style["case"] = "upper"
    if rng.random() < 0.3:
        query["prefix"], style["prefix"] = "true", True
    if rng.random() < 0.3:
        query["group"] = style["group"] = rng.choice([1, 2, 3, 4, 8, 64])
    bits = rng.choice([0, 1, 3, 8, 16, 32, 64, 65, number.bit_length(), number.bit_length() + 1])
    if bits and fits(number, bits):
        query["bits"] = bits
        if rng.random() < 0.5:
            query["signed"] = "true"
            if number >= 1 << (bits - 1):
                number -= 1 << bits
    else:
        bits = 0
    length = abs(number).bit_length()
    answer = [
        number, base, rendering(number, 2, style), rendering(number, 8, style), rendering(number, 16, style),
        to or "null", rendering(number, to, style) if to else "null", length, -(-length // 8), str(number < 0).lower(),
    ]
    if bits:
        pattern = number % (1 << bits)
        answer.append(styled(format(pattern, "b").zfill(bits), 2, style))
        answer.append(styled(format(pattern, "x").zfill(-(-bits // 4)), 16, style))
    else:
        answer += ["absent", "absent"]
    return [urlencode(query), *answer]


out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["query", *COLUMNS])
out.writerows(case() for _ in range(2000))
