"""Writes week.json: days of a week counted in [from, to), one by one.

    python3 week.py > week.json
"""
import datetime
import json
import random

rng = random.Random(7)
rows = []
for _ in range(400):
    start = datetime.date.fromordinal(rng.randrange(1, 3_650_000))
    stop = start + datetime.timedelta(days=rng.choice([rng.randrange(15), rng.randrange(1500)]))
    week = sorted(rng.sample(range(1, 8), rng.randrange(8)))
    count = sum(datetime.date.fromordinal(n).isoweekday() in week for n in range(start.toordinal(), stop.toordinal()))
    rows.append([start.isoformat(), stop.isoformat(), week, count])
print("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]")
