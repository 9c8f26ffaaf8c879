"""Answers word-counter for 400 random texts in Python 3.11, with the words and
sentences of prose/testdata/prose.py.

    python3 word_count.py > word_count.json
"""
import json
import math
import os
import random
import sys
import unicodedata
from collections import Counter
from decimal import ROUND_HALF_EVEN, Decimal

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../prose/testdata"))
import prose  # noqa: E402

STOP = {name: set(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../stopwords", name + ".txt")).read().split()) for name in ("en", "hi")}


def two(a, b):
    d = (Decimal(a) / Decimal(b)).quantize(Decimal("0.01"), ROUND_HALF_EVEN)
    return json.dumps(float(d)) if d != d.to_integral() else str(int(d))


def nfc(s):
    return unicodedata.normalize("NFC", s)


def fold(s):
    return nfc(unicodedata.normalize("NFD", s).casefold())


def expect(body):
    text, n = body["text"], body.get("ngram", 1)
    sensitive, stop = body.get("case_sensitive", False), STOP[body.get("locale", "en")] if body.get("ignore_stop_words") else set()
    words = prose.words(text)
    keys = [nfc(w) if sensitive else fold(w) for w in words]
    shown = [nfc(w) if sensitive else nfc(w).lower() for w in words]
    # The texts have no cluster of letters but a base with marks.
    length = [sum(not unicodedata.category(c).startswith("M") and c != "\u200d" for c in w) for w in words]
    listed = [k >= body.get("min_length", 1) and w.lower().replace("’", "'") not in stop for k, w in zip(length, words)]
    grams, first = Counter(), {}
    for i in range(len(words) - n + 1):
        if all(listed[i:i + n]):
            key = " ".join(keys[i:i + n])
            grams[key] += 1
            first.setdefault(key, " ".join(shown[i:i + n]))
    top = sorted(grams, key=lambda k: -grams[k])[:body.get("top", 10)]
    want = {
        "words": str(len(words)), "unique_words": str(len(set(keys))), "sentences": str(prose.sentences(text)),
        "reading_time_seconds": str(math.ceil(len(words) * 60 / body.get("words_per_minute", 238))),
        "speaking_time_seconds": str(math.ceil(len(words) * 60 / body.get("speaking_words_per_minute", 183))),
        "average_word_length": two(sum(length), len(words)) if words else "null",
        "average_sentence_length": two(len(words), prose.sentences(text)) if words else "null",
        "longest_word": json.dumps(words[length.index(max(length))], ensure_ascii=False) if words else "null",
        "top_words": json.dumps([{"word": first[k], "count": grams[k], "percent": "%"} for k in top], ensure_ascii=False, separators=(",", ":")),
    }
    for k in top:
        want["top_words"] = want["top_words"].replace('"%"', two(grams[k] * 100, len(words)), 1)
    return want


random.seed(183)
prose.WORDS = [w for w in prose.WORDS if not any(c in w for c in "क्षi1️⃣") or w.isascii() or w in ("दुनिया।", "है॥")] + (
    "the The THE and of Of fox FOX straße STRASSE Straße λόγος ΛΌΓΟΣ Λόγος don’t DON’T है में भारत é E\u0301").split(" ") * 2
cases = []
for i in range(400):
    body = {"text": prose.text_of([" "] * 9 + ["\n", "\n\n"])}
    for name, values in {
        "top": [0, 1, 3, 200], "ngram": [2, 3], "case_sensitive": [True], "min_length": [2, 3, 5], "ignore_stop_words": [True],
        "words_per_minute": [50, 100, 1000], "speaking_words_per_minute": [50, 1000],
    }.items():
        if random.random() < 0.3:
            body[name] = random.choice(values)
    if random.random() < 0.3:
        body["locale"] = random.choice(["en", "hi"])
    cases.append({"body": body, "want": expect(body)})
print("[" + ",\n".join(json.dumps(c, ensure_ascii=False) for c in cases) + "]")
