// Writes temporal.tsv: the instants that Temporal makes of local times around
// changes of clocks, by each disambiguation, on Node 20.20.2 (tz 2025c):
//
//   npm install @js-temporal/polyfill@0.5.1 && node temporal.mjs > temporal.tsv
//
// Columns: zone, local time, compatible, earlier, later, reject.
import { Temporal } from '@js-temporal/polyfill';

const zones = ['America/New_York', 'America/Los_Angeles', 'America/St_Johns', 'America/Sao_Paulo', 'America/Caracas', 'America/Havana',
  'Europe/London', 'Europe/Dublin', 'Europe/Lisbon', 'Europe/Moscow', 'Europe/Istanbul', 'Africa/Cairo', 'Africa/Casablanca', 'Africa/Windhoek',
  'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tehran', 'Asia/Pyongyang', 'Asia/Amman', 'Asia/Beirut', 'Asia/Gaza', 'Asia/Dhaka', 'Asia/Manila',
  'Australia/Lord_Howe', 'Australia/Adelaide', 'Australia/Sydney', 'Pacific/Apia', 'Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Kiritimati',
  'Pacific/Kwajalein', 'Antarctica/Troll', 'Antarctica/Casey'];
let seed = 20261120;
const random = (n) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * n);
};

function row(zone, local) {
  const by = (disambiguation) => {
    try {
      return local.toZonedDateTime(zone, { disambiguation }).toInstant().toString();
    } catch (e) {
      return e.name;
    }
  };
  console.log([zone, local.toString(), by('compatible'), by('earlier'), by('later'), by('reject')].join('\t'));
}

for (const zone of zones) {
  const changes = [];
  let at = Temporal.Instant.from('1965-01-01T00:00Z').toZonedDateTimeISO(zone);
  while ((at = at.getTimeZoneTransition('next')) && at.year < 2025) changes.push(at);
  for (let i = 0; i < Math.min(11, changes.length); i++) {
    const change = changes.splice(random(changes.length), 1)[0];
    const before = change.subtract({ nanoseconds: 1 });
    const gap = (change.offsetNanoseconds - before.offsetNanoseconds) / 1e9;
    const low = (gap > 0 ? before.add({ nanoseconds: 1 }).withTimeZone('UTC').add({ nanoseconds: before.offsetNanoseconds }) :
      change.withTimeZone('UTC').add({ nanoseconds: change.offsetNanoseconds })).toPlainDateTime();
    const width = Math.abs(gap);
    row(zone, low);
    row(zone, low.add({ seconds: random(width), nanoseconds: random(1e9) }));
    row(zone, low.add({ seconds: width }).subtract({ nanoseconds: 1 }));
    row(zone, low.add({ seconds: width }));
  }
}
