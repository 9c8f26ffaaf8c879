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

# Rows of payments that differ, as [payment, count]; their yields to 2 places and to 30.
streams = []
while len(streams) < 200:
    begin, per_year = rng.random() < 0.3, rng.choice([12, 26, 52, 1])
    runs = [[Decimal(rng.choice([0, rng.randrange(1, 10**6)])) / 100, rng.randrange(1, 40)] for _ in range(rng.randrange(1, 6))]
    flows = [payment for payment, count in runs for _ in range(count)]
    amount = (sum(flows) * Decimal(rng.choice([0.2, 0.8, 0.99, 1, 1.1]))).quantize(Decimal("0.01"))
    net, later = (amount - flows[0], flows[1:]) if begin else (amount, flows)
    if net <= 0 or sum(later) <= 0:
        continue

    def worth(v):
        total = Decimal(0)
        for payment in reversed(later):
            total = (total + payment) * v
        return total

    lo, hi = Decimal(0), Decimal(2)
    while worth(hi) < net:
        hi *= 2
    while hi - lo > Decimal("1e-60"):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if worth(mid) < net else (lo, mid)
    if lo < Decimal("1e-6"):
        continue  # a rate of a million per period is too coarse in these digits
    rate = Fraction(1 / ((lo + hi) / 2) - 1) * per_year * 100
    rate = Fraction(0) if abs(rate) < Fraction(1, 10**40) else rate
    streams.append([str(amount), [[str(p), c] for p, c in runs], begin, per_year, text(rate, 2), text(rate, 30)])

tables = {"yields": yields, "instalments": instalments, "streams": streams}
print("{" + ",\n".join(f'"{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]" for name, rows in tables.items()) + "}")
