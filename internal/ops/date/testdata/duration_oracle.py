"""Writes duration_days.json: what Python 3.11's datetime finds.

    python3 duration_oracle.py > duration_days.json

Each row is an input with members of its answer. Days are counted one by one,
totals divided as fractions and rounded half-even.
"""
import datetime
import json
import random
from datetime import timedelta
from fractions import Fraction

rng = random.Random(17)
UNITS = {"total_seconds": 1, "total_minutes": 60, "total_hours": 3600, "total_days": 86400, "total_weeks": 604800}


def decimal(value, places=6):
    scaled = round(abs(value) * 10**places)
    text = str(scaled // 10**places) + "." + str(scaled % 10**places).zfill(places)
    text = text.rstrip("0").rstrip(".")
    return ("-" if value < 0 and scaled else "") + text


def totals(seconds):
    """All members that follow from the seconds elapsed."""
    want = {name: decimal(Fraction(seconds) / unit) for name, unit in UNITS.items()}
    whole = int(abs(seconds))
    minus = "-" if seconds < 0 and whole else ""
    want["clock"] = json.dumps(f"{minus}{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}")
    want["sign"] = str((seconds > 0) - (seconds < 0))
    return want


def business():
    start = datetime.date.fromordinal(rng.randrange(1, 3_640_000))
    end = start + timedelta(days=rng.choice([rng.randrange(-20, 21), rng.randrange(-800, 800)]))
    if not 1 <= end.year <= 9999:
        return business()
    body = {"start": start.isoformat(), "end": end.isoformat()}
    include = rng.random() < 0.4
    if include:
        body["include_end_date"] = True
    weekend, holidays = [6, 7], []
    if rng.random() < 0.7:
        body["business"] = {}
        if rng.random() < 0.8:
            weekend = body["business"]["weekend"] = rng.choice([[6, 7], [5, 6], [7], [], [1], [3, 4, 6], rng.sample(range(1, 8), rng.randrange(8))])
        if rng.random() < 0.8:
            low, high = min(start, end) - timedelta(days=2), max(start, end) + timedelta(days=2)
            days = [low + timedelta(days=rng.randrange((high - low).days + 1)) for _ in range(rng.randrange(8))]
            holidays = body["business"]["holidays"] = [d.isoformat() for d in days]
    step = 1 if end >= start else -1
    dates, day = [], start
    while day != end:
        dates.append(day)
        day += timedelta(days=step)
    if include:
        dates.append(end)
    worked = [d for d in dates if d.isoweekday() not in weekend and d.isoformat() not in holidays]
    return body, {"calendar_days": str(step * len(dates)), "business_days": str(step * len(worked))}


def elapsed():
    base = datetime.datetime(rng.randrange(2, 9998), rng.randrange(1, 13), rng.randrange(1, 29), rng.randrange(24), rng.randrange(60), rng.randrange(60))
    span = timedelta(seconds=rng.choice([rng.randrange(-100, 100), rng.randrange(-10**6, 10**6), rng.randrange(-10**9, 10**9)]), microseconds=rng.choice([0, rng.randrange(10**6)]))
    end = base + span if 2 <= base.year < 9900 and base.year > 100 else base
    seconds = Fraction((end - base) // timedelta(microseconds=1), 10**6)
    body = {"start": base.isoformat() + "Z", "end": end.isoformat() + "Z"}
    want = totals(seconds)
    if rng.random() < 0.5:
        pause = Fraction(rng.randrange(0, 10**6), rng.choice([1, 1, 4, 1000])) % (abs(seconds) / 60 + 1)
        pause = Fraction(int(pause * 1000), 1000)
        if pause * 60 <= abs(seconds):
            body["break_minutes"] = json.loads(decimal(pause, 3))
            want["net_seconds"] = decimal(seconds - pause * 60 if seconds >= 0 else seconds + pause * 60)
    return body, want


def clock(t):
    return t.strftime("%H:%M:%S")


def bare():
    base = datetime.datetime(2001, 1, 1)
    a = base + timedelta(seconds=rng.randrange(86400) // 60 * 60 if rng.random() < 0.5 else rng.randrange(86400))
    short = clock(a)[:5] if a.second == 0 else clock(a)
    if rng.random() < 0.5:
        b = base + timedelta(seconds=rng.randrange(86400))
        seconds = (b - a).seconds
        body = {"start": short, "end": clock(b)}
        want = {"start": clock(a), "end": clock(b)}
    else:
        h, m, s = rng.randrange(60), rng.randrange(100), rng.randrange(100)
        minus = rng.random() < 0.4
        seconds = (h * 3600 + m * 60 + s) * (-1 if minus else 1)
        text = f"{'-' if minus else ''}PT{h}H{m}M{s}S"
        if rng.random() < 0.6:
            body, want = {"start": short, "duration": text}, {"start": clock(a), "end": clock(a + timedelta(seconds=seconds))}
        else:
            body, want = {"end": short, "duration": text}, {"start": clock(a - timedelta(seconds=seconds)), "end": clock(a)}
    want = {k: json.dumps(v) for k, v in want.items()} | totals(Fraction(seconds))
    n = abs(seconds)
    want["calendar"] = f'{{"years":0,"months":0,"days":{n // 86400},"hours":{n // 3600 % 24},"minutes":{n // 60 % 60},"seconds":{n % 60}}}'
    return body, want | {k: "null" for k in ("calendar_days", "business_days", "utc_offset_change_seconds")}


rows = [f() for f in [business] * 550 + [elapsed] * 300 + [bare] * 200]
print("[\n" + ",\n".join(json.dumps({"body": b, "want": w}, separators=(",", ":")) for b, w in rows) + "\n]")
