"""Writes percentage_oracle.tsv: answers of percentage-calculator from an
independent calculation in exact fractions (the standard library alone).

    python3 percentage_oracle.py > percentage_oracle.tsv
"""
import random
from fractions import Fraction as F

COLUMNS = ["query", "mode", "result", "unit", "difference", "direction", "multiplier"]


def plain(value):
    sign = "-" if value < 0 else ""
    value, places = abs(F(value)), 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(int(value * 10**places)).rjust(places + 1, "0")
    return sign + (digits if places == 0 else digits[:-places] + "." + digits[-places:])


# Each mode: its two fields, and the old and the new value (or None) and the
# result as functions of them.
MODES = {
    "percent_of": ("percent", "value", None, lambda p, v: v * (p / 100)),
    "what_percent": ("value", "total", None, lambda v, t: v / t * 100),
    "change": ("from", "to", lambda a, b: (a, b), lambda a, b: (b / a - 1) * 100 * (1 if a > 0 else -1)),
    "difference": ("from", "to", lambda a, b: (a, b), lambda a, b: abs(a - b) / ((abs(a) + abs(b)) / 2) * 100),
    "increase": ("value", "percent", lambda v, p: (v, v + v * p / 100), lambda v, p: v + v * p / 100),
    "decrease": ("value", "percent", lambda v, p: (v, v - v * p / 100), lambda v, p: v - v * p / 100),
    "reverse": ("value", "percent", None, lambda v, p: v / (p / 100)),
    "original_before_increase": ("value", "percent", lambda v, p: (v / (1 + p / 100), v), lambda v, p: v / (1 + p / 100)),
    "original_before_decrease": ("value", "percent", lambda v, p: (v / (1 - p / 100), v), lambda v, p: v / (1 - p / 100)),
}
IMPLIED = ["percent_of", "what_percent", "change"]


def answer(mode, first, second, precision, explicit):
    one, two, compared, result = MODES[mode]
    x, y = F(first), F(second)
    row = [plain(round(result(x, y), precision)), '"percent"' if mode in ["what_percent", "change", "difference"] else '"number"']
    if compared is None:
        row += ["null"] * 3
    else:
        old, new = compared(x, y)
        row.append(plain(round(new - old, precision)))
        row.append('"increase"' if new > old else '"decrease"' if new < old else '"none"')
        row.append("null" if old == 0 else plain(round(new / old, precision)))
    query = [f"mode={mode}"] * explicit + [f"{one}={first}", f"{two}={second}"] + [f"precision={precision}"] * (precision != 6)
    return ["&".join(query), f'"{mode}"'] + row


def number(rng, wild):
    sign = rng.choice(["", "", "", "-"])
    kind = rng.randrange(5 if wild else 3)
    if kind == 0:
        return sign + str(rng.randrange(0, 2000))
    if kind == 1:
        return sign + f"{rng.randrange(0, 10**7) / 100:.2f}"
    if kind == 2:
        return sign + f"{rng.randrange(0, 400) / 8}"
    if kind == 3:
        return sign + f"{rng.randrange(1, 10**rng.randrange(1, 35))}e{rng.randrange(-40, 20)}"
    return sign + rng.choice(["1e60", "1e-60", "9999999999999999999999999999999999", "0.1234567890123456789012345678901234", "1.5e-7", "5e-7", "0"])


def cases():
    rng = random.Random(20261120)
    count = 0
    while count < 1800:
        mode = rng.choice(list(MODES))
        wild = rng.random() < 0.15
        first, second = number(rng, wild), number(rng, wild)
        precision = rng.choice([6, 6, 6, 0, 1, 2, 3, 15, rng.randrange(0, 16)])
        try:
            row = answer(mode, first, second, precision, mode not in IMPLIED or rng.random() < 0.5)
        except ZeroDivisionError:
            continue
        count += 1
        yield row
    # Exact halves of the last place, both ways.
    for k in range(-40, 41):
        yield answer("percent_of", "50", str(k), 0, False)
        yield answer("what_percent", str(k), "800", 2, False)
        yield answer("percent_of", "5", plain(F(k, 10)), 2, True)


print("\t".join(COLUMNS))
for case in cases():
    print("\t".join(case))
