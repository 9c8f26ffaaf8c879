"""Writes timezone_oracle.json and timezone_oracle.tsv: whole answers of
timezone-converter from Python's datetime and zoneinfo (PEP 495 folds), on
Debian's tzdata 2026f; is_dst is the C library's.

    python3 timezone_oracle.py

The first file has 120 answers in full, the second 1,500 inputs with the
beginning of the SHA-256 of the answer's bytes. Half of the local times are
looked for at a change of clocks.
"""
import datetime
import hashlib
import json
import os
import random
import time
import zoneinfo

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)
SECOND = datetime.timedelta(seconds=1)
NAMES = sorted(n for n in zoneinfo.available_timezones()
               if "/" in n and not n.startswith(("posix/", "right/", "Etc/")))
FIXED = ["+05:30", "-08:00", "+23:59", "-23:59", "+00:00", "UTC"]


def zone_of(name):
    if name == "UTC":
        return UTC
    if name[0] in "+-":
        sign = -1 if name[0] == "-" else 1
        return datetime.timezone(sign * datetime.timedelta(hours=int(name[1:3]), minutes=int(name[4:])))
    return zoneinfo.ZoneInfo(name)


def offset(local):
    return int(local.utcoffset() / SECOND)


def offset_text(local):
    seconds = offset(local)
    h, rest = divmod(abs(seconds), 3600)
    m, s = divmod(rest, 60)
    return "%s%02d:%02d" % ("-" if seconds < 0 else "+", h, m) + (":%02d" % s if s else "")


def stamp(local, nanos, end):
    return "%04d" % local.year + local.strftime("-%m-%dT%H:%M:%S") + ("." + "%09d" % nanos).rstrip("0").rstrip(".") + end


def clock(at, nanos, name):
    local = at.astimezone(zone_of(name))
    dst, abbreviation = False, local.tzname()
    if name[0] in "+-":
        abbreviation = (name[:3] + name[4:]).removesuffix("00")
    elif name != "UTC":
        os.environ["TZ"] = ":" + name
        time.tzset()
        dst = time.localtime(int((at - EPOCH) / SECOND)).tm_isdst == 1
    return local, {
        "datetime": stamp(local, nanos, "Z" if name == "UTC" else offset_text(local)),
        "timezone": name, "utc_offset": offset_text(local), "abbreviation": abbreviation, "is_dst": dst,
    }


def minutes(seconds):
    """A sixtieth, rounded to 6 decimals, as JSON writes it."""
    n = round(seconds / 60, 6)
    return int(n) if n == int(n) else n


def answer(naive, nanos, name, targets, how, at=None):
    zone = zone_of(name)
    instants = [(naive.replace(tzinfo=zone, fold=f) - naive.replace(tzinfo=zone, fold=f).utcoffset()).replace(tzinfo=UTC) for f in (0, 1)]
    status = "unique"
    if instants[0] != instants[1]:
        status = "fold" if instants[0].astimezone(zone).replace(tzinfo=None) == naive else "gap"
    if at is None:
        at = {"compatible": instants[0], "earlier": min(instants), "later": max(instants)}[how]
    source_local, source = clock(at, nanos, name)
    results = []
    for target in targets:
        local, shown = clock(at, nanos, target)
        results.append({
            "timezone": target, "datetime": shown["datetime"], "utc_offset": shown["utc_offset"], "abbreviation": shown["abbreviation"],
            "is_dst": shown["is_dst"], "day_difference": (local.date() - source_local.date()).days,
            "offset_difference_minutes": minutes(offset(local) - offset(source_local)),
        })
    return {
        "source": source, "utc": stamp(at, nanos, "Z"), "local_time_status": status,
        "candidates": None if status == "unique" else [stamp(i, nanos, "Z") for i in sorted(instants)],
        "results": results, "tzdata_version": "2026f",
    }


def change(r, zone):
    """A local time at a change of clocks, if the zone has one in ten years."""
    at = datetime.datetime(r.choice([r.randint(1850, 2100), r.randint(1970, 2037)]), r.randint(1, 12), 1, tzinfo=UTC)
    for _ in range(3660):
        after = at + datetime.timedelta(days=1)
        before_offset, after_offset = (offset(x.astimezone(zone)) for x in (at, after))
        if before_offset != after_offset:
            while after - at > SECOND:
                middle = at + (after - at) // 2 // SECOND * SECOND
                if offset(middle.astimezone(zone)) == before_offset:
                    at = middle
                else:
                    after = middle
            low, high = sorted([before_offset, after_offset])
            return after.replace(tzinfo=None) + r.choice([low - 1, low, low + 1, high - 1, high, high + 1, r.randint(low, high), r.randint(low, high)]) * SECOND
        at = after
    return at.replace(tzinfo=None)


def case(r):
    name = r.choice([r.choice(NAMES)] * 9 + [r.choice(FIXED)])
    naive = datetime.datetime(1, 1, 3) + r.choice([r.randint(693000 * 86400, 768000 * 86400), r.randint(0, 3652000 * 86400)]) * SECOND
    if r.random() < 0.5:
        naive = change(r, zone_of(name))
    nanos = r.choice([0, 0, r.randint(0, 10**9 - 1), r.randint(0, 999) * 10**6])
    targets = [r.choice([r.choice(NAMES)] * 9 + [r.choice(FIXED)]) for _ in range(r.choice([1, 1, 2, 3]))]
    how = r.choice(["compatible", "compatible", "earlier", "later"])
    body = {"datetime": stamp(naive, nanos, ""), "from": name, "to": targets[0] if len(targets) == 1 and r.random() < 0.5 else targets}
    at = None
    if r.random() < 0.25:  # an instant, with or without its zone
        fold = r.choice([0, 1])
        at = (naive.replace(tzinfo=zone_of(name), fold=fold) - naive.replace(tzinfo=zone_of(name), fold=fold).utcoffset()).replace(tzinfo=UTC)
        local = at.astimezone(zone_of(name))
        naive = local.replace(tzinfo=None)
        if offset(local) % 60 == 0:
            body["datetime"] = stamp(naive, nanos, offset_text(local))
            if r.random() < 0.5:
                del body["from"]
                name = "UTC" if offset(local) == 0 else offset_text(local)
        else:
            body["datetime"] = stamp(at, nanos, "Z")
            del body["from"]
            name, naive = "UTC", at.replace(tzinfo=None)
    elif how != "compatible" or r.random() < 0.5:
        body["disambiguation"] = how
    return json.dumps(body), answer(naive, nanos, name, targets, how, at)


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def main():
    r = random.Random(20261120)
    cases = [case(r) for _ in range(1620)]
    here = os.path.dirname(os.path.abspath(__file__))
    with open(here + "/timezone_oracle.json", "w") as f:
        rows = (json.dumps({"body": json.loads(b), "want": {k: compact(v) for k, v in a.items()}}) for b, a in cases[:120])
        f.write("[\n" + ",\n".join(rows) + "\n]\n")
    with open(here + "/timezone_oracle.tsv", "w") as f:
        for b, a in cases[120:]:
            f.write(b + "\t" + hashlib.sha256(compact(a).encode()).hexdigest()[:16] + "\n")


main()
