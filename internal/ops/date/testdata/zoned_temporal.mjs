// Writes timezone_temporal.json and epoch_temporal.json: what Temporal makes of
// local times by each disambiguation, of Unix nanoseconds in zones, and of the
// time between two instants, on Node 20.20.2 (tz 2025c, years 1970 to 2024):
//
//   npm install @js-temporal/polyfill@0.5.1 && node zoned_temporal.mjs
import { writeFileSync } from 'node:fs';
import { Temporal } from '@js-temporal/polyfill';

const zones = ['America/New_York', 'America/St_Johns', 'America/Sao_Paulo', 'Europe/London', 'Europe/Dublin', 'Africa/Cairo', 'Asia/Kolkata',
  'Asia/Kathmandu', 'Asia/Tehran', 'Australia/Lord_Howe', 'Australia/Sydney', 'Pacific/Apia', 'Pacific/Chatham', 'Pacific/Kiritimati', 'Asia/Tokyo'];
let seed = 20261120;
const random = (n) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * n);
};
const pick = (list) => list[random(list.length)];
const plain = { offset: 'auto', timeZoneName: 'never' };
const json = JSON.stringify;
const write = (name, rows) => writeFileSync(name, '[\n' + rows.map(json).join(',\n') + '\n]\n');

function timezone() {
  const [from, to] = [pick(zones), pick(zones)];
  let local = Temporal.PlainDateTime.from({ year: 1970, month: 1, day: 2 }).add({ days: random(20000), seconds: random(86400) });
  const change = local.toZonedDateTime(from).getTimeZoneTransition('next');
  if (random(4) && change && change.year < 2025) {
    const after = change.toPlainDateTime();
    const before = change.subtract({ nanoseconds: 1 }).toPlainDateTime().add({ nanoseconds: 1 });
    const low = Temporal.PlainDateTime.compare(before, after) < 0 ? before : after;
    const width = Math.abs(before.until(after).total('seconds'));
    local = low.add({ seconds: random(width + 2) - 1 });
  }
  const disambiguation = pick(['compatible', 'earlier', 'later']);
  const by = (d) => local.toZonedDateTime(from, { disambiguation: d });
  const source = by(disambiguation);
  const instants = [by('earlier'), by('later')].map((z) => z.toInstant().toString());
  const result = source.withTimeZone(to);
  const gap = !by('later').toPlainDateTime().equals(local);
  return {
    body: { datetime: local.toString(), from, to, disambiguation },
    want: {
      utc: json(source.toInstant().toString()), 'source.datetime': json(source.toString(plain)), 'source.utc_offset': json(source.offset),
      local_time_status: json(instants[0] === instants[1] ? 'unique' : gap ? 'gap' : 'fold'),
      candidates: instants[0] === instants[1] ? 'null' : json(instants),
      'results.0.datetime': json(result.toString(plain)), 'results.0.utc_offset': json(result.offset),
      'results.0.day_difference': json(source.toPlainDate().until(result.toPlainDate()).days),
      'results.0.offset_difference_minutes': json((result.offsetNanoseconds - source.offsetNanoseconds) / 6e10),
    },
  };
}

function words(from, at) {
  const [early, late] = Temporal.Instant.compare(from, at) <= 0 ? [from, at] : [at, from];
  const utc = (i) => i.toZonedDateTimeISO('UTC').toPlainDateTime();
  const d = utc(early).until(utc(late), { largestUnit: 'years' });
  const unit = ['years', 'months', 'days', 'hours', 'minutes', 'seconds'].find((u) => d[u]);
  if (!unit) return Temporal.Instant.compare(at, from) < 0 ? '0 seconds ago' : 'now';
  const text = d[unit] + ' ' + (d[unit] === 1 ? unit.slice(0, -1) : unit);
  return early === from ? 'in ' + text : text + ' ago';
}

function epoch() {
  const nanos = BigInt(random(1735689600)) * 1000000000n + BigInt(random(1e9));
  const at = Temporal.Instant.fromEpochNanoseconds(nanos);
  const distance = 10 ** (random(10) + 1);
  const other = Temporal.Instant.fromEpochNanoseconds(nanos + BigInt(random(distance) - Math.floor(distance / 2)) * pick([1000000n, 1000000000n]));
  const timezone = pick(zones);
  const local = at.toZonedDateTimeISO(timezone);
  return {
    query: new URLSearchParams({ timestamp: String(nanos), unit: 'ns', timezone, relative_to: other.toString() }).toString(),
    want: {
      utc: json(at.toString()), local: json(local.toString(plain)), utc_offset: json(local.offset), milliseconds: String(at.epochMilliseconds),
      day_of_year: String(local.dayOfYear), is_leap_year: String(local.inLeapYear),
      iso_week: json(`${local.yearOfWeek}-W${String(local.weekOfYear).padStart(2, '0')}-${local.dayOfWeek}`),
      'relative.text': json(words(other, at)),
    },
  };
}

write('timezone_temporal.json', Array.from({ length: 300 }, timezone));
write('epoch_temporal.json', Array.from({ length: 300 }, epoch));
