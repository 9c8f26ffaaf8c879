"""Writes uuid.json: UUIDs by the uuid module of Python 3.11, time-based ones
built from their fields, and the other spellings in plain integer arithmetic.

    python3 uuid_oracle.py > uuid.json
"""
import base64
import datetime
import json
import random
import uuid

rng = random.Random(9562)
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def base62(n):
    out = ""
    for _ in range(22):
        n, digit = divmod(n, 62)
        out = DIGITS[digit] + out
    return out


names = []
texts = ["www.example.com", "", "é", "e\u0301", "日本語", "👩‍👩‍👧", "https://example.com/", "a\nb", "\u0000", "x" * 4096]
spaces = {"dns": uuid.NAMESPACE_DNS, "url": uuid.NAMESPACE_URL, "oid": uuid.NAMESPACE_OID, "x500": uuid.NAMESPACE_X500}
for _ in range(20):
    spaces[str(uuid.UUID(int=rng.getrandbits(128)))] = None
for space, value in spaces.items():
    for text in texts if value else rng.sample(texts, 3):
        value_ = value or uuid.UUID(space)
        names.append([space, text, str(uuid.uuid3(value_, text)), str(uuid.uuid5(value_, text))])

forms = []
for n in [0, 1, 2**128 - 1, 2**64, 2**64 - 1, 61, 62, 62**21] + [rng.getrandbits(rng.choice([1, 20, 64, 90, 128, 128, 128])) for _ in range(1000)]:
    u = uuid.UUID(int=n)
    forms.append([str(u), u.hex, u.urn, str(n), base62(n), base64.urlsafe_b64encode(u.bytes).decode().rstrip("=")])

customs = []
for _ in range(50):
    u = uuid.UUID(int=rng.getrandbits(128))
    bits = u.int & ~(0xF << 76) & ~(0x3 << 62) | 8 << 76 | 2 << 62
    customs.append([u.hex, str(uuid.UUID(int=bits))])

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
GREGORIAN = datetime.datetime(1582, 10, 15, tzinfo=datetime.timezone.utc)
LAST_V1 = datetime.datetime(5236, 3, 31, 21, 21, 0, tzinfo=datetime.timezone.utc)


def nanoseconds(delta):
    return (delta.days * 86400 + delta.seconds) * 10**9 + delta.microseconds * 1000


times = []  # instant, nanoseconds below the microsecond, v1, v6, v7 with node and random bits cleared
for _ in range(200):
    start = rng.choice([GREGORIAN, EPOCH, EPOCH])
    span = LAST_V1 - start if start is GREGORIAN else datetime.timedelta(days=365 * 3000)
    at = start + datetime.timedelta(microseconds=rng.randrange(int(span.total_seconds()) * 10**6))
    extra = rng.choice([0, 0, 100, 999, rng.randrange(1000)])
    ticks = (nanoseconds(at - GREGORIAN) + extra) // 100
    v1 = uuid.UUID(fields=(ticks & 0xFFFFFFFF, ticks >> 32 & 0xFFFF, ticks >> 48 | 0x1000, 0x80, 0, 0))
    v6 = uuid.UUID(int=(ticks >> 28) << 96 | (ticks >> 12 & 0xFFFF) << 80 | 6 << 76 | (ticks & 0xFFF) << 64 | 2 << 62)
    unix = nanoseconds(at - EPOCH) + extra
    v7 = None
    if unix >= 0:
        ms, below = divmod(unix, 10**6)
        v7 = str(uuid.UUID(int=ms << 80 | 7 << 76 | (below * 4096 // 10**6) << 64 | 2 << 62))
    times.append([at.isoformat().replace("+00:00", "Z"), extra, str(v1), str(v6), v7])

tables = {"names": names, "forms": forms, "customs": customs, "times": times}
print("{" + ",\n".join(f'"{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]" for name, rows in tables.items()) + "}")
