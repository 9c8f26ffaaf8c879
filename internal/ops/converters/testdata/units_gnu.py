"""Writes units_gnu.csv: what GNU units 2.22 (Debian) answers, with 15 digits
of its binary floats, to a random value between every two units that it
defines as the contract does. It does not: mach is 331.46 m/s there, parsec is
taken from a tangent, and it has no Delisle, Newton and Roemer.

    python3 units_gnu.py > units_gnu.csv

Columns: converter, value, from, to, result.
"""
import random
import subprocess

LENGTH = {
    "km": "km", "m": "m", "dm": "dm", "cm": "cm", "mm": "mm", "um": "um", "nm": "nm", "pm": "pm", "angstrom": "angstrom",
    "in": "inch", "ft": "foot", "yd": "yard", "mi": "mile", "mil": "mil", "hand": "hand", "fathom": "fathom", "rod": "rod",
    "chain": "chain", "furlong": "furlong", "league": "league", "cable": "cable", "nmi": "nauticalmile",
    "ft_us": "surveyfoot", "mi_us": "surveymile", "au": "au", "ly": "lightyear",
}
SPEED = {
    "m/s": "m/s", "km/h": "km/hour", "mph": "mile/hour", "kn": "knot", "ft/s": "ft/s", "in/s": "in/s", "cm/s": "cm/s",
    "km/s": "km/s", "mi/s": "mile/s", "m/min": "m/min", "ft/min": "ft/min", "c": "c",
}
PACE = {"min/km": "min/km", "min/mi": "min/mile", "s/100m": "s/(100 m)"}
WEIGHT = {
    "t": "tonne", "quintal": "quintal", "kg": "kg", "g": "g", "mg": "mg", "ug": "ug", "ct": "carat", "lb": "pound",
    "oz": "ounce", "dr": "dram", "gr": "grain", "st": "stone", "us_ton": "shortton", "long_ton": "longton",
    "cwt_us": "ushundredweight", "cwt_uk": "brhundredweight", "ozt": "troyounce", "lbt": "troypound",
    "dwt": "pennyweight", "slug": "slug", "tola": "tola", "seer": "seer", "maund": "maund",
}
TEMPERATURE = {"C": "tempC", "F": "tempF", "K": "tempK", "R": "tempR", "Re": "tempreaumur"}
rng = random.Random(2022)
asked = []  # converter, value, from, to, what is asked for, in which unit


def value():
    return "%.*g" % (rng.choice([2, 3, 5]), 10 ** rng.uniform(0, 3))


def ask(converter, source, target, have, want):
    v = value()
    v = str(float(v)).removesuffix(".0")
    asked.append((converter, v, source, target, have % v, want))


for converter, known in ("length", LENGTH), ("weight", WEIGHT), ("speed", SPEED):
    for source, have in known.items():
        for target, want in known.items():
            ask(converter, source, target, f"%s ({have})", want)
for pace, unit in PACE.items():
    for speed, other in SPEED.items():
        ask("speed", pace, speed, f"1/(%s ({unit}))", other)
        ask("speed", speed, pace, f"1/(%s ({other}))", unit)
    for target, other in PACE.items():
        ask("speed", pace, target, f"%s ({unit})", other)
for source, have in TEMPERATURE.items():
    for target, want in TEMPERATURE.items():
        for _ in range(4):
            ask("temperature", source, target, f"{have}(%s)", want)
lines = "".join(f"{have}\n{want}\n" for *_, have, want in asked)
command = ["units", "--terse", "--output-format", "%.15g"]
answers = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
assert len(answers) == len(asked), (len(answers), len(asked))
for (converter, v, source, target, *_), answer in zip(asked, answers):
    float(answer)
    print(converter, v, source, target, answer, sep=",")
