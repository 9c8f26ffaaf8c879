"""Writes ppf_oracle.json: answers of ppf-calculator-finance from a simulation
of the account month by month, in exact fractions (the standard library alone).

    python3 ppf_oracle.py > ppf_oracle.json
"""
import json
import random
from fractions import Fraction

rng = random.Random(19680701)


def plain(value):
    cents = str(round(value * 100)).rjust(3, "0")  # Fraction rounds half to even
    return (cents[:-2] + "." + cents[-2:]).rstrip("0").rstrip(".")


def simulate(opening, years, rates, deposits):
    """deposits: (year, month from April, amount, by the 5th). Returns the
    balance at each year's end; [0] is the one before."""
    ends, balance = [opening], opening
    for year in range(1, years + 1):
        interest = Fraction(0)
        for month in range(1, 13):
            here = [d for d in deposits if d[0] == year and d[1] == month]
            balance += sum(d[2] for d in here if d[3])
            lowest = balance  # at the close of the 5th; after that it only grows
            balance += sum(d[2] for d in here if not d[3])
            interest += lowest * rates[year - 1] / 1200
        balance += interest  # credited on 31 March
        ends.append(balance)
    return ends


def regular(timing, amount, paying):
    if timing == "start_of_year":
        return [(y, 1, amount, True) for y in paying]
    if timing == "end_of_year":
        return [(y, 12, amount, False) for y in paying]
    return [(y, m, amount / 12, timing == "monthly_by_5th") for y in paying for m in range(1, 13)]


def single(years):
    """At most 50 deposits, 500 to 150000 in each year that has any."""
    rows, room = [], {}
    for _ in range(rng.choice([1, 2, 2, 3, 4] * 12 + [30, 50])):
        year = rng.randrange(1, years + 1)
        left = room.get(year, 150000)
        if left >= 500:
            amount = rng.choice([500, 50 * rng.randrange(10, left // 50 + 1)])
            room[year] = left - amount
            rows.append((year, rng.randrange(1, 13), amount, rng.random() < 0.6))
    return rows


def case(i):
    body = {}
    years = rng.choice([15] * 8 + [20, 25, 30, 50])
    extend = rng.random() < 0.7
    if years != 15:
        body["years"] = years
        if not extend:
            body["extension_deposits"] = False
    paying = range(1, (years if extend else 15) + 1)
    if i % 3 == 0:
        amount = 50 * rng.randrange(10, 3001)
        timing = rng.choice(["start_of_year", "monthly_by_5th", "monthly_after_5th", "end_of_year"])
        body["annual_deposit"] = amount
        if timing != "start_of_year":
            body["deposit_timing"] = timing
        deposits = regular(timing, Fraction(amount), paying)
    elif i % 3 == 1:
        amount = 50 * rng.randrange(1, 251)
        timing = rng.choice(["monthly_by_5th", "monthly_after_5th"])
        body["monthly_deposit"] = amount
        if timing != "monthly_by_5th":
            body["deposit_timing"] = timing
        deposits = regular(timing, Fraction(12 * amount), paying)
    else:
        deposits = single(paying[-1])
        body["deposits"] = [dict(year=y, month=m, amount=a, **({} if b else {"by_fifth": False})) for y, m, a, b in deposits]
    rates = [Fraction("7.1")] * years
    kind = rng.randrange(10)
    if kind == 0:
        texts = [rng.choice(["7.1", "7.9", "8", "8.7", "12", "0", "7.6"]) for _ in range(years)]
        body["rates"] = [json.loads(t) for t in texts]
        rates = [Fraction(t) for t in texts]
    elif kind < 4:
        text = rng.choice(["8", "7.85", "0.3", "12", "50", "%.3f" % (rng.randrange(300, 15000) / 1000), "7.123456789012"])
        body["annual_rate"] = json.loads(text)
        rates = [Fraction(text)] * years
    opening = Fraction(0)
    if rng.random() < 0.4:
        text = rng.choice(["1000.5", "0.01", "%.2f" % (rng.randrange(10**8) / 100)])
        body["opening_balance"] = json.loads(text)
        opening = Fraction(text)
    ends = simulate(opening, years, rates, deposits)
    paid = sum(d[2] for d in deposits)
    shown = [round(e, 2) for e in ends]
    want = {"maturity_amount": plain(ends[-1]), "total_interest": plain(shown[-1] - opening - paid)}
    if rng.random() < 0.5:
        k = rng.randrange(1, years + 1)
        want[f"schedule.{k - 1}.closing_balance"] = plain(ends[k])
        want[f"schedule.{k - 1}.interest"] = plain(shown[k] - shown[k - 1] - sum(d[2] for d in deposits if d[0] == k))
    else:
        loan, withdrawal = rng.randrange(3, 7), rng.randrange(7, 16)
        want[f"schedule.{loan - 1}.loan_limit"] = plain(ends[loan - 2] / 4)
        want[f"schedule.{withdrawal - 1}.withdrawal_limit"] = plain(min(ends[withdrawal - 4], ends[withdrawal - 1]) / 2)
    return {"body": body, "want": want}


print("[" + ",\n".join(json.dumps(case(i), separators=(",", ":")) for i in range(1000)) + "]")
