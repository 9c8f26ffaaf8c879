#!/usr/bin/env python3
"""Writes xmllint.jsonl.gz: random documents with what xmllint --format and
xmllint --noblanks make of them.

    python3 xmllint.py          (Python 3.11.7, xmllint of libxml2 2.9.14)

xmllint parses and writes anew. The documents keep to what it writes as it was:
double quotes, no character that it escapes otherwise, at most 15 levels (it
indents no deeper than 30), mixed content that begins with text and has no
element content inside (where it drops blanks that are data), and an encoding
wherever there is more than ASCII. Its XML declaration, which it always writes,
is taken off where the document has none; so is the final line break. Empty elements it writes as
<a/>, and --noblanks puts line breaks between what stands
outside the root: those are taken off too.
"""
import gzip
import json
import os
import random
import re
import subprocess
import tempfile

random.seed(20261121)
NAMES = ["a", "b", "item", "x-y", "_n", "A.1", "p:q", "p:item", "naïve", "नाम"]
WORDS = ["one", "two words", "1.50", "007", "&lt;b&gt;", "&amp;", "a = b", "é", "日本", "👍", "]]", "--", "tab\tin", "'", "it&amp;s"]
BLANKS = ["", "", " ", "\n", "\n\n", "\n  ", "\t", "  \n \n   "]


def blank():
    return random.choice(BLANKS)


def attributes(root):
    out = ' xmlns:p="urn:p"' if root else ""
    names = random.sample(["id", "k", "p:k", "xml:lang", "long-name", "ü"], random.choice([0, 0, 1, 1, 2, 3]))
    for name in names:
        value = "" if random.random() < 0.1 else " ".join(random.choice(WORDS[:12]) for _ in range(random.randint(1, 3)))
        equals = random.choice(["=", "=", "=", " = ", "\n="])
        out += random.choice([" ", " ", "  ", "\n   ", "\t"]) + name + equals + '"' + value + '"'
    return out + random.choice(["", "", "", " ", "\n"])


def markup():
    kind = random.random()
    if kind < 0.5:
        return "<!--" + random.choice([" note ", "x", "", " two\n  lines ", " <a> & - "]) + "-->"
    return "<?" + random.choice(["pi", "pi some data", "x-y a=\"1\" ?"]) + "?>"


def text():
    return random.choice(WORDS) + random.choice(["", " ", "  ", "\n "]) + random.choice(WORDS)


def element(depth, root=False):
    name = random.choice(NAMES)
    start, end = "<" + name + attributes(root), "</" + name + random.choice(["", "", " "]) + ">"
    kind = random.random()
    if kind < 0.15 and not root:
        return re.sub(r"\s*$", "", start) + random.choice(["/>", " />"])
    if kind < 0.25:
        return start + ">" + end
    if kind < 0.45:
        return start + ">" + random.choice([text(), " " + text(), "\n" + text() + "\n", "<![CDATA[ <x> ]]>", " "]) + end
    if kind < 0.6:
        parts = [text()]
        for _ in range(random.randint(1, 4)):
            inline = random.choice(["b", "i"])
            parts.append(random.choice(["<%s>%s</%s>" % (inline, random.choice(WORDS), inline), "<br/>", "<!--c-->"]))
            parts.append(random.choice(["", " ", text()]))
        return start + ">" + "".join(parts) + end
    if kind < 0.65:
        return start.rstrip() + ' xml:space="preserve">' + random.choice([" ", "\n"]) + "<b/> <i> </i>" + end
    children = ""
    for _ in range(random.randint(1, 5)):
        children += blank() + (markup() if random.random() < 0.2 or depth > 14 else element(depth + 1))
    return start + ">" + children + blank() + end


def document():
    head = random.choice(["", '<?xml version="1.0" encoding="UTF-8"?>' + random.choice(["", "\n", "\n\n"])])
    body = element(1, root=True)
    if not head and not body.isascii():
        head = '<?xml version="1.0" encoding="UTF-8"?>'
    misc = (markup() + blank()) if random.random() < 0.2 else ""
    doctype = random.choice(["<!DOCTYPE a>", '<!DOCTYPE a SYSTEM "a.dtd">']) + blank() if random.random() < 0.1 else ""
    return head + misc + doctype + body + blank() + (markup() if random.random() < 0.1 else "")


def xmllint(option, text):
    with tempfile.NamedTemporaryFile("w", suffix=".xml", newline="") as f:
        f.write(text)
        f.flush()
        run = subprocess.run(["xmllint", option, "--nonet", f.name], capture_output=True, text=True)
    if run.returncode != 0 or "error" in run.stderr:
        raise SystemExit(text + "\n" + run.stderr)
    out = run.stdout.removesuffix("\n")
    return out if text.startswith("<?xml ") else out.partition("\n")[2]


MISC = r"(?:<!--(?:(?!-->).)*-->|<\?(?:(?!\?>).)*\?>|<!DOCTYPE[^>]*>)"


def one_line(out):
    """Takes off the line breaks between what stands outside the root."""
    out = re.sub(rf"^(?:{MISC}\n)+", lambda m: re.sub(rf"({MISC})\n", r"\1", m.group(), flags=re.S), out, flags=re.S)
    return re.sub(rf"(?:\n{MISC})+$", lambda m: re.sub(rf"\n({MISC})", r"\1", m.group(), flags=re.S), out, flags=re.S)


lines = []
for _ in range(1200):
    doc = document()
    if len(doc) > 1200:
        continue
    lines.append(json.dumps({"xml": doc, "format": xmllint("--format", doc), "noblanks": one_line(xmllint("--noblanks", doc))}, ensure_ascii=False))
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "xmllint.jsonl.gz"), "wb") as f:
    f.write(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
print(len(lines), "documents")
