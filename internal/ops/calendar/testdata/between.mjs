// Writes between.json: differences of dates, forward and back, by Temporal.
//
//   npm install @js-temporal/polyfill@0.5.1 && node between.mjs > between.json
import { Temporal } from '@js-temporal/polyfill';

let state = 20261120n;
const below = (n) => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return Number((state >> 33n) % BigInt(n));
};
const date = (year) => {
  const month = 1 + below(12);
  const last = Temporal.PlainDate.from({ year, month, day: 31 }).day;
  return Temporal.PlainDate.from({ year, month, day: below(2) ? 1 + below(last) : last - below(4) });
};
const rows = [];
for (let i = 0; i < 1500; i++) {
  const year = 1 + below(9999);
  const a = date(year);
  const b = date(below(3) ? Math.max(1, Math.min(9999, year + below(9) - 4)) : 1 + below(9999));
  const d = a.until(b, { largestUnit: 'years' });
  rows.push([a.toString(), b.toString(), d.years, d.months, d.days, a.until(b).days].map((x) => (Object.is(x, -0) ? 0 : x)));
}
process.stdout.write('[\n' + rows.map((r) => JSON.stringify(r)).join(',\n') + '\n]\n');
