#!/usr/bin/env python3
"""Digests and HMACs by Python, to hold package digest against.

Written with Python 3.11.7 (hashlib, hmac, zlib) by
    python3 digest_oracle.py > digest_oracle.tsv

Rows, tab-separated; '-' in place of a key is no key:
    known    algorithm  key hex  message hex  digest hex
             what CPython's own tests check: the vectors of FIPS 180, RFC 2202 and RFC 4231
    lengths  algorithm  key bytes  message bytes  digest hex
             byte i of a message of n bytes is (131 i + 7 n + i >> 8) mod 256, of a key (i + 1) mod 256
    chain    algorithm  key bytes  messages  digest hex
             digest of the digests of messages of 0, 1, 2, … bytes
"""
import hashlib
import hmac
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


known()
lengths()
chain()
