"""Writes compound_interest_oracle.tsv: answers of compound-interest-finance, by
walking from contribution to contribution with 90 digits; growth over whole
rests in exact fractions where there are at most 700 of them. The standard
library alone.

    python3 compound_interest_oracle.py > compound_interest_oracle.tsv
"""
import math
import random
from decimal import ROUND_HALF_EVEN, Decimal, getcontext
from fractions import Fraction

getcontext().prec = 90
RESTS = {"daily": 365, "weekly": 52, "monthly": 12, "quarterly": 4, "half_yearly": 2, "annually": 1, "yearly": 1}
FREQUENCY = {"monthly": 12, "quarterly": 4, "annually": 1}
SHOWN = (0, 2)  # rows of the schedule


def decimal(x):
    return Decimal(x.numerator) / Decimal(x.denominator) if isinstance(x, Fraction) else x


def rounded(x, places):
    if isinstance(x, Fraction):
        return Decimal(round(x * 10**places)).scaleb(-places)  # round of a Fraction: half to even, exactly
    return x.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)


def plain(x):
    text = format(x, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def growth(rate, compounding, t):
    """What a unit becomes in t years."""
    if compounding == "continuous":
        return decimal(rate * t).exp()
    n = RESTS[compounding]
    rests = n * t
    if rests.denominator == 1 and rests <= 700:
        factor = Fraction(1)
        for _ in range(int(rests)):
            factor += factor * rate / n
        return factor
    return (decimal(1 + rate / n).ln() * decimal(rests)).exp()


def balance(c, rate, t):
    """The balance after t years, and what was contributed until then."""
    compounding, contribution = c.get("compounding", "annually"), Fraction(c.get("contribution", "0"))
    principal = Fraction(c["principal"])
    if contribution == 0:
        factor = growth(rate, compounding, t)
        return (principal * factor if isinstance(factor, Fraction) else decimal(principal) * factor), Fraction(0)
    f = FREQUENCY[c.get("contribution_frequency", "monthly")]
    periods = t * f
    assert periods.denominator == 1
    step = decimal(growth(rate, compounding, Fraction(1, f)))
    money, paid = decimal(principal), decimal(contribution)
    for _ in range(int(periods)):
        if c.get("contribution_timing") == "begin":
            money = (money + paid) * step
        else:
            money = money * step + paid
    return money, contribution * periods


def answer(c):
    rate = Fraction(c["annual_rate"]) / 100
    t = Fraction(c["years"]) if "years" in c else Fraction(int(c["months"]), 12)
    compounding = c.get("compounding", "annually")
    value, contributed = balance(c, rate, t)
    future, principal, total = rounded(value, 2), rounded(Fraction(c["principal"]), 2), rounded(contributed, 2)
    doubling = "null"
    if rate > 0:
        log = decimal(rate) if compounding == "continuous" else RESTS[compounding] * decimal(1 + rate / RESTS[compounding]).ln()
        doubling = plain(rounded(Decimal(2).ln() / log, 4))
    real = "null"
    if "inflation_rate" in c:
        prices = (decimal(1 + Fraction(c["inflation_rate"]) / 100).ln() * decimal(t)).exp()
        real = plain(rounded(decimal(value) / prices, 2))
    want = [
        plain(future), plain(total), plain(future - principal - total),
        plain(rounded((growth(rate, compounding, Fraction(1)) - 1) * 100, 4)),
        plain(rounded(Fraction(c["principal"]) * rate * t, 2)), doubling, real,
    ]
    rows, opening, before = [], principal, Decimal(0)
    for k in range(1, math.ceil(t) + 1):
        closing, paid = balance(c, rate, min(Fraction(k), t))
        closing, paid = rounded(closing, 2), rounded(paid, 2)
        rows.append([opening, paid - before, closing - opening - (paid - before), closing])
        opening, before = closing, paid
    for k in SHOWN:
        want += [plain(x) for x in rows[k]] if k < len(rows) else ["absent"] * 4
    return "&".join(f"{k}={v}" for k, v in c.items()) + "&schedule=yearly", want


def cases():
    rng = random.Random(20261121)
    # Exact half cents.
    for p in (50, 150, 250, 1050, 12350):
        yield {"principal": f"{p / 100:.2f}", "annual_rate": "1", "years": "1"}
        yield {"principal": f"{p / 4:.2f}", "annual_rate": "2", "years": "2"}
        yield {"principal": f"{p / 100:.2f}", "annual_rate": "12", "months": "1", "compounding": "monthly"}
    # Extremes.
    for p in ("0", "0.01", "1e-60", "999999999999.99"):
        for r in ("0", "1e-13", "0.000001", "0.29", "99.99999999999999999999999999999999"):
            for t in ({"months": "1"}, {"years": "0.0027"}, {"years": "7.25"}):
                yield {"principal": p, "annual_rate": r, **t, "compounding": rng.choice(list(RESTS) + ["continuous"])}
                if "years" not in t or t["years"] == "7.25":
                    yield {"principal": p, "annual_rate": r, **t, "contribution": "0.01", "compounding": rng.choice(list(RESTS) + ["continuous"])}
    # Any combination.
    for _ in range(1050):
        c = {
            "principal": rng.choice([str(rng.randrange(0, 2000) * 1000), f"{rng.randrange(1, 10**9) / 100:.2f}", str(rng.randrange(100, 10**7))]),
            "annual_rate": rng.choice([f"{rng.randrange(50, 1500) / 100:.2f}", f"{rng.randrange(10, 400) / 20:.2f}", str(rng.randrange(0, 40)), "0.25", "7.123456789"]),
        }
        if rng.random() < 0.5:
            c["contribution"] = rng.choice([str(rng.randrange(1, 100) * 50), f"{rng.randrange(1, 10**6) / 100:.2f}", "0.005", "33.3333"])
            f = FREQUENCY[rng.choice(list(FREQUENCY))]
            if f != 12 or rng.random() < 0.5:
                c["contribution_frequency"] = next(k for k, v in FREQUENCY.items() if v == f)
            if rng.random() < 0.5:
                c["contribution_timing"] = rng.choice(["begin", "begin", "end"])
            periods = rng.randrange(1, 12 * f + 1)
            if rng.random() < 0.5 or f == 12 and periods % 3:
                c["months"] = str(periods * 12 // f)
            else:
                c["years"] = plain(decimal(Fraction(periods, f)))
        elif rng.random() < 0.5:
            c["months"] = str(rng.randrange(1, 150))
        else:
            c["years"] = rng.choice([str(rng.randrange(1, 31)), f"{rng.randrange(1, 2000) / 100:.2f}", f"{rng.randrange(1, 10**6) / 10**5}"])
        if rng.random() < 0.85:
            c["compounding"] = rng.choice(list(RESTS) + ["continuous"])
        if rng.random() < 0.3:
            c["inflation_rate"] = rng.choice(["0", "4", "6.5", "50"])
        yield c


MEMBERS = [
    "future_value", "total_contributions", "total_interest", "effective_annual_rate", "simple_interest", "doubling_time_years", "real_future_value",
] + [f"schedule.{k}.{name}" for k in SHOWN for name in ("opening_balance", "contributions", "interest", "closing_balance")]

print("\t".join(["query"] + MEMBERS))
for case in cases():
    query, want = answer(case)
    if all(abs(Decimal(w)) <= 10**15 for w in want if w.replace(".", "").isdigit()):
        print("\t".join([query] + want))
