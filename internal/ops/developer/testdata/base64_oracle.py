"""Writes base64_oracle.json: answers of base64-encoder by Python.

    python3 base64_oracle.py > base64_oracle.json        (Python 3.11.7 base64, textwrap)

Places of faults are held against Python by package rfc4648.
"""
import base64
import json
import random
import re
import textwrap

R = random.Random(64)
TEXTS = ["", "f", "foobar", "नमस्ते 👋", "a\nb\r\n", "\u0000\u0001", "\u00ff\u00e9", "~" * 60, "key=value&x=%2B", "<svg/>"]


def text():
    return "".join(R.choice(TEXTS) for _ in range(R.randrange(4)))


def encode():
    body, kind = {}, R.choice(["utf8", "utf8", "latin1", "hex", "base64"])
    if kind == "utf8":
        body["text"] = text()
        data = body["text"].encode()
    elif kind == "latin1":
        data = R.randbytes(R.randrange(70))
        body["text"] = data.decode("latin-1")
    elif kind == "hex":
        data = R.randbytes(R.randrange(70))
        body["text"] = R.choice([data.hex(), data.hex().upper()])
    else:
        data = R.randbytes(R.randrange(70))
        body["text"] = R.choice([base64.b64encode, base64.urlsafe_b64encode])(data).decode()
        if R.random() < 0.5:
            body["text"] = body["text"].rstrip("=")
    if kind != "utf8":
        body["input_encoding"] = kind
    url, padding, width = R.random() < 0.4, R.random() < 0.6, R.choice([0, 0, 64, 76])
    out = (base64.urlsafe_b64encode if url else base64.b64encode)(data).decode()
    if url:
        body["url_safe"] = True
    if not padding:
        body["padding"] = False
        out = out.rstrip("=")
    if width:
        body["line_length"] = width
        out = "\r\n".join(textwrap.wrap(out, width, break_on_hyphens=False))
    want = {"base64": out, "byte_length": len(data), "encoded_length": len(out)}
    if R.random() < 0.2:
        body["mime_type"] = R.choice(["image/png", "text/plain;charset=utf-8", "application/vnd.api+json"])
        want["data_uri"] = "data:" + body["mime_type"] + ";base64," + base64.b64encode(data).decode()
    return body, want


def decode():
    data = text().encode() if R.random() < 0.6 else R.randbytes(R.randrange(40))
    url = R.random() < 0.4
    digits = (base64.urlsafe_b64encode if url else base64.b64encode)(data).decode()
    repairs = []
    if len(data) % 3 and R.random() < 0.2:  # set bits that belong to no byte
        alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + ("-_" if url else "+/")
        last = digits.rstrip("=")[-1]
        stray = alphabet[alphabet.index(last) | R.randrange(1, 16 if len(data) % 3 == 1 else 4)]
        digits = digits.rstrip("=")[:-1] + stray + digits[len(digits.rstrip("=")):]
        repairs.append("noncanonical_bits")
    if "=" in digits and R.random() < 0.5:
        digits = digits.rstrip("=")
        repairs.append("missing_padding")
    for kind, blanks in ("whitespace", " \t\f"), ("line_breaks", "\r\n"):
        if R.random() < 0.2:
            at = R.randrange(len(digits) + 1)
            digits = digits[:at] + R.choice(blanks) + digits[at:]
            repairs.append(kind)
    body = {"text": digits, "mode": "decode"}
    want = {}
    if R.random() < 0.15:
        head, want["mime_type"] = R.choice([("data:image/gif;base64,", "image/gif"), ("DATA:;BASE64,", "text/plain;charset=US-ASCII"),
                                            ("data:;charset=utf-8;base64,", "text/plain;charset=utf-8")])
        body["text"] = head + digits
        repairs.append("data_uri_prefix")
    try:
        want["text"] = data.decode()
        want["is_utf8"] = True
    except UnicodeDecodeError:
        want["text"], want["is_utf8"] = None, False
    order = ["missing_padding", "whitespace", "line_breaks", "noncanonical_bits", "data_uri_prefix"]
    want |= {
        "hex": data.hex(), "byte_length": len(data), "padded": "=" in digits, "repairs": sorted(repairs, key=order.index),
        "normalized": base64.b64encode(data).decode(),
        "variant": "standard" if re.search(r"[+/]", digits) else "url_safe" if re.search("[-_]", digits) else "either",
    }
    return body, want


def spelt(value):
    """JSON as the service writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


cases = []
for draw in (encode, decode) * 500:
    body, want = draw()
    cases.append('{"body":' + json.dumps(body) + ',"want":' + json.dumps({k: spelt(v) for k, v in want.items()}) + "}")
print("[" + ",\n".join(cases) + "]")
