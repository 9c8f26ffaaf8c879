"""Writes transitions.tsv and telling.txt: what Python's zoneinfo says at both
edges of every transition of every zone, until the year 2100. It reads the
compiled files of Debian's tzdata 2026f (package tzdata 2026f-0+deb12u1, built
"fat"), not ours, and the C library must agree with it on every instant; the
daylight saving flag, which zoneinfo does not show, is the C library's.

    python3 transitions.py

A line of text says what a zone's clocks show at an instant, or which instants
a local time is (both in seconds, the local time as if it were UTC):

    i INSTANT OFFSET ABBREVIATION DST
    w LOCAL STATUS EARLIER LATER

transitions.tsv has, for each zone, the number of transitions and the SHA-256
of all its lines; telling.txt has the lines themselves for some that are odd.
"""
import datetime
import hashlib
import os
import struct
import time
import zoneinfo

ROOT = "/usr/share/zoneinfo"
VERSION = "# version 2026f"
LEFT_OUT = {"Factory", "EST", "MST", "HST", "CET", "MET", "EET", "WET", "localtime", "posixrules"}
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
END = 4102444800  # 2100-01-01T00:00:00Z
TELLING = {
    "America/New_York": "1883 1918 1942 1945 1974 2007 2026 2060",
    "Europe/London": "1847 1941 1968 1971 2026",
    "Asia/Kolkata": "1854 1906 1941 1942 1945",
    "Australia/Lord_Howe": "1981 1985 2026",
    "Pacific/Apia": "1892 1911 2009 2010 2011 2012 2021",
    "Europe/Dublin": "1916 1946 1968 1971 2026 2040",
    "Africa/Casablanca": "2018 2019 2026 2087",
    "Asia/Gaza": "2023 2026 2086 2090",
    "Antarctica/Troll": "2005 2026 2050",
    "Pacific/Chatham": "1868 1946 1974 2026",
    "Pacific/Kiritimati": "1901 1979 1994",
    "Africa/Monrovia": "1882 1919 1972",
    "Asia/Manila": "1844 1845 1899 1936 1990",
    "America/Juneau": "1867 1900 1983",
    "Pacific/Kwajalein": "1901 1969 1993",
    "Europe/Amsterdam": "1835 1916 1937 1940 2026",
    "Asia/Kathmandu": "1920 1986",
    "America/Caracas": "2007 2016",
    "Asia/Pyongyang": "2015 2018",
    "Africa/Windhoek": "1990 1994 2017",
    "America/Sao_Paulo": "2018 2019",
    "Europe/Lisbon": "1912 1942 1992 1996",
    "America/St_Johns": "1935 1987 1988 2011",
    "Africa/El_Aaiun": "1976 2026",
    "America/Godthab": "2023 2024",
    "Asia/Tehran": "1977 1979 2022",
    "Antarctica/Casey": "2009 2010 2023",
    "America/Vancouver": "2026",
}


def names():
    for folder, _, files in os.walk(ROOT):
        for file in files:
            name = os.path.relpath(os.path.join(folder, file), ROOT)
            if not name.startswith(("posix/", "right/")) and name not in LEFT_OUT:
                with open(os.path.join(folder, file), "rb") as f:
                    if f.read(4) == b"TZif":
                        yield name


def listed(name):
    """The instants of the file's 64-bit table, and its rule for later years."""
    with open(os.path.join(ROOT, name), "rb") as f:
        data = f.read()
    counts = ">4s c 15x 6l"
    size = struct.calcsize(counts)
    _, _, isut, isstd, leap, times, types, chars = struct.unpack_from(counts, data)
    second = size + times * 5 + types * 6 + chars + leap * 8 + isstd + isut
    times = struct.unpack_from(counts, data, second)[5]
    return struct.unpack_from(f">{times}q", data, second + size), data.rsplit(b"\n", 2)[1]


def shown(zone, at):
    """Offset, abbreviation and flag by both implementations."""
    local = (EPOCH + datetime.timedelta(seconds=at)).astimezone(zone)
    c = time.localtime(at)
    offset = int(local.utcoffset().total_seconds())
    assert (offset, local.tzname()) == (c.tm_gmtoff, c.tm_zone), (zone.key, at, local, c)
    return offset, local.tzname(), c.tm_isdst


def resolved(zone, wall):
    naive = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=wall)
    first, second = (wall - int(naive.replace(tzinfo=zone, fold=f).utcoffset().total_seconds()) for f in (0, 1))
    if first == second:
        return "unique", first, first
    real = (EPOCH + datetime.timedelta(seconds=first)).astimezone(zone).replace(tzinfo=None) == naive
    return ("fold", first, second) if real else ("gap", second, first)


def transitions(zone, name):
    """Where something changes, in order."""
    times, rule = listed(name)
    found = {t for t in times if shown(zone, t - 1) != shown(zone, t)}
    day = max([t for t in times if t < END], default=0)
    while b"," in rule and day < END:
        low, high = day, day + 86400
        if shown(zone, low) != shown(zone, high):
            while high - low > 1:
                middle = (low + high) // 2
                if shown(zone, low) == shown(zone, middle):
                    low = middle
                else:
                    high = middle
            found.add(high)
        day += 86400
    return sorted(t for t in found if t < END)


def lines(zone, t):
    for at in (t - 1, t, t + 1):
        yield "i %d %d %s %d" % (at, *shown(zone, at))
    before, after = (t + shown(zone, at)[0] for at in (t - 1, t))
    for wall in sorted({w + d for w in (before, after) for d in (-1, 0, 1)}):
        yield "w %d %s %d %d" % (wall, *resolved(zone, wall))


def main():
    with open(ROOT + "/tzdata.zi") as f:
        assert f.readline().strip() == VERSION
    here = os.path.dirname(os.path.abspath(__file__))
    with open(here + "/transitions.tsv", "w") as table, open(here + "/telling.txt", "w") as telling:
        for name in sorted(names()):
            os.environ["TZ"] = ":" + name
            time.tzset()
            zone = zoneinfo.ZoneInfo(name)
            all_of_them = transitions(zone, name)
            digest = hashlib.sha256()
            for t in all_of_them:
                year = str((EPOCH + datetime.timedelta(seconds=t)).year)
                for line in lines(zone, t):
                    digest.update((line + "\n").encode())
                    if year in TELLING.get(name, "").split():
                        telling.write(name + " " + line + "\n")
            table.write("%s\t%d\t%s\n" % (name, len(all_of_them), digest.hexdigest()))


main()
