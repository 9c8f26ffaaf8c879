"""Writes loan_oracle.json: answers of loan-calculator from an independent
calculation in exact fractions, with roots by Newton's method in decimals of 90
digits (the standard library alone). Each case is a line: the body, then the
values of the paths that the first line names.

    python3 loan_oracle.py > loan_oracle.json
"""
import calendar
import datetime
import json
import math
import random
from decimal import Decimal, getcontext
from fractions import Fraction as F

getcontext().prec = 90
getcontext().Emax, getcontext().Emin = 10**7, -(10**7)
PER_YEAR = {"monthly": 12, "biweekly": 26, "weekly": 52, "quarterly": 4, "half_yearly": 2, "yearly": 1}
PATHS = """principal annual_rate tenure_months payment new_payment number_of_payments final_payment total_payment
total_interest total_fees total_cost apr effective_annual_rate flat_rate_equivalent payoff_date baseline.number_of_payments
baseline.total_payment baseline.payoff_date savings.interest_saved savings.payments_saved""".split()


def plain(value):
    if value is None or isinstance(value, str):
        return json.dumps(value)
    value = F(value)
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
    return ("-" if value < 0 else "") + (digits if places == 0 else digits[:-places] + "." + digits[-places:])


def cents(value):
    return round(value, 2)  # Fraction rounds half to even, exactly


def half_up(value, unit):
    return math.floor(value / unit + F(1, 2)) * unit


def dec(fraction):
    return Decimal(fraction.numerator) / fraction.denominator


def annuity(i, n, begin):
    """Present value of n payments of 1."""
    if i == 0:
        return F(n)
    value = (1 - 1 / (1 + i) ** n) / i
    return value * (1 + i) if begin else value


def nper(principal, i, payment, begin):
    """Least n with payment * annuity(n) >= principal, from logarithms, checked."""
    if i == 0:
        return math.ceil(principal / payment)
    due = payment * (1 + i) if begin else payment
    n = math.ceil(-(1 - dec(principal * i / due)).ln() / (1 + dec(i)).ln() - Decimal("1e-40"))
    return n if payment * annuity(i, n, begin) >= principal else n + 1


def irr(amount, flows, begin):
    """Rate per period at which the flows are worth the amount, as Decimal; None without one."""
    flows = [dec(x) for x in flows]
    amount = dec(amount)
    if begin:
        amount, flows = amount - flows[0], flows[1:]
    if amount <= 0 or sum(flows) <= 0:
        return None
    if sum(flows) == amount:
        return Decimal(0)
    v = Decimal(1)  # solve sum(flow_k v^k) = amount for the discount factor: convex and rising, so Newton falls to the root
    if sum(flows) < amount:
        v = Decimal(2) * amount / min(x for x in flows if x > 0)
    for _ in range(2000):
        worth = slope = Decimal(0)
        for x in reversed(flows):
            slope = slope * v + worth + x
            worth = (worth + x) * v
        step = (worth - amount) / slope
        v -= step
        if abs(step) < Decimal("1e-75") * v:
            break
    return 1 / v - 1


def percent(rate, factor, places):
    return round(F(rate) * factor, places)


def due(start, frequency, k):
    if frequency in ("weekly", "biweekly"):
        return start + datetime.timedelta(days=(7 if frequency == "weekly" else 14) * (k - 1))
    index = start.year * 12 + start.month - 1 + 12 // PER_YEAR[frequency] * (k - 1)
    year, month = index // 12, index % 12 + 1
    return datetime.date(year, month, min(start.day, calendar.monthrange(year, month)[1]))


def reducing(principal, i, n, payment, begin, unit, extra=0, prepaid=()):
    """Rows of (paid, interest, closing) and the last payment that was derived anew."""
    rows, balance, last, new = [], principal, n, (None, n)
    k = 0
    while balance > 0:
        k += 1
        interest = F(0) if begin and k == 1 else cents(balance * i)
        owed = balance + interest
        paid = owed if k >= last else min(owed, max(payment, interest))
        paid += min(extra, owed - paid)
        balance = owed - paid
        for number, amount, strategy in prepaid:
            if number != k or balance == 0:
                continue
            left = last - k
            if payment > balance * i:
                left = min(left, nper(balance, i, payment, False))
            credited = min(amount, balance)
            balance, paid = balance - credited, paid + credited
            if strategy == "reduce_payment" and balance > 0:
                payment = half_up(balance / annuity(i, left, False), unit)
                new, last = (payment, k), k + left
        rows.append((paid, interest, balance))
        if balance == 0:
            break
    return rows, new[0] if new[1] < len(rows) else None  # one that is never paid is none


def flat(principal, i, n, payment):
    charge = cents(principal * i * n)
    total, rows, so_far, charged = principal + charge, [], F(0), F(0)
    while so_far < total:
        paid = total - so_far if len(rows) == n - 1 else min(payment, total - so_far)
        so_far += paid
        interest = cents(charge * so_far / total) - charged
        charged += interest
        rows.append((paid, interest, principal - (so_far - charged)))
    return rows, None


