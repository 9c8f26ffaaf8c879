// Makes stopwords.txt.gz from the npm package stopwords-iso (MIT, © Gene Diaz):
// a line for each language.
//   npm install stopwords-iso@1.1.0 && node generate.mjs > stopwords.txt.gz
import path from 'node:path';
import zlib from 'node:zlib';
import { createRequire } from 'node:module';

const lists = createRequire(path.join(process.cwd(), 'x.js'))('stopwords-iso');
const languages = 'af ar bg bn br ca cs da de el en eo es et eu fa fi fr ga gl gu ha he hi hr hu hy id it ja ko la lt lv mr ms nl no pl pt ro ru sk sl so st sv sw th tl tr uk ur vi yo zh zu';
let out = '';
for (const code of languages.split(' ')) {
  const words = lists[code].map((w) => w.normalize('NFC').toLowerCase()).filter((w) => /^[\p{L}\p{M}'’-]+$/u.test(w));
  out += `${code === 'no' ? 'nb' : code} ${[...new Set(words)].sort().join(' ')}\n`;
}
process.stdout.write(zlib.gzipSync(out, { level: 9 }));
