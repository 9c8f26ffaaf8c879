// Weighs 4,000 texts with twitter-text 3.1.0 (parseTweet, default
// configuration) and lists the URLs it finds. Emoji are those that it knows.
// Each line is text, weighted length, valid, URLs.
//
//   npm install --prefix /tmp/tweet twitter-text@3.1.0
//   node tweets.mjs /tmp/tweet/node_modules > tweets.jsonl
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

const twitter = createRequire(resolve(process.argv[2], 'x.js'))('twitter-text');
let seed = 280;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return Math.floor(seed / 2 ** 32 * n); };
const pick = (list) => list[random(list.length)];
const tokens = ('http:// https:// HTTPS:// ftp:// example.com Example.COM www.example.co.uk foo_bar.example.com a-b.de x.y t.co/abc123 http://t.co/abc?x=1 '
  + 'https://t.co/' + 'a'.repeat(41) + ' https://t.co/abc/def http://t.co/ xn--bcher-kva.example xn--p1ai.xn--p1ai bücher.de пример.рф http://пример.рф 日本.jp 日本語.example.com '
  + '嘉里.嘉里大酒店 भारत.भारतम् .com . .. - _ / // : :80 :8080/x ? ?a=b ?q=(x) #tag @user $cash ( ) (film) ((a)b) /wiki/Primer_(film) /a_(b_(c)). /über /путь /@user/ & = ~ | ! ; \' , " '
  + 'a b com net museum co 1 . - é ß ñ x\u0301 😀 👩 👍🏽 🇮🇳 ❤️ 日 本 ’ “ … – \u00A0 \u200B \u200F \u202A \uFEFF \n \t 。 ． ＠ ＃ ſ K ʃ Ȿ ＡＢ').split(' ').concat([' ', ' ', ' ']);
const lists = [tokens, [...'ab.-_/:?(x)1é日😀 @'], ['a', '.', 'com', 'b', '-', '_', '日', 'é', '/', '(', ')', ',', ' '],
  'the cat sat on a mat – “hi” … नमस्ते 日本語 Привет ½ ™ © ™️ ©️ € ‼ ‼️ 1️⃣ #️⃣ 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 e\u0301 ᄒ\u1161'.split(' ').concat([' ', ' '])];
function line(text) {
  const {weightedLength, valid} = twitter.parseTweet(text);
  const urls = twitter.extractUrls(text.normalize());
  // A domain cut short before other scripts makes it glue its path to the wrong place.
  if (urls.every((url) => text.normalize().includes(url))) console.log(JSON.stringify([text, weightedLength, valid, urls]));
}
for (let k = 0; k < 4000; k++) {
  let text = '';
  for (let n = random(9); n >= 0; n--) text += pick(lists[k % 4]);
  line(text);
}
for (const n of [56, 57, 58, 59, 60, 61, 62, 63, 64, 65]) {
  for (const c of ['a', 'é', '日', 'aé', '\u{20000}', '日本語。', '\u0001']) {
    const label = c.repeat(n).slice(0, n);
    line(`http://${label}.com`);
    line(`${label}.com/x`);
    line(`${label.slice(0, 20)}.${label.slice(0, 19)}.com`);
  }
}
for (const n of [4060, 4070, 4080, 4090, 4100]) for (const p of ['', 'http://', 'https://']) line(`${p}example.com/${'a'.repeat(n)}`.slice(0, 4200));
for (const n of [1, 279, 280, 281]) line('a'.repeat(n));
