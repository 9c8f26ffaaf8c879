// Counts the syllables of every 30th word of the CMU pronouncing dictionary
// (npm cmu-pronouncing-dictionary 3.0.0) that is written in plain letters: its
// vowel sounds. Each line is the word and the number.
//
//   npm install --prefix /tmp/cmu cmu-pronouncing-dictionary@3
//   node syllables.mjs /tmp/cmu/node_modules > syllables.txt
import {resolve} from 'node:path';

const {dictionary} = await import(resolve(process.argv[2], 'cmu-pronouncing-dictionary/index.js'));
const words = Object.entries(dictionary).filter(([word]) => /^[a-z]+$/.test(word));
for (const [k, [word, sounds]] of words.entries()) if (k % 30 === 0) console.log(word, sounds.match(/\d/g)?.length ?? 0);
