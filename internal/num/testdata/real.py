"""Writes real.tsv: exponentials, logarithms and real powers as Python's decimal
module (libmpdec) gives them to 100 digits.

    python3 real.py > real.tsv

Columns: function, x, y (only for pow), result.
"""
import random
from decimal import Context, Decimal, localcontext

random.seed(20261121)


def number(low, high):
    """A positive number of up to 34 digits whose logarithm is spread evenly."""
    digits = random.choice([1, 2, 3, 9, 18, 34])
    return Decimal(random.randrange(1, 10 ** digits)).scaleb(random.randrange(low, high) - digits)


def row(name, x, y, result):
    print(name, format(x, "f"), "" if y is None else format(y, "f"), format(result, "e"), sep="\t")


with localcontext(Context(prec=100, Emax=999999, Emin=-999999)):
    for x in [Decimal(s) for s in "0 1 -1 0.5 100 -100 9999.5 -9999.5 10000 1e-34 -1e-34 0.6931471805599453094172321214581765".split()]:
        row("exp", x, None, x.exp())
    for _ in range(500):
        x = number(-30, 4) * random.choice([1, -1])
        row("exp", x, None, x.exp())
    near = [1 + random.choice([1, -1]) * number(-30, 0) for _ in range(200)]
    for x in [Decimal(s) for s in "2 10 0.1 4 0.5 1.3333 1.3334 0.6666 0.6667 1e60 1e-60".split()] + near + [number(-30, 30) for _ in range(300)]:
        row("ln", x, None, x.ln())
    for _ in range(500):
        x, y = random.choice([1 + number(-12, 1), number(-5, 5)]), number(-3, 3) * random.choice([1, -1])
        if abs(y * x.ln()) < 9999:
            row("pow", x, y, x ** y)
