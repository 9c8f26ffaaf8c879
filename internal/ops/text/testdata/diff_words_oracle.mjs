// Pairs of texts compared word by word by jsdiff.
//
//     npm install diff@9.0.0 && node diff_words_oracle.mjs > diff_words.jsonl
//
// Node 20.20.2 was used. One case a line: original, modified, the number of
// words added and removed by diffWordsWithSpace, and its list of changes as [op,
// text] where only one set of words can be kept by a shortest script, so that
// every correct program gives the same. The texts have one space or none
// between words and no apostrophes: there jsdiff's words are those of UAX #29.
import { diffWordsWithSpace } from 'diff';

let seed = 20260714;
const random = n => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x7fffffff) * n) % n;
};
const vocabulary = ['the', 'quick', 'brown', 'red', 'fox', 'over', 'lazy', 'dog', 'naïve', 'Ärger', '42'];
const marks = ['', '', '', '', ',', '.', '!', '?', ';'];
const tokens = text => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];

const text = () => {
  const words = [];
  for (let n = random(12); n > 0; n--) words.push(vocabulary[random(vocabulary.length)] + marks[random(marks.length)]);
  return words.join(' ');
};
const edited = s => {
  const words = s.split(' ');
  for (let n = random(4); n > 0; n--) words.splice(random(words.length + 1), random(2), ...(random(2) ? [vocabulary[random(vocabulary.length)]] : []));
  return words.join(' ');
};

// ways counts the sets of pairs that a shortest script can keep.
const ways = (a, b) => {
  const most = [], count = [];
  for (let i = a.length; i >= 0; i--) {
    most[i] = [], count[i] = [];
    for (let j = b.length; j >= 0; j--) {
      most[i][j] = i === a.length || j === b.length ? 0
        : Math.max(most[i + 1][j], most[i][j + 1], a[i] === b[j] ? most[i + 1][j + 1] + 1 : 0);
      count[i][j] = most[i][j] === 0 ? 1 : 0;
      for (let k = i; most[i][j] > 0 && k < a.length; k++) {
        for (let l = j; l < b.length; l++) {
          if (a[k] === b[l] && most[k + 1][l + 1] + 1 === most[i][j]) count[i][j] += count[k + 1][l + 1];
        }
      }
    }
  }
  return count[0][0];
};

for (let i = 0; i < 1000; i++) {
  const original = text();
  const modified = random(3) ? edited(original) : text();
  const changes = diffWordsWithSpace(original, modified);
  const count = key => changes.filter(c => c[key]).reduce((n, c) => n + tokens(c.value).length, 0);
  const record = [original, modified, count('added'), count('removed')];
  if (ways(tokens(original), tokens(modified)) === 1) {
    record.push(changes.map(c => [c.added ? 'insert' : c.removed ? 'delete' : 'equal', c.value]));
  }
  console.log(JSON.stringify(record));
}
