// Writes xpath.jsonl: random JSON documents with what fn:json-to-xml makes of
// them, serialised, one JSON array per line: [document, xml].
//
//   node xpath_oracle.mjs > xpath.jsonl        (node 20.20.2, saxon-js 2.7.0)
//
// What fn:xml-to-json makes of the XML is compared with the document too. SaxonJS
// takes U+0085 for a character that XML lacks, so it is not drawn, and writes
// U+2028 as a reference, which XML 1.0 does not need.
import assert from "node:assert";
import SaxonJS from "saxon-js";

let state = 31;
const random = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const pick = (list) => list[random(list.length)];
const texts = ["", "x", "A & B", "<t>", "]]>", "\"q\" 'a'", " lead", "l1\nl2", "l1\r\nl2", "\ttab", "é名😀", "\u2028", "first name", "1st", "a", "b", "id", "\u00a0"];
const numbers = ["0", "-5", "1.50", "12345678901234567890", "1e5", "2E-7", "0.10", "1E+2"];

function value(depth) {
  const kind = random(10);
  if (depth && kind < 3) {
    const names = [...new Set(Array.from({ length: random(4) }, () => pick(texts)))];
    return "{" + names.map((n) => JSON.stringify(n) + ":" + value(depth - 1)).join(", ") + "}";
  }
  if (depth && kind < 5) return "[" + Array.from({ length: random(4) }, () => value(depth - 1)).join(",") + "]";
  return pick([pick(numbers), JSON.stringify(pick(texts)), JSON.stringify(pick(texts)), "true", "false", "null"]);
}

const lines = new Map();
while (lines.size < 1050) {
  const json = value(4);
  if (json.length < 5 || json.length > 150 || lines.has(json)) continue;
  const xml = SaxonJS.XPath.evaluate("serialize(json-to-xml($json))", null, { params: { json } });
  const back = SaxonJS.XPath.evaluate("xml-to-json(parse-xml($xml))", null, { params: { xml } });
  assert.deepStrictEqual(JSON.parse(back), JSON.parse(json));
  lines.set(json, xml.replaceAll("&#8232;", "\u2028"));
}
for (const line of lines) console.log(JSON.stringify(line));
