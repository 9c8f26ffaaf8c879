// Records random texts turned round by Intl.Segmenter and regular expressions.
// Command: node reverse_oracle.mjs > reverse.jsonl   (node 20.20.2, ICU 78.2, Unicode 17)
// A case is [mode, text, the text turned round, units, palindrome].
let state = 310;
const random = (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % n;
const pick = (list) => list[random(list.length)];
const segmenter = new Intl.Segmenter("en");
const clusters = (text) => [...segmenter.segment(text)].map((s) => s.segment);
const turn = (text) => clusters(text).reverse().join("");

// A text as units at even places and what parts them at odd ones.
const cutWords = (text) => text.split(/(\p{White_Space}+)/u);
const cutLines = (text) => text.split(/(\r\n|\r|\n)/);
const swap = (parts) => parts.map((p, i) => (i % 2 ? p : parts[parts.length - 1 - i])).join("");
const within = (parts) => parts.map((p, i) => (i % 2 ? p : turn(p))).join("");

// Words: what is empty at either end is none. Lines: what is empty behind the
// last terminator is none.
function words(text, change) {
  const [, before, body, after] = text.match(/^(\p{White_Space}*)(.*?)(\p{White_Space}*)$/su);
  return body === "" ? [text, 0] : [before + change(cutWords(body)) + after, (cutWords(body).length + 1) / 2];
}
function lines(text, change) {
  const [, body, after] = text.match(/^(.*?)(\r\n|\r|\n)?$/s);
  return text === "" ? ["", 0] : [change(cutLines(body)) + (after ?? ""), (cutLines(body).length + 1) / 2];
}

const modes = {
  characters: (text) => [turn(text), clusters(text).length],
  words: (text) => words(text, swap),
  each_word: (text) => words(text, within),
  lines: (text) => lines(text, swap),
  each_line: (text) => lines(text, within),
};

function palindrome(text) {
  const read = clusters(text.normalize("NFD").toLowerCase().normalize("NFC")).filter((c) => /\p{L}|\p{Nd}/u.test(c));
  return read.every((c, i) => c === read[read.length - 1 - i]);
}

const letters = ["a", "b", "B", "1", "é", "e\u0301", "E\u0301", "नि", "क्ष", "स्ते", "👨‍👩‍👧", "🇮🇳", "🇺🇸", "👍🏽", "❤️", "한", "\u1112\u1161\u11ab", "กำ", "\u0301", "\u200d", "," , "!"];
const gaps = [" ", "  ", "\t", "\n", "\r\n", "\r", "\u3000", "\n\n"];
for (let i = 0; i < 1500; i++) {
  let text = "";
  if (i % 3 === 0) {
    const half = Array.from({ length: random(4) }, () => pick(letters.slice(0, 5)));
    text = [...half, ...(random(2) ? [pick(letters)] : []), ...[...half].reverse()].join(random(2) ? " " : "");
  } else for (let n = random(12); n > 0; n--) text += random(3) ? pick(letters) : pick(gaps);
  const mode = pick(Object.keys(modes));
  console.log(JSON.stringify([mode, text, ...modes[mode](text), palindrome(text)]));
}
