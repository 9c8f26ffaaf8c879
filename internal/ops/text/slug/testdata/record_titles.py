#!/usr/bin/env python3
"""Records the slug of every title of titles.txt, in titles.tsv.

Needs `uconv` (recorded with "uconv v2.1  ICU 72.1") and nothing else:

    ./record_titles.py

The steps are those of the package, the transliteration is ICU's. Titles go in
as escapes, because uconv takes some letters for line separators (the reason is
told in ../../translit/testdata/record_icu.py).
"""
import pathlib
import re
import subprocess
import unicodedata

HERE = pathlib.Path(__file__).parent
ICU = "Hex-Any; Any-Latin; Latin-ASCII; Lower"


def icu(lines):
    escaped = "".join(x if x.isascii() else f"\\U{ord(x):08X}" for x in "\n".join(lines))
    done = subprocess.run(["uconv", "-t", "utf-8", "-x", ICU], input=escaped.encode(), capture_output=True, check=True)
    return done.stdout.decode().split("\n")


def prepare(title):
    return re.sub("['’]", "", unicodedata.normalize("NFKC", title)).replace("&", " and ").replace('"', " ")


def slug(text):
    """The rest of the steps, after the apostrophes, quotes and modifiers by which
    ICU keeps its output reversible are gone."""
    return re.sub("[^a-z0-9]+", "-", re.sub("['\"`ʾʿˌ~]", "", text)).strip("-")


def main():
    lines = (HERE / "titles.txt").read_text("utf-8").splitlines()
    titles = [x for x in lines if x and x[0] not in "#["]
    slugs = map(slug, icu([prepare(x) for x in titles]))
    (HERE / "titles.tsv").write_text("".join(f"{t}\t{s}\n" for t, s in zip(titles, slugs)), "utf-8")


main()
