#!/usr/bin/env python3
"""Records what ICU makes of the corpus, in icu.tsv.

Needs `uconv` (recorded with "uconv v2.1  ICU 72.1") and nothing else:

    ./record_icu.py

The corpus is every word of words.txt and, for every script, every assigned
letter, mark and digit alone and between neighbours that matter to the rules of
the script. Input is NFKC, as the package expects it. Each section holds lines
of input, tab, output; a line without a tab is an input that ICU leaves alone.
"""
import pathlib
import subprocess
import unicodedata as ud

HERE = pathlib.Path(__file__).parent
ANY = "Any-Latin; Latin-ASCII"


def icu(transform, lines):
    """The transform of each line. The input is sent as \\U escapes: uconv cuts
    its input behind every character whose code has the bits of U+2028, taking it
    for a line separator, so that と or 먹 in plain text would end a context."""
    escaped = "".join(x if x.isascii() else f"\\U{ord(x):08X}" for x in "\n".join(lines))
    done = subprocess.run(["uconv", "-t", "utf-8", "-x", "Hex-Any; " + transform],
                          input=escaped.encode(), capture_output=True, check=True)
    out = done.stdout.decode().split("\n")
    assert len(out) == len(lines)
    return out


def words():
    section, found = None, {}
    for line in (HERE / "words.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
            found[section] = []
        elif line and not line.startswith("#"):
            found[section] += line.split()
    return found


def chars(*ranges):
    """The assigned letters, marks and decimal digits that NFKC leaves alone."""
    return [chr(c) for first, last in ranges for c in range(first, last + 1)
            if ud.category(chr(c)) in ("Lu", "Ll", "Lt", "Lo", "Lm", "Mn", "Mc", "Nd")
            and ud.normalize("NFKC", chr(c)) == chr(c)]


def latin():
    letters = chars((0xC0, 0x24F), (0x250, 0x2AF), (0x1D00, 0x1DBF), (0x1E00, 0x1EFF),
                    (0x2C60, 0x2C7F), (0xA722, 0xA7FF), (0xAB30, 0xAB5A))
    return letters + ["a" + m for m in chars((0x300, 0x36F))]


def greek():
    letters = chars((0x370, 0x3FF), (0x1F00, 0x1FFF))
    found = list(letters)
    for x in letters:
        found += [x + "α", x + "Α", "α" + x, "Ο" + x, x + "υ", "γ" + x, "ν" + x, "π" + x]
    return found


def cyrillic():
    letters = chars((0x400, 0x52F), (0x1C80, 0x1C88), (0xA640, 0xA65F))
    return letters + [x + "\u0301" for x in chars((0x410, 0x44F))]


def arabic():
    letters = chars((0x620, 0x6FF))
    return letters + [v + x for v in ["بَ", "بُ", "بِ", "بّ"] for x in letters] + ["ب" + x + "ب" for x in letters]


def hebrew():
    letters = chars((0x5B0, 0x5F2))
    return letters + ["ש" + x + "ל" for x in letters]


def hangul():
    ga, ieung, vowels = 0, 11, range(21)
    syllable = lambda i, m, f=0: chr(0xAC00 + (i * 21 + m) * 28 + f)
    found = [syllable(i, m) for i in range(19) for m in vowels]
    found += [syllable(ga, 0, f) + syllable(i, 0) for f in range(28) for i in range(19)]
    open_pairs = [syllable(ieung, m) + syllable(ieung, n) for m in vowels for n in vowels]
    found += open_pairs
    found += [syllable(ga, m) + pair for m in vowels for pair in open_pairs if pair[0] in "에오"]
    return found + chars((0x1100, 0x1112), (0x1161, 0x1175), (0x11A8, 0x11C2))


def kana():
    letters = chars((0x3041, 0x3096), (0x30A1, 0x30FA))
    small = "ァィゥェォャュョ"
    found = letters + ["ッ" + x for x in letters if ord(x) > 0x30A0] + ["ん" + x for x in letters if ord(x) < 0x30A0]
    found += [x + y for x in letters if ord(x) > 0x30A0 for y in small]
    return found + [x + y for x in letters if ord(x) < 0x30A0 for y in "ゝゞ"]


def indic(first):
    letters = chars((first, first + 0x7F))
    ka, pa, i, virama = (chr(first + o) for o in (0x15, 0x2A, 0x3F, 0x4D))
    nukta, anusvara = chr(first + 0x3C), chr(first + 0x02)
    found = []
    for x in letters:
        found += [x, ka + x, ka + x + ka, x + i, x + virama + ka, ka + virama + x]
        if ud.name(nukta, ""):
            found.append(x + nukta)
        if ud.name(anusvara, ""):
            found.append(ka + anusvara + x)
    return found


INDIC = ["devanagari", "bengali", "gurmukhi", "gujarati", "oriya", "tamil", "telugu", "kannada", "malayalam"]
MADE = {"latin": latin, "greek": greek, "cyrillic": cyrillic, "arabic": arabic,
        "hebrew": hebrew, "hangul": hangul, "kana": kana}
for n, script in enumerate(INDIC):
    MADE[script] = lambda first=0x900 + n * 0x80: indic(first)


def record(section, inputs):
    inputs = list(dict.fromkeys(ud.normalize("NFKC", x) for x in inputs))
    out = icu(ANY, inputs)
    lines = [x if x == o else f"{x}\t{o}" for x, o in zip(inputs, out)]
    return [f"[{section}]"] + lines


def german(latin_words):
    umlauts = [a + u + b for u in "äöüÄÖÜßẞ" for a in ("", "A", "a") for b in ("", "B", "b", "1", "Ä", "ä")]
    inputs = [w for w in latin_words if set(w) & set("äöüÄÖÜßẞ")] + umlauts
    inputs = list(dict.fromkeys(ud.normalize("NFKC", x) for x in inputs))
    return ["[german]"] + [f"{x}\t{o}" for x, o in zip(inputs, icu("de-ASCII", inputs))]


def main():
    text = words()
    lines = german(text["latin"])
    for section, make in MADE.items():
        lines += record(section, text[section] + make())
    (HERE / "icu.tsv").write_text("\n".join(lines) + "\n", "utf-8")


main()