def answer(body):
    f = PER_YEAR[body.get("payment_frequency", "monthly")]
    frequency = body.get("payment_frequency", "monthly")
    is_flat, begin = body.get("interest_method") == "flat", body.get("payment_timing") == "begin"
    unit = F(str(body.get("payment_rounding", "0.01")))
    rate = F(body["annual_rate"]) if "annual_rate" in body else None
    i = None if rate is None else rate / 100 / f
    payment = F(body["payment"]) if "payment" in body else None
    n = body["tenure_months"] * f // 12 if "tenure_months" in body else None
    principal = F(body["principal"]) if "principal" in body else None
    fees = [(F(x.get("amount", 0)), F(x.get("percent", 0)) / 100, x.get("financed", False)) for x in body.get("fees", [])]

    if principal is None:
        worth = payment * n / (1 + i * n) if is_flat else payment * annuity(i, n, begin)
        principal = math.floor((worth - sum(a for a, _, x in fees if x)) / (1 + sum(p for _, p, x in fees if x)) * 100) / F(100)
        if principal <= 0:
            return None
    charged = [(a + cents(principal * p), x) for a, p, x in fees]
    upfront, financed = sum((a for a, x in charged if not x), F(0)), sum((a for a, x in charged if x), F(0))
    booked = principal + financed
    if upfront >= principal:
        return None
    if rate is None:
        if payment * n < booked:
            return None
        if is_flat:
            i = (payment * n - booked) / (booked * n)
        else:
            root = irr(booked, [payment] * n, begin)
            if root is None:
                return None
            i = round(F(root), 60)
        rate = round(i * 100 * f, 4)
    if payment is None:
        payment = half_up(booked / n + booked * i if is_flat else booked / annuity(i, n, begin), unit)
    if n is None:
        floor = booked * i / (1 + i) if begin and not is_flat else booked * i
        if payment <= floor:
            return None
        n = math.ceil(booked / (payment - booked * i)) if is_flat else nper(booked, i, payment, begin)
        if n > 50 * f:
            return None

    start = datetime.date.fromisoformat(body["start_date"]) if "start_date" in body else None
    prepaid = []
    for p in body.get("prepayments", []):
        number = p.get("number")
        if number is None:
            day, number = datetime.date.fromisoformat(p["date"]), 1
            while number <= n and due(start, frequency, number) < day:
                number += 1
        prepaid.append((number, F(p["amount"]), p.get("strategy", "reduce_tenure")))
    extra = F(body.get("extra_payment", 0))
    if is_flat:
        rows, new = flat(booked, i, n, payment)
    else:
        rows, new = reducing(booked, i, n, payment, begin, unit, extra, prepaid)
    paid, interest = sum(r[0] for r in rows), sum(r[1] for r in rows)
    apr = irr(principal - upfront, [r[0] for r in rows], begin)
    if is_flat:
        own = irr(booked, [r[0] for r in rows], begin)
        effective = None if own is None else percent((1 + own) ** f - 1, 100, 4)
    else:
        effective = round(((1 + i) ** f - 1) * 100, 4)
    base = None
    if prepaid or extra:
        base, _ = reducing(booked, i, n, payment, begin, unit)
    if max(paid, rate, effective or 0) > 10**15:
        return None

    def day(k):
        return None if start is None else str(due(start, frequency, k))

    want = [principal, rate, round(F(12 * n, f), 2), payment, new, len(rows), rows[-1][0], paid, interest, upfront + financed,
            interest + upfront + financed, None if apr is None else percent(apr, 100 * f, 2), effective,
            round(interest / (booked * F(n, f)) * 100, 4), day(len(rows))]
    if base is None:
        want += ["absent"] * 5
    else:
        want += [len(base), sum(r[0] for r in base), day(len(base)), sum(r[1] for r in base) - interest, len(base) - len(rows)]
    return [x if x == "absent" else plain(x) for x in want]


def money(rng, low, high):
    value = math.exp(rng.uniform(math.log(low), math.log(high)))
    return rng.choice([f"{value:.2f}", f"{value:.0f}", str(max(1, round(value / 100)) * 100)])


