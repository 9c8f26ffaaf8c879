"""Writes arithmetic.tsv: arithmetic as Python's decimal module (libmpdec) does it.

    python3 arithmetic.py > arithmetic.tsv

Columns: operation, x, y (or the number of decimals, or the power), result.
Results are in plain notation without trailing zeros, except that pow is given
to 100 digits, far more than the test needs.
"""
import random
from decimal import (ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal)

random.seed(20261121)
EXACT = Context(prec=2000)
WORK = Context(prec=60, rounding=ROUND_HALF_EVEN)
ROUNDINGS = {"half_even": ROUND_HALF_EVEN, "half_up": ROUND_HALF_UP, "floor": ROUND_FLOOR, "ceiling": ROUND_CEILING}


def number():
    digits = random.choice([1, 2, 3, 5, 9, 17, 18, 19, 20, 34])
    coefficient = random.randrange(10 ** digits)
    if random.random() < 0.2:
        coefficient = random.choice([0, 1, 5, 10 ** digits - 1, 10 ** (digits - 1)])
    scale = random.choice([0, 1, 2, 3, 6, digits, digits + 3, -2, -8])
    sign = random.choice(["", "-"])
    return f"{sign}{coefficient}e{-scale}"


def tie():
    """A number that lies on, or beside, the middle between two roundings."""
    whole, places = random.randrange(10 ** random.choice([0, 1, 3, 8])), random.choice([0, 1, 2, 4])
    tail = random.choice(["5", "50", "500000001", "499999999", "0", "9", "00000000000000000001"])
    digits = str(random.randrange(10 ** places)).zfill(places) if places else ""
    return f"{random.choice(['', '-'])}{whole}.{digits}{tail}", places


def plain(x):
    if not x:
        return "0"
    text = format(x, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def line(*columns):
    print("\t".join(columns))


for _ in range(400):
    x, y = number(), number()
    a, b = Decimal(x), Decimal(y)
    line("add", x, y, plain(EXACT.add(a, b)))
    line("sub", x, y, plain(EXACT.subtract(a, b)))
    line("mul", x, y, plain(EXACT.multiply(a, b)))
    line("cmp", x, y, str(EXACT.compare(a, b)))
    if b:
        line("quo", x, y, plain(WORK.divide(a, b)))
for i in range(700):
    x, places = tie() if i % 3 else (number(), random.randrange(8))
    for name, rounding in ROUNDINGS.items():
        line(name, x, str(places), plain(Decimal(x).quantize(Decimal(1).scaleb(-places), rounding, EXACT)))
for _ in range(150):
    x = f"1.{random.randrange(10 ** random.choice([2, 6, 12])):06d}"
    n = random.choice([0, 1, 2, 3, 12, 59, 60, 64, 127, 240, 600])
    line("pow", x, str(n), format(Context(prec=100).power(Decimal(x), n), "f"))
