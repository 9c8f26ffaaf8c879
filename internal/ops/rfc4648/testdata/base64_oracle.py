"""Writes base64.tsv: what Python's base64 says of texts, right and wrong.

    python3 base64_oracle.py > base64.tsv        (Python 3.11.7 base64, re)

Columns: text as JSON; decoded hex, or reason and offset of the fault; lapses
with their offsets; alphabet; padded; whether base64.b64decode(validate=True)
takes the text as it is, once - and _ are + and / and padding left out is added.
"""
import base64
import json
import random
import re

R = random.Random(4648)
BLANKS = " \t\f\r\n"


def place(pattern, text):
    found = re.search(pattern, text)
    return len(text[:found.start()].encode()) if found else None


def fault(text):
    foreign = place(r"[^A-Za-z0-9+/_=\- \t\f\r\n]", text)
    if foreign is not None:
        return "foreign_character", foreign
    if re.search(r"=[ \t\f\r\n=]*[^= \t\f\r\n]", text):
        return "padding_inside", text.index("=")
    if re.search(r"[+/]", text) and re.search(r"[-_]", text):
        return "mixed_alphabets", max(place(r"[+/]", text), place(r"[-_]", text))
    digits = re.sub(r"[= \t\f\r\n]", "", text)
    if len(digits) % 4 == 1:
        return "incomplete", len(text.rstrip(BLANKS + "=")) - 1
    if text.count("=") > -len(digits) % 4:
        return "wrong_padding", text.index("=")
    return None


def lapses(text, digits, data):
    end = len(text.rstrip(BLANKS + "="))
    if (len(digits) + text.count("=")) % 4:
        yield "missing_padding", end
    for kind, pattern in ("whitespace", r"[ \t\f]"), ("line_breaks", r"[\r\n]"):
        if (at := place(pattern, text)) is not None:
            yield kind, at
    if base64.b64encode(data).decode().rstrip("=") != digits:
        yield "noncanonical_bits", end - 1


def taken(text):
    """Python's validate=True, which lets stray bits and some padding pass: so
    the text must also be what encoding gives back."""
    if not text.isascii() or re.search(r"[+/]", text) and re.search(r"[-_]", text):
        return False
    standard = text.translate(str.maketrans("-_", "+/"))
    if "=" not in standard:
        standard += "=" * (-len(standard) % 4)
    try:
        return base64.b64encode(base64.b64decode(standard, validate=True)).decode() == standard
    except ValueError:
        return False


def record(text):
    wrong = fault(text)
    if wrong:
        return [json.dumps(text), f"{wrong[0]} {wrong[1]}", "", "", "", int(taken(text))]
    digits = re.sub(r"[= \t\f\r\n]", "", text).translate(str.maketrans("-_", "+/"))
    data = base64.b64decode(digits + "=" * (-len(digits) % 4))
    variant = "standard" if re.search(r"[+/]", text) else "url_safe" if re.search(r"[-_]", text) else "either"
    found = " ".join(f"{k}:{at}" for k, at in lapses(text, digits, data))
    return [json.dumps(text), "=" + data.hex(), found, variant, int("=" in text), int(taken(text))]


def draw():
    data = R.randbytes(R.randrange(30))
    text = R.choice((base64.b64encode, base64.urlsafe_b64encode, base64.encodebytes))(data).decode()
    if R.random() < 0.4:
        text = text.rstrip("=\n")
    for _ in range(R.choice((0, 0, 1, 1, 2, 3))):
        i = R.randrange(len(text) + 1)
        text = text[:i] + R.choice(("", "A", "B", "=", "+", "/", "-", "_", " ", "\t", "\n", "\r\n", "\f", ".", "\u20ac", "\v")) + text[i + R.randrange(2):]
    return text


texts = {"", "=", "==", "A", "AA", "AAA", "AAAA", "A===", "AA==", "AA=", "AAA=", "AAAA=", "AAAA====", "AB", "AB==", "AAB", "AAB=", "Zg", "Zh==",
         "//79", "Zm9v!", "AP8=", "AP8", "_-8", "/+8", "_+8=", "/-8=", "aGVsbG8=!", "aGVs bG8=", "aGVsbG8= ", " aGVsbG8=", "a=VsbG8=", "aGVs=",
         "=aGV", "aGVsbG8\u00e9", "\u0410\u0410\u0410\u0410", "AA==AA==", " ", "\n", "A=A=!", "AA=\n=", "A A", "+ -", "\ufeffaGVs"}
while len(texts) < 2500:
    texts.add(draw())
for text in sorted(texts):
    print(*record(text), sep="\t")
