#!/usr/bin/env python3
"""Writes xml_c14n.tsv: digests of formatted documents whose Canonical XML is that
of their source.

    python3 xml_c14n.py         (Python 3.11.7, xmllint of libxml2 2.9.14)

Every document of ../xml/testdata/documents and every valid one of xmltest.zip
there that is UTF-8 is formatted by this program's command line with several
sets of options. xmllint --c14n writes source and result in canonical form. The
two must be equal but for white space in element content: elements with children
and no other text. Only then the result's digest is recorded, which the test
compares with what it gets; so the test holds what xmllint has checked, without
xmllint. The first line has the options of each column.
"""
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import xml.parsers.expat
import zipfile

here = os.path.dirname(os.path.abspath(__file__))
data = os.path.join(here, "..", "xml", "testdata")
OPTIONS = [
    {}, {"mode": "minify"}, {"indent": "tab", "empty_elements": "self_close", "attributes": "one_per_line"},
    {"indent": 4, "empty_elements": "expand", "attributes": "wrap", "max_width": 40, "sort_attributes": True},
    {"mode": "minify", "sort_attributes": True, "declaration": "add"},
]


def tree(data):
    """The children of the document as lists: [tag, attributes, children], [text] or [other markup]."""
    parser = xml.parsers.expat.ParserCreate()
    parser.ordered_attributes = parser.buffer_text = True
    stack = [[]]

    def start(name, attributes):
        stack[-1].append(["element", name, attributes, []])
        stack.append(stack[-1][-1][3])

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: stack.pop()
    parser.CharacterDataHandler = lambda text: stack[-1].append(["text", text])
    parser.CommentHandler = lambda text: stack[-1].append(["comment", text])
    parser.ProcessingInstructionHandler = lambda target, text: stack[-1].append(["pi", target, text])
    parser.Parse(data, True)
    return stack[0]


def same(a, b):
    """Compares children, white space between those of element content left out."""
    layout = any(x[0] != "text" for x in a) and not any(x[0] == "text" and x[1].strip(" \t\r\n") for x in a)
    if layout:
        a, b = ([x for x in side if x[0] != "text" or x[1].strip(" \t\r\n")] for side in (a, b))
    return len(a) == len(b) and all(x[:3] == y[:3] and (x[0] != "element" or same(x[3], y[3])) for x, y in zip(a, b))


def canonical(data):
    with tempfile.NamedTemporaryFile(suffix=".xml") as f:
        f.write(data)
        f.flush()
        run = subprocess.run(["xmllint", "--c14n", "--nonet", f.name], capture_output=True)
    return run.stdout if run.returncode == 0 and run.stdout else None


def sources():
    for name in sorted(os.listdir(os.path.join(data, "documents"))):
        with open(os.path.join(data, "documents", name), "rb") as f:
            yield name, f.read()
    with zipfile.ZipFile(os.path.join(data, "xmltest.zip")) as z:
        for name in sorted(z.namelist()):
            if name.startswith("xmltest/valid/sa/") and name.endswith(".xml"):
                text = z.read(name)
                if not text.startswith((b"\xff\xfe", b"\xfe\xff")):
                    yield name, text


with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "toolcrib")
    subprocess.run(["go", "build", "-o", program, "./cmd/toolcrib"], cwd=os.path.join(here, *[".."] * 4), check=True)
    rows = ["\t".join(["document"] + [json.dumps(o) for o in OPTIONS])]
    for name, source in sources():
        before, digests = canonical(source), []
        for options in OPTIONS:
            sent = json.dumps({"xml": source.decode(), **options}).encode()
            out = subprocess.run([program, "run", "xml-formatter", "--output", "raw", "--input", "-"], input=sent, capture_output=True, check=True).stdout
            after = canonical(out)
            if before is None or after is None or not same(tree(before), tree(after)):
                sys.exit(f"{name} with {options}:\n{before}\n{after}")
            digests.append(hashlib.sha256(out).hexdigest()[:16])
        rows.append("\t".join([name] + digests))
with open(os.path.join(here, "xml_c14n.tsv"), "w") as f:
    f.write("\n".join(rows) + "\n")
print((len(rows) - 1) * len(OPTIONS), "results")
