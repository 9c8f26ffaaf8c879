#!/usr/bin/env python3
"""Records border_radius_box.tsv: random corners and boxes with the radii used,
the factor and the shape, by CSS Backgrounds and Borders 3 section 5.5.

Python 3.11, fractions only:

    ./border_radius_oracle.py > border_radius_box.tsv
"""
import json
import random
from fractions import Fraction
from urllib.parse import urlencode

random.seed(20260104)
NAMES = ["top_left", "top_right", "bottom_right", "bottom_left"]


def rounded(x):
    """x with 4 decimals, half to even, as JSON."""
    scaled = x * 10_000
    whole = scaled.numerator // scaled.denominator
    rest = scaled - whole
    if rest > Fraction(1, 2) or rest == Fraction(1, 2) and whole % 2:
        whole += 1
    text = f"{whole // 10_000}.{whole % 10_000:04d}".rstrip("0").rstrip(".")
    return text


def number():
    return random.choice(["0", "5", "10", "12.5", "25", "30", "50", "60", "100", "7.3", "33.3333", "0.5", "1000"])


def box(radii, width, height):
    """radii: a pair of Fractions for each corner, in the order of NAMES."""
    tl, tr, br, bl = radii
    sums = [(width, tl[0] + tr[0]), (height, tr[1] + br[1]), (width, br[0] + bl[0]), (height, bl[1] + tl[1])]
    f = min([Fraction(1)] + [side / total for side, total in sums if total])
    used = [(h * f, v * f) for h, v in radii]
    if all(h == 0 or v == 0 for h, v in used):
        shape = "rectangle"
    elif all((h, v) == (width / 2, height / 2) for h, v in used):
        shape = "circle" if width == height else "ellipse"
    elif all(h == v == min(width, height) / 2 for h, v in used):
        shape = "pill"
    else:
        shape = "rounded"
    return f, used, shape


cases = []
while len(cases) < 1200:
    width, height = random.choice([("100", "50"), ("50", "100"), ("60", "60"), (number(), number()), (number(), number())])
    if "0" in (width, height):
        continue
    body = {"width": width, "height": height}
    unit = random.choice(["px", "px", "%"])
    alike = number() if random.random() < 0.4 else None
    radii = []
    for name in NAMES:
        h = alike or number()
        v = h if random.random() < 0.6 or alike and random.random() < 0.8 else number()
        sent = [random.choice([unit, "px", "%"]) for _ in "hv"] if random.random() < 0.3 else [unit, unit]
        body[name] = f'"{h}{sent[0]} {v}{sent[1]}"' if h != v or sent[0] != sent[1] else f'"{h}{sent[0]}"' if random.random() < 0.5 or sent[0] != unit else h
        px = [Fraction(x) * (Fraction(side) / 100 if u == "%" else 1) for x, u, side in ((h, sent[0], width), (v, sent[1], height))]
        radii.append(tuple(px))
    if unit != "px":
        body["unit"] = '"%"'
    f, used, shape = box(radii, Fraction(width), Fraction(height))
    query = urlencode({name: v.strip('"') for name, v in body.items()})
    cases.append("\t".join([query, rounded(f), json.dumps(shape)] + [rounded(x) for pair in used for x in pair]))
columns = ["scale_factor", "shape"] + [f"used_px.{name}.{way}" for name in NAMES for way in ("horizontal", "vertical")]
print("\n".join(["\t".join(["query"] + columns)] + cases))
