# Records the order of random lines by GNU sort, and by Python where sort has no
# such rule: Decimal for exponents, ipaddress, hmac for seeded shuffles.
# Command: python3 sort_lines_oracle.py > sort_lines_gnu.jsonl
# (GNU coreutils 9.1, LC_ALL=C, Python 3.11.7)
# A case is [options, lines, the indexes of the lines in order]; in a case of
# unique the indexes are of the lines kept.
import decimal
import hashlib
import hmac
import ipaddress
import json
import random
import subprocess

random.seed(312)
decimal.setcontext(decimal.Context(prec=80))


def show(options, lines, order):
    print(json.dumps([options, lines, order], separators=(",", ":"), ensure_ascii=False))


def gnu(options, arguments, lines):
    """Sorts lines by sort -s; equal lines are told apart by a number behind a tab, which no key reaches."""
    numbered = "".join(f"{line}\t{i}\n" for i, line in enumerate(lines))
    out = subprocess.run(["sort", "-s", *arguments], input=numbered.encode(), env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
                         capture_output=True, check=True).stdout.decode()
    show(options, lines, [int(row.rsplit("\t", 1)[1]) for row in out.splitlines()])


def pick(words, n=7):
    return [random.choice(words) for _ in range(n)]


def word(letters, longest):
    return "".join(random.choice(letters) for _ in range(random.randint(1, longest)))


def number():
    digits = word("0123456789", random.choice([1, 2, 3, 45]))
    if random.random() < 0.4:
        digits += "." + word("0019", 4)
    return random.choice(["", "-", " ", "  -"]) + digits + random.choice(["", "", " apples", "kg", "-", "."])


for _ in range(350):
    lines = [word("abAB é\u00ff日😀~ \u0001", 6) for _ in range(7)]
    down = random.random() < 0.3
    gnu({"method": "codepoint"} | ({"order": "desc"} if down else {}), ["-t\t", "-k1,1r" if down else "-k1,1"], lines)
for _ in range(350):
    down = random.random() < 0.3
    gnu({"method": "numeric"} | ({"order": "desc"} if down else {}), ["-t\t", "-k1,1nr" if down else "-k1,1n"], [number() for _ in range(7)])
for _ in range(150):  # natural is not sort -V; for one word with one number the two agree
    gnu({"natural": True}, ["-t\t", "-k1,1V"], ["v" + str(random.choice([random.randint(0, 12), random.randint(0, 10**30)])) for _ in range(7)])
for _ in range(150):
    column = random.randint(1, 3)
    lines = [",".join(str(random.randint(0, 11)) for _ in range(3)) for _ in range(7)]
    gnu({"method": "numeric", "key": {"column": column, "delimiter": ","}}, ["-t,", f"-k{column},{column}n"], lines)
for _ in range(100):
    column = random.randint(1, 2)
    lines = [random.choice(["", "  "]) + word("ab", 2) + random.choice([" ", "   "]) + word("ab", 2) for _ in range(7)]
    gnu({"method": "codepoint", "key": {"column": column}}, ["-b", f"-k{column}b,{column}"], lines)


def stable(options, lines, key):
    """Sorts lines that have a key; those without come last, both ways."""
    keys = [key(line) for line in lines]
    have = [i for i, k in enumerate(keys) if k is not None]
    down = random.random() < 0.3
    have.sort(key=lambda i: keys[i], reverse=down)  # reverse keeps the order of ties
    show(options | ({"order": "desc"} if down else {}), lines, have + [i for i, k in enumerate(keys) if k is None])


def value(text):
    try:
        return decimal.Decimal(text) if "_" not in text else None
    except decimal.InvalidOperation:
        return None


for _ in range(500):
    words = [random.choice(["", "+", "-"]) + random.choice(["0", "1", "01", "1.0", "9.99", ".5", "5.", "100", "0.001", "123", "1230", "12.3"])
             + random.choice(["", "", "e0", "e1", "E+2", "e-3", "e00000000000000000000000004"]) for _ in range(6)]
    stable({"method": "numeric"}, words + pick(["", "x", "-", ".", "e5", "+-1"], 2), value)


def address(text):
    try:
        network = None if "/" not in text else int(text.split("/")[1])
        ip = ipaddress.ip_address(text.split("/")[0])
        return (ip.version, int(ip), -1 if network is None else network)
    except ValueError:
        return None


for _ in range(300):
    stable({"method": "ip"}, pick(["10.0.0.1", "9.255.0.1", "10.0.0.10", "10.0.0.2", "10.0.0.0/8", "10.0.0.0/16", "10.0.0.0", "::1", "::", "fe80::1", "2001:db8::a",
                                   "2001:DB8::9", "::ffff:1.2.3.4", "255.255.255.255", "0.0.0.0", "01.2.3.4", "1.2.3", "host", "", "10.0.0.256"]), address)
for _ in range(100):
    lines = [word("ab", 3) for _ in range(random.randint(0, 12))]
    seed = word("abcé ", 20)
    digest = lambda i: hmac.new(seed.encode(), b"shuffle-v1\n%d" % i, hashlib.sha256).digest()
    show({"method": "shuffle", "seed": seed}, lines, sorted(range(len(lines)), key=digest))
for _ in range(200):
    lines = pick(["a", "A", "b", "ß", "SS", "ss", "", "é", "É"], 8)
    case = random.random() < 0.5
    first = {}
    for i, line in enumerate(lines):
        first.setdefault(line if case else line.casefold(), i)
    show({"method": "length", "unique": True, "case_sensitive": case}, lines, sorted(first.values(), key=lambda i: len(lines[i])))
