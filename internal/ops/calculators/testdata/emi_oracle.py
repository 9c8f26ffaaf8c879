"""Writes emi_oracle.json: answers of emi-calculator from an independent
calculation in exact fractions (the standard library alone).

    python3 emi_oracle.py > emi_oracle.json
"""
import calendar
import datetime
import json
import random
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 90
getcontext().Emax = 10**6
getcontext().Emin = -10**6
CENT = Fraction(1, 100)


def plain(value):
    """A fraction with a finite decimal as JSON text without trailing zeros."""
    sign = "-" if value < 0 else ""
    value = abs(value)
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(int(value * 10**places)).rjust(places + 1, "0")
    return sign + (digits if places == 0 else digits[:-places] + "." + digits[-places:])


def money(value):
    return round(value, 2)  # Fraction rounds half to even, exactly


def add_months(day, n):
    index = day.year * 12 + day.month - 1 + n
    year, month = index // 12, index % 12 + 1
    return datetime.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def instalment(p, i, n, begin):
    if i == 0:
        return p / n
    growth = (1 + i) ** n
    e = p * i * growth / (growth - 1)
    return e / (1 + i) if begin else e


def apr(net, payment, n, begin):
    """12 x the monthly IRR in percent by bisection with 90 digits."""
    if net <= 0 or payment <= 0 or begin and (n == 1 or payment >= net):
        return None
    net, payment = Decimal(net.numerator) / net.denominator, Decimal(payment.numerator) / payment.denominator

    def worth(i):
        if i == 0:
            return payment * n
        pv = payment * (1 - (1 + i) ** -n) / i
        return pv * (1 + i) if begin else pv

    if worth(Decimal(0)) == net:
        return Fraction(0)
    lo, hi = Decimal("-0.999999"), Decimal(1)
    while worth(hi) > net:
        hi *= 4
    for _ in range(290):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if worth(mid) > net else (lo, mid)
        if hi - lo < Decimal("1e-60"):
            break
    return round(Fraction((lo + hi) / 2) * 1200, 2)


def ledger(p, i, n, payment, begin):
    balance, rows = money(p), []
    for k in range(1, n + 1):
        interest = Fraction(0) if begin and k == 1 else money(balance * i)
        owed = balance + interest
        paid = owed if k == n else min(max(payment, interest), owed)
        rows.append((k, balance, paid, interest, paid - interest, owed - paid))
        balance = owed - paid
    return rows


