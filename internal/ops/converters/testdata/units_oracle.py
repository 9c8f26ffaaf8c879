"""Writes units_oracle.csv: answers of the unit converters from an independent
calculation in exact fractions (the standard library alone), with the
definitions typed from NIST SP 811 (2008), appendix B, section B.9, and from
the contract where that publication has none. Every ordered pair of units.

    python3 units_oracle.py > units_oracle.csv

Columns: converter, value, from, to, precision, delta, result, exact, factor.
"""
import random
from decimal import Context, Decimal, ROUND_HALF_EVEN
from fractions import Fraction as F


def pi(digits):
    """Machin's formula in integers."""
    one = 10 ** (digits + 10)

    def arctan(x):
        total = term = one // x
        n, sign = 3, -1
        while term:
            term //= x * x
            total += sign * (term // n)
            n, sign = n + 2, -sign
        return total

    return F(4 * (4 * arctan(5) - arctan(239)), one)


INCH = F(254, 10000)
FOOT, YARD = 12 * INCH, 36 * INCH
MILE = 1760 * YARD
NAUTICAL = F(1852)
AU = F(149597870700)
LENGTH = {
    "km": F(1000), "m": F(1), "dm": F(1, 10), "cm": F(1, 100), "mm": F(1, 1000), "um": F(1, 10**6),
    "nm": F(1, 10**9), "pm": F(1, 10**12), "angstrom": F(1, 10**10), "in": INCH, "ft": FOOT, "yd": YARD, "mi": MILE,
    "mil": INCH / 1000, "hand": 4 * INCH, "fathom": 2 * YARD, "rod": F(11, 2) * YARD, "chain": 22 * YARD,
    "furlong": 220 * YARD, "league": 3 * MILE, "cable": NAUTICAL / 10, "nmi": NAUTICAL, "ft_us": F(1200, 3937),
    "mi_us": 5280 * F(1200, 3937), "au": AU, "ly": F(299792458) * 31557600, "pc": AU * 648000 / pi(60),
}
HOUR = F(3600)
SPEED = {
    "m/s": F(1), "km/h": 1000 / HOUR, "mph": MILE / HOUR, "kn": NAUTICAL / HOUR, "ft/s": FOOT, "in/s": INCH,
    "cm/s": F(1, 100), "km/s": F(1000), "mi/s": MILE, "m/min": F(1, 60), "ft/min": FOOT / 60, "c": F(299792458),
    "mach": F(340294, 1000),
}
PACE = {"min/km": F(1000, 60), "min/mi": MILE / 60, "s/100m": F(100)}  # speed at a pace of 1
POUND = F(45359237, 10**8)
GRAIN = POUND / 7000
WEIGHT = {
    "t": F(1000), "quintal": F(100), "kg": F(1), "g": F(1, 1000), "mg": F(1, 10**6), "ug": F(1, 10**9), "ct": F(1, 5000),
    "lb": POUND, "oz": POUND / 16, "dr": POUND / 256, "gr": GRAIN, "st": 14 * POUND, "us_ton": 2000 * POUND,
    "long_ton": 2240 * POUND, "cwt_us": 100 * POUND, "cwt_uk": 112 * POUND, "ozt": 480 * GRAIN, "lbt": 5760 * GRAIN,
    "dwt": 24 * GRAIN, "slug": POUND * F("9.80665") / FOOT, "tola": 180 * GRAIN, "seer": 14400 * GRAIN,
    "maund": 576000 * GRAIN,
}
ZERO_CELSIUS = F("273.15")
CELSIUS = {  # to and from degrees Celsius
    "C": (lambda v: v, lambda c: c),
    "F": (lambda v: (v - 32) * 5 / 9, lambda c: 9 * c / 5 + 32),
    "K": (lambda v: v - ZERO_CELSIUS, lambda c: c + ZERO_CELSIUS),
    "R": (lambda v: v * 5 / 9 - ZERO_CELSIUS, lambda c: (c + ZERO_CELSIUS) * 9 / 5),
    "De": (lambda v: 100 - v * 2 / 3, lambda c: (100 - c) * 3 / 2),
    "N": (lambda v: v * 100 / 33, lambda c: 33 * c / 100),
    "Re": (lambda v: v * 5 / 4, lambda c: 4 * c / 5),
    "Ro": (lambda v: (v - F("7.5")) * 40 / 21, lambda c: 21 * c / 40 + F("7.5")),
}
MEASURED = {"pc", "mach"}
SIGNIFICANT = Context(prec=15, rounding=ROUND_HALF_EVEN, Emin=-999, Emax=999)
rng = random.Random(12)


def plain(number):
    """A decimal without exponent, trailing zeros or negative zero."""
    text = format(number, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "0") else text


def decimal(fraction, context=Context(prec=400, Emin=-999, Emax=999)):
    return context.divide(Decimal(fraction.numerator), Decimal(fraction.denominator))


def significant(fraction):
    return SIGNIFICANT.divide(Decimal(fraction.numerator), Decimal(fraction.denominator))


def value(signed):
    digits = rng.choice([1, 2, 3, 4, 6, 6, 9, 15, 16, 34])
    exponent = rng.choice([0, -1, -2, -3, 1, 2, 3, -6, 6, rng.randint(-60, 60)])
    if digits == 34:
        exponent = rng.randint(-34, 0)
    v = Decimal(rng.randrange(1, 10**digits)).scaleb(exponent, Context(prec=40, Emin=-999, Emax=999))
    return -v if signed and rng.random() < 0.3 else v


def row(converter, v, source, target, true, factor, measured=False, delta=False):
    precision = ""
    if rng.random() < 0.4 and not measured:
        precision = rng.randint(0, 15)
        result = decimal(round(true, precision))
    else:
        result = significant(true)
    exact = F(result) == true and not measured
    print(converter, plain(v), source, target, precision, str(delta).lower(), plain(result), str(exact).lower(),
          "null" if factor is None else plain(significant(factor)), sep=",")


def proportional(converter, sizes, signed, delta=False):
    for source in sizes:
        for target in sizes:
            for _ in range(2):
                v = value(signed)
                factor = sizes[source] / sizes[target]
                measured = source != target and bool({source, target} & MEASURED)
                row(converter, v, source, target, F(v) * factor, factor, measured, delta)


def speeds():
    def metres_per_second(v, unit):
        return PACE[unit] / v if unit in PACE else v * SPEED[unit]

    for source in [*SPEED, *PACE]:
        for target in [*SPEED, *PACE]:
            if source in SPEED and target in SPEED:
                continue
            for _ in range(3):
                v = value(False)
                speed = metres_per_second(F(v), source)
                true = PACE[target] / speed if target in PACE else speed / SPEED[target]
                factor = PACE[target] / PACE[source] if source in PACE and target in PACE else None
                row("speed", v, source, target, true, factor, "mach" in (source, target))


def temperatures():
    for source in CELSIUS:
        for target in CELSIUS:
            done = 0
            while done < 6:
                v = value(True)
                celsius = CELSIUS[source][0](F(v))
                if celsius >= -ZERO_CELSIUS:
                    row("temperature", v, source, target, CELSIUS[target][1](celsius), None)
                    done += 1


proportional("length", LENGTH, True)
proportional("weight", WEIGHT, False)
proportional("speed", SPEED, True)
speeds()
temperatures()
degrees = {unit: there(F(1)) - there(F(0)) for unit, (there, _) in CELSIUS.items()}
proportional("temperature", degrees, True, delta=True)
