"""Writes months.json: months added by python-dateutil 2.9.0.

    pip install python-dateutil==2.9.0.post0 && python3 months.py > months.json
"""
import datetime
import json
import random

from dateutil.relativedelta import relativedelta

rng = random.Random(3)

months = []
for _ in range(300):
    day = datetime.date.fromordinal(rng.randrange(1, datetime.date(2200, 1, 1).toordinal()))
    if rng.random() < 0.6:
        day = (day.replace(day=1) + relativedelta(months=1) if day.year < 2199 else day) - datetime.timedelta(days=rng.randrange(1, 4))
    n = rng.randrange(0, 1300)
    months.append([day.isoformat(), n, (day + relativedelta(months=n)).isoformat()])

print("[\n" + ",\n".join(map(json.dumps, months)) + "\n]")
