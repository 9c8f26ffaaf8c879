#!/usr/bin/env python3
"""Writes verdicts.jsonl.gz: small documents, damaged at random, with whether
they are well-formed, as expat and xmllint both say.

    python3 verdicts.py         (Python 3.11.7, expat 2.5.0, xmllint of libxml2 2.9.14)

Left out are the documents on which the two disagree (their number is printed),
those that refer to an entity whose replacement text might decide, and those in
another encoding, which the two decode and the operation does not.
"""
import gzip
import json
import os
import random
import re
import subprocess
import tempfile
import xml.parsers.expat

random.seed(20261121)
BASES = [
    '<a/>', '<a b="1" c=\'2\'><d/>text<e x="&lt;&#65;&#x42;">more</e></a>',
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<!-- c --><?p i?>\n<a>x</a>\n<!-- d -->',
    '<a><![CDATA[<x> ]] > &]]><!-- - --><?pi d?>&amp;&quot;&apos;&gt;</a>',
    '<p:a xmlns:p="u" p:b="1"><p:c/></p:a>',
    '<!DOCTYPE a SYSTEM "s.dtd"><a>t</a>', '<!DOCTYPE a PUBLIC "-//P//EN" \'s\' []><a>t</a>',
    '<!DOCTYPE a [<!ENTITY e "v"><!ENTITY % p "q">]><a b="&e;">&e;</a>',
    '<!DOCTYPE a [<!ELEMENT a (b|c)*><!ELEMENT b EMPTY><!ELEMENT c ANY><!ELEMENT d (#PCDATA|a)*>]><a><b/></a>',
    '<!DOCTYPE a [<!ELEMENT a ((b,c?)+|(d*,(e|f)))?><!ELEMENT b (#PCDATA)>]><a/>',
    '<!DOCTYPE a [<!ATTLIST a b CDATA #REQUIRED c ID #IMPLIED d (x|y) "x" e NMTOKENS #FIXED "1 2">]><a b="1"/>',
    '<!DOCTYPE a [<!NOTATION n SYSTEM "s"><!NOTATION m PUBLIC "p"><!ATTLIST a b NOTATION (n|m) #IMPLIED><!ENTITY u SYSTEM "s" NDATA n>]><a/>',
    '<!DOCTYPE a [\n<!-- c --> <?p?> <!ENTITY x PUBLIC "p" "s">\n]>\n<a>&x;</a>', '<!DOCTYPE a [%p;<!ELEMENT a ANY>]><a>&q;</a>',
]
BITS = list("<>&;'\"=/!?-[]()|,*+%# \n\tabx1:._é×\x01") + [
    "<!--", "-->", "--", "<![CDATA[", "]]>", "<?", "?>", "<?xml ", "<!DOCTYPE a", "]", "/>", "</", "</a>", "<a>", "<b/>", "&#", "&#x", "&#0;", "&#xFFFE;",
    "&amp;", "&e;", "&z;", "%p;", "CDATA", "ID", "#PCDATA", "#FIXED ", "NDATA n", "SYSTEM \"s\"", "PUBLIC", "EMPTY", " b=\"1\"", "xmlns", "\ufffe",
]


def damage(text):
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        i = random.randrange(len(text) + 1)
        j = min(len(text), i + random.choice([0, 0, 1, 1, 2, 5]))
        piece = random.choice(["", random.choice(BITS), random.choice(BITS), text[i:j] * 2])
        text = text[:i] + piece + text[j:]
    return text


def expat(data):
    parser = xml.parsers.expat.ParserCreate()
    parser.ExternalEntityRefHandler = lambda *_: 1
    try:
        parser.Parse(data, True)
        return True
    except xml.parsers.expat.ExpatError:
        return False


def xmllint(data):
    with tempfile.NamedTemporaryFile(suffix=".xml") as f:
        f.write(data)
        f.flush()
        return subprocess.run(["xmllint", "--noout", "--nonet", f.name], capture_output=True).returncode == 0


def replacement_decides(text):
    return any(re.search("[<&%]", value) for value in re.findall(r"<!ENTITY[^>]*?[\"']([^\"']*)[\"']", text)) and "&" in text


seen, lines, split = set(), [], 0
while len(lines) < 6000:
    text = damage(random.choice(BASES))
    if text in seen or replacement_decides(text) or "encoding" in text and 'encoding="UTF-8"' not in text:
        continue
    seen.add(text)
    data = text.encode()
    verdict = expat(data)
    if verdict != xmllint(data):
        split += 1
        continue
    lines.append(json.dumps([text, verdict], ensure_ascii=False))
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "verdicts.jsonl.gz"), "wb") as f:
    f.write(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
print(len(lines), "documents,", sum(line.endswith("true]") for line in lines), "well-formed; the two differ on", split)
