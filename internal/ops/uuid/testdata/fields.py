"""Writes fields.json: what is in UUIDs, by the uuid module of Python 3.11 and,
for the versions it does not know (6, 7), by plain integer arithmetic.

    python3 fields.py > fields.json

A row is: text, form, canonical, variant, version, timestamp, unix_ms, clock
sequence, node, integer, base62; null where there is none.
"""
import base64
import datetime
import json
import random
import uuid

rng = random.Random(4122)
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
VARIANTS = {uuid.RESERVED_NCS: "ncs", uuid.RFC_4122: "rfc9562", uuid.RESERVED_MICROSOFT: "microsoft", uuid.RESERVED_FUTURE: "future"}
EPOCH = datetime.datetime(1970, 1, 1)


def base62(n):
    out = ""
    for _ in range(22):
        n, digit = divmod(n, 62)
        out = DIGITS[digit] + out
    return out


def calendar(unix_ticks, places):
    """RFC 3339 of a count of 100 ns since 1970, null beyond the year 9999."""
    seconds, ticks = divmod(unix_ticks, 10**7)
    try:
        at = EPOCH + datetime.timedelta(seconds=seconds)
    except OverflowError:
        return None
    return f"{at.year:04}-{at:%m-%dT%H:%M:%S}.{ticks:07}"[: 20 + places] + "Z"


def decode(u):
    """timestamp, unix_ms, clock sequence, node"""
    if u.version == 1:
        ticks = u.time - 0x01B21DD213814000
    elif u.version == 6:
        ticks = (u.int >> 80 << 12 | u.int >> 64 & 0xFFF) - 0x01B21DD213814000
    elif u.version == 7:
        ms = u.int >> 80
        return calendar(ms * 10**4, 3), ms, None, None
    else:
        return None, None, None, None
    return calendar(ticks, 7), ticks // 10**4, u.clock_seq, ":".join(f"{b:02x}" for b in u.node.to_bytes(6, "big"))


def written(u):
    form = rng.choice(["standard", "compact", "urn", "braces", "base62", "base64url", "integer"])
    text = {
        "standard": str(u), "compact": u.hex, "urn": u.urn, "braces": "{" + str(u) + "}", "base62": base62(u.int),
        "base64url": base64.urlsafe_b64encode(u.bytes).decode().rstrip("="), "integer": str(u.int),
    }[form]
    ambiguous = form == "base64url" and not set("-_") & set(text) and sum(DIGITS.index(c) * 62 ** (21 - i) for i, c in enumerate(text)) < 2**128
    ambiguous |= form == "integer" and len(text) in (22, 32)
    if form in ("standard", "compact", "urn", "braces") and rng.random() < 0.3:
        text = text.upper()
    return None if ambiguous else (text, form)


rows = []
while len(rows) < 1500:
    n = rng.getrandbits(rng.choice([128, 128, 128, 70]))
    if rng.random() < 0.8:
        n = n & ~(0xF << 76) & ~(3 << 62) | rng.choice([1, 1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 0, 9, 15]) << 76 | 2 << 62
    if n >> 76 & 0xF == 7 and rng.random() < 0.7:
        n = n & (1 << 80) - 1 | rng.randrange(2**43) << 80
    u = uuid.UUID(int=n)
    if (form := written(u)) is None:
        continue
    known = u.variant == uuid.RFC_4122
    rows.append([*form, str(u), VARIANTS[u.variant], u.version if known else None, *(decode(u) if known else [None] * 4), str(n), base62(n)])

print("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]")
