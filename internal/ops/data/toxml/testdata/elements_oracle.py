"""Writes elements.jsonl: random JSON documents with the XML that they become,
one JSON array per line: [document, options, xml]; options left out are the
defaults.

    python3 elements_oracle.py > elements.jsonl      (Python 3.11.7 with expat, xmllint of libxml2 2.9.14)

The rules are written here from their wording. Every XML is then checked:
xmllint --noout finds nothing to say of it, and expat reads back from it
the names, once decoded, and the texts, once white space of indentation is gone.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from xml.etree import ElementTree

R = random.Random(13)
NAMES = ["a", "b", "id", "first name", "1st", "é", "名", "x:y", "", "_", "xml", "XMLish", "a_b", "_x0041_", "_x0041", "_X0041_", "_x00000041_", "_x0041 ", "_x004",
         "-a", ".a", "a-b.c", "😀", "a😀", "·a", "a·b", "\u0300", "$ref", "a/b~c", "#text", "@id", "@first name", "@class", "@", "@xmlns", "\u037e", "\ufffe", "\u0001"]
TEXTS = ["", "x", "A & B", "<tag>", "]]>", "\"q\" 'a'", " lead", "trail ", "l1\nl2", "l1\r\nl2", "tab\t", "é名😀", "\u0085\u2028", "&amp;", "0", "\u00a0"]
NUMBERS = ["0", "-5", "1.50", "12345678901234567890", "1e5", "-0", "2E-7"]
DEFAULTS = {"root": "", "item": "item", "attribute_prefix": "@", "text_key": "#text", "arrays": "repeat", "null_as": "empty", "invalid_names": "encode",
            "type_attributes": False, "indent": "  ", "declaration": True}

# Productions 4 and 4a of XML 1.0, fifth edition, without the colon.
START = ("A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c-\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff"
         "\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff")
PART = START + "\\-.0-9\u00b7\u0300-\u036f\u203f-\u2040"


class Number(str):
    """The digits of a number."""


class Pairs(list):
    """The members of an object."""


class Bad(Exception):
    """A document that is to be refused."""


def code(c):
    return f"_x{ord(c):04X}_" if ord(c) <= 0xFFFF else f"_x{ord(c):08X}_"


def encode(name, how):
    if name == "":
        return "_"
    bad = [not re.match(f"[{START if i == 0 else PART}]", c) or i == 0 and bool(re.match("(?i)xml", name)) for i, c in enumerate(name)]
    if how == "replace":
        first = ("_" + name[0] if re.match(f"[{PART}]", name[0]) else "_") if bad[0] else name[0]
        return first + "".join("_" if b else c for c, b in zip(name[1:], bad[1:]))
    out = ""
    for i, c in enumerate(name):
        starts = False
        for digits in (4, 8):
            m = re.match(r"_[xX][0-9A-Fa-f]{%d}" % digits, name[i:])
            if m and i + m.end() < len(name):
                starts |= name[i + m.end()] == "_" or bad[i + m.end()]
        out += code(c) if bad[i] or starts else c
    return out


def decode(name):
    return re.sub(r"_[xX]([0-9A-Fa-f]{8}|[0-9A-Fa-f]{4})_", lambda m: chr(int(m[1], 16)), name)


def escape(text, attribute=False):
    out = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    if attribute:
        out = out.replace('"', "&#34;").replace("\t", "&#9;").replace("\n", "&#10;")
    return out


def spelt(v):
    return "" if v is None else ("true" if v else "false") if isinstance(v, bool) else v


def kind(v):
    return {Pairs: "object", list: "array", Number: "number", str: "string", bool: "boolean", type(None): "null"}[type(v)]


class Writer:
    def __init__(self, o):
        self.o = o

    def is_text(self, k):
        return self.o["text_key"] != "" and k == self.o["text_key"]

    def is_attribute(self, k):
        p = self.o["attribute_prefix"]
        return p != "" and k.startswith(p) and not self.is_text(k)

    def children(self, k, v):
        """The elements that a member becomes, as (name, value)."""
        name = encode(k, self.o["invalid_names"])
        if isinstance(v, list) and not isinstance(v, Pairs) and self.o["arrays"] == "repeat":
            return [(name, x) for x in v]
        return [(name, v)]

    def element(self, name, v, depth, inline):
        """Lines of an element; the first has no indentation."""
        o, attributes, content = self.o, [], []
        if v is None and o["null_as"] == "omit" and depth:
            return None
        if depth == 0 and o["null_as"] == "xsi_nil":
            attributes.append(("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"))
        if o["type_attributes"]:
            attributes.append(("type", kind(v)))
        if v is None and o["null_as"] == "xsi_nil":
            attributes.append(("xsi:nil", "true"))
        if isinstance(v, Pairs):
            for k, x in v:
                if self.is_attribute(k):
                    if isinstance(x, list):
                        raise Bad
                    n = encode(k[len(o["attribute_prefix"]):], o["invalid_names"])
                    if n in [a for a, _ in attributes]:
                        raise Bad
                    if not (x is None and o["null_as"] == "omit"):
                        attributes.append((n, spelt(x)))
                elif self.is_text(k):
                    if isinstance(x, list):
                        raise Bad
                    content.append(spelt(x))
                else:
                    content += self.children(k, x)
        elif isinstance(v, list):
            content = [(o["item"], x) for x in v]
        else:
            content = [spelt(v)]
        inline = inline or any(isinstance(c, str) and c for c in content)
        tag = name + "".join(f' {n}="{escape(x, True)}"' for n, x in attributes)
        inner = [(escape(c), False) if isinstance(c, str) else (self.element(c[0], c[1], depth + 1, inline), True) for c in content]
        inner = [(text, is_element) for text, is_element in inner if text]
        if not inner:
            return f"<{tag}/>"
        if inline or not o["indent"]:
            return f"<{tag}>" + "".join(text for text, _ in inner) + f"</{name}>"
        line = "\n" + o["indent"] * (depth + 1)
        return f"<{tag}>" + "".join(line + text for text, _ in inner) + "\n" + o["indent"] * depth + f"</{name}>"

    def document(self, v):
        o, name = self.o, self.o["root"] or "root"
        if not o["root"] and isinstance(v, Pairs) and len(v) == 1:
            k, x = v[0]
            if not (kind(x) == "array" or x is None and o["null_as"] == "omit" or self.is_text(k) or self.is_attribute(k)):
                name, v = encode(k, o["invalid_names"]), x
        head = '<?xml version="1.0" encoding="UTF-8"?>' + ("\n" if o["indent"] else "") if o["declaration"] else ""
        return head + self.element(name, v, 0, False)


def value(depth):
    k = R.random()
    if depth and k < 0.35:
        return "{" + ",".join(json.dumps(n, ensure_ascii=R.random() < 0.5) + ":" + value(depth - 1) for n in R.sample(NAMES, R.randrange(5))) + "}"
    if depth and k < 0.55:
        return "[" + ",".join(value(depth - 1) for _ in range(R.randrange(4))) + "]"
    return R.choice([R.choice(NUMBERS), json.dumps(R.choice(TEXTS), ensure_ascii=False), json.dumps(R.choice(TEXTS)), "true", "false", "null"])


def leaves(v, o):
    """Keys and scalars of a document that must be found in its XML."""
    if isinstance(v, Pairs):
        for k, x in v:
            several = isinstance(x, list) and not isinstance(x, Pairs) and o["arrays"] == "repeat"
            written = [y for y in (x if several else [x]) if y is not None or o["null_as"] != "omit"]
            if not (not written or o["text_key"] != "" and k == o["text_key"]):
                yield "name", (k.removeprefix(o["attribute_prefix"]) or "_") if o["attribute_prefix"] and k.startswith(o["attribute_prefix"]) else k or "_"
            yield from leaves(x, o)
    elif isinstance(v, list):
        for x in v:
            yield from leaves(x, o)
    elif spelt(v):
        yield "text", spelt(v)


def reads_back(doc, o, xml):
    if re.search("<[^>]*😀", xml):
        return  # in the fourth edition, which expat reads, that is no name
    names, texts = set(), set()
    for e in ElementTree.fromstring(xml.encode()).iter():
        names |= {decode(n.rpartition("}")[2]) for n in [e.tag, *e.attrib]}
        texts |= {e.text or "", e.tail or "", *e.attrib.values()}
    everything = "\x00".join(texts)
    for what, leaf in leaves(doc, o):
        found = leaf in names if what == "name" else leaf in texts or leaf in everything
        if not found and not (what == "name" and o["invalid_names"] == "replace"):
            sys.exit(f"{what} {leaf!r} of {doc} is not in {xml}")


def main():
    lines, texts = [], []
    while len(lines) < 1050:
        o = dict(DEFAULTS)
        for option, choices in {
            "root": ["", "", "r", "résumé"], "item": ["item", "i"], "attribute_prefix": ["@", "@", "@", "", "a"], "text_key": ["#text", "#text", "", "b"], "arrays": ["repeat", "wrap"],
            "null_as": ["empty", "xsi_nil", "omit"], "invalid_names": ["encode", "encode", "encode", "replace"], "type_attributes": [False, False, True],
            "indent": ["  ", "  ", "", "\t"], "declaration": [True, False],
        }.items():
            o[option] = R.choice(choices)
        text = value(4)
        doc = json.loads(text, object_pairs_hook=Pairs, parse_int=Number, parse_float=Number)
        if len(text) < 5 or len(text) > 220:
            continue
        try:
            xml = Writer(o).document(doc)
        except Bad:
            continue
        reads_back(doc, o, xml)
        texts.append(xml)
        lines.append(json.dumps([text, {k: v for k, v in o.items() if v != DEFAULTS[k]}, xml], ensure_ascii=False))
    with tempfile.TemporaryDirectory() as folder:
        for i, xml in enumerate(texts):
            with open(os.path.join(folder, f"{i}.xml"), "w", newline="", encoding="utf-8") as f:
                f.write(xml)
        said = subprocess.run(["xmllint", "--noout", *(f"{i}.xml" for i in range(len(texts)))], cwd=folder, capture_output=True, text=True)
        if said.returncode or said.stderr or said.stdout:
            sys.exit(said.stderr[:2000])
    print("\n".join(lines))


main()
