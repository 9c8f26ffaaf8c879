// Normalises 2,000 random texts, a tenth of them with long runs of marks of one class, with
// String.prototype.normalize of Node 20.20.2 (ICU 78.2). Each line is text, form
// C, and the form that the text is in.
//
//   node normal.mjs > normal.jsonl
let seed = 7;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return Math.floor(seed / 2 ** 32 * n); };
const pool = [...'ae A\u0301\u0300\u0308\u0323\u0327é한ᄒ\u1161\u11ABक\u093Cक़Å\u212BΩ\u2126ŗ\u0345ᾳ\u030A日\u3099か'];
for (let k = 0; k < 2000; k++) {
  const zalgo = k % 10 === 9;
  const n = 1 + random(zalgo ? 70 : 8);
  let text = '';
  for (let i = 0; i < n; i++) text += pool[zalgo ? random(12) ? 4 + random(3) : 0 : random(pool.length)];
  const c = text.normalize('NFC');
  console.log(JSON.stringify([text, c, text === c ? 'nfc' : text === text.normalize('NFD') ? 'nfd' : 'mixed']));
}
