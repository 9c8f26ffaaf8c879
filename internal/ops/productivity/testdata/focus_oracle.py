#!/usr/bin/env python3
"""Plans of focus-timer, walked minute by minute on Python's clocks.

Written with Python 3.11.7 and the tzdata 2026f of the system by
    python3 focus_oracle.py > focus_oracle.json
"""
import json
import random
from datetime import datetime, timedelta, timezone
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

PRESETS = {None: (25, 5, 15), "pomodoro": (25, 5, 15), "50_10": (50, 10, 30), "52_17": (52, 17, 17), "90_20": (90, 20, 20)}
ZONES = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata", "Asia/Kathmandu", "Europe/London", "UTC", "+05:45", "-09:30"]
# Clocks change in New York on 8 March and 1 November 2026, in Berlin on 29 March and 25 October, on Lord Howe on 5 April and 4 October.
DAYS = [(2026, 3, 8), (2026, 11, 1), (2026, 3, 29), (2026, 10, 25), (2026, 4, 5), (2026, 10, 4), (2026, 11, 20), (2027, 1, 1), (2024, 2, 29)]
MINUTE = timedelta(minutes=1)


def fixed(text):
    sign = -1 if text[0] == "-" else 1
    return timezone(sign * timedelta(hours=int(text[1:3]), minutes=int(text[4:6])))


def show(instant, zone, z):
    local = instant.astimezone(zone)
    text = local.strftime("%Y-%m-%dT%H:%M:%S")
    if local.microsecond:
        text += f".{local.microsecond:06d}".rstrip("0")
    return text + ("Z" if z else local.isoformat()[-6:])


def minutes(work, short, long, every, sessions, end):
    """What each minute of the plan is, as (type, session)."""
    out = []
    for k in range(sessions):
        out += [("work", k + 1)] * work
        if k + 1 < sessions or end:
            is_long = (k + 1) % every == 0
            out += [("long_break" if is_long else "short_break", k + 1)] * (long if is_long else short)
    return out


def case(rng):
    q = {}
    preset = rng.choice(list(PRESETS))
    if preset:
        q["preset"] = preset
    values = list(PRESETS[preset])
    for i, (name, least, most) in enumerate((("work_minutes", 1, 240), ("short_break_minutes", 0, 120), ("long_break_minutes", 0, 240))):
        if rng.random() < 0.25:
            values[i] = q[name] = rng.choice((least, most, rng.randint(least, 30)))
    every = 4
    if rng.random() < 0.4:
        every = q["sessions_before_long_break"] = rng.randint(1, 12)
    end = rng.random() < 0.3
    if end:
        q["end_with_break"] = "true"
    available, sessions = None, 4
    form = rng.random()
    if form < 0.4:
        sessions = q[rng.choice(("sessions", "cycles"))] = rng.choice((1, 2, 3, 5, 6, rng.randint(1, 48)))
    elif form < 0.75:
        available = q["available_minutes"] = rng.choice((rng.randint(1, 500), rng.randint(1, 500), rng.randint(1, 23040)))
        sessions = max((n for n in range(49) if len(minutes(*values, every, n, end)) <= available))
        if sessions == 0:
            return None
    line = minutes(*values, every, sessions, end)

    where = rng.choice(ZONES)
    zone = fixed(where) if where[0] in "+-" else ZoneInfo(where)
    z = where == "UTC"
    local = datetime(*rng.choice(DAYS), rng.randrange(24), rng.randrange(60), rng.randrange(60), rng.choice((0, 0, 500000, 123456)))
    start = local.replace(tzinfo=zone).astimezone(timezone.utc)
    if rng.random() < 0.6:
        q["timezone"] = where
        text = local.isoformat()
        if rng.random() < 0.5:
            text = show(start, fixed("-03:00"), False)
    else:
        offset = start.astimezone(zone).isoformat()[-6:]
        zone, z = fixed(offset), offset == "+00:00"
        text = show(start, zone, z)
    q["start"] = text

    phases = []
    for i, m in enumerate(line):
        if phases and phases[-1][0] == m:
            phases[-1][2] = i + 1
        else:
            phases.append([m, i, i + 1])
    at = lambda i: show(start + i * MINUTE, zone, z)
    plan = [{"index": n, "type": kind, "session": k, "start": at(a), "end": at(b), "duration_minutes": b - a} for n, ((kind, k), a, b) in enumerate(phases)]
    focus = sum(kind == "work" for kind, _ in line)
    want = {"starts_at": at(0), "ends_at": at(len(line)), "focus_minutes": focus, "break_minutes": len(line) - focus,
            "sessions": sessions, "unused_minutes": None if available is None else available - len(line)}
    if len(plan) <= 7 and rng.random() < 0.1:
        want["plan"] = plan
    else:
        n = rng.randrange(len(plan))
        want[f"plan.{n}"] = plan[n]
    if rng.random() < 0.7:
        edge = rng.choice([0] + [b for _, _, b in phases])
        moment = start + rng.choice((edge * MINUTE + timedelta(seconds=rng.choice((-1, -0.5, 0, 0, 0.5, 1))), timedelta(seconds=rng.uniform(-2000, 60 * len(line) + 2000)) // timedelta(milliseconds=1) * timedelta(milliseconds=1)))
        q["at"] = show(moment, fixed(rng.choice(("+00:00", "+05:30", "-08:00"))), False)
        whole = (moment - start) // timedelta(seconds=1)
        current = {"phase": "not_started", "session": None, "elapsed_seconds": 0, "remaining_seconds": -whole, "next_phase": "work", "next_at": at(0)}
        if whole >= 60 * len(line):
            current = {"phase": "finished", "session": None, "elapsed_seconds": whole - 60 * len(line), "remaining_seconds": 0, "next_phase": None, "next_at": None}
        elif whole >= 0:
            n = next(i for i, (_, a, b) in enumerate(phases) if a <= whole // 60 < b)
            (kind, k), a, b = phases[n]
            current = {"phase": kind, "session": k, "elapsed_seconds": whole - 60 * a, "remaining_seconds": 60 * b - whole,
                       "next_phase": phases[n + 1][0][0] if n + 1 < len(phases) else "finished", "next_at": at(b)}
        want["current"] = current
    dump = lambda v: json.dumps(v, separators=(",", ":"))
    return {"query": urlencode(q), "want": {k: dump(v) for k, v in want.items()}}


rng = random.Random(23)
cases = []
while len(cases) < 1000:
    c = case(rng)
    if c:
        cases.append(c)
print("[" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "]")
