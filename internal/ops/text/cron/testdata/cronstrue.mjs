// Descriptions by cronstrue 3.39.0, of every pairing of common forms of the
// fields, on both clocks.
//
//	npm install cronstrue@3.39.0 && node cronstrue.mjs >cronstrue.tsv
//
// Columns: expression, 12-hour clock, 24-hour clock (empty where it is the same).
import cronstrue from 'cronstrue';

const minutes = ['*', '*/5', '0', '1', '30', '5,35', '0,15,30,45', '0-30', '5-59/15', '1,4-6', '1,10-20/2', '0-59/7'];
const hours = ['*', '9', '0', '13', '9,17', '0,6,12,18', '9-17', '*/2', '9-17/2', '9,11-17', '9-11,14-17', '9,11-17/2', '0-23'];
const dates = ['*', '1', '31', '1,15', '1,2,15', '1-7', '*/2', '3-30/3', '1,10-15', '1-7,15-21', '*/1'];
const weekdays = ['*', '1', 'sun', '7', '1,3', 'MON,WED,FRI', '1-5', '5-7', '*/2', '1-5/2', '1,3-5', '6,7', '0,6', '7,1', '1-2,4-5', '*/1'];
const months = ['*', '1', 'FEB', '1,7', '1,4,7,10', '1-3', '*/3', '2-12/2', '1,4-6', '1-2,5-6', '*/1'];

const expressions = [];
for (const m of minutes) for (const h of hours) expressions.push(`${m} ${h} * * *`);
for (const d of dates) for (const w of weekdays) expressions.push(`0 9 ${d} * ${w}`);
for (const d of dates) for (const mo of months) expressions.push(`30 4 ${d} ${mo} *`);
for (const mo of months) for (const w of weekdays) expressions.push(`*/10 * * ${mo} ${w}`);
expressions.push('@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly', '@reboot');
expressions.push('*/90 * * * *', '*/60 * * * *', '0 */24 * * *', '0 */25 * * *', '5-5 * * * *', '2,1 * * * *', '1,1 * * * *', '0 9 * * 0-7', '*,5 * * * *', '0 0 1,1 * *');

for (const e of new Set(expressions)) {
  const twelve = cronstrue.toString(e), day = cronstrue.toString(e, { use24HourTimeFormat: true });
  console.log([e, twelve, day === twelve ? '' : day].join('\t'));
}
