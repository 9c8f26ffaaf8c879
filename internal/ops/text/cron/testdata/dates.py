"""Next dates of random day fields, found by trying every day of 400 years.

    python3 dates.py >dates.tsv

Columns: dialect, day of month, month, day of week, day of the start, the five
next days, or as many of them as there are.
"""
import random
from datetime import datetime, timedelta

from walk import LIMITS, field, matcher

rnd = random.Random(400)
STARTS = [datetime(2026, 11, 20), datetime(1897, 2, 28), datetime(2096, 3, 1)]
RARE = [("29", "2", w) for w in "*/7 1 6,*/9".split()] + [("31", "*", "*"), ("30,31", "2", "*"), ("31", "2,4,6,9,11", "*"), ("29,30", "feb", "*"),
        ("31", "4", "*/2"), ("*/31", "12", "*/6"), ("*/30", "2,3", "5"), ("13", "*", "*/5,5"), ("*/13", "2", "5")]


def main():
    cases = [(dialect, *c, s) for dialect in ("standard", "vixie") for c in RARE for s in STARTS]
    for _ in range(1200):
        fields = field(LIMITS[2], 9, 0.2), field(LIMITS[3], 5, 0.4), field(LIMITS[4], 3, 0.2)
        cases.append((rnd.choice(["standard", "vixie"]), *fields, datetime(rnd.randint(1600, 2600), 1, 1) + timedelta(rnd.randint(0, 364))))
    for dialect, dates, month, week, start in cases:
        matches = matcher(f"0 0 {dates} {month} {week}", dialect)
        found, day = [], start
        for _ in range(146097):
            day += timedelta(1)
            if matches(day):
                found.append(f"{day:%Y-%m-%d}")
                if len(found) == 5:
                    break
        print(dialect, dates, month, week, f"{start:%Y-%m-%d}", " ".join(found), sep="\t")


if __name__ == "__main__":
    main()
