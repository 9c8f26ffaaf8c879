// Writes duration_oracle.json: durations by Temporal, on Node 20.20.2 with its
// time zones of ICU (2025c). Each row is the input, then start, end, sign,
// iso8601, total_seconds, utc_offset_change_seconds and calendar_days.
//
//   npm install @js-temporal/polyfill@0.5.1 temporal-polyfill@1.0.8 && node duration_oracle.mjs > duration_oracle.json
//
// Two implementations are asked. Where the first differs or fails, which is
// within one date on which clocks change, the second is right: it knows the
// specification's later step that counts exact time there. stderr tells.
//
// Left out is what does not lead from start to end when it is added: Temporal
// takes the first showing of a time for the second there.
//
// Zones whose rules changed since 2025c are used for past years alone; start
// and end carry their offsets, so that a difference of the data would show.
import { Temporal } from '@js-temporal/polyfill';
import { Temporal as Other } from 'temporal-polyfill';

let state = 17n;
const below = (n) => {
  state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
  return Number((state >> 33n) % BigInt(n));
};
const pick = (list) => list[below(list.length)];
const settled = ['America/New_York', 'America/Los_Angeles', 'America/St_Johns', 'Europe/London', 'Europe/Berlin', 'Australia/Sydney', 'Australia/Lord_Howe', 'Pacific/Auckland'];
const past = ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tokyo', 'America/Sao_Paulo', 'America/Havana', 'America/Santiago', 'America/Asuncion',
  'Africa/Cairo', 'Africa/Casablanca', 'Asia/Tehran', 'Asia/Beirut', 'Pacific/Apia', 'Atlantic/Azores', 'Europe/Dublin'];
const fixed = ['UTC', '+05:30', '-11:00'];

const zone = () => pick([settled, settled, past, past, fixed].map(pick));
const years = (z) => (settled.includes(z) ? [1972, 2100] : past.includes(z) ? [1973, 2025] : [1, 9999]);
const year = (z) => { const [a, b] = years(z); return a + below(b - a + 1); };

// A local time: near a change of clocks, at the end of a month, or anywhere.
const local = (z) => {
  const clock = pick([{ hour: below(24), minute: below(60) }, { hour: below(24), minute: 30 }, { hour: below(24), minute: below(60), second: below(60), millisecond: below(2) * below(1000), nanosecond: below(2) * below(1000) }]);
  const kind = below(5);
  if (kind < 3 && !fixed.includes(z)) {
    const change = Temporal.PlainDate.from({ year: year(z), month: 1 + below(12), day: 1 }).toZonedDateTime(z).getTimeZoneTransition(pick(['next', 'previous']));
    const [a, b] = years(z);
    if (change && change.year >= a && change.year <= b) {
      return change.toPlainDateTime().add({ minutes: below(241) - 120 }).add({ days: kind ? below(3) - 1 : 0 });
    }
  }
  const month = 1 + below(12);
  return Temporal.PlainDateTime.from({ year: year(z), month, day: kind === 3 ? 28 + below(4) : 1 + below(28), ...clock });
};
const digits = (n) => (n ? String(n).padStart(9, '0').replace(/0+$/, '') : '');
const amount = () => {
  let date = '', time = '';
  if (below(3)) date = pick(['P1D', 'P1M', 'P1Y', `P${below(40)}D`, `P${below(3)}Y${below(30)}M`, `P${below(9)}W${below(9)}D`, `P${below(20)}M${below(40)}D`]);
  if (below(2) || !date) time = pick([`T${below(60)}H`, `T${below(30)}H${below(100)}M`, `T${below(9)}M${below(100)}.${digits(1 + below(999999))}S`, `T${below(90000)}S`, 'T0.5H']);
  return pick(['', '', '-']) + (date || 'P') + time;
};

