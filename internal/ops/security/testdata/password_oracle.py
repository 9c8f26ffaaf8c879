#!/usr/bin/env python3
"""How many passwords random sets of options allow, counted one character at a
time (no inclusion and exclusion), with the entropy and times that follow.

Written with Python 3.11.7 by
    python3 password_oracle.py > password_oracle.json
"""
import json
import random
import string
from decimal import Decimal, getcontext
from fractions import Fraction
from urllib.parse import urlencode

getcontext().prec = 1200
SYMBOLS = "!@#$%^&*()-_=+[]{};:,.?"
AMBIGUOUS = "Il1|Oo0"
MORE = string.punctuation + "€£§ñ漢😀"


def strings(length, classes, each):
    """Strings by which classes they have so far, extended character by character."""
    if not each:
        return sum(map(len, classes)) ** length
    ways = {frozenset(): 1}
    for _ in range(length):
        longer = {}
        for have, n in ways.items():
            for i, c in enumerate(classes):
                longer[have | {i}] = longer.get(have | {i}, 0) + n * len(c)
        ways = longer
    return ways.get(frozenset(range(len(classes))), 0)


def bits(n):
    getcontext().prec = 60
    b = (Decimal(n).ln() / Decimal(2).ln()).quantize(Decimal("0.01"))
    getcontext().prec = 1200
    return b


def plain(fraction):
    text = f"{Decimal(fraction.numerator) / Decimal(fraction.denominator):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def strength(b):
    return next(name for limit, name in ((28, "very_weak"), (36, "weak"), (60, "fair"), (128, "strong"), (Decimal("inf"), "very_strong")) if b < limit)


def pick(rng, letters, most):
    return "".join(rng.choice(letters) for _ in range(rng.randint(1, most)))


def case(rng):
    q = {}
    kind = rng.choice(("random", "random", "random", "random", "random", "pin", "passphrase"))
    if kind != "random" or rng.random() < 0.3:
        q["type"] = kind
    if kind == "passphrase":
        words = 6
        if rng.random() < 0.8:
            words = q["words"] = rng.randint(3, 20)
        if rng.random() < 0.3:
            q["separator"] = pick(rng, "-_. aZ9é", 5) if rng.random() < 0.8 else ""
        if rng.random() < 0.3:
            q["capitalize"] = "true"
        n, pool, length = 7776 ** words, 7776, None
        if rng.random() < 0.4:
            q["include_number"] = "true"
            n *= words * 10
    else:
        excluded = ""
        if rng.random() < 0.4:
            q["exclude_ambiguous"] = "true"
            excluded += AMBIGUOUS
        if rng.random() < 0.4:
            q["exclude"] = pick(rng, string.ascii_letters + string.digits + MORE, 30)
            excluded += q["exclude"]
        if kind == "pin":
            length, classes, each = 6, [string.digits], True
            if rng.random() < 0.8:
                length = q["length"] = rng.randint(3, 32)
        else:
            length, classes, each = 16, [], True
            if rng.random() < 0.9:
                length = q["length"] = rng.choice((4, 5, 6, 8, 12, 16, 20, 24, 32, rng.randint(4, 64), rng.randint(4, 256)))
            symbols = SYMBOLS
            if rng.random() < 0.3:
                symbols = q["symbol_set"] = pick(rng, MORE, 25)
            for name, characters in (("uppercase", string.ascii_uppercase), ("lowercase", string.ascii_lowercase), ("numbers", string.digits), ("symbols", symbols)):
                on = rng.random() < 0.75
                if not on or rng.random() < 0.2:
                    q[rng.choice(("numbers", "digits")) if name == "numbers" else name] = "true" if on else "false"
                if on:
                    classes.append(characters)
            if rng.random() < 0.3:
                each, q["require_each"] = False, "false"
        classes = [set(c) - set(excluded) for c in classes]
        if not each:
            classes = [c for c in classes if c]
        if not classes or not all(classes):
            return None
        n, pool = strings(length, classes, each), sum(map(len, classes))
    b = bits(n)
    want = {"entropy_bits": plain(Fraction(b)), "pool_size": str(pool), "strength": json.dumps(strength(b)), "type": json.dumps(kind)}
    if length:
        want["length"] = str(length)
    if n < 10**26 or rng.random() < 0.04:
        want["crack_time.online_100_per_hour"] = json.dumps(plain(Fraction(n, 2) / 100 * 3600))
        want["crack_time.offline_1e10_per_second"] = json.dumps(plain(Fraction(n, 2) / 10**10))
    return {"query": urlencode(q) or "count=1", "want": want}


rng = random.Random(25)
cases = []
while len(cases) < 1150:
    c = case(rng)
    if c:
        cases.append(c)
print("[" + ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases) + "]")
