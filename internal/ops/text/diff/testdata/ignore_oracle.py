"""Pairs of texts that differ in white space, case, blank lines and line
endings, with how much GNU diff and git diff find changed under their options
that ignore these.

    python3 ignore_oracle.py > ignore.jsonl

needs GNU diff and git (diffutils 3.8 and git 2.39.5 were used). The first line
lists commands. Every other is a case: a, b, and by command the lines deleted
and inserted by the shortest script that it finds. (git without options for
white space takes a last line of one byte for blank; the texts have none.)
"""
import json
import random
import subprocess
import sys
import tempfile

GNU = ["-w", "-b", "-Z", "-i", "-B", "--strip-trailing-cr", "-w -B", "-b -i", "-Z -B", "-w -i -B --strip-trailing-cr"]
GIT = ["-w", "-b", "--ignore-space-at-eol", "--ignore-blank-lines", "-w --ignore-blank-lines"]
COMMANDS = ["diff -d -U0 " + o for o in GNU] + ["git diff --no-index --minimal -U0 " + o for o in GIT]


def line(r):
    if r.random() < 0.25:
        return r.choice(["", "", " ", "\t "])
    word = r.choice(["ab", "cd", "AB", "ef", "foo", "Foo"])
    space = ["", " ", "  ", "\t"]
    return r.choice(space) + word + r.choice(space) + r.choice(["", "x", "X"]) + r.choice(space)


def text(r):
    ending = r.choice(["\n", "\n", "\r\n"])
    s = "".join(line(r) + (ending if r.random() < 0.9 else "\n") for _ in range(r.randint(0, 8)))
    return s.rstrip() if r.random() < 0.2 else s


def noisy(r, s):
    out = []
    for one in s.split("\n")[:-1] or [s]:
        if r.random() < 0.4:
            one = one.replace(" ", r.choice(["", "  ", "\t", " "]))
        if r.random() < 0.2:
            one = one.swapcase()
        if r.random() < 0.2:
            one = one.rstrip("\r") + r.choice(["", "\r", "  "])
        if r.random() < 0.15:
            out.append("")
        if r.random() < 0.9:
            out.append(one)
    return "\n".join(out).rstrip() + r.choice(["", "\n", "\n"])


def changed(command, folder):
    out = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", env={"LC_ALL": "C", "PATH": "/usr/bin:/bin", "HOME": folder})
    assert out.returncode < 2, out
    rows = out.stdout.split("\n")
    start = next((i for i, row in enumerate(rows) if row.startswith("@@")), len(rows))
    return sum(row[:1] in ("-", "+") for row in rows[start:])


def main():
    r = random.Random(20260712)
    print(json.dumps(COMMANDS))
    for _ in range(1000):
        a = text(r)
        b = noisy(r, a) if r.random() < 0.8 else text(r)
        with tempfile.TemporaryDirectory() as folder:
            for name, s in (("a", a), ("b", b)):
                with open(folder + "/" + name, "w", newline="") as f:
                    f.write(s)
            record = [a, b, [changed([*command.split(), "a", "b"], folder) for command in COMMANDS]]
        json.dump(record, sys.stdout, separators=(",", ":"))
        print()


main()
