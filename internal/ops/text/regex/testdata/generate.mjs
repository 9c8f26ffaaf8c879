// Writes what JavaScript and Python find, as one JSON array per line:
//   [pattern, flags, text, JavaScript's matches, Python's matches]
// A match is a list of code point offsets, start and end of the whole match
// and of each group, -1 where a group took no part.
//
//   node generate.mjs > matches.jsonl        (node 20.20.2, python3 3.11.7)
//
// The patterns stay within what the engines and RE2 read alike: \w, \b and so
// on in ASCII, LF as the only line end, no repeated capture (JavaScript resets
// groups at each iteration) and no repeated empty expression. Python's $ is
// written \Z without the flag m, because $ there also matches before a final
// line feed. \B is tried neither on the empty text, where Python 3.11 has no
// match, nor near characters beyond U+FFFF, where V8 finds one between the two
// halves of a surrogate pair.
import { spawnSync } from "node:child_process";

let state = 20260117;
const random = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const pick = (list) => list[random(list.length)];

const characters = ["a", "b", "c", "A", "é", "😀", "0", " "];
const atom = () => pick([() => pick(characters), () => pick(characters), () => ".", () => "[ab]", () => "[^a]", () => "\\w", () => "\\d", () => "[é😀-]"])();
const quantifier = () => pick(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?"]);
const assertion = () => pick(["^", "$", "\\b", "\\B"]);
const piece = (depth) => {
  switch (random(depth > 0 ? 9 : 6)) {
    case 0: case 1: return atom();
    case 2: case 3: return atom() + quantifier();
    case 4: return assertion();
    case 5: return "(?:" + atom() + atom() + ")" + quantifier();
    case 6: return "(" + alternatives(depth - 1) + ")";
    case 7: return "(?<n" + names++ + ">" + alternatives(depth - 1) + ")";
    default: return "(?:" + alternatives(depth - 1) + ")";
  }
};
let names = 0;
const sequence = (depth) => Array.from({ length: random(4) }, () => piece(depth)).join("");
const alternatives = (depth) => Array.from({ length: 1 + random(3) }, () => sequence(depth)).join("|");
const text = () => Array.from({ length: random(10) }, () => pick([...characters, "\n", "_", "a", "b"])).join("");

// offsets converts UTF-16 offsets to code points.
const offsets = (input, pairs) => pairs.flatMap((p) => (p ? p.map((o) => [...input.slice(0, o)].length) : [-1, -1]));
const javaScript = (pattern, flags, input) =>
  [...input.matchAll(new RegExp(pattern, flags + "dgu"))].map((m) => offsets(input, m.indices));

const fixed = [
  ["(?<y>\\d{4})-(?<m>\\d{2})", "", "2026-01 and 2027-12"], ["x*", "", "aaxa"], ["(a)|(b)", "", "ab"],
  [".", "", "a👍🏽é"], ["(a+)+$", "", "a".repeat(20) + "!"], ["", "", "ab"], ["", "", ""], ["^", "m", "a\nb\n"],
  ["$", "m", "a\nb\n"], ["\\b", "", "ab cd"], ["\\B", "", "ab cd"], ["^a*", "", "aab"], ["a*?", "", "aa"], ["|a", "", "aa"],
  ["\\b|a", "", "a a"], ["(?:)|😀", "", "😀😀"], ["a*|b", "", "ab"], ["\\w*\\b", "", "ab cd"],
];
const cases = [...fixed];
while (cases.length < 2500) {
  names = 0;
  const pattern = alternatives(2);
  let input = text();
  if (pattern.includes("\\B")) input = "a" + input.replaceAll("😀", "é");
  cases.push([pattern, ["", "", "i", "m", "s", "im", "ms"][random(7)], input]);
}
const python = spawnSync("python3", ["-c", `
import json, re, sys
for line in sys.stdin:
    pattern, flags, text = json.loads(line)
    pattern = pattern.replace("(?<n", "(?P<n").replace("(?<y", "(?P<y").replace("(?<m", "(?P<m")
    if "m" not in flags: pattern = pattern.replace("$", r"\\Z")
    compiled = re.compile(pattern, re.ASCII | sum(getattr(re, f.upper()) for f in flags))
    print(json.dumps([[o for span in m.regs for o in span] for m in compiled.finditer(text)]))
`], { input: cases.map((c) => JSON.stringify(c)).join("\n"), encoding: "utf8", maxBuffer: 1 << 28 });
if (python.status !== 0) throw new Error(python.stderr);
const fromPython = python.stdout.trim().split("\n");
cases.forEach(([pattern, flags, input], i) => {
  const matches = JSON.stringify(javaScript(pattern, flags, input));
  console.log(`[${JSON.stringify(pattern)},${JSON.stringify(flags)},${JSON.stringify(input)},${matches},${fromPython[i].replaceAll(" ", "")}]`);
});
