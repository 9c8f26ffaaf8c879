"""Writes decide_oracle.json: seeded answers of random-decision-maker by the
standard library alone (hmac, hashlib, decimal).

    python3 decide_oracle.py > decide_oracle.json
"""
import decimal
import hashlib
import hmac
import json
import random
from decimal import Decimal

probabilities = decimal.Context(prec=15, rounding=decimal.ROUND_HALF_EVEN)


def plain(value):
    out = f"{value:f}"
    return out.rstrip("0").rstrip(".") if "." in out else out


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def answer(options, seed, count=1):
    """options: (text, weight as JSON text or None)."""
    scaled = [int(Decimal(weight or "1") * 10**6) for _, weight in options]
    members = ",".join(f'{{"text":{quoted(text)},"weight":{w}}}' for (text, _), w in zip(options, scaled))
    left, want = list(scaled), {}
    for k in range(count):
        message = f"decide-v1\n{k}\n[{members}]"
        digest = hmac.new(seed.encode(), message.encode(), hashlib.sha256).hexdigest()
        total = sum(left)
        draw = int(digest, 16) * total >> 256
        rest, index = draw, 0
        while rest >= left[index]:
            rest -= left[index]
            index += 1
        probability = plain(probabilities.divide(Decimal(left[index]), Decimal(total)))
        if k == 0:
            want |= {
                "picked": quoted(options[index][0]),
                "index": str(index),
                "probability": probability,
                "method": '"seeded"',
                "verification.algorithm": '"hmac-sha256-v1"',
                "verification.message": quoted(message),
                "verification.digest": f'"{digest}"',
                "verification.draw": str(draw),
                "verification.total_weight": str(total),
            }
        if count > 1:
            want |= {f"picks.{k}.text": quoted(options[index][0]), f"picks.{k}.index": str(index), f"picks.{k}.probability": probability}
        left[index] = 0
    want["picks" if count == 1 else f"picks.{count}"] = "absent"
    sent = ",".join("{" + f'"text":{json.dumps(text)}' + (f',"weight":{weight}' if weight else "") + "}" for text, weight in options)
    body = f'{{"options":[{sent}],"seed":{json.dumps(seed)},"count":{count}}}'
    return f'{{"body": {body}, "want": {json.dumps(want)}}}'


def cases():
    pizza = [("pizza", "3"), ("salad", "1")]
    yield answer(pizza, "demo-2026")
    yield answer(pizza, "demo-2027")
    yield answer([("a", "1"), ("b", "1"), ("c", "2.5")], "s")
    yield answer([("a", "1"), ("b", "1"), ("c", "2")], "shuffle-1", 3)
    rng = random.Random(24)
    texts = ["pizza", "Zoë", "日本", "👩‍👩‍👧", 'say "no"', "back\\slash", "tab\there", "line\nfeed", "\u0001\u001f", "\u007f\u0080", "a\u2028b", "a/b", "<&>", " x ", "\ud7ff\ue000", "é", "e\u0301"]
    for _ in range(1000):
        weights = [rng.choice([None, "0", "1", "2.5", "0.000001", "1000000", "1e3", "33.3", str(rng.randrange(1, 10**12) / 10**6)]) for _ in range(rng.choice([1, 2, 2, 3, 3, 4, 5, 21]))]
        options = [(rng.choice(texts), weight) for weight in weights]
        positive = sum(weight != "0" for weight in weights)
        if positive:
            yield answer(options, rng.choice(["s", "€uro", "x" * 40, "🎲" * 9, str(rng.random())]), rng.choice([1, rng.randrange(1, positive + 1), positive]))


print("[")
print(",\n".join(cases()))
print("]")
