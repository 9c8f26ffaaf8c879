#!/usr/bin/env python3
"""Writes keys.tsv: API keys built from their description alone.

    python3 record_keys.py > keys.tsv

A key is "tc_live_" or "tc_test_", 32 base62 characters, and the CRC-32/IEEE
(zlib.crc32) of all before as 6 base62 digits, most significant first. Columns:
verdict (live, test or bad), SHA-256 of the key in hex, key.
"""
import hashlib
import random
import string
import zlib

DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase


def checksum(text):
    n, out = zlib.crc32(text.encode()), ""
    for _ in range(6):
        n, d = divmod(n, 62)
        out = DIGITS[d] + out
    return out


def key(env, body):
    return f"tc_{env}_{body}" + checksum(f"tc_{env}_{body}")


def row(verdict, text):
    print(verdict, hashlib.sha256(text.encode()).hexdigest(), text, sep="\t")


rng = random.Random(20261121)
bodies = ["0" * 32, "z" * 32, DIGITS[:32], DIGITS[-32:]]
bodies += ["".join(rng.choices(DIGITS, k=32)) for _ in range(40)]
for body in bodies:
    for env in ("live", "test"):
        row(env, key(env, body))
for body in bodies[:8]:
    live = key("live", body)
    row("bad", live.replace("live", "test"))  # the checksum covers the prefix
    row("bad", "tc_live_" + body + checksum(body))  # checksum of the body alone
    row("bad", live.swapcase())
    row("bad", live + "0")
    row("bad", live[:-1])
    row("bad", key("admin", body))
    row("bad", key("live", body[:-1]))
    row("bad", key("live", body + "0"))
    row("bad", key("live", body[:-1] + "_"))
    row("bad", key("live", body[:-2] + "\u00e9"))
    row("bad", "tc_live_" + body + format(zlib.crc32(f"tc_live_{body}".encode()), "06x")[:6])
