// Writes durations.json: texts with what Temporal reads in them, as [text,
// sign, months, days, seconds, nanoseconds], or [text] where it refuses them.
//
//   npm install @js-temporal/polyfill@0.5.1 && node durations.mjs > durations.json
//
// Temporal also takes small letters and a plus sign; none are written here.
import { Temporal } from '@js-temporal/polyfill';

let state = 20261120n;
const below = (n) => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return Number((state >> 33n) % BigInt(n));
};
const digits = (n) => Array.from({ length: n }, () => below(10)).join('');
const amount = () => String(below([2, 10, 1000, 100000][below(4)])).padStart(below(3), '0');
const part = (letters) => [...letters].filter(() => below(3) === 0).map((c) => amount() + c).join('');
const text = () => {
  let s = (below(3) ? '' : '-') + 'P' + part('YMWD');
  const time = part('HMS');
  if (time || below(20) === 0) s += 'T' + time;
  if (time && below(2)) s = s.slice(0, -1) + '.,'[below(2)] + digits(below(8) ? 1 + below(9) : below(12)) + s.slice(-1);
  return s;
};
const spoilt = (s) => {
  const i = below(s.length + 1);
  const c = 'PTYMWDHS.-0 5'[below(13)];
  return [s.slice(0, i) + c + s.slice(i), s.slice(0, i) + s.slice(i + 1), s.slice(0, i) + c + s.slice(i + 1)][below(3)];
};
const rows = [];
while (rows.length < 1200) {
  const s = below(3) ? text() : spoilt(text());
  try {
    const signed = Temporal.Duration.from(s);
    const d = signed.abs();
    rows.push([s, signed.sign, 12 * d.years + d.months, 7 * d.weeks + d.days, 3600 * d.hours + 60 * d.minutes + d.seconds,
      1e6 * d.milliseconds + 1e3 * d.microseconds + d.nanoseconds]);
  } catch {
    rows.push([s]);
  }
}
process.stdout.write('[\n' + rows.map((r) => JSON.stringify(r)).join(',\n') + '\n]\n');
