// Records, in regex_offsets.jsonl, every match of some patterns in some texts
// with its groups, in all three units of offsets, as JavaScript finds them
// (recorded with node 20.20.2):
//
//     node regex_offsets.mjs
import { writeFileSync } from "node:fs";

const texts = [
  "", "a", "a👍🏽é", "नमस्ते दुनिया", "e\u0301cole École", "日本語 text\r\nzweite Zeile\rdritte\nvierte\n",
  "👨‍👩‍👧 family 🇮🇳", "2026-01 and 2027-12", "John Smith, Ärger Öl", "\u0000x\u0000", "𠀀a𠀁b",
];
const patterns = [
  ["", "g"], ["[^\\n]", "g"], ["[^\\n]", ""], ["x*", "g"], ["(a)|(b)", "g"], ["(?<y>[0-9]{4})-(?<m>[0-9]{2})", "g"],
  ["(\\p{L}+)(\\p{M}*)", "g"], ["[a-z]+", "gi"], ["(.)(.)?", "gs"], ["👍|🏽", "g"], ["([^\\n]*)\\n", "g"], ["(?:(e)|(É))(.*)", "gs"],
];
const units = {
  code_point: (text) => [...text].length,
  utf16: (text) => text.length,
  byte: (text) => Buffer.byteLength(text),
};

const lines = [];
for (const text of texts) {
  for (const [pattern, flags] of patterns) {
    const found = [...text.matchAll(new RegExp(pattern, flags.replace("g", "") + "dgu"))];
    const matches = flags.includes("g") ? found : found.slice(0, 1);
    for (const [offset_unit, count] of Object.entries(units)) {
      const at = (i) => count(text.slice(0, i));
      const span = (range) => (range ? [at(range[0]), at(range[1])] : [null, null]);
      const want = matches.map((m) => ({
        match: m[0], span: span(m.indices[0]),
        groups: m.slice(1).map((value, i) => ({ value: value ?? null, span: span(m.indices[i + 1]) })),
      }));
      lines.push(JSON.stringify({ in: { pattern, text, flags, offset_unit }, want }));
    }
  }
}
writeFileSync(new URL("regex_offsets.jsonl", import.meta.url), lines.join("\n") + "\n");
