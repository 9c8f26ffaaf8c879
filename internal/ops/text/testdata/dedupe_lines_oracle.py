# Records what awk, uniq, sort and tac make of random texts, with the options of
# duplicate-line-remover that ask for the same; where lines are compared by
# Unicode rules, Python's casefold and unicodedata.normalize.
# Command: python3 dedupe_lines_oracle.py > dedupe_lines.json
# (mawk 1.3.4, GNU coreutils 9.1, Python 3.11.7, LC_ALL=C)
import json
import random
import subprocess
import tempfile
import unicodedata

random.seed(36)
SEEN = "awk '!s[$0]++' f"
COUNT = "awk 'NR==FNR{c[$0]++;next} %s' f f"
COMPARED = {"ignore_blank_lines": False}
PROGRAMS = [
    (COMPARED, SEEN),
    (COMPARED | {"keep": "last"}, "tac f | awk '!s[$0]++' | tac"),
    ({}, "awk '!NF || !s[$0]++' f"),
    ({"keep": "last"}, "tac f | awk '!NF || !s[$0]++' | tac"),
    ({"remove_blank_lines": True}, "awk 'NF && !s[$0]++' f"),
    (COMPARED | {"mode": "adjacent"}, "uniq f"),
    (COMPARED | {"mode": "adjacent", "case_sensitive": False}, "uniq -i f"),
    (COMPARED | {"mode": "adjacent", "keep": "last", "case_sensitive": False}, "tac f | uniq -i | tac"),
    ({"mode": "adjacent", "remove_blank_lines": True}, "awk NF f | uniq"),
    (COMPARED | {"mode": "unique_only"}, COUNT % "c[$0]==1"),
    ({"mode": "unique_only"}, COUNT % "!NF || c[$0]==1"),
    ({"mode": "unique_only", "remove_blank_lines": True, "sort": "asc"}, "awk NF f | sort | uniq -u"),
    (COMPARED | {"mode": "duplicates_only"}, COUNT % "c[$0]>1 && !s[$0]++"),
    ({"mode": "duplicates_only", "remove_blank_lines": True, "sort": "asc"}, "awk NF f | sort | uniq -d"),
    (COMPARED | {"sort": "asc"}, "sort -u f"),
    (COMPARED | {"sort": "desc"}, "sort -ru f"),
    (COMPARED | {"case_sensitive": False}, "awk '!s[tolower($0)]++' f"),
    (COMPARED | {"trim": True}, r"""awk '{k=$0; gsub(/^[ \t]+|[ \t]+$/,"",k)} !s[k]++' f"""),
    (COMPARED | {"ignore_whitespace": True}, r"""awk '{k=$0; gsub(/[ \t]/,"",k)} !s[k]++' f"""),
    (COMPARED | {"ignore_whitespace": True, "case_sensitive": False}, r"""awk '{k=tolower($0); gsub(/[ \t]/,"",k)} !s[k]++' f"""),
]
NUMBERS = r"""awk '{if(!($0 in c))o[++n]=$0; l[$0]=l[$0](c[$0]++?",":"")NR} END{for(i=1;i<=n;i++)if(c[o[i]]>1)print c[o[i]]"\t"l[o[i]]}' f | sort -s -k1,1nr"""
folder = tempfile.mkdtemp()


def run(command):
    return subprocess.run(["sh", "-c", command], cwd=folder, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
                          capture_output=True, check=True).stdout.decode()


def record(body, text, want):
    final = random.random() < 0.8 or not want or want.endswith("\n\n") or want == "\n" or text.endswith("\n\n") or text == "\n"
    if not final:
        text, want = text[:-1], want[:-1]
    body = {"text": text} | body
    want = {"text": want, "lines_out": (want.count("\n") + (not final)) if want else 0}
    if body.get("ignore_blank_lines") is False and len(body) == 2:
        rows = [row.split("\t") for row in run(NUMBERS).splitlines()]
        want |= {"unique": int(run("sort -u f | wc -l"))}
        for i, (count, numbers) in enumerate(rows):
            want |= {f"duplicates.{i}.count": int(count), f"duplicates.{i}.line_numbers": [int(n) for n in numbers.split(",")]}
    want = {path: json.dumps(value, separators=(",", ":"), ensure_ascii=False) for path, value in want.items()}
    return json.dumps({"body": body, "want": want}, separators=(",", ":"), ensure_ascii=False)


def text(words):
    return "".join(random.choice(words) + "\n" for _ in range(random.randint(1, 9)))


def ascii_cases():
    words = ["a", "A", "b", "", " a", "a b", "ab", "B "]
    for i in range(760):
        body, command = PROGRAMS[i % len(PROGRAMS)]
        t = text(words)
        with open(folder + "/f", "w", newline="") as f:
            f.write(t)
        yield record(body, t, run(command))


def first_of(t, key):
    seen = {}
    for line in t.splitlines():
        seen.setdefault(key(line), line)
    return "".join(line + "\n" for line in seen.values())


def canonical(s):
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", s).casefold())


def unicode_cases():
    words = ["Straße", "STRASSE", "ΟΔΟΣ", "οδος", "É", "E\u0301", "é", "e\u0301", "ﬁ", "FI", "İ", "i\u0307", "ı", "I", "Å", "\u212b", "A\u030a",
             "\uab70", "\u13a0", "ᾳ\u0301", "α\u0301\u0345", "क़", "क\u093c"]
    rules = [({"case_sensitive": False}, str.casefold), ({"normalize_unicode": True}, lambda s: unicodedata.normalize("NFC", s)),
             ({"normalize_unicode": True, "case_sensitive": False}, canonical)]
    for i in range(300):
        body, key = rules[i % 3]
        t = text(words)
        yield record(body, t, first_of(t, key))


print("[" + ",\n".join([*ascii_cases(), *unicode_cases()]) + "]")
