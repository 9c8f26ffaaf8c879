"""Writes sip_oracle.tsv: answers of sip-calculator-finance, by walking from
month to month with 70 digits; targets by bisection over all whole cents. The
standard library alone.

    python3 sip_oracle.py > sip_oracle.tsv
"""
import random
from decimal import ROUND_HALF_EVEN, Decimal, getcontext

getcontext().prec = 70
CENT = Decimal("0.01")
SHOWN = (0, 2)  # rows of the schedule


def rounded(x, places):
    # What a calculation with 70 digits leaves behind the 45th decimal is noise.
    x = x.quantize(Decimal(1).scaleb(-45)) if abs(x) < 10**20 else x
    return x.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)


def plain(x):
    text = format(x, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def months_of(c):
    return int(c["months"]) if "months" in c else int(Decimal(c["years"]) * 12)


def month_rate(c):
    rate = Decimal(c["annual_rate"]) / 100
    if c.get("rate_basis") == "effective":
        return ((1 + rate).ln() / 12).exp() - 1
    return rate / 12


def walk(c, first, i):
    """Balance, invested amount and instalment after each month."""
    begin = c.get("timing", "begin") == "begin"
    instalment = first
    balance = invested = Decimal(c.get("initial_investment", "0"))
    for month in range(months_of(c)):
        if month and month % 12 == 0:
            if "step_up_percent" in c:
                instalment = rounded(instalment * (1 + Decimal(c["step_up_percent"]) / 100), 2)
            elif "step_up_amount" in c:
                instalment = rounded(instalment + Decimal(c["step_up_amount"]), 2)
        invested += instalment
        if begin:
            balance += instalment
        balance += balance * i
        if not begin:
            balance += instalment
        yield balance, invested, instalment


def least(c, i):
    target = Decimal(c["target_amount"])

    def reached(cents):
        for balance, _, _ in walk(c, cents * CENT, i):
            pass
        return rounded(balance, 40) >= target

    low, high = -1, 1
    while not reached(high):
        low, high = high, high * 4
    if reached(0):
        return Decimal(0)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high * CENT


def answer(c):
    i = month_rate(c)
    first = least(c, i) if "target_amount" in c else Decimal(c["monthly_investment"])
    months = list(walk(c, first, i))
    balance, invested, last = months[-1]
    value, paid = rounded(balance, 2), rounded(invested, 2)
    effective = Decimal(1)
    for _ in range(12):
        effective *= 1 + i
    real = "null"
    if "inflation_rate" in c:
        prices = ((1 + Decimal(c["inflation_rate"]) / 100).ln() * len(months) / 12).exp()
        real = plain(rounded(balance / prices, 2))
    want = [
        plain(first), plain(paid), plain(value - paid), plain(value), plain(rounded((balance / invested - 1) * 100, 2)),
        plain(rounded((effective - 1) * 100, 4)), plain(rounded(i * 100, 6)), real, plain(last),
    ]
    rows, opening, before = [], Decimal(0), Decimal(0)
    for end in list(range(12, len(months), 12)) + [len(months)]:
        balance, invested, instalment = months[end - 1]
        closing, paid = rounded(balance, 2), rounded(invested, 2)
        rows.append([instalment, opening, paid - before, closing - opening - (paid - before), closing])
        opening, before = closing, paid
    for k in SHOWN:
        want += [plain(x) for x in rows[k]] if k < len(rows) and c["schedule"] == "yearly" else ["absent"] * 5
    return "&".join(f"{k}={v}" for k, v in c.items()), want


def cases():
    rng = random.Random(20261122)
    for p in ("0.01", "1e-60", "0.005", "999999999999.99"):
        for r in ("0", "1e-60", "0.000001", "0.29", "100"):
            for n in ("1", "12", "13", "24"):
                yield {"monthly_investment": p, "annual_rate": r, "months": n}
                yield {"monthly_investment": p, "annual_rate": r, "months": n, "step_up_percent": "33.333333", "rate_basis": "effective"}
    for r in ("0", "1e-60", "12", "100"):
        for target in ("0.01", "0.005", "100", "1e-60", "1000000000000"):
            yield {"target_amount": target, "annual_rate": r, "months": "1", "timing": "end"}
            yield {"target_amount": target, "annual_rate": r, "months": "40", "step_up_percent": "0.05"}
            yield {"target_amount": target, "annual_rate": r, "years": "50", "step_up_percent": rng.choice(["0.01", "3.7", "100"])}
    for k in range(1000):
        c = {}
        if k % 3:
            c["monthly_investment"] = rng.choice([str(rng.randrange(1, 400) * 500), f"{rng.randrange(1, 10**7) / 100:.2f}", str(rng.randrange(1, 100))])
        else:
            c["target_amount"] = rng.choice([str(rng.randrange(1, 2000) * 100000), f"{rng.randrange(1, 10**10) / 100:.2f}", str(rng.randrange(1, 1000))])
        c["annual_rate"] = rng.choice([f"{rng.randrange(200, 2000) / 100:.2f}", f"{rng.randrange(10, 400) / 20:.2f}", str(rng.randrange(0, 31)), "0.1"])
        n = rng.choice([rng.randrange(1, 40), rng.randrange(1, 400), 12 * rng.randrange(1, 31)])
        if n % 3 == 0 and rng.random() < 0.6:
            c["years"] = plain(Decimal(n) / 12)
        else:
            c["months"] = str(n)
        if rng.random() < 0.4:
            c["rate_basis"] = rng.choice(["effective", "effective", "nominal"])
        if rng.random() < 0.4:
            c["timing"] = rng.choice(["end", "end", "begin"])
        if rng.random() < 0.6:
            kind = rng.choice(["step_up_percent", "step_up_amount"])
            c[kind] = rng.choice(["10", "5", "7.5", "0.37", "33.3333", "100", "0"]) if kind == "step_up_percent" else rng.choice(["500", "100", "0", "12.345", "0.005"])
        if rng.random() < 0.3:
            c["initial_investment"] = rng.choice(["10000", "250000", "0", "123.456"])
        if rng.random() < 0.3:
            c["inflation_rate"] = rng.choice(["0", "4", "6.5", "50"])
        yield c


MEMBERS = [
    "monthly_investment", "invested_amount", "estimated_returns", "maturity_value", "absolute_return", "effective_annual_rate", "monthly_rate",
    "real_value", "final_monthly_investment",
] + [f"schedule.{k}.{name}" for k in SHOWN for name in ("monthly_investment", "opening_balance", "invested_amount", "estimated_returns", "closing_balance")]

print("\t".join(["query"] + MEMBERS))
for number, case in enumerate(cases()):
    query, want = answer({**case, "schedule": ("yearly", "none")[number % 2]})
    if all(abs(Decimal(w)) <= 10**15 for w in want if w.replace(".", "").isdigit()):
        print("\t".join([query] + want))
