# Records what lines Python's universal newlines (io.TextIOWrapper, newline=None
# on reading) find in every text of up to four characters of a small alphabet
# and in random longer ones.
# Command: python3 lines_oracle.py > lines.jsonl   (Python 3.11.7)
import io
import itertools
import json
import random

ALPHABET = "a\n\r\u0085\u2028"


def lines(text):
    stream = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8", newline=None)
    return [line.removesuffix("\n") for line in stream]


def show(text):
    print(json.dumps({"text": text, "lines": lines(text)}, separators=(",", ":"), ensure_ascii=False))


for n in range(5):
    for letters in itertools.product(ALPHABET, repeat=n):
        show("".join(letters))
random.seed(3)
for _ in range(300):
    show("".join(random.choice("ab é\r\n\r\n\f\u0085") for _ in range(random.randint(5, 40))))
