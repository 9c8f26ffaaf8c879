"""Writes gratuity_oracle.json: answers of gratuity-calculator from exact
fractions and a walk over the calendar month by month (the standard library
alone; the numbers of the laws are written out here once more).

    python3 gratuity_oracle.py > gratuity_oracle.json
"""
import calendar
import datetime
import json
import random
from fractions import Fraction

rng = random.Random(19721125)
ONE_DAY = datetime.timedelta(days=1)


def plain(value, places=2):
    """Half-even, as JSON text without trailing zeros."""
    scaled = round(Fraction(value) * 10**places)
    digits = str(scaled).rjust(places + 1, "0")
    return (digits[:-places] + "." + digits[-places:]).rstrip("0").rstrip(".")


def served(joined, left):
    """Both days count: as many months as are over, then the days since the
    last of them (or since the end of a month too short for the day)."""
    end, index = left + ONE_DAY, joined.year * 12 + joined.month - 1
    ends = lambda n: ((index + n) // 12, (index + n) % 12 + 1)
    months = 0
    while (*ends(months + 1), joined.day) <= (end.year, end.month, end.day):
        months += 1
    year, month = ends(months)
    last = datetime.date(year, month, min(joined.day, calendar.monthrange(year, month)[1]))
    return months // 12, months % 12, (end - last).days


def ceiling(law, left):
    if law == "act_1972" and left is not None:
        if left < datetime.date(2010, 5, 24):
            return 350000
        if left < datetime.date(2018, 3, 29):
            return 1000000
    return 2000000


def answer(salary, service, seasons, covered, kind, reason, law, cap, left):
    years, months, days = service or (0, 0, 0)
    mercy = reason in ("death", "disablement")
    if kind == "seasonal":
        count, per_year, divisor, enough = Fraction(seasons), 7, 26, seasons >= 5
    elif not covered:
        count, per_year, divisor, enough = Fraction(years), 15, 30, years >= 5
    elif kind == "fixed_term" and law == "code_2020":
        count = years + Fraction(months, 12) + Fraction(days, 365)
        per_year, divisor = 15, 26
        enough = years >= (1 if reason == "term_expiry" else 5)
    else:
        more_than_half = (months, days) > (6, 0)
        count, per_year, divisor, enough = Fraction(years + more_than_half), 15, 26, years >= 5
    amount = round(Fraction(salary) * per_year * count / divisor, 2)
    top = Fraction(cap) if cap else (ceiling(law, left) if covered else None)
    eligible = enough or mercy
    paid = Fraction(0) if not eligible else amount if top is None else min(amount, top)
    want = {
        "gratuity": plain(paid),
        "formula_amount": plain(amount),
        "eligible": json.dumps(eligible),
        "counted_years": plain(count, 6),
    }
    if left:
        want["service"] = '{"years":%d,"months":%d,"days":%d}' % (years, months, days)
    return want


def case(i):
    kind = rng.choice(["permanent"] * 4 + ["fixed_term"] * 3 + ["seasonal"])
    covered = kind == "seasonal" or rng.random() < 0.75
    reason = rng.choice(["resignation", "retirement", "superannuation", "death", "disablement", "term_expiry", "term_expiry"])
    law = rng.choice(["code_2020", "act_1972"])
    salary = rng.choice([str(rng.randrange(8, 600) * 500), str(rng.randrange(1, 10**6)), "%.2f" % (rng.randrange(1, 10**9) / 100), str(rng.randrange(1, 400) * 13)])
    body, service, seasons, left = {}, None, None, None
    if i % 7 == 0:
        extra = rng.randrange(0, 10**7) / 100
        body["basic"], body["dearness_allowance"] = json.loads(salary), extra
        salary = Fraction(salary) + Fraction("%.2f" % extra)
    else:
        body["last_drawn_salary"] = json.loads(salary)
    if kind == "seasonal":
        seasons = rng.randrange(0, 30)
        body["seasons"] = seasons
    elif i % 2:
        joined = datetime.date(rng.randrange(1960, 2026), rng.randrange(1, 13), 1) + rng.choice([0, 27, 28, 29, 30, rng.randrange(31)]) * ONE_DAY
        left = joined + rng.choice([rng.randrange(0, 2200), rng.randrange(0, 15000), 365 * rng.randrange(1, 30) + rng.randrange(175, 190)]) * ONE_DAY
        service = served(joined, left)
        body["joining_date"], body["leaving_date"] = str(joined), str(left)
    else:
        service = rng.choice([rng.randrange(0, 8), rng.randrange(0, 61)]), rng.choice([0, 5, 6, 6, 7, rng.randrange(12)]), rng.choice([0, 0, 1, 30, rng.randrange(31)])
        for name, value in zip(("years_of_service", "months_of_service", "days_of_service"), service):
            if value or name == "years_of_service":
                body[name] = value
    cap = rng.choice(["2500000", "100000", "%.2f" % (rng.randrange(100, 10**8) / 100)]) if rng.random() < 0.15 else None
    if cap:
        body["cap"] = json.loads(cap)
    for name, value, default in (("covered", covered, True), ("employment_type", kind, "permanent"), ("reason", reason, "resignation"), ("law", law, "code_2020")):
        if value != default:
            body[name] = value
    return {"body": body, "want": answer(salary, service, seasons, covered, kind, reason, law, cap, left)}


print("[" + ",\n".join(json.dumps(case(i), separators=(",", ":")) for i in range(1100)) + "]")
