"""Writes discount_oracle.tsv: answers of discount-calculator from an
independent calculation in exact fractions (the standard library alone).

    python3 discount_oracle.py > discount_oracle.tsv
"""
import random
from fractions import Fraction as F

COLUMNS = ["query", "original_price", "discount_percent", "discount_amount", "final_price", "savings", "tax_amount", "total", "steps.1.amount"]


def plain(value):
    sign = "-" if value < 0 else ""
    value, places = abs(value), 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(int(value * 10**places)).rjust(places + 1, "0")
    return sign + (digits if places == 0 else digits[:-places] + "." + digits[-places:])


def cents(value):
    return round(value, 2)  # Fraction rounds half to even, exactly


def answer(sent, extra="0", tax="0", quantity=1):
    """sent maps the two fields of the pair to their texts."""
    x = {name: F(text) for name, text in sent.items()}
    q, n = F(extra) / 100, quantity
    p = x["discount_percent"] / 100 if "discount_percent" in x else None
    both = None if p is None else p + q - p * q
    if "price" not in x:
        price = cents(x["final_price"] / (1 - both))
        off = price - x["final_price"]
        first = off if q == 0 else min(cents(price * p), off)
    else:
        price = x["price"]
        if p is not None:
            first, off = cents(price * p), cents(price * both)
        elif "discount_amount" in x:
            first = x["discount_amount"]
            off = cents(price - (price - first) * (1 - q))
        else:
            first = off = price - x["final_price"]
    percent = round(off / price * 100, 4) if both is None else both * 100
    final = price - off
    duty = cents(final * n * F(tax) / 100)
    parts = [f"{name}={text}" for name, text in sent.items()]
    parts += [f"additional_discount_percent={extra}"] * (extra != "0")
    parts += [f"tax_percent={tax}"] * (tax != "0")
    parts += [f"quantity={n}"] * (n != 1)
    return ["&".join(parts)] + [plain(v) for v in [price, percent, off, final, off * n, duty, final * n + duty, -first * n]]


def cases():
    rng = random.Random(20261120)

    def amount(top):
        return f"{rng.randrange(1, rng.choice([100, 10**4, 10**6, top])) / 100:.2f}"

    def percent():
        return rng.choice([
            str(rng.randrange(0, 101)), f"{rng.randrange(0, 40) * 2.5}", f"{rng.randrange(0, 10**4) / 100:.2f}",
            f"{rng.randrange(0, 10**6) / 10**4:.4f}", f"{rng.randrange(10**24, 10**26)}e-24", "33.333333", "12.5", "0.005", "50",
        ])

    count = 0
    while count < 1400:
        price, kind = amount(10**9), rng.randrange(4)
        below = plain(F(rng.randrange(0, int(F(price) * 100) + 1), 100))
        sent = [
            {"price": price, "discount_percent": percent()},
            {"price": price, "discount_amount": below},
            {"price": price, "final_price": below},
            {"discount_percent": percent(), "final_price": price},
        ][kind]
        extra = "0" if kind == 2 else rng.choice(["0", percent()])
        if kind == 3 and (F(sent["discount_percent"]) == 100 or F(extra) == 100):
            continue
        row = answer(sent, extra, rng.choice(["0", "0", percent()]), rng.choice([1, 1, 2, 3, 12, rng.randrange(1, 10**6 + 1)]))
        if any(abs(F(v)) > 10**15 for v in row[1:]) or F(row[1]) * 10**6 > 10**15:
            continue
        count += 1
        yield row
    # Half cents of both kinds, at every tenth of a currency unit.
    for k in range(1, 60):
        yield answer({"price": f"{k / 10:.1f}", "discount_percent": "5"})
        yield answer({"price": f"{k / 10:.1f}", "discount_percent": "10"}, "5", "5")
    for price in ["0.01", "0.02", "999999999999.99", "1000000000000"]:
        for p in ["0", "1e-60", "49.999", "50", "50.001", "99.99999999999999999999999999999999", "100"]:
            yield answer({"price": price, "discount_percent": p}, rng.choice(["0", "10"]))
            if F(p) < 51:
                yield answer({"final_price": price, "discount_percent": p})


print("\t".join(COLUMNS))
for case in cases():
    print("\t".join(case))
