"""Writes annuity.json: yields by bisection with 120 digits and instalments in
exact fractions.

    python3 annuity.py > annuity.json
"""
import json
import random
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 120
rng = random.Random(3)


def root(amount, payment, n, begin):
    def worth(i):
        if i == 0:
            return payment * n
        pv = payment * (1 - (1 + i) ** -n) / i
        return pv * (1 + i) if begin else pv

    lo, hi = Decimal("-0.9999999999"), Decimal(1)
    while worth(hi) > amount:
        hi *= 16
    while hi - lo > Decimal("1e-70"):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if worth(mid) > amount else (lo, mid)
    return Fraction((lo + hi) / 2)


def text(value, places):
    value = round(value, places)
    if value == 0:
        return "0"
    out = f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
    return out.rstrip("0").rstrip(".") if "." in out else out


yields = []
while len(yields) < 300:
    n = rng.choice([1, 2, 3, 12, 60, 240, 600, rng.randrange(1, 601)])
    begin = rng.random() < 0.3
    amount = Decimal(rng.randrange(1, 10**8)) / 100
    payment = (amount / n * Decimal(rng.choice([0.3, 0.7, 0.999, 1, 1.001, 1.05, 1.3, 2, 5, 40])).quantize(Decimal("0.001"))).quantize(Decimal("0.01"))
    if payment <= 0 or begin and (n == 1 or payment >= amount):
        continue
    per_year, places = rng.choice([(12, 2), (12, 4), (26, 4), (52, 4), (4, 2), (1, 6)])
    rate = root(amount, payment, n, begin) * per_year * 100
    if abs(rate * 10**places * 2 - round(rate * 10**places * 2)) < Fraction(1, 10**40) and rate != 0:
        continue  # a midpoint, which bisection cannot tell; tested by hand
    yields.append([str(amount), str(payment), n, begin, per_year, places, text(rate, places)])

instalments = []
for _ in range(200):
    principal = Fraction(rng.randrange(1, 10**10), rng.choice([1, 100, 1000]))
    rate = Fraction(rng.choice([rng.randrange(1, 10000), rng.randrange(1, 50) * 100]), rng.choice([100, 100, 10**12, 10**30]))
    n, per_year, begin = rng.randrange(1, 601), rng.choice([1, 4, 12, 26, 52]), rng.random() < 0.3
    i = rate / 100 / per_year
    exact = principal * i * (1 + i) ** n / ((1 + i) ** n - 1) / (1 + i if begin else 1)
    instalments.append([text(principal, 3), text(rate, 60), n, per_year, begin, text(exact, 2), text(exact, 20)])

tables = {"yields": yields, "instalments": instalments}
print("{" + ",\n".join(f'"{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]" for name, rows in tables.items()) + "}")