const resolve = (plain, z, disambiguation) => plain.toZonedDateTime(z, { disambiguation });
const shift = (from, signed, sign, disambiguation) => {
  if (disambiguation === 'compatible') return sign > 0 ? from.add(signed) : from.subtract(signed);
  const d = sign > 0 ? signed : signed.negated();
  const { years, months, weeks, days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds } = d;
  const moved = years || months || weeks || days ? resolve(from.toPlainDateTime().add({ years, months, weeks, days }), from.timeZoneId, disambiguation) : from;
  return moved.add({ hours, minutes, seconds, milliseconds, microseconds, nanoseconds });
};
const until = (a, b) => {
  const other = Other.ZonedDateTime.from(a.toString()).until(b.toString(), { largestUnit: 'year' }).toString();
  let one = other;
  try { one = a.until(b, { largestUnit: 'year' }).toString(); } catch { failed++; }
  if (one !== other) process.stderr.write(`${a} to ${b}: ${one} or ${other}\n`);
  return other;
};
let failed = 0;
const leads = ([input, start, end, , iso], z) => {
  const to = Temporal.Instant.from(start).toZonedDateTimeISO(z).add(iso).toInstant();
  if (to.equals(end)) return true;
  process.stderr.write(`left out: ${start} + ${iso} is ${to}, not ${end}\n`);
  return false;
};
const rfc3339 = (t) => t.toString({ timeZoneName: 'never' }).replace(/\+00:00$/, t.timeZoneId === 'UTC' ? 'Z' : '+00:00');
const micros = (ns) => { // half-even to 6 decimals of a second
  const down = ns < 0n ? -(-ns / 1000n) : ns / 1000n;
  const rest = ns - down * 1000n, half = (rest < 0n ? -rest : rest) * 2n;
  const up = half > 1000n || (half === 1000n && down % 2n !== 0n);
  const n = up ? down + (ns < 0n ? -1n : 1n) : down;
  const whole = (n < 0n ? -n : n) / 1000000n, part = String((n < 0n ? -n : n) % 1000000n).padStart(6, '0').replace(/0+$/, '');
  return (n < 0n ? '-' : '') + whole + (part ? '.' + part : '');
};
const row = (input, start, end, z, ez, between) => {
  const there = end.withTimeZone(ez), here = end.withTimeZone(z);
  const d = between ?? until(start, here);
  const ns = end.epochNanoseconds - start.epochNanoseconds;
  if (z !== 'UTC') input.timezone = z;
  if (ez !== z) input.end_timezone = ez;
  return [input, rfc3339(start), rfc3339(there), ns < 0n ? -1 : ns > 0n ? 1 : 0, d.toString(), micros(ns),
    (there.offsetNanoseconds - start.offsetNanoseconds) / 1e9 || 0, start.toPlainDate().until(here.toPlainDate()).days || 0];
};

const rows = [];
const disambiguation = () => pick(['compatible', 'compatible', 'compatible', 'earlier', 'later']);
const note = (input, rule) => { if (rule !== 'compatible') input.disambiguation = rule; return input; };
const keep = (r, z) => leads(r, z) && rows.push(r);
const known = (t, z) => t.subtract({ days: 3 }).year >= years(z)[0] && t.add({ days: 3 }).year <= years(z)[1];
while (rows.length < 1500) {
  const z = zone(), ez = below(4) ? z : zone(), rule = disambiguation(), kind = below(10);
  const a = local(z);
  if (!known(a, z)) continue;
  const b = below(2) && z === ez ? a.add({ months: below(40) - 20 }).add({ days: below(3) - 1 }).add({ minutes: below(300) - 150 }) : local(ez);
  if (!known(b, ez)) continue;
  if (kind < 5) {
    const start = resolve(a, z, rule), end = resolve(b, ez, rule);
    const text = below(6) ? b.toString() : rfc3339(end);
    keep(row(note({ start: a.toString(), end: text }, rule), start, end, z, ez), z);
  } else if (kind < 9) {
    const text = amount(), d = Temporal.Duration.from(text), from = resolve(a, z, rule);
    let to = shift(from, d, kind < 7 ? 1 : -1, rule);
    if (![z, ez].every((zone) => known(to.withTimeZone(zone), zone) && known(from.withTimeZone(zone), zone))) continue;
    if (kind < 7) keep(row(note({ start: a.toString(), duration: text }, rule), from, to, z, ez), z);
    else keep(row(note({ end: a.toString(), duration: text }, rule), to, from, z, z), z);
  } else {
    const p = a.toPlainDate(), q = b.toPlainDate();
    rows.push(row({ start: p.toString(), end: q.toString() }, p.toZonedDateTime(z), q.toZonedDateTime(z), z, z, p.until(q, { largestUnit: 'years' })));
    const r = rows.at(-1);
    r[7] = p.until(q).days || 0;
  }
}
process.stdout.write('[\n' + rows.map((r) => JSON.stringify(r)).join(',\n') + '\n]\n');
process.stderr.write(`${failed} by the second alone\n`);
