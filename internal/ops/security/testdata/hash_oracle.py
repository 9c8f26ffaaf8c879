#!/usr/bin/env python3
"""Whole answers of md5-generator and hash-generator, by Python's hashlib and hmac.

Written with Python 3.11.7 by
    python3 hash_oracle.py md5 > md5_oracle.json
    python3 hash_oracle.py hash > hash_oracle.json
"""
import base64
import hashlib
import hmac
import json
import random
import sys
import zlib

NAMES = ["sha1", "sha256", "sha384", "sha512", "sha224", "sha512_256", "sha3_256", "sha3_512", "blake2b", "crc32", "md5"]
SPELLINGS = {"sha512_256": ["SHA-512/256", "sha512-256"], "sha3_256": ["SHA3-256"], "blake2b": ["BLAKE2b-512", "Blake2b"], "crc32": ["CRC-32"]}
LETTERS = "abc KLM019\n\t\"\\\0éßनमस्ते漢字😀\u200d\ufeff"


def compute(name, key, data):
    if name == "crc32":
        return zlib.crc32(data).to_bytes(4, "big")
    if key is None:
        return hashlib.new(name, data).digest()
    return hmac.new(key, data, name).digest()


def encode(digest, encoding, uppercase):
    if encoding == "base64":
        return base64.b64encode(digest).decode()
    if encoding == "base64url":
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")
    return digest.hex().upper() if uppercase else digest.hex()


def case(rng, product):
    body, key = {}, None
    if rng.random() < 0.6:
        body["text"] = "".join(rng.choice(LETTERS) for _ in range(rng.randrange(40)))
        data = body["text"].encode()
    else:
        data = rng.randbytes(rng.choice((0, 1, 2, 3, 55, 56, 63, 64, 65, 111, 128, rng.randrange(200))))
        text = rng.choice((base64.b64encode, base64.urlsafe_b64encode))(data).decode()
        body["base64"] = rng.choice((text, text.rstrip("=")))
    names = ["md5"]
    if product == "hash":
        names = [rng.choice(NAMES)]
        form = rng.random()
        if form < 0.3:
            names = rng.sample(NAMES, rng.randrange(1, 5))
            body["algorithms"] = [rng.choice(SPELLINGS.get(n, []) + [n, n.upper()]) for n in names]
        elif form < 0.4:
            names = list(NAMES)
            body["algorithms"] = rng.choice(("all", ["all"], ["md5", "ALL"]))
            if body["algorithms"] == ["md5", "ALL"]:
                names = ["md5"] + NAMES[:-1]
        elif form < 0.5:
            names = ["sha256"]
        else:
            body["algorithm"] = rng.choice(SPELLINGS.get(names[0], []) + [names[0], names[0].upper()])
    if rng.random() < 0.4 and (names != ["crc32"]) and ("crc32" not in names or len(names) == len(NAMES)):
        body["hmac_key"] = "".join(rng.choice(LETTERS) for _ in range(rng.choice((1, 5, 64, 150))))
        key = body["hmac_key"].encode()
        names = [n for n in names if n != "crc32"]
    encoding = rng.choice(("hex", "hex", "base64", "base64url"))
    uppercase = rng.random() < 0.3
    if encoding != "hex" or rng.random() < 0.5:
        body["encoding"] = encoding
    if uppercase:
        body["uppercase"] = True
    digests = [compute(n, key, data) for n in names]
    matches = None
    if rng.random() < 0.5:
        expected = rng.choice(digests)
        matches = rng.random() < 0.5
        if not matches:
            i = rng.randrange(len(expected))
            expected = expected[:i] + bytes([expected[i] ^ 1 << rng.randrange(8)]) + expected[i + 1:]
        body["expected"] = rng.choice((expected.hex(), expected.hex().upper(), base64.b64encode(expected).decode(),
                                       base64.urlsafe_b64encode(expected).decode().rstrip("=")))
    written = [encode(d, encoding, uppercase) for d in digests]
    want = {"algorithm": names[0], "digest": written[0], "encoding": encoding, "input_bytes": len(data), "matches": matches}
    if product == "hash":
        sri = key is None and names[0] in ("sha256", "sha384", "sha512")
        want["integrity"] = names[0] + "-" + base64.b64encode(digests[0]).decode() if sri else None
        if "algorithms" in body:
            want["digests"] = dict(zip(names, written))
    dump = lambda v: json.dumps(v, ensure_ascii=False, separators=(",", ":"))
    record = {"body": body, "want": {k: dump(v) for k, v in want.items()}}
    if product == "hash" and "algorithms" not in body:
        record["want"]["digests"] = "absent"
    return record


product = sys.argv[1]
rng = random.Random("digests of " + product)
print("[" + ",\n".join(json.dumps(case(rng, product), ensure_ascii=False, separators=(",", ":")) for _ in range(400)) + "]")