def answer(principal, rate, n, begin=False, fee="0", fee_percent="0", start=None):
    p, r = Fraction(principal), Fraction(rate)
    i = r / 1200
    exact = instalment(p, i, n, begin)
    emi, total = money(exact), money(n * exact)
    fees = money(Fraction(fee) + p * Fraction(fee_percent) / 100)
    net = money(p - fees)
    rows = ledger(p, i, n, emi, begin)
    middle = rows[n // 2]
    yield_ = apr(net, emi, n, begin)
    query = f"principal={principal}&annual_rate={rate}&tenure_months={n}&schedule=monthly"
    query += "&payment_timing=begin" if begin else ""
    query += f"&processing_fee={fee}" if fee != "0" else ""
    query += f"&processing_fee_percent={fee_percent}" if fee_percent != "0" else ""
    want = {
        "emi": plain(emi),
        "total_payment": plain(total),
        "total_interest": plain(money(total - p)),
        "monthly_rate": plain(round(r / 12, 6)),
        "effective_annual_rate": plain(round(((1 + i) ** 12 - 1) * 100, 4)),
        "interest_share": plain(round((n * exact - p) / (n * exact) * 100, 2)),
        "first_payment.interest": plain(rows[0][3]),
        "first_payment.principal": plain(rows[0][4]),
        "processing_fee": plain(fees),
        "net_disbursed": plain(net),
        "apr": "null" if yield_ is None else plain(yield_),
        "end_date": "null",
        "schedule_totals.payment": plain(sum(row[2] for row in rows)),
        "schedule_totals.interest": plain(sum(row[3] for row in rows)),
        "schedule_totals.final_payment": plain(rows[-1][2]),
    }
    names = ["number", "opening_balance", "payment", "interest", "principal", "closing_balance"]
    for name, value in zip(names, middle):
        want[f"schedule.{n // 2}.{name}"] = plain(Fraction(value))
    if start:
        query += f"&start_date={start}"
        day = datetime.date.fromisoformat(start)
        want["end_date"] = '"%s"' % add_months(day, n - 1)
        want[f"schedule.{n // 2}.date"] = '"%s"' % add_months(day, n // 2)
    return {"query": query, "want": want}


def cases():
    rng = random.Random(20261120)
    yield answer("1000000", "8.5", 240)
    yield answer("1000000", "8.5", 240, begin=True)
    yield answer("100000", "12", 12)
    yield answer("500000", "0", 60)
    yield answer("500000", "8.5", 240)
    yield answer("20000", "15", 24, fee="400")
    yield answer("47000", "21", 24, fee="1386.5")
    # Usual loans.
    for _ in range(740):
        principal = str(rng.randrange(5, 20000) * rng.choice([100, 1000, 5000]))
        rate = rng.choice([f"{rng.randrange(100, 3600) / 100:.2f}", f"{rng.randrange(20, 480) / 20:.2f}", str(rng.randrange(1, 37))])
        n = rng.choice([3, 6, 9, 12, 18, 24, 36, 48, 60, 84, 120, 180, 240, 300, 360, rng.randrange(1, 601)])
        fee = rng.choice(["0", "0", str(rng.randrange(1, int(principal) // 20 + 2)), f"{rng.randrange(1, 99999) / 100:.2f}"])
        fee = fee if Fraction(fee) < Fraction(principal) else "0"
        percent = rng.choice(["0", "0", "1", "0.5", "2.36", "1.18"])
        start = rng.choice([None, f"20{rng.randrange(10, 60)}-{rng.randrange(1, 13):02d}-{rng.randrange(1, 29):02d}", "2024-01-31", "2023-12-30", "2024-02-29"])
        yield answer(principal, rate, n, rng.random() < 0.25, fee, percent, start)
    # Amounts to the cent and finer, few instalments: where halves of a cent are exact.
    for _ in range(120):
        principal = rng.choice([f"{rng.randrange(1, 10**7) / 100:.2f}", f"{rng.randrange(1, 10**8) / 1000:.3f}", str(rng.randrange(1, 3000))])
        rate = rng.choice(["0.01", "0.006", "0.6", "6", "12", "1.2", "24", "60", "0.12", "2.4", "1", "3"])
        yield answer(principal, rate, rng.choice([1, 1, 1, 2, 3, 4]), rng.random() < 0.3)
    # Extremes.
    for principal in ["0.01", "1", "999999999999.99", "1000000000000"]:
        for rate in ["0", "0." + "0" * 59 + "1", "0.000000000001", "0.29", "36", "100"]:
            for n in [1, 2, 7, 360, 600]:
                yield answer(principal, rate, n)
    # Where a fraction of a cent in the instalment compounds beyond the loan.
    for principal, rate, n, begin in [
        ("6513710", "68.22", 588, True),
        ("4893762", "97.02", 536, True),
        ("7362247", "82.61", 357, True),
        ("2332304", "42.5", 500, False),
        ("9492578", "89.44", 436, False),
        ("1000000", "24", 600, False),
    ]:
        yield answer(principal, rate, n, begin)
    for rate in ["8.123456789012345678901234567890123", "99.99999999999999999999999999999999"]:
        for n in [1, 13, 240, 600]:
            yield answer("1234567.89", rate, n, fee="12345.67")
    for fee in ["99999", "99999.99", "50000", "99.995"]:
        for n in [1, 2, 12, 600]:
            yield answer("100000", "12", n, fee=fee)
            yield answer("100000", "12", n, begin=True, fee=fee)


print("[")
print(",\n".join(json.dumps(c) for c in cases()))
print("]")
