"""Runs of random schedules by brute force: every minute of real time is looked
at, as the daemon does, with the clocks that zoneinfo shows (tzdata 2026f).

    python3 walk.py >walk.tsv

Columns: dialect, dst_gap, dst_fold, expression, zone, start (UTC), days looked
at, runs as minutes since the start (at most ten), adjustments of those runs as
kind, minute of the run and nominal local time as minutes since the start.

Day rule of cronie's find_jobs(): with a starred day field both must match, else
either. A field is starred if it begins with * (vixie) or is * (standard).
"""
import random
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

NAMES = {n: str(i + 1) for i, n in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split())}
NAMES |= {n: str(i) for i, n in enumerate("sun mon tue wed thu fri sat".split())}
LIMITS = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 7)]
WINDOW = 26  # days
ZONES = {  # days on which clocks change, or none
    "America/New_York": ["2026-03-08", "2026-11-01"],
    "Europe/London": ["2026-03-29", "2026-10-25"],
    "Australia/Lord_Howe": ["2026-04-05", "2026-10-04"],
    "America/St_Johns": ["2006-04-02", "2006-10-29"],
    "America/Sao_Paulo": ["2018-11-04", "2019-02-17"],
    "America/Havana": ["2024-03-10", "2024-11-03"],
    "Africa/Casablanca": ["2026-02-15", "2026-03-22"],
    "Antarctica/Troll": ["2026-03-29", "2026-10-25"],
    "Pacific/Apia": ["2011-12-30"],
    "Pacific/Kwajalein": ["1969-10-01", "1993-08-21"],
    "Africa/Monrovia": ["1972-01-07"],
    "Asia/Kathmandu": ["2026-06-01"],
    "UTC": ["2028-02-25"],
}
rnd = random.Random(35)


def values(text, limits):
    found = set()
    for part in text.split(","):
        span, _, step = part.partition("/")
        first, _, last = span.partition("-")
        first, last = NAMES.get(first.lower(), first), NAMES.get(last.lower(), last)
        low, high = (limits[0], limits[1]) if span == "*" else (int(first), int(last or first))
        if low > high and high == 0:
            high = 7
        found |= set(range(low, high + 1, int(step or 1)))
    return found


def element(limits, step):
    low = rnd.randint(*limits)
    high = rnd.randint(low, limits[1])
    return rnd.choice([f"*/{rnd.randint(1, step)}", f"{low}-{high}", f"{low}-{high}/{rnd.randint(1, step)}", f"{low}", f"{low}"])


def field(limits, step, star):
    if rnd.random() < star:
        return "*"
    return ",".join(element(limits, step) for _ in range(rnd.choice([1, 1, 1, 2, 3])))


def expression():
    night = rnd.random() < 0.7
    hour = rnd.choice(["0", "1", "2", "3", "1,2", "0-3", "*/2", "23,0"]) if night else field(LIMITS[1], 6, 0.3)
    week = rnd.choice(["*", "*", "*", "*", "*", "*/2", "*/3", "MON-FRI", "fri-sun", "SUN", "0", "7", field(LIMITS[4], 3, 0)])
    dates = rnd.choice(["*", "*", "*", "*", "*/2", "*/1", field(LIMITS[2], 9, 0)])
    month = rnd.choice(["*", "*", "*", "*/1", "jan-dec", "2-11"])
    minute = rnd.choice(["0", "15,45", "7", "*/20", "30-59/10", field(LIMITS[0], 25, 0.3)])
    return " ".join([minute, hour, dates, month, week])


def matcher(text, dialect):
    parts = text.split()
    minute, hour, date, month, week = (values(p, l) for p, l in zip(parts, LIMITS))
    week = {v % 7 for v in week}
    starred = [p == "*" if dialect == "standard" else p[0] == "*" for p in (parts[2], parts[4])]
    combine = all if any(starred) else any
    return lambda t: (t.minute in minute and t.hour in hour and t.month in month
                      and combine([t.day in date, t.isoweekday() % 7 in week]))


def local(at, zone):
    return datetime.fromtimestamp(at, zone).replace(tzinfo=None)


def naive(t):
    return int(t.replace(tzinfo=timezone.utc).timestamp())


def walk(zone, start, days, step):
    """The instants of the window and a day around it, with their local times."""
    return [(at, local(at, zone)) for at in range(start - 86400, start + (days + 1) * 86400, step)]


def runs(text, dialect, gap, fold, clock, start, end, step):
    matches = matcher(text, dialect)
    fixed = not (text[0] == "*" or text.split()[1][0] == "*")
    times = {}
    for at, wall in clock:
        times.setdefault(wall, []).append(at)
    found, adjusted, before = [], [], None
    for at, wall in clock:
        seen = before is not None and (naive(wall) - naive(before)) - step or 0
        if seen > 0 and fixed:  # clocks were set forward
            lost = [naive(before) + s for s in range(step, step + seen, step)]
            lost = [w for w in lost if w % 60 == 0 and matches(datetime.fromtimestamp(w, timezone.utc))]
            kind = "gap_moved" if gap == "next_valid" else "gap_skipped"
            if lost and kind == "gap_moved":
                found.append(at)
            adjusted += [(at, kind, w) for w in lost]
        before = wall
        if wall.second or not matches(wall):
            continue
        both = len(times[wall]) == 2
        second = both and at == times[wall][1]
        if second and (fold == "first" or fold == "auto" and fixed):
            continue
        if at not in found[-1:]:
            found.append(at)
        if both:
            adjusted.append((at, "fold_second" if second else "fold_first", naive(wall)))
    found = [at for at in found if start < at < end][:10]
    return found, [a for a in adjusted if found and start < a[0] <= found[-1]]


def main():
    for number in range(2000):
        name = rnd.choice(list(ZONES))
        zone, step = ZoneInfo(name), 30 if name == "Africa/Monrovia" else 60
        day = int(datetime.fromisoformat(rnd.choice(ZONES[name]) + "T00:00:00+00:00").timestamp())
        start = day + rnd.randint(-18, 12) * 3600 + rnd.choice([0, 0, 1800, 1020])
        days = 2 if number % 8 else WINDOW
        text = expression()
        dialect, gap = rnd.choice(["standard", "vixie"]), rnd.choice(["next_valid", "next_valid", "skip"])
        fold = rnd.choice(["auto", "auto", "first", "both"])
        end = start + days * 86400
        found, adjusted = runs(text, dialect, gap, fold, walk(zone, start, days, step), start, end, step)
        since = lambda at: f"{(at - start) / 60:g}"
        print(dialect, gap, fold, text, name, datetime.fromtimestamp(start, timezone.utc).strftime("%Y-%m-%dT%H:%MZ"), days,
              " ".join(map(since, found)),
              " ".join(f"{kind} {'-' if kind == 'gap_skipped' else since(at)} {since(w)}" for at, kind, w in adjusted), sep="\t")


if __name__ == "__main__":
    main()
