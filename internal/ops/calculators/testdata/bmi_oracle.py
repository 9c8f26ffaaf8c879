"""Writes bmi_oracle.json: answers of bmi-calculator from an independent
calculation in exact fractions (the standard library alone).

    python3 bmi_oracle.py > bmi_oracle.json
"""
import json
import math
import random
from fractions import Fraction as F

POUND, INCH = F("0.45359237"), F("0.0254")
MASS = {"kg": F(1), "g": F(1, 1000), "lb": POUND, "st": 14 * POUND}
LENGTH = {"cm": F(1, 100), "m": F(1), "in": INCH, "ft": 12 * INCH}
LOW = [("16", "severe_thinness"), ("17", "moderate_thinness"), ("18.5", "mild_thinness")]
STANDARDS = {
    "who": LOW + [("25", "normal"), ("30", "overweight"), ("35", "obese_class_1"), ("40", "obese_class_2"), ("1e9", "obese_class_3")],
    "asian": LOW + [("23", "normal"), ("27.5", "increased_risk"), ("32.5", "high_risk"), ("37.5", "high_risk_2"), ("1e9", "high_risk_3")],
    "asia_pacific": [("18.5", "underweight"), ("23", "normal"), ("25", "overweight"), ("30", "obese_1"), ("1e9", "obese_2")],
}


def plain(value):
    sign = "-" if value < 0 else ""
    value, places = abs(value), 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(int(value * 10**places)).rjust(places + 1, "0")
    return sign + (digits if places == 0 else digits[:-places] + "." + digits[-places:])


def up(value):
    return F(math.ceil(value * 10), 10)


def down(value):
    return F(math.floor(value * 10), 10)


def answer(query, kg, m, standard="who", age=None):
    exact = kg / m**2
    bmi = round(exact, 2)
    bands = STANDARDS[standard]
    category = next(name for bound, name in bands if bmi < F(bound))
    limit = next(F(bound) for bound, name in bands if name == "normal")
    lo, hi = F("18.5") * m**2, (limit - F("0.01")) * m**2
    want = {
        "bmi": plain(bmi),
        "bmi_prime": plain(round(exact / 25, 2)),
        "ponderal_index": plain(round(kg / m**3, 2)),
        "weight.kg": plain(round(kg, 2)),
        "weight.lb": plain(round(kg / POUND, 2)),
        "height.cm": plain(round(m * 100, 2)),
        "height.m": plain(round(m, 4)),
        "height.in": plain(round(m / INCH, 2)),
        "height.feet_inches": json.dumps("%d'%d\"" % divmod(round(m / INCH), 12)),
        "standard": json.dumps(standard),
    }
    if age is not None and age < 19:
        want |= {"category": "null", "category_label": "null", "healthy_weight": "null", "to_healthy": "null", "category_applicable": "false"}
        return {"query": query, "want": want}
    ends = {"min_kg": up(lo), "max_kg": down(hi), "min_lb": up(lo / POUND), "max_lb": down(hi / POUND)}
    change_kg = change_lb = F(0)
    if bmi < F("18.5"):
        change_kg, change_lb = up(ends["min_kg"] - kg), up(ends["min_lb"] - kg / POUND)
    elif bmi >= limit:
        change_kg, change_lb = down(ends["max_kg"] - kg), down(ends["max_lb"] - kg / POUND)
    want |= {"healthy_weight." + name: plain(value) for name, value in ends.items()}
    want |= {
        "category": json.dumps(category),
        "category_applicable": "true",
        "to_healthy.change_kg": plain(change_kg),
        "to_healthy.change_lb": plain(change_lb),
    }
    return {"query": query, "want": want}


def cases():
    rng = random.Random(20261120)
    names = list(STANDARDS)
    count = 0
    while count < 1000:
        kg, cm = F(rng.randrange(350, 2200), 10), F(rng.randrange(1300, 2100), 10)
        standard = rng.choice(names)
        parts, mass, length = [], None, None
        system = rng.choice(["metric", "imperial"])
        kind = rng.randrange(4)
        digits = rng.choice([0, 1, 1, 2, 3])
        if kind == 0:  # in the units of the system
            unit = {"metric": "kg", "imperial": "lb"}[system]
            mass = round(kg / MASS[unit], digits)
            parts += [f"weight={plain(mass)}", f"unit_system={system}"]
        elif kind == 1:
            unit = rng.choice(list(MASS))
            mass = round(kg / MASS[unit], digits)
            parts += [f"weight={plain(mass)}", f"weight_unit={unit}"]
        else:
            unit = rng.choice(["kg", "lb"])
            mass = round(kg / MASS[unit], digits)
            parts.append(f"weight_{unit}={plain(mass)}")
        kg = mass * MASS[unit]
        kind = rng.randrange(4)
        if kind == 0:
            unit = {"metric": "cm", "imperial": "in"}[system]
            length = round(cm / 100 / LENGTH[unit], digits)
            parts = [p for p in parts if not p.startswith("unit_system")] + [f"height={plain(length)}", f"unit_system={system}"]
            if any(p.startswith("weight=") for p in parts) and not any(p.startswith("weight_unit") for p in parts):
                kg = mass * MASS[{"metric": "kg", "imperial": "lb"}[system]]
            m = length * LENGTH[unit]
        elif kind == 1:
            unit = rng.choice(list(LENGTH))
            length = round(cm / 100 / LENGTH[unit], max(digits, 2))
            parts += [f"height={plain(length)}", f"height_unit={unit}"]
            m = length * LENGTH[unit]
        elif kind == 2:
            unit = rng.choice(["cm", "m", "in"])
            length = round(cm / 100 / LENGTH[unit], max(digits, 2))
            parts.append(f"height_{unit}={plain(length)}")
            m = length * LENGTH[unit]
        else:
            feet, inches = divmod(round(cm / 100 / INCH, digits), 12)
            parts.append(f"height_feet={feet}")
            if inches or rng.random() < 0.5:
                parts.append(f"height_inches={plain(F(inches))}")
            m = (feet * 12 + inches) * INCH
        age = rng.choice([None, None, None, 2, 18, 19, 45, 120])
        if standard != "who" or rng.random() < 0.3:
            parts.append(f"standard={standard}")
        if age is not None:
            parts.append(f"age={age}")
        if not (F(2) <= kg <= F(700) and F("0.5") <= m <= F("2.75")):
            continue
        count += 1
        yield answer("&".join(parts), kg, m, standard, age)
    # Every boundary of every standard, a hundredth below, on and above it, and
    # the half hundredths between, at a height where the BMI is the weight.
    for standard, bands in STANDARDS.items():
        for bound, _ in bands[:-1]:
            for delta in ["-0.015", "-0.01", "-0.0051", "-0.005", "-0.0049", "0", "0.005", "0.01"]:
                kg = F(bound) + F(delta)
                yield answer(f"weight={plain(kg)}&height=100&standard={standard}", kg, F(1), standard)
    # The ends of what is taken for a person.
    for kg in ["2", "2.000001", "700", "123.4567890123456789012345678901234"]:
        for m in ["0.5", "1.23456789012345678901234567890123", "2.75"]:
            yield answer(f"weight={kg}&height_m={m}", F(kg), F(m))


print("[")
print(",\n".join(json.dumps(c) for c in cases()))
print("]")
