// Records the order of random lines by Intl.Collator (alphabetical and natural,
// with sensitivity accent where case does not count, variant where it does),
// by the number of Intl.Segmenter's graphemes, and by npm's semver.
// Command, in a folder with semver 7.8.6 installed:
//   node sort_lines_oracle.mjs > sort_lines_node.jsonl   (node 20.20.2, ICU 78.2, CLDR 48)
// A case is [options, lines, the indexes of the lines in order].
// Left out, because golang.org/x/text has the tables of CLDR 23 and no
// reordering of scripts: characters newer than Unicode 6.2, lines of two
// scripts in a language that is not written in Latin, Arabic, and Danish œ.
import { createRequire } from "node:module";
const semver = createRequire(process.cwd() + "/")("semver");

let state = 312;
const random = (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % n;
const pick = (list) => list[random(list.length)];
const word = (letters, longest) => Array.from({ length: 1 + random(longest) }, () => pick(letters)).join("");

const latin = [..."aAbBcChHlLeEzZéÉèêüÜñçåÅäÄöÖßø"];
const alphabets = [
  [["en", "de", "sv", "fi", "es", "fr", "cs", "hu", "pl", "tr", "lt", "et", "hr", "sk", "ro", "is", "vi", "lv", "sl", "de-u-co-phonebk"], latin],
  [["da", "nb", "nn", "no"], [..."bBcCeEøØæÆåÅzZéü"]],
  [["en", "de", "sv", "fr"], [..."aAbBzZ0129 -_.,:;!?'\"()[]{}@*/\\&#%+<=>|~$€£"]],
  [["en", "de", "es", "nb"], [..."ab001239. -_/"]],
  [["ru", "uk", "bg"], [..."аАбБеЕёЁжзиИйЙкъыьэюя019"]],
  [["el"], [..."αΑάβΒγΔεέηήθσςωώ019"]],
  [["he"], [..."אבגדהוזחטיךכםמןנ019"]],
  [["hi", "mr"], [..."अआइकखगघङचकाीुूंः"]],
  [["th"], [..."กขคงจฉเแโใไาะัิี่้- ."]],
  [["ja"], [..."あアいイかカがガきゃキャっッ漢字日本"]],
  [["ko"], [..."가나다라한글국"]],
  [["zh", "zh-Hant", "zh-u-co-stroke"], [..."一二三四五六七八九十中国人"]],
];

function record(options, lines, compare) {
  const order = [...lines.keys()].sort((a, b) => compare(lines[a], lines[b])); // stable, ECMA-262
  console.log(JSON.stringify([options, lines, order]));
}

for (let i = 0; i < 1100; i++) {
  const [locales, letters] = alphabets[Math.max(0, (i % 20) - 8)]; // nearly half of them Latin
  const locale = pick(locales);
  const caseSensitive = random(2) === 1;
  const natural = random(2) === 1;
  const descending = random(4) === 0;
  const collator = new Intl.Collator(locale, { numeric: natural, sensitivity: caseSensitive ? "variant" : "accent", caseFirst: "lower" });
  const lines = Array.from({ length: 7 }, () => word(letters, 4));
  const options = { locale };
  if (caseSensitive) options.case_sensitive = true;
  if (natural) Object.assign(options, random(2) ? { natural } : { method: "natural" });
  if (descending) options.order = "desc";
  record(options, lines, (a, b) => (descending ? collator.compare(b, a) : collator.compare(a, b)));
}

const segmenter = new Intl.Segmenter("en");
const size = (line) => [...segmenter.segment(line)].length;
const clusters = ["a", "é", "e\u0301", "👨‍👩‍👧", "🇮🇳", "क्ष", "स्ते", "👍🏽", "한", "\u1112\u1161\u11ab", "ZW\u200d"];
for (let i = 0; i < 200; i++) {
  const lines = Array.from({ length: 5 }, () => word(clusters, 5));
  record({ method: "length" }, lines, (a, b) => size(a) - size(b));
}

const identifiers = ["alpha", "beta", "rc", "a", "A", "-", "0a", "1", "2", "11", "0", "x-1", "9007199254740991"];
const version = () => {
  let v = Array.from({ length: 3 }, () => pick(["0", "1", "2", "10", "123456789"])).join(".");
  if (random(3)) v += "-" + Array.from({ length: 1 + random(3) }, () => pick(identifiers)).join(".");
  if (random(4) === 0) v += "+" + pick(["001", "b.1", "--"]);
  return random(4) ? v : "v" + v;
};
const broken = ["1.2", "1.2.3.4", "01.2.3", "1.2.3-", "1.2.3-01", "1.2.3-a..b", "1.2.3+", "1.2.x", "", "1.2.3-é", "-1.2.3"];
for (let i = 0; i < 1000; i++) {
  const lines = Array.from({ length: 5 }, () => (random(9) ? version() : pick(broken)));
  const descending = random(3) === 0;
  record({ method: "semver", ...(descending ? { order: "desc" } : {}) }, lines, (a, b) => {
    if (!semver.valid(a) || !semver.valid(b)) return Number(!semver.valid(a)) - Number(!semver.valid(b));
    return descending ? semver.compare(b, a) : semver.compare(a, b);
  });
}
