"""Writes fd_oracle.tsv: answers of fd-calculator, by walking through each
deposit rest by rest in exact fractions (Decimal with 100 digits where there are
too many rests, or powers that are not whole). Needs python-dateutil 2.9.0.

    python3 fd_oracle.py > fd_oracle.tsv
"""
import datetime
import math
import random
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, getcontext
from fractions import Fraction

from dateutil.relativedelta import relativedelta

getcontext().prec = 100
SHOWN = (0, 3)  # rows of the schedule
RESTS = {"daily": 365, "monthly": 12, "quarterly": 4, "half_yearly": 2, "yearly": 1}


def decimal(x):
    return Decimal(x.numerator) / Decimal(x.denominator) if isinstance(x, Fraction) else x


def rounded(x, places, how=ROUND_HALF_EVEN):
    """Exact for fractions: Decimal only sees what decides the rounding."""
    if isinstance(x, Fraction):
        scaled = x * 10**places
        floor = math.floor(scaled)
        rest = scaled - floor
        up = rest > Fraction(1, 2) or rest == Fraction(1, 2) and (how == ROUND_HALF_UP or floor % 2 == 1)
        return Decimal(floor + up).scaleb(-places)
    return x.quantize(Decimal(1).scaleb(-places), rounding=how)


def plain(x):
    text = format(x, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def real_power(base, exponent):
    return (decimal(base).ln() * decimal(exponent)).exp()


def matured(principal, rate, t, compounding, broken):
    """What the deposit is worth after t years, were it to mature then."""
    if compounding == "simple":
        return principal + principal * rate * t
    n = RESTS[compounding]
    if broken == "compound":
        return decimal(principal) * real_power(1 + rate / n, n * t)
    if compounding == "quarterly" and t < Fraction(1, 2):
        return principal + principal * rate * t
    whole = math.floor(n * t)
    balance, step = principal, 1 + rate / n
    if whole > 700:
        balance, step = decimal(balance), decimal(step)
    for _ in range(whole):
        balance *= step
    left = t - Fraction(whole, n)
    if isinstance(balance, Decimal):
        return balance + balance * decimal(rate * left)
    return balance + balance * rate * left


def discounted(rate):
    """The monthly payout x that, three of them reinvested at their own rate, is
    the interest of a quarter: x + x·(1+x) + x·(1+x)² = rate/4."""
    due = decimal(rate / 4)
    low, high = Decimal(0), due
    for _ in range(330):
        x = (low + high) / 2
        low, high = (x, high) if x + x * (1 + x) + x * (1 + x) ** 2 < due else (low, x)
    return low


def answer(c):
    principal, rate = Fraction(c["principal"]), (Fraction(c["annual_rate"]) + Fraction(c.get("additional_rate", 0))) / 100
    compounding, payout = c.get("compounding", "quarterly"), c.get("payout", "cumulative")
    broken, unit = c.get("broken_period", "simple"), c.get("round_to", "0.01")
    years, months, days = (int(c.get("tenure_" + part, 0)) for part in ("years", "months", "days"))
    end = ""
    if "start_date" in c:
        start = datetime.date.fromisoformat(c["start_date"])
        if "maturity_date" in c:
            apart = relativedelta(datetime.date.fromisoformat(c["maturity_date"]), start)
            years, months, days = apart.years, apart.months, apart.days
            end = c["maturity_date"]
        else:
            end = str(start + relativedelta(months=12 * years + months) + datetime.timedelta(days=days))
    t = years + Fraction(months, 12) + Fraction(days, 365)

    def amount(x):
        return rounded(x, 0, ROUND_HALF_UP) if unit == "1" else rounded(x, 2)

    deposited = rounded(principal, 2)
    rows = []
    if payout == "cumulative":
        worth = matured(principal, rate, t, compounding, broken)
        maturity = amount(worth)
        interest = maturity - deposited
        each = count = None
        for k in range(1, math.ceil(t) + 1):
            opening = rows[-1][2] if rows else deposited
            closing = maturity if k >= t else amount(matured(principal, rate, Fraction(k), compounding, broken))
            rows.append((opening, closing - opening, closing))
        compounds = compounding != "simple" and (broken == "compound" or compounding != "quarterly" or t >= Fraction(1, 2))
        if compounds:
            year = Fraction(1)
            for _ in range(RESTS[compounding]):
                year *= 1 + rate / RESTS[compounding]
            effective = year - 1
        else:
            effective = real_power(worth / principal, 1 / t) - 1
    else:
        m = RESTS[payout]
        unit_payout = discounted(rate) if payout == "monthly" else rate / m
        count = math.floor(t * m)
        left = t - Fraction(count, m)
        tail = real_power(1 + rate / 4, 4 * left) - 1 if broken == "compound" else rate * left
        exact = isinstance(unit_payout, Fraction)
        each = amount(principal * unit_payout if exact else decimal(principal) * unit_payout)
        maturity = amount(principal * (1 + tail) if isinstance(tail, Fraction) else decimal(principal) * (1 + tail))
        interest = each * count + (maturity - deposited)
        effective = real_power(1 + decimal(unit_payout) * count + decimal(tail), 1 / t) - 1
        for k in range(1, math.ceil(t) + 1):
            inside = sum(1 for j in range(1, count + 1) if k - 1 < Fraction(j, m) <= k)
            rows.append((deposited, each * inside + (maturity - deposited if k >= t else 0), deposited))
        if count == 0:
            each = None
    share = Fraction(c.get("tds_percent", 0)) / 100
    tds = amount(Fraction(interest) * share)
    net = maturity - amount(Fraction(maturity - deposited) * share)
    want = [
        str(int(rounded(t * 365, 0))), plain(maturity), plain(interest), plain(rounded(effective * 100, 4)),
        "null" if each is None else plain(each), "null" if count is None else str(count),
        plain(tds), plain(net), f'"{end}"' if end else "null",
    ]
    for k in SHOWN:
        want += [plain(x) for x in rows[k]] if k < len(rows) else ["absent"] * 3
    return "&".join(f"{k}={v}" for k, v in c.items()) + "&schedule=yearly", want


def cases():
    rng = random.Random(20261120)
    # Exact half cents: simple interest P·7.3·d/36500 = P·d/5000, and 1.02^2 of 12.50.
    for p in (1, 3, 55, 555, 1001):
        for d in (25, 75, 125, 175):
            yield {"principal": str(p), "annual_rate": "7.3", "tenure_days": str(d)}
            yield {"principal": str(50 * p), "annual_rate": "7.3", "tenure_days": str(d), "round_to": "1"}
        yield {"principal": str(Fraction(25 * p, 2).__float__()), "annual_rate": "8", "tenure_months": "6"}
        yield {"principal": str(50 * p), "annual_rate": "2", "tenure_years": "2", "payout": "half_yearly", "round_to": "1"}
    # Extremes.
    for p in ("0.01", "1e-60", "999999999999.99"):
        for r in ("0", "1e-60", "0.000001", "49.9999999999999999"):
            for t in ({"tenure_days": "1"}, {"tenure_days": "182"}, {"tenure_days": "183"}, {"tenure_years": "9", "tenure_months": "11"}):
                yield {"principal": p, "annual_rate": r, **t}
                yield {"principal": p, "annual_rate": r, **t, "payout": "monthly"}
    for compounding in ("simple", "daily", "quarterly"):
        yield {"principal": "1000", "annual_rate": "3", "tenure_years": "50", "tenure_months": "600", "tenure_days": "18300", "compounding": compounding}
    # Any combination.
    for _ in range(1000):
        c = {
            "principal": rng.choice([str(rng.randrange(1, 2000) * 1000), f"{rng.randrange(1, 10**9) / 100:.2f}", str(rng.randrange(100, 10**7))]),
            "annual_rate": rng.choice([f"{rng.randrange(200, 1000) / 100:.2f}", f"{rng.randrange(40, 200) / 20:.2f}", str(rng.randrange(0, 51)), "0.25"]),
        }
        kind = rng.randrange(5)
        if kind == 0:
            c["tenure_days"] = str(rng.choice([rng.randrange(1, 200), rng.randrange(1, 4000)]))
        elif kind == 1:
            c["tenure_months"] = str(rng.choice([rng.randrange(1, 13), rng.randrange(1, 121)]))
        elif kind == 2:
            c["tenure_years"], c["tenure_months"], c["tenure_days"] = str(rng.randrange(0, 11)), str(rng.randrange(0, 12)), str(rng.randrange(1, 60))
        elif kind == 3:
            c["tenure_years"] = str(rng.randrange(1, 11))
        if kind == 4 or rng.random() < 0.2:
            start = datetime.date(2024, 1, 1) + datetime.timedelta(days=rng.randrange(0, 1500))
            if rng.random() < 0.4:
                start = start.replace(day=1) - datetime.timedelta(days=1)  # the end of a month
            c["start_date"] = str(start)
            if kind == 4:
                end = start + datetime.timedelta(days=rng.choice([rng.randrange(1, 200), rng.randrange(1, 4000)]))
                c["maturity_date"] = str(rng.choice([end, start + relativedelta(months=rng.randrange(1, 130))]))
        if rng.random() < 0.5:
            c["compounding"] = rng.choice(list(RESTS) + ["simple"])
        if rng.random() < 0.5:
            c["payout"] = rng.choice(["monthly", "quarterly", "half_yearly", "yearly"])
        if rng.random() < 0.3:
            c["broken_period"] = "compound"
        if rng.random() < 0.3:
            c["additional_rate"] = rng.choice(["0.5", "0.75", "2"])
        if rng.random() < 0.3:
            c["tds_percent"] = rng.choice(["10", "20", "31.2"])
        if rng.random() < 0.3:
            c["round_to"] = "1"
        yield c


MEMBERS = [
    "tenure_days_equivalent", "maturity_amount", "total_interest", "effective_annual_yield", "payout_amount", "payout_count",
    "tds_amount", "net_maturity_amount", "maturity_date",
] + [f"schedule.{k}.{name}" for k in SHOWN for name in ("opening_balance", "interest", "closing_balance")]

print("\t".join(["query"] + MEMBERS))
for case in cases():
    query, want = answer(case)
    if all(abs(Decimal(w)) <= 10**15 for w in want if w.replace(".", "").isdigit()):
        print("\t".join([query] + want))
