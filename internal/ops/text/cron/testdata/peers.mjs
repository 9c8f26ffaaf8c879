// The next five runs of random schedules by croner 11.0.1 and cron-parser
// 5.10.5, before changes of clocks and anywhere else.
//
//	npm install croner@11.0.1 cron-parser@5.10.5 && node peers.mjs >peers.tsv
//
// Columns: expression, zone, start (UTC), the runs of croner as minutes since
// the start, those of cron-parser (= where they are the same).
import { Cron } from 'croner';
import { CronExpressionParser } from 'cron-parser';

let state = 20261120;
const random = (n) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
};
const pick = (list) => list[random(list.length)];
const between = (a, b) => a + random(b - a + 1);

function element(min, max, step) {
  const a = between(min, max), b = between(a, max);
  switch (random(5)) {
    case 0: return `*/${between(2, step)}`;
    case 1: return `${a}-${b}`;
    case 2: return b > a ? `${a}-${b}/${between(1, step)}` : `${a}`;
    default: return `${a}`;
  }
}
const field = (min, max, step, stars) =>
  random(10) < stars ? '*' : random(4) ? element(min, max, step) : [0, 1, 2].map(() => between(min, max)).filter((v, i, all) => all.indexOf(v) === i).join(',');

// Zones with the days on which their clocks change; their rules are the same
// in the releases of the database that the programs carry.
const zones = {
  'America/New_York': ['2026-03-08', '2026-11-01', '2030-03-10', '2019-11-03'],
  'Europe/London': ['2026-03-29', '2026-10-25', '1996-03-31'],
  'Australia/Lord_Howe': ['2026-04-05', '2026-10-04'],
  'America/St_Johns': ['2006-04-02', '2006-10-29', '2026-03-08'],
  'America/Sao_Paulo': ['2018-11-04', '2019-02-17'],
  'America/Havana': ['2024-03-10', '2024-11-03'],
  'Pacific/Apia': ['2011-12-30'],
  'Asia/Kolkata': ['2026-01-01'],
  UTC: ['2026-02-20', '2028-02-28', '2099-12-30'],
};

const minutes = (start, dates) => dates.map((d) => (d.getTime() - start) / 60000).join(' ');
function runs(f) {
  try { return f(); } catch (e) { return 'error'; }
}
for (let i = 0; i < 1600; i++) {
  const zone = pick(Object.keys(zones)), near = i % 4;
  const expression = near
    ? [field(0, 59, 20, 2), random(3) ? String(between(0, 3)) : field(0, 23, 6, 4), random(3) ? '*' : field(1, 31, 10, 0), '*', random(3) ? '*' : field(0, 6, 3, 0)].join(' ')
    : [field(0, 59, 20, 2), field(0, 23, 6, 4), field(1, 31, 10, 5), field(1, 12, 4, 6), field(0, 6, 3, 5)].join(' ');
  const start = Date.parse(pick(zones[zone]) + 'T00:00:00Z') + (between(-36, 30) * 60 + pick([0, 0, 0, 30, 17])) * 60000;
  const from = new Date(start);
  const a = runs(() => minutes(start, new Cron(expression, { timezone: zone }).nextRuns(5, from)));
  const b = runs(() => minutes(start, CronExpressionParser.parse(expression, { tz: zone, currentDate: from }).take(5).map((d) => d.toDate())));
  console.log([expression, zone, from.toISOString().slice(0, 16) + 'Z', a, b === a ? '=' : b].join('\t'));
}
