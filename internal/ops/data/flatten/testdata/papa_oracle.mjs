// Writes papa.jsonl: random flat tables with the CSV that Papa Parse makes of
// them, one JSON array per line: [columns, rows, delimiter, quote style, csv].
//
//   node papa_oracle.mjs > papa.jsonl        (node 20.20.2, papaparse 5.7.1)
//
// Papa.unparse is told the columns, because it takes those of the first row
// only. It quotes for spaces at an end of a cell, not for tabs, and neither the
// empty cell of one column nor, with quotes: true, a missing one; so these are
// not drawn.
import Papa from "papaparse";

let state = 5;
const random = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const pick = (list) => list[random(list.length)];
const names = ["id", "name", "a b", "é", 'q"q', "c,d", "s;t", " lead", "trail "];
const texts = ["", "x", "a,b", 'say "hi"', "l1\nl2", "l1\r\nl2", "r\rr", "é€😀", "a;b", "1", "-x", " x", "x ", " ", "null", "in\tside", "'"];
const values = [...texts, ...texts, 0, -5, 1.5, 42, true, false];
const lines = new Set();
while (lines.size < 1100) {
  const columns = names.filter(() => random(2)).slice(0, 5);
  if (columns.length < 2) continue;
  const all = random(4) === 0;
  const rows = Array.from({ length: 1 + random(3) }, () => Object.fromEntries(columns.filter(() => all || random(5)).map((c) => [c, pick(values)])));
  if (rows.some((r) => Object.keys(r).length === 0)) continue; // Papa writes an empty line
  if (columns.some((c) => rows.every((r) => !(c in r)))) continue;
  const seen = [...new Set(rows.flatMap(Object.keys))];
  const delimiter = pick([",", ";", "\t", "|"]);
  lines.add(JSON.stringify([seen, rows, delimiter, all ? "all" : "minimal", Papa.unparse({ fields: seen, data: rows }, { delimiter, quotes: all })]));
}
for (const line of lines) console.log(line);
