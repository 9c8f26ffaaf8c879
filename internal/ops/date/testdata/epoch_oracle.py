"""Writes epoch_oracle.json and epoch_oracle.tsv: whole answers of epoch-converter
from an independent calculation with Python's datetime, zoneinfo, email.utils and
fractions, on Debian's tzdata 2026f; is_dst is the C library's.

    python3 epoch_oracle.py

The first file has 120 answers in full, the second 2,400 queries with the beginning
of the SHA-256 of the answer's bytes.
"""
import datetime
import email.utils
import hashlib
import json
import os
import random
import time
import zoneinfo
from fractions import Fraction
from urllib.parse import urlencode

FIRST, LAST = -62135596800, 253402300799
UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)
NOW = int((datetime.datetime(2026, 11, 20, 9, tzinfo=UTC) - EPOCH).total_seconds()) * 10**9
ZONES = ["UTC", "Asia/Kolkata", "America/New_York", "Europe/London", "Europe/Dublin", "Australia/Lord_Howe", "Asia/Kathmandu",
         "Africa/Monrovia", "Pacific/Apia", "Pacific/Chatham", "America/St_Johns", "Africa/Casablanca", "Antarctica/Troll", "+05:30", "-23:59", "+00:00"]
# Nanoseconds of the unit, and the instant of its zero in nanoseconds of Unix time.
DAY = 86400 * 10**9
UNITS = {
    "s": (10**9, 0), "ms": (10**6, 0), "us": (10**3, 0), "ns": (1, 0),
    "filetime": (100, -11644473600 * 10**9), "dotnet_ticks": (100, FIRST * 10**9), "ntp": (10**9, -2208988800 * 10**9),
    "cocoa": (10**9, 978307200 * 10**9), "excel": (DAY, -25569 * DAY), "julian_day": (DAY, -24405875 * DAY // 10),
}


def plain(value, places):
    """A fraction rounded half-even, without trailing zeros."""
    scaled = round(Fraction(value) * 10**places)
    sign, digits = "-" * (scaled < 0), str(abs(scaled)).rjust(places + 1, "0")
    whole, rest = (digits[:-places], digits[-places:].rstrip("0")) if places else (digits, "")
    return sign + whole + ("." + rest if rest else "")


def fixed(name):
    return name[0] in "+-"


def zone_of(name):
    if fixed(name):
        h, m = name[1:].split(":")
        offset = datetime.timedelta(hours=int(h), minutes=int(m))
        return datetime.timezone(-offset if name[0] == "-" else offset)
    return UTC if name == "UTC" else zoneinfo.ZoneInfo(name)


def is_dst(name, seconds):
    if fixed(name):
        return False
    os.environ["TZ"] = ":" + name
    time.tzset()
    return time.localtime(seconds).tm_isdst == 1


def stamp(local, nanos, zulu):
    text = "%04d" % local.year + local.strftime("-%m-%dT%H:%M:%S") + ("." + "%09d" % nanos).rstrip("0").rstrip(".")
    return text + ("Z" if zulu else offset_text(local))


def offset_text(local):
    seconds = int(local.utcoffset().total_seconds())
    h, rest = divmod(abs(seconds), 3600)
    m, s = divmod(rest, 60)
    return "%s%02d:%02d" % ("-" if seconds < 0 else "+", h, m) + (":%02d" % s if s else "")


def words(early, late):
    """The largest unit between two instants in nanoseconds."""
    a, b = (EPOCH + datetime.timedelta(seconds=t // 10**9) for t in (early, late))
    if (b.time(), late % 10**9) < (a.time(), early % 10**9):
        b -= datetime.timedelta(days=1)
    months = 12 * (b.year - a.year) + b.month - a.month - (b.day < a.day)
    rest = (late - early) // 10**9
    days = (b.date() - a.date()).days  # below a month there is nothing to clamp
    for n, unit in ((months // 12, "year"), (months % 12, "month"), (days, "day"), (rest // 3600, "hour"), (rest // 60, "minute"), (rest, "second")):
        if n or unit == "second":
            return "%d %s%s" % (n, unit, "" if n == 1 else "s")


def relative(at, other):
    if at < other:
        return words(at, other) + " ago"
    text = words(other, at)
    return "now" if text == "0 seconds" else "in " + text


def answer(ns, unit, name, other):
    seconds, nanos = divmod(ns, 10**9)
    utc = EPOCH + datetime.timedelta(seconds=seconds)
    local = utc.astimezone(zone_of(name))
    iso = local.isocalendar()
    abbreviation = local.tzname()
    if fixed(name):
        abbreviation = (name[:3] + name[4:]).removesuffix("00")
    whole_minutes = local.utcoffset().total_seconds() % 60 == 0
    of = {u: (Fraction(ns - zero, size)) for u, (size, zero) in UNITS.items()}
    return {
        "detected_unit": unit, "seconds": seconds, "milliseconds": ns // 10**6, "microseconds": str(ns // 10**3), "nanoseconds": str(ns),
        "fraction": ("%09d" % nanos).rstrip("0"), "utc": stamp(utc, nanos, True), "local": stamp(local, nanos, name == "UTC"), "timezone": name,
        "utc_offset": offset_text(local), "abbreviation": abbreviation, "is_dst": is_dst(name, seconds),
        "http_date": email.utils.format_datetime(utc, usegmt=True),
        "rfc2822": email.utils.format_datetime(local if whole_minutes else utc),
        "weekday": local.strftime("%A"), "day_of_year": local.timetuple().tm_yday, "iso_week": "%04d-W%02d-%d" % iso,
        "is_leap_year": (datetime.date(local.year, 12, 31) - datetime.date(local.year, 1, 1)).days == 365,
        "relative": {"seconds": Raw(plain(Fraction(ns - other, 10**9), 9)), "text": relative(ns, other)},
        "formats": {
            "filetime": str(of["filetime"].__floor__()), "dotnet_ticks": str(of["dotnet_ticks"].__floor__()), "ntp": str(of["ntp"].__floor__()),
            "excel": Raw(plain(of["excel"], 11)), "cocoa": Raw(plain(of["cocoa"], 9)), "julian_day": Raw(plain(of["julian_day"], 11)),
        },
    }


class Raw(str):
    """A number as it is to be written."""


def dump(value):
    if isinstance(value, Raw):
        return value
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(k) + ":" + dump(v) for k, v in value.items()) + "}"
    return json.dumps(value)


def instant(r):
    """An instant in nanoseconds: of our time, of any, or near an end."""
    seconds = r.choice([r.randint(-2 * 10**9, 4 * 10**9), r.randint(-6 * 10**10, 10**11), r.randint(FIRST + 86400, LAST - 86400),
                        FIRST + 86400 + r.randint(0, 9), LAST - 86400 - r.randint(0, 9)])
    return seconds * 10**9 + r.choice([0, r.randint(0, 10**9 - 1), r.randint(0, 999) * 10**6, 999999999])


def case(r):
    ns, name = instant(r), r.choice(ZONES)
    query = {"timezone": name}
    kind = r.choice(["auto", "auto", "datetime", "local", *UNITS])
    unit = None
    if kind == "auto":
        size, text = 1, ""
        while not text:  # until the unit is the one that its size tells
            unit = r.choice(["s", "ms", "us", "ns"])
            size = UNITS[unit][0]
            value = Fraction(ns, size) if unit in ("s", "ms") else Fraction(ns // size)
            told = next((u for u, limit in (("s", 10**11), ("ms", 10**14), ("us", 10**17)) if abs(value) < limit), "ns")
            text = plain(value, 9) if told == unit else ""
            ns = instant(r) if not text else int(value * size)
        query["timestamp"] = text
    elif kind in UNITS:
        size, zero = UNITS[kind]
        places = {"s": 9, "ms": 6, "cocoa": 9, "excel": 20, "julian_day": 20}.get(kind, 0)
        value = Fraction(plain(Fraction(ns - zero, size), places))
        query |= {"timestamp": plain(value, places), "unit": kind}
        unit, ns = kind, round(value * size + zero)
    else:
        seconds, nanos = divmod(ns, 10**9)
        there = (EPOCH + datetime.timedelta(seconds=seconds)).astimezone(zone_of(name))
        if kind == "local":
            naive = there.replace(tzinfo=None)
            query["datetime"] = stamp(naive.replace(tzinfo=UTC), nanos, True)[:-1]
            chosen = naive.replace(tzinfo=zone_of(name), fold=0)
            ns = int((naive - datetime.datetime(1970, 1, 1) - chosen.utcoffset()) / datetime.timedelta(seconds=1)) * 10**9 + nanos
        else:
            minutes = r.randint(-1439, 1439)
            z = datetime.timezone(datetime.timedelta(minutes=minutes))
            query["datetime"] = stamp(there.astimezone(z), nanos, False)
    other = NOW
    if r.random() < 0.5:
        other = ns + r.choice([0, 1, -1]) * r.randint(0, 10 ** r.randint(9, 18))
        other = min(max(other, FIRST * 10**9), LAST * 10**9)
        query["relative_to"] = stamp(EPOCH + datetime.timedelta(seconds=other // 10**9), other % 10**9, True)
    return urlencode(query), answer(ns, unit, name, other)


def main():
    r = random.Random(20261120)
    cases = [case(r) for _ in range(2520)]
    here = os.path.dirname(os.path.abspath(__file__))
    with open(here + "/epoch_oracle.json", "w") as f:
        f.write("[\n" + ",\n".join(json.dumps({"query": q, "want": {k: dump(v) for k, v in a.items()}}) for q, a in cases[:120]) + "\n]\n")
    with open(here + "/epoch_oracle.tsv", "w") as f:
        for q, a in cases[120:]:
            f.write(q + "\t" + hashlib.sha256(dump(a).encode()).hexdigest()[:16] + "\n")


main()
