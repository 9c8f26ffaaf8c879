"""Writes age_oracle.json: ages by datetime.date (Python 3.11) and fractions.

    python3 age_oracle.py > age_oracle.json

Each row is birth date, day, rule, years, months, days, days in all, day of the
week of the birth, decimal years (null where the next birthday is beyond 9999),
next birthday with day of the week, months and days until it, next milestone.
Months are found by comparing dates as tuples, days by ordinals, birthdays by
looking at one day after the other.
"""
import calendar
import datetime
import json
import random
from fractions import Fraction

rng = random.Random(16)
LAST = datetime.date.max


def clamp(year, month, day):
    return datetime.date(year, month, min(day, calendar.monthrange(year, month)[1]))


def months(a, b):
    """The most months n for which a's day, n months on, clamped or not, is not past b."""
    n = 0
    step = 1 << 17
    while step:
        y, m = divmod(a.year * 12 + a.month - 1 + n + step, 12)
        if (y, m + 1, a.day) <= (b.year, b.month, b.day):
            n += step
        step >>= 1
    y, m = divmod(a.year * 12 + a.month - 1 + n, 12)
    return n, (b - clamp(y, m + 1, a.day)).days


def celebrated(birth, day, rule):
    """Whether a day is the birthday."""
    if (birth.month, birth.day) == (2, 29) and not calendar.isleap(day.year):
        return (day.month, day.day) == ((3, 1) if rule == "mar_1" else (2, 28))
    return (day.month, day.day) == (birth.month, birth.day)


def search(birth, day, rule, step):
    while not celebrated(birth, day, rule):
        if day in (LAST, datetime.date.min):
            return None
        day += datetime.timedelta(days=step)
    return day


def case(birth, as_of, rule):
    n, days = months(birth, as_of)
    leap = (birth.month, birth.day) == (2, 29)
    if rule == "feb_28" and leap and (as_of.month, as_of.day) == (2, 28) and not calendar.isleap(as_of.year):
        n, days = 12 * (as_of.year - birth.year), 0
    years, total = n // 12, (as_of - birth).days
    last = search(birth, as_of, rule, -1)
    after = search(birth, as_of + datetime.timedelta(days=1), rule, 1) if as_of < LAST else None
    decimal = str(round(10000 * (years + Fraction((as_of - last).days, (after - last).days)))).zfill(5) if after else None
    upcoming = as_of if as_of == last and as_of != birth else after
    reached = 1000
    while reached <= total:
        reached += 1000
    in_range = birth.toordinal() + reached <= LAST.toordinal()
    return [
        birth.isoformat(), as_of.isoformat(), rule, years, n % 12, days, total, birth.strftime("%A"),
        decimal and (decimal[:-4] + "." + decimal[-4:]).rstrip("0").rstrip("."),
        upcoming and [upcoming.isoformat(), upcoming.strftime("%A"), *months(as_of, upcoming)],
        (birth + datetime.timedelta(days=reached)).isoformat() if in_range else None,
    ]


def birth_date():
    lo, hi = rng.choice([(1900, 2026), (1900, 2026), (1, 9999)])
    day = datetime.date(rng.randint(lo, hi), rng.randint(1, 12), 1)
    kind = rng.randrange(3)
    if kind == 0:
        return clamp(day.year, day.month, rng.randint(28, 31))
    if kind == 1 and calendar.isleap(day.year):
        return datetime.date(day.year, 2, 29)
    return clamp(day.year, day.month, rng.randint(1, 31))


def later(birth):
    kind = rng.randrange(6)
    if kind == 0:
        days = rng.randrange(0, 3000)
    else:
        days = rng.randrange(0, 110 * 365)
    as_of = datetime.date.fromordinal(min(birth.toordinal() + days, LAST.toordinal()))
    if kind == 1:
        return max(birth, clamp(as_of.year, as_of.month, 31))
    if kind == 2:
        return max(birth, clamp(as_of.year, 2, rng.randint(27, 29)))
    if kind == 3:
        return max(birth, clamp(as_of.year, birth.month, birth.day))
    if kind == 4:
        return max(birth, datetime.date(as_of.year, 3, 1))
    return as_of


D = datetime.date
cases = [case(b, a, r) for r in ("mar_1", "feb_28") for b, a in [
    (D(1, 1, 1), D(9999, 12, 31)), (D(1, 1, 1), D(1, 1, 1)), (D(9999, 12, 31), D(9999, 12, 31)), (D(1990, 8, 15), D(9999, 8, 15)),
    (D(1990, 8, 15), D(9999, 8, 16)), (D(9996, 2, 29), D(9999, 2, 28)), (D(9996, 2, 29), D(9999, 3, 1)), (D(9996, 2, 29), D(9999, 3, 2)),
    (D(9990, 1, 1), D(9998, 3, 20)), (D(2000, 2, 29), D(2000, 2, 29)), (D(1896, 2, 29), D(1900, 3, 1)), (D(1896, 2, 29), D(1900, 2, 28)),
]]
for _ in range(1300):
    birth = birth_date()
    cases.append(case(birth, later(birth), rng.choice(["mar_1", "mar_1", "feb_28"])))
print("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]")
