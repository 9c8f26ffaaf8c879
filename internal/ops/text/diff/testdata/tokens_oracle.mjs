// Random texts cut into words, characters and sentences by ICU.
//
//     node tokens_oracle.mjs > tokens.jsonl
//
// Node 20.20.2 with ICU 78.2 (Unicode 17) was used. One text a line: text, and
// the lengths in UTF-16 units of its words (white space segments that touch
// joined), of its grapheme clusters and of its sentences. Scripts that ICU cuts
// by dictionary (Thai, Chinese, Japanese, Korean) are left out.
let seed = 20260713;
const random = n => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x7fffffff) * n) % n;
};
const pieces = [
  'the', 'Quick', 'can\'t', 'fox', '3.14', '1,000', 'a_b', 'e.g', 'naïve', 'cafe\u0301', 'नमस्ते', 'क्षत्रिय', 'Привет', 'שלום', 'العربية', 'γειά',
  ' ', ' ', ' ', '  ', '\t', '\n', '\r\n', '\r', '\u00a0', '\u2003', '\u200b', '.', '. ', '! ', '?', ',', ', ', ';', ':', '-', '—', '…', '"', '“', '”', '(', ')', "'", '’',
  '👍', '👍🏽', '👨‍👩‍👧', '🇮🇳', '🇩🇪', '❤️', '\u0301', '\u200d', '\u0000', '@', '#', '$', '+', '=', '/', '१२', '٣',
];
const cut = (granularity, text) => [...new Intl.Segmenter('en', { granularity }).segment(text)].map(s => s.segment);
const space = /^\p{White_Space}+$/u;

for (let i = 0; i < 1000; i++) {
  let text = '';
  for (let n = random(14); n >= 0; n--) text += pieces[random(pieces.length)];
  const words = [];
  let inSpace = false;
  for (const word of cut('word', text)) {
    const isSpace = space.test(word);
    if (isSpace && inSpace) words[words.length - 1] += word;
    else words.push(word);
    inSpace = isSpace;
  }
  const lengths = list => list.map(s => s.length);
  console.log(JSON.stringify([text, lengths(words), lengths(cut('grapheme', text)), lengths(cut('sentence', text))]));
}
