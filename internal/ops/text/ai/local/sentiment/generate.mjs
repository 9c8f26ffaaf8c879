// Makes en.txt.gz from the npm package vader-sentiment (lexicon: MIT, © C.J.
// Hutto; the JavaScript edition: Apache-2.0, © Comcast Cable Communications
// Management): lines of a value in tenths and all words that have it.
//   npm install vader-sentiment@1.1.3 && node generate.mjs > en.txt.gz
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { createRequire } from 'node:module';

const require = createRequire(path.join(process.cwd(), 'x.js'));
const folder = path.dirname(require.resolve('vader-sentiment/package.json'));
const levels = new Map();
for (const line of fs.readFileSync(path.join(folder, 'vader_lexicon.txt'), 'utf8').split('\n')) {
  const [word, value] = line.split('\t');
  const level = Math.round(Number(value) * 10);
  if (level && !word.includes(' ')) levels.set(level, [...(levels.get(level) ?? []), word]);
}
const lines = [...levels].sort(([a], [b]) => b - a).map(([level, words]) => `${level} ${words.sort().join(' ')}\n`);
process.stdout.write(zlib.gzipSync(lines.join(''), { level: 9 }));
