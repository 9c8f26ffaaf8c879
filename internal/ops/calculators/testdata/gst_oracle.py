"""Writes gst_oracle.tsv: answers of gst-calculator from an independent
calculation in exact fractions (the standard library alone).

    python3 gst_oracle.py > gst_oracle.tsv
"""
import math
import random
from fractions import Fraction as F

COLUMNS = ["query", "base_amount", "cgst", "sgst", "utgst", "igst", "cess", "total_tax", "total_amount", "round_off"]


def plain(value):
    if value is None:
        return "null"
    sign = "-" if value < 0 else ""
    value, places = abs(value), 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(int(value * 10**places)).rjust(places + 1, "0")
    return sign + (digits if places == 0 else digits[:-places] + "." + digits[-places:])


def half_up(value, unit):
    return math.floor(value / unit + F(1, 2)) * unit


def answer(amount, rate, mode="exclusive", supply="intra_state", cess="0", total="none"):
    """Rule 35 of the CGST Rules: tax = inclusive value x rate / (100 + sum of rates)."""
    a, r, c = F(amount), F(rate), F(cess)
    below = 100 if mode == "exclusive" else 100 + r + c
    paisa = F(1, 100)
    levied = {"cess": half_up(a * c / below, paisa)}
    if supply == "inter_state":
        levied["igst"] = half_up(a * r / below, paisa)
    else:
        levied["cgst"] = half_up(a * (r / 2) / below, paisa)
        levied["sgst" if supply == "intra_state" else "utgst"] = levied["cgst"]
    tax = sum(levied.values())
    base = a if mode == "exclusive" else a - tax
    assert base >= 0
    payable = base + tax
    rounded = payable if total == "none" else half_up(payable, F(1))
    parts = [f"amount={amount}", f"gst_rate={rate}"]
    parts += [f"mode={mode}"] * (mode != "exclusive") + [f"supply={supply}"] * (supply != "intra_state")
    parts += [f"cess_rate={cess}"] * (cess != "0") + [f"round_total={total}"] * (total != "none")
    row = [base] + [levied.get(name) for name in ["cgst", "sgst", "utgst", "igst", "cess"]] + [tax, rounded, rounded - payable]
    return ["&".join(parts)] + [plain(v) for v in row]


def cases():
    rng = random.Random(20261120)
    slabs = ["0", "0.1", "0.25", "1", "1.5", "3", "5", "6", "7.5", "12", "18", "28", "40", "100"]
    supplies = ["intra_state", "intra_state", "inter_state", "union_territory"]
    for _ in range(1500):
        amount = f"{rng.randrange(0, rng.choice([100, 10**4, 10**6, 10**9])) / 100:.2f}"
        rate = rng.choice(slabs * 4 + [f"{rng.randrange(0, 10**4) / 100:.2f}", f"{rng.randrange(0, 10**20)}e-18"])
        cess = rng.choice(["0"] * 5 + ["1", "12", "22", "36", "204", "290", "400", f"{rng.randrange(0, 4 * 10**4) / 100:.2f}"])
        yield answer(amount, rate, rng.choice(["exclusive", "inclusive"]), rng.choice(supplies), cess, rng.choice(["none", "none", "rupee"]))
    # Half paise, and amounts so small that rounding outweighs the tax.
    for k in range(0, 30):
        for rate in ["1", "5", "18", "28", "50", "62.5", "100"]:
            yield answer(plain(F(k, 100)), rate, "inclusive", rng.choice(supplies), rng.choice(["0", "12", "166", "400"]))
        yield answer(plain(F(k, 10)), "5", "exclusive", rng.choice(supplies), "5")
    for amount in ["999999999999.99", "1000000000000"]:
        for mode in ["exclusive", "inclusive"]:
            for supply in supplies[1:]:
                yield answer(amount, "100", mode, supply, "400", "rupee")


print("\t".join(COLUMNS))
for case in cases():
    print("\t".join(case))
