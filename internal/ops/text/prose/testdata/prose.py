"""Counts words, sentences, paragraphs and lines of 2,000 random texts by the
rules of the contract, written down here once more, with the tables of Python
3.11 (Unicode 14; the texts hold nothing newer).

Each line is text, list of words as they are counted, pieces between white
space, sentences, paragraphs, lines, blank lines, line breaks.

    python3 prose.py > prose.jsonl
"""
import json
import random
import re
import unicodedata

SPACE = "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
ABBREVIATIONS = "Mr Mrs Ms Dr Prof Sr Jr St vs etc e.g i.e No Inc Ltd Co Fig Vol pp a.m p.m U.S".split()


def is_(c, *kinds):
    return any(unicodedata.category(c).startswith(k) for k in kinds)


def ideographic(c):
    name = unicodedata.name(c, "")
    return name.startswith(("CJK UNIFIED", "HIRAGANA LETTER", "KATAKANA LETTER")) or c in "々〇"


def stripped(part):
    """The part from its first letter or number to its last one with its marks."""
    at = [k for k, c in enumerate(part) if is_(c, "L", "N")]
    if not at:
        return []
    end = at[-1] + 1
    while end < len(part) and is_(part[end], "M"):
        end += 1
    return [part[at[0]:end]]


def words(text):
    found = []
    for piece in re.split("[" + SPACE + "]+", text):
        part, k = "", 0
        while k < len(piece):
            if not ideographic(piece[k]):
                part += piece[k]
                k += 1
                continue
            start = k
            k += 1
            while k < len(piece) and is_(piece[k], "M"):
                k += 1
            found += stripped(part) + [piece[start:k]]
            part = ""
        found += stripped(part)
    return found


def abbreviated(before):
    for a in ABBREVIATIONS:
        if before.endswith(a) and not (before[:-len(a)] and is_(before[:-len(a)][-1], "L", "M")):
            return True
    if before and unicodedata.category(before[-1]) in ("Lu", "Lt"):
        return not (len(before) > 1 and is_(before[-2], "L", "N", "M"))
    return False


CLOSERS = "\"'"


def closing(c):
    return c in CLOSERS or unicodedata.category(c) in ("Pe", "Pf", "Pi")


def sentences(text):
    """Cuts the text at every end of a sentence, then counts the parts with a letter or number."""
    cuts = []
    i = 0
    while i < len(text):
        c = text[i]
        if c in "。！？｡।॥۔؟":
            cuts.append(i + 1)
            i += 1
        elif c in ".!?…‽":
            k = i
            while k < len(text) and (text[k] in ".!?…‽" or closing(text[k])):
                k += 1
            run = text[i:k]
            lone = run[0] == "." and not any(x in ".!?…‽" for x in run[1:])
            if k == len(text):
                cuts.append(k)
            elif text[k] in SPACE and not (lone and abbreviated(text[:i])):
                following = next((x for x in text[k:] if is_(x, "L", "N")), "")
                if not (following and unicodedata.category(following) == "Ll"):
                    cuts.append(k)
            i = k
        else:
            i += 1
    at = 0
    for line in re.findall(r"[^\r\n]*(?:\r\n|\r|\n)", text):
        at += len(line)
        if all(x in SPACE for x in line):
            cuts.append(at)
    cuts = sorted({0, len(text), *cuts})
    return sum(any(is_(x, "L", "N") for x in text[a:b]) for a, b in zip(cuts, cuts[1:]))


def lines(text):
    parts = re.split(r"\r\n|\r|\n", text)
    breaks = len(parts) - 1
    if parts[-1] == "":
        parts.pop()
    blank = [all(c in SPACE for c in p) for p in parts]
    paragraphs = sum(not b and (k == 0 or blank[k - 1]) for k, b in enumerate(blank))
    return paragraphs, len(parts), sum(blank), breaks


WORDS = ("Dr. Mr. Prof. etc. e.g. i.e. U.S. a.m. 10a.m. No. no. J. A. I. É. É. vs. pp. Fig. ¿Qué «Ja.» „Nein.“ (see) \"Stop!\" 'Why?' he She it "
         "They're don’t well-known state-of-the-art 3.50 $3.50. 5 12% C++ C# & - — ... … ?! !!! ‽ wait... And and ﬁn ‘quoted.’ [x]. नमस्ते दुनिया। "
         "है॥ یہ۔ ہے؟ 日本語のテキスト。 中文字! カタカナ。 か\u3099 漢\ufe00字 한국어 สวัสดี a\u0301b. e\u0301 \u0301x x\u200dy word/word http://a.b/c. 😀 hi😀 1️⃣ end. End. END. ǅ. x.Y x. Y "
         "½ Ⅳ ² 々 〇").split(" ")
GAPS = [" "] * 12 + ["  ", "\n", "\n\n", "\r\n", "\r\n\r\n", "\r", "\u00a0", "\u3000", "\t", "\n \n", "\u2028", "\n\r", ""]


def text_of(gaps=GAPS):
    """A random text of words and gaps."""
    text = "".join(random.choice(WORDS) + random.choice(gaps) for _ in range(random.randint(0, 12)))
    if random.random() < 0.3:
        text = random.choice(gaps) + text.strip()
    return text


if __name__ == "__main__":
    random.seed(20261121)
    for n in range(2000):
        text = text_of()
        w = words(text)
        print(json.dumps([text, w, len([p for p in re.split("[" + SPACE + "]+", text) if p]), sentences(text), *lines(text)], ensure_ascii=False))
