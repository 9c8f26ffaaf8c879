"""Swaps the case of 1,000 texts with str.swapcase of Python 3.11 (Unicode 14).
Each line is text, swapped text.

    python3 swap.py > swap.jsonl
"""
import json
import random

random.seed(1)
POOL = list("aAbBzZéÉßẞİıŉΣσςΑ’. -1ǅǆǄᾈᾀﬁⓐⒶⅳⅣꭰᎠცСЯя") + ["e\u0301", "E\u0301", "𐐨", "𐐀", "𝐀"]
for n in range(1000):
    text = "".join(random.choices(POOL, k=random.randint(0, 8)))
    print(json.dumps([text, text.swapcase()], ensure_ascii=False))
