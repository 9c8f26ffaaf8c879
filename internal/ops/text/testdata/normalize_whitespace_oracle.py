# Records random texts as Python's regular expressions, expandtabs and groupby
# tidy them, with the options of remove-extra-spaces.
# Command: python3 normalize_whitespace_oracle.py > normalize_whitespace.jsonl   (Python 3.11.7)
# A case is [options, text, tidy text, lines of it].
import itertools
import json
import random
import re

random.seed(39)
ASCII = r" \t\v\f"
WHITE = ASCII + r"\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
INVISIBLE = r"\u200b\u2060\ufeff\xad\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069"
PIECES = ["a", "b", "é", "क्\u200dष", "👨\u200d👩", " ", " ", "  ", "\t", "\v", "\xa0", "\u2003", "\u3000", "\u2028", "\u200b", "\ufeff", "\xad", "\u200c",
          "\n", "\n", "\n", "\n\n", " \n"]
DEFAULTS = {"collapse": True, "trim_lines": "both", "trim": True, "blank_lines": "keep", "line_breaks": "keep", "tabs": "collapse",
            "unicode_spaces": True, "invisible": "keep"}
OTHERS = {"collapse": [False], "trim_lines": ["left", "right", "none"], "trim": [False], "blank_lines": ["collapse", "remove"],
          "line_breaks": ["space", "paragraphs"], "tabs": ["keep", 1, 4, 16], "unicode_spaces": [False], "invisible": ["remove"]}


def tidy(text, o):
    white = WHITE if o["unicode_spaces"] else ASCII
    final = text.endswith("\n")
    text = text[:-1] if final else text
    if o["invisible"] == "remove":
        text = re.sub(f"[{INVISIBLE}]+", "", text)
    if o["trim_lines"] in ("left", "both"):
        text = re.sub(f"(?m)^[{white}]+", "", text)
    if o["trim_lines"] in ("right", "both"):
        text = re.sub(f"[{white}]+(?=\\n|\\Z)", "", text)
    if o["trim"]:
        text = re.sub(f"\\A([{white}]*\\n)+", "", text)
        text = re.sub(f"(\\n[{white}]*)+\\Z", "", text)
    blank = re.compile(f"[{white}]*").fullmatch
    lines = text.split("\n") if (text or final) and not (o["trim"] and blank(text)) else []
    if o["line_breaks"] == "space":
        lines = [" ".join(line for line in lines if not blank(line))]
        lines, final = [] if lines == [""] else lines, False
    if o["line_breaks"] == "paragraphs":
        lines = [line for empty, run in itertools.groupby(lines, lambda line: bool(blank(line))) for line in (run if empty else [" ".join(run)])]
    if o["blank_lines"] == "remove":
        lines = [line for line in lines if not blank(line)]
    if o["blank_lines"] == "collapse":
        lines = [line for empty, run in itertools.groupby(lines, lambda line: bool(blank(line))) for line in (itertools.islice(run, 1) if empty else run)]
    if o["collapse"]:
        run = white if o["tabs"] == "collapse" else white.replace(r"\t", "")
        lines = [re.sub(f"[{run}]+", " ", line) for line in lines]
    if isinstance(o["tabs"], int):
        lines = [line.expandtabs(o["tabs"]) for line in lines]
    text = "\n".join(lines) + ("\n" if final and lines else "")
    return text, text.count("\n") + (text != "" and not text.endswith("\n"))


for _ in range(1500):
    options = {name: random.choice(values) for name, values in OTHERS.items() if random.random() < 0.3}
    text = "".join(random.choice(PIECES) for _ in range(random.randint(0, 14)))
    print(json.dumps([options, text, *tidy(text, DEFAULTS | options)], separators=(",", ":"), ensure_ascii=False))
