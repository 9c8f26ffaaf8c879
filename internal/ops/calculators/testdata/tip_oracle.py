"""Writes tip_oracle.tsv: answers of tip-calculator from an independent
calculation in exact fractions and whole cents (the standard library alone).

    python3 tip_oracle.py > tip_oracle.tsv
"""
import math
import random
from fractions import Fraction as F

COLUMNS = ["query", "tip_percent", "tip", "total", "tip_per_person", "total_per_person", "shares", "suggestions.0.tip", "suggestions.2.total"]


def plain(value):
    sign = "-" if value < 0 else ""
    value, places = abs(F(value)), 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(int(value * 10**places)).rjust(places + 1, "0")
    return sign + (digits if places == 0 else digits[:-places] + "." + digits[-places:])


def raised(bill, tip, people, how):
    """The tip after rounding something up to the whole unit; amounts in cents."""
    if how == "tip_up":
        return -(-tip // 100) * 100
    if how == "total_up":
        return -(-(bill + tip) // 100) * 100 - bill
    if how == "per_person_up":
        return -(-(bill + tip) // (100 * people)) * 100 * people - bill
    return tip


def answer(bill, percent=None, amount=None, people=1, tax=None, on="total", how="none"):
    cents = int(F(bill) * 100)
    base = cents - (int(F(tax) * 100) if on == "pre_tax" else 0)

    def of(p):
        return raised(cents, round(F(base) * F(p) / 100), people, how)

    tip = of(percent or "15") if amount is None else raised(cents, int(F(amount) * 100), people, how)
    total = cents + tip
    shares = [math.ceil(F(total - i, people)) for i in range(people)]
    assert sum(shares) == total
    parts = [f"bill={bill}"]
    for name, value in [("tip_percent", percent), ("tip_amount", amount), ("tax_amount", tax)]:
        parts += [f"{name}={value}"] * (value is not None)
    parts += [f"people={people}"] * (people != 1)
    parts += [f"tip_on={on}"] * (on != "total")
    parts += [f"round={how}"] * (how != "none")
    texts = "[" + ",".join(plain(F(s, 100)) for s in shares) + "]"
    if people > 100:
        texts = "null"
    elif people > 12:
        texts = ""  # checked by its sum in a test of its own
    numbers = [round(F(tip, base) * 100, 2), F(tip, 100), F(total, 100), round(F(tip, 100 * people), 2), F(shares[0], 100)]
    return ["&".join(parts)] + [plain(v) for v in numbers] + [texts, plain(F(of("10"), 100)), plain(F(cents + of("18"), 100))]


def cases():
    rng = random.Random(20261120)
    for _ in range(1400):
        bill = f"{rng.randrange(1, rng.choice([100, 10**4, 10**5, 10**9])) / 100:.2f}"
        percent = rng.choice([None, str(rng.randrange(0, 101)), f"{rng.randrange(0, 10**4) / 100:.2f}", f"{rng.randrange(0, 40) * 2.5}", f"{rng.randrange(1, 10**20)}e-19"])
        amount = None
        if percent is None and rng.random() < 0.5:
            amount = f"{rng.randrange(0, int(F(bill) * 100) + 500) / 100:.2f}"
        on = rng.choice(["total", "total", "pre_tax"])
        tax = f"{rng.randrange(0, max(1, int(F(bill) * 25))) / 100:.2f}" if on == "pre_tax" or rng.random() < 0.1 else None
        people = rng.choice([1, 2, 3, 3, 4, 5, 6, 7, 9, 11, 13, 100, 101, rng.randrange(1, 1001)])
        yield answer(bill, percent, amount, people, tax, on, rng.choice(["none", "none", "none", "tip_up", "total_up", "per_person_up"]))
    # Half cents of both kinds.
    for k in range(1, 80):
        yield answer(f"{k / 10:.1f}", "5", people=rng.choice([1, 3]))
    for bill in ["0.01", "0.02", "999999999999.99", "1000000000000"]:
        for percent in ["0", "1e-60", "49.9", "50", "100"]:
            for how in ["none", "tip_up", "total_up", "per_person_up"]:
                yield answer(bill, percent, people=rng.choice([1, 2, 3, 7, 1000]), how=how)


print("\t".join(COLUMNS))
for case in cases():
    print("\t".join(case))
