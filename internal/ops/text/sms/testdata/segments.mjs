// Segments some 1,750 texts with sms-segments-calculator 1.3.0. That program keeps
// grapheme clusters whole, which 3GPP does not ask for; it is given code points
// instead. Each line is text, encoding, units, segments, distinct characters
// that are not GSM, bits free in the last segment.
//
//   npm install --prefix /tmp/sms sms-segments-calculator@1.3.0
//   node segments.mjs /tmp/sms/node_modules > segments.jsonl
import {createRequire} from 'node:module';
import {resolve} from 'node:path';

const require = createRequire(resolve(process.argv[2], 'x.js'));
const utils = require('sms-segments-calculator/dist/libs/textUtils.js');
Object.defineProperty(utils, 'splitGraphemes', {value: (text) => [...text]});
const {SegmentedMessage} = require('sms-segments-calculator');

let seed = 140;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return Math.floor(seed / 2 ** 32 * n); };
const gsm = [...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà'];
const extension = [...'^{}\\[~]|€'];
const wide = [...'न中ç😀👩é–’\u200DЯ'];
const edges = [0, 1, 69, 70, 71, 133, 134, 135, 152, 153, 154, 159, 160, 161, 162, 305, 306, 307, 459, 460];
for (let k = 0; k < 700; k++) {
  const n = k % 2 ? random(90) : edges[random(edges.length)] - random(2);
  const pool = [['a'], ['a', '€'], [...gsm, ...extension], [...gsm, ...wide], ['😀'], ['😀', 'न'], ['a', 'a', 'a', 'a', '€', 'a']][random(7)];
  let text = '';
  for (let i = 0; i < n; i++) text += pool[random(pool.length)];
  const m = new SegmentedMessage(text);
  const ucs2 = m.encodingName === 'UCS-2';
  console.log(JSON.stringify([text, ucs2 ? 'ucs2' : 'gsm7', m.messageSize / (ucs2 ? 16 : 7), m.segmentsCount,
    [...new Set(m.encodedChars.filter((c) => !c.isGSM7).map((c) => c.raw))], m.segments.at(-1).freeSizeInBits()]));
}
for (let c = 0; c < 0x2100; c++) {
  if (c % 8) continue;
  const text = Array.from({length: 8}, (_, i) => String.fromCodePoint(c + i)).join('');
  const m = new SegmentedMessage(text);
  console.log(JSON.stringify([text, m.encodingName === 'UCS-2' ? 'ucs2' : 'gsm7', m.messageSize / (m.encodingName === 'UCS-2' ? 16 : 7), m.segmentsCount,
    [...new Set(m.encodedChars.filter((c) => !c.isGSM7).map((c) => c.raw))], m.segments.at(-1).freeSizeInBits()]));
}