def draw(rng):
    body = {}
    frequency = rng.choice(["monthly"] * 5 + ["biweekly", "weekly", "quarterly", "half_yearly", "yearly"])
    f = PER_YEAR[frequency]
    step = next(m for m in range(1, 13) if m * f % 12 == 0)
    months = step * rng.choice([rng.randrange(1, 6), rng.randrange(1, max(2, 120 // step)), rng.randrange(1, 600 // step + 1)])
    if frequency == "weekly":
        months = min(months, 120)
    n = months * f // 12
    principal = money(rng, 500, 5e6)
    rate = rng.choice([f"{rng.randrange(1, 3600) / 100}", f"{rng.randrange(2, 100) / 4}", str(rng.randrange(0, 40)), "0"])
    i = F(rate) / 100 / f
    is_flat, begin = rng.random() < 0.15, rng.random() < 0.25
    level = F(principal) / n + F(principal) * i if is_flat else F(principal) / annuity(F(float(i)), n, begin)
    unknown = rng.choice(["payment", "payment", "tenure", "rate", "principal"])
    if unknown != "payment":
        body["payment"] = f"{max(0.01, float(level) * rng.choice([1, rng.uniform(0.9, 1.6)])):.{rng.choice([0, 2])}f}"
        if F(body["payment"]) == 0:
            return None
    if unknown != "principal":
        body["principal"] = principal
    if unknown != "rate":
        body["annual_rate"] = rate
    if unknown != "tenure":
        body["tenure_months"] = months
    if frequency != "monthly":
        body["payment_frequency"] = frequency
    if is_flat:
        body["interest_method"] = "flat"
    if begin:
        body["payment_timing"] = "begin"
    if rng.random() < 0.3:
        body["payment_rounding"] = rng.choice([1, 10, "10", 0.01])
    if rng.random() < 0.4:
        body["start_date"] = rng.choice(["2024-01-31", "2023-12-30", "2024-02-29", f"20{rng.randrange(10, 60)}-{rng.randrange(1, 13):02d}-{rng.randrange(1, 29):02d}"])
    if rng.random() < 0.35:
        body["fees"] = []
        for _ in range(rng.randrange(1, 4)):
            fee = rng.choice([{"amount": f"{float(principal) * rng.uniform(0, 0.03):.2f}"}, {"percent": rng.choice(["1", "0.5", "2.36", "0.333"])}])
            body["fees"].append({**fee, **rng.choice([{}, {"financed": True}])})
    if not is_flat and rng.random() < 0.5:
        body["prepayments"] = []
        for _ in range(rng.choice([1, 1, 2, 3, 6])):
            p = {"amount": f"{float(principal) * rng.choice([0.01, 0.05, 0.1, 0.3]) * rng.uniform(0.5, 1.5):.2f}"}
            if F(p["amount"]) == 0:
                p["amount"] = "0.01"
            number = rng.choice([1, rng.randrange(1, n + 1), rng.randrange(1, max(2, n // 3))])
            if "start_date" in body and rng.random() < 0.5:
                day = due(datetime.date.fromisoformat(body["start_date"]), frequency, number)
                p["date"] = str(day + datetime.timedelta(days=rng.choice([0, 0, 1, -1, 13])))
            else:
                p["number"] = number
            if rng.random() < 0.5:
                p["strategy"] = rng.choice(["reduce_payment", "reduce_payment", "reduce_tenure"])
            body["prepayments"].append(p)
    if not is_flat and rng.random() < 0.15:
        body["extra_payment"] = f"{float(level) * rng.choice([0.05, 0.5]):.2f}"
    return body


def text(body):
    """The body with its decimals as JSON numbers of the same spelling."""
    if isinstance(body, dict):
        return "{" + ",".join(f'"{k}":' + (v if k in NUMBERS else text(v)) for k, v in body.items()) + "}"
    if isinstance(body, list):
        return "[" + ",".join(map(text, body)) + "]"
    return json.dumps(body)


NUMBERS = {"principal", "annual_rate", "payment", "amount", "percent", "extra_payment"}
EXAMPLES = [
    {"principal": "1000000", "annual_rate": "8.5", "tenure_months": 240, "prepayments": [{"number": 12, "amount": "100000"}]},
    {"principal": "1000000", "annual_rate": "8.5", "tenure_months": 240, "prepayments": [{"number": 12, "amount": "100000", "strategy": "reduce_payment"}]},
    {"principal": "1000000", "annual_rate": "8.5", "payment": "10000"},
    {"payment": "25000", "annual_rate": "9", "tenure_months": 240},
    {"principal": "1000000", "tenure_months": 240, "payment": "9000"},
    {"principal": "100000", "annual_rate": "10", "tenure_months": 24, "interest_method": "flat"},
    {"principal": "100000", "tenure_months": 24, "payment": "5000"},
    {"principal": "1000000", "annual_rate": "8.5", "tenure_months": 240, "payment_frequency": "biweekly"},
]
if __name__ == "__main__":
    rng, seen = random.Random(4), 0
    print("[" + json.dumps(PATHS))
    for case in EXAMPLES:
        print(f",[{text(case)},{json.dumps(answer(case))}]")
    while seen < 1100:
        case = draw(rng)
        want = case and answer(case)
        if want:
            seen += 1
            print(f",[{text(case)},{json.dumps(want, separators=(',', ':'))}]")
    print("]")
