#!/usr/bin/env python3
"""Digests, HMACs and base64 verdicts by Python, to hold package digest against.

Written with Python 3.11.7 (hashlib, hmac, zlib, base64) by
    python3 digest_oracle.py > digest_oracle.tsv

Rows, tab-separated; '-' in place of a key is no key:
    known    algorithm  key hex  message hex  digest hex
             what CPython's own tests check: the vectors of FIPS 180, RFC 2202 and RFC 4231
    lengths  algorithm  key bytes  message bytes  digest hex
             byte i of a message of n bytes is (131 i + 7 n + i >> 8) mod 256, of a key (i + 1) mod 256
    chain    algorithm  key bytes  messages  digest hex
             digest of the digests of messages of 0, 1, 2, … bytes
    base64   text  decoded hex, or '-' where it is refused
"""
import base64
import hashlib
import hmac
import random
import unittest
import zlib
from test import test_hashlib, test_hmac


class Crc32:
    """zlib's CRC-32 with the interface of hashlib."""
    block_size = 64

    def __init__(self, data=b""):
        self.data = data

    def digest(self):
        return zlib.crc32(self.data).to_bytes(4, "big")


ALGORITHMS = {
    "sha1": hashlib.sha1, "sha256": hashlib.sha256, "sha384": hashlib.sha384, "sha512": hashlib.sha512,
    "sha224": hashlib.sha224, "sha512_256": lambda data=b"": hashlib.new("sha512_256", data), "sha3_256": hashlib.sha3_256,
    "sha3_512": hashlib.sha3_512, "blake2b": hashlib.blake2b, "crc32": Crc32, "md5": hashlib.md5,
}


def row(*cells):
    print(*("-" if c is None else c for c in cells), sep="\t")


def text(data):
    return None if data is None else data.hex()


def compute(name, key, message):
    if key is None:
        return ALGORITHMS[name](message).digest()
    return hmac.new(key, message, ALGORITHMS[name]).digest()


def known():
    rows = set()

    class Hashes(test_hashlib.HashLibTestCase):
        def check(self, name, data, hexdigest, shake=False, **kwargs):
            if name in ALGORITHMS and len(data) < 1000 and not kwargs.get("key"):
                rows.add((name, None, data.hex(), hexdigest.lower()))

    class Hmacs(test_hmac.TestVectorsTestCase):
        def assert_hmac(self, key, data, digest, hashname, **kwargs):
            rows.add((hashname, key.hex(), data.hex(), digest.lower()))

    cases = [Hashes(n) for n in dir(Hashes) if n.startswith("test_case_") and not n.endswith(("huge", "uintmax", "vector"))]
    cases += [Hmacs(n) for n in dir(Hmacs) if n.endswith(("_vectors", "_rfc4231"))]
    result = unittest.TestResult()
    unittest.TestSuite(cases).run(result)
    assert result.wasSuccessful(), result.errors
    for r in sorted(rows, key=str):
        row("known", *r)


def message(n):
    return bytes((131 * i + 7 * n + (i >> 8)) % 256 for i in range(n))


def key(n):
    return None if n is None else bytes((i + 1) % 256 for i in range(n))


def lengths():
    # One less than, just and one more than what fills a block with its padding, and the block.
    edges = sorted({0, 1, 2, 1000, 65537} | {n + d for n in (55, 64, 72, 111, 128, 136, 144, 192, 256, 272) for d in (-1, 0, 1)})
    for name in ALGORITHMS:
        for n in edges:
            row("lengths", name, None, n, compute(name, None, message(n)).hex())
        if name != "crc32":
            for k in (0, 1, 63, 64, 65, 71, 72, 73, 127, 128, 129, 135, 136, 137, 300):
                row("lengths", name, k, 77, compute(name, key(k), message(77)).hex())


def chain():
    for name in ALGORITHMS:
        for k in (None, 33) if name != "crc32" else (None,):
            digests = b"".join(compute(name, key(k), message(n)) for n in range(1500))
            row("chain", name, k, 1500, compute(name, key(k), digests).hex())


def strict(text):
    """Decoded bytes, or None: encodes back to itself in one of the four forms."""
    if not text.isascii():
        return None
    for url in (False, True):
        for padded in (False, True):
            encode = base64.urlsafe_b64encode if url else base64.b64encode
            standard = text.replace("-", "+").replace("_", "/") if url else text
            if not padded:
                standard += "=" * (-len(standard) % 4)
            try:
                data = base64.b64decode(standard, validate=True)
            except ValueError:
                continue
            back = encode(data).decode()
            if (back if padded else back.rstrip("=")) == text:
                return data
    return None


def encodings():
    rng = random.Random(30)
    texts = {"", "=", "==", "A", "AA", "AAA", "AAAA", "A===", "AA==", "AA=", "AAA=", "AAAA=", "AAAA====", "AB", "AB==", "AAB", "AAB=",
             "AP8=", "AP8", "_-8", "/+8", "_+8=", "/-8=", "aGVsbG8=!", "aGVs bG8=", "aGVsbG8= ", " aGVsbG8=", "a=VsbG8=", "aGVs=", "=aGV",
             "aGVsbG8\u00e9", "\u0410\u0410\u0410\u0410", "AA==AA=="}
    while len(texts) < 1000:
        data = rng.randbytes(rng.randrange(40))
        t = rng.choice((base64.b64encode, base64.urlsafe_b64encode))(data).decode()
        if rng.random() < 0.5:
            t = t.rstrip("=")
        for _ in range(rng.choice((0, 0, 1, 1, 2))):
            i = rng.randrange(len(t) + 1)
            t = t[:i] + rng.choice(("", "A", "=", "+", "/", "-", "_", ".", "\u20ac")) + t[i + rng.randrange(2):]
        texts.add(t)
    for t in sorted(texts):
        row("base64", t, text(strict(t)))


known()
lengths()
chain()
encodings()
