// Splits and joins 1,900 names with change-case 5.4.4 and, with numbers apart,
// lodash 4.18.1 (null beyond ASCII and where it knows ordinals). Each line is a
// list of text, words, words with numbers apart, and camel, pascal, snake,
// screaming_snake, kebab, train, dot and path case.
//
//   npm install --prefix /tmp/case change-case@5.4.4 lodash@4
//   node identifiers.mjs /tmp/case/node_modules > identifiers.jsonl
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

const require = createRequire(resolve(process.argv[2], 'x.js'));
const lodash = require('lodash');
const cc = await import(resolve(process.argv[2], 'change-case/dist/index.js'));
let seed = 5;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return Math.floor(seed / 2 ** 32 * n); };
const pick = (list) => list[random(list.length)];
const parts = ['foo', 'Bar', 'XML', 'Http', 'a', 'B', '1', '22', 'URL', 'iOS', 'x2', '3D', 'hello', 'WORLD'];
const gaps = ['', '', '', '_', '-', ' ', '.', '/', '  ', '__', '$', ', '];
const letters = [...'aaBB1_ -éÉñÑяЯ中א'];
const options = {mergeAmbiguousCharacters: true};
for (let k = 0; k < 1900; k++) {
  let text = '';
  for (let n = random(6); n >= 0; n--) text += k % 3 ? pick(parts) + pick(gaps) : pick(letters);
  const numbers = /^[\x20-\x7E]*$/.test(text) && !/\d(st|nd|rd|th)/i.test(text) ? lodash.words(text) : null;
  console.log(JSON.stringify([text, cc.split(text).filter(Boolean), numbers,
    ...['camelCase', 'pascalCase', 'snakeCase', 'constantCase', 'kebabCase', 'trainCase', 'dotCase', 'pathCase'].map((f) => cc[f](text, options))]));
}
