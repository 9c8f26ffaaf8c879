// Maps 3,000 texts to lower and upper case with toLocaleLowerCase and
// toLocaleUpperCase of Node 20.20.2 (ICU 78.2, Unicode 17). Each line is
// language, text, lower, upper.
//
//   node cases.mjs > cases.jsonl
let seed = 3;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return Math.floor(seed / 2 ** 32 * n); };
const pick = (list) => list[random(list.length)];
const cased = [];
for (let c = 0x80; c < 0x20000; c++) if (/^\p{Cased}/u.test(String.fromCodePoint(c))) cased.push(String.fromCodePoint(c));
const greek = [...'ΑάΆΪϊΐΫϋΰήΉηΗᾳᾼῷΣσςιυαεοωΩρΡῥὀὓᾧῆὴϒϓϔͱͺϐϊ\u03CA\u0301\u0308\u0345\u0342\u0344\u0304\u0313\u0306 , .ab'];
for (let c = 0x370; c < 0x400; c++) greek.push(String.fromCodePoint(c));
for (let c = 0x1F00; c < 0x2000; c++) greek.push(String.fromCodePoint(c));
const pools = {
  und: [[...'ΣσςΑβ.\'’\u0301\u00AD \u200D:1aA𝐀·-ʰ\u0345'], cased, [...'ǆǅǄŉǰﬁﬀևԵაᲐꭰᎠẞßΐᾈᾀ aİıIi']],
  tr: [[...'abIiıİ\u0307\u0301\u0328 Jj.']], az: [[...'abIiıİ\u0307\u0301\u0328 Jj.']],
  lt: [[...'IiJjĮįÌÍĨìíĩabİ\u0307\u0300\u0301\u0303\u0328\u0331 ḋ']],
  el: [greek, greek.slice(0, 50), [...'ή Ή ἤ η\u0301 ά άι αυ άυ ΐ Μαΐου 1ή ή1 -'].filter((c) => c !== '-')], nl: [[...'IJijĳĲ abé']],
};
for (let k = 0; k < 3000; k++) {
  const language = Object.keys(pools)[k % 6];
  const pool = pick(pools[language]);
  let text = '';
  for (let n = random(9); n >= 0; n--) text += pick(pool);
  const tag = language === 'und' ? 'en' : language;
  console.log(JSON.stringify([language, text, text.toLocaleLowerCase(tag), text.toLocaleUpperCase(tag)]));
}
