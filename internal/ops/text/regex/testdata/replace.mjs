// Writes what JavaScript's replace makes of a template, one JSON array per
// line: [pattern, flags, text, template, result].
//
//   node replace.mjs > replace.jsonl        (node 20.20.2)
//
// Templates keep to the groups a pattern has: where JavaScript takes an
// unknown reference as text, this package refuses it.
let state = 8;
const random = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const pick = (list) => list[random(list.length)];
const always = ["$$", "$&", "$", "x", "é", "0", "7", "$0", "$00", "$a", "$<", "$<no name>", "$ ", "\\1", "\\n"];
const patterns = [
  ["a", always], ["x*", always],
  ["(a)(b)?", [...always, "$1", "$2", "$01", "$02", "$1x", "$10", "$22", "$123"]],
  ["(?<y>\\d+)-(?<m>\\d+)", [...always.filter((t) => !t.startsWith("$<")), "$<y>", "$<m>", "$1", "$2"]],
  ["(a)|(b)", [...always, "$1", "$2"]],
  ["(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)", [...always, "$1", "$10", "$11", "$12", "$19", "$20", "$99", "$011"]],
];
const texts = ["", "a", "ab ba", "aaxa", "2026-01, 2027-12", "abcdefghijklmnopqrstuvwxyz", "é😀a"];
const seen = new Set();
while (seen.size < 1500) {
  const [pattern, tokens] = pick(patterns);
  const template = Array.from({ length: random(5) }, () => pick(tokens)).join("");
  if (/\$0?7/.test(template) && !pattern.startsWith("(.)")) continue;
  const flags = pick(["g", "g", ""]);
  const text = pick(texts);
  seen.add(JSON.stringify([pattern, flags, text, template, text.replace(new RegExp(pattern, flags + "u"), template)]));
}
for (const line of seen) console.log(line);
