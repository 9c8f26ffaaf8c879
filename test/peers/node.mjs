// Does jobs with Node libraries for the program peers: reads one question on a
// line of standard input, {job, files, times, answer}, does the job so many
// times, writes the last answer into the file named so, and replies with the
// processor time and the time by the clock, in microseconds.
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createTwoFilesPatch } from 'diff';
import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import beautify from 'js-beautify';
import Papa from 'papaparse';
import * as prettier from 'prettier';
import formatXML from 'xml-formatter';
import { pictures } from './pictures.mjs';

const lines = (text) => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
const text = (list) => list.join('\n') + '\n';
const xml = { preserveOrder: true, ignoreAttributes: false, parseTagValue: false, processEntities: false };
const collator = new Intl.Collator('en', { sensitivity: 'base' });
const wholeCSV = (data, dynamicTyping) => {
  const { data: rows, errors } = Papa.parse(data, { header: true, skipEmptyLines: true, dynamicTyping });
  if (errors.length) throw new Error(errors[0].message);
  return JSON.stringify(rows);
};

const jobs = {
  'JSON.parse': (a) => (JSON.parse(a), 'valid'),
  'JSON.stringify': (a) => JSON.stringify(JSON.parse(a), null, 2),
  'prettier json': (a) => prettier.format(a, { parser: 'json' }),
  'xml-formatter': (a) => formatXML(a, { indentation: '  ', collapseContent: true, lineSeparator: '\n' }),
  'fast-xml-parser': (a) => new XMLBuilder({ ...xml, format: true }).build(new XMLParser(xml).parse(a)),
  'js-beautify': (a) => beautify.css(a, { indent_size: 2 }),
  'prettier css': (a) => prettier.format(a, { parser: 'css' }),
  papaparse: (a) => wholeCSV(a, false),
  'papaparse typed': (a) => wholeCSV(a, true),
  sort: (a) => text(lines(a).sort()),
  collate: (a) => text(lines(a).sort(collator.compare)),
  dedupe: (a) => text([...new Set(lines(a))]),
  jsdiff: (a, b) => createTwoFilesPatch('original', 'modified', a, b, '', '', { context: 3 }),
};

const contents = new Map();
const read = (file, encoding) => contents.get(file) ?? contents.set(file, readFileSync(file, encoding)).get(file);

async function reply({ job, files, times, answer }) {
  const work = jobs[job] ?? pictures[job];
  const inputs = files.map((file) => read(file, job in pictures ? null : 'utf8'));
  const begin = process.hrtime.bigint();
  const used = process.cpuUsage();
  let last;
  for (let i = 0; i < times; i++) last = await work(...inputs);
  const { user, system } = process.cpuUsage(used);
  const clock = Number(process.hrtime.bigint() - begin) / 1000;
  writeFileSync(answer, last);
  return { processor: user + system, clock };
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await reply(JSON.parse(line)).catch((e) => ({ error: String(e) }));
  console.log(JSON.stringify(answer));
}
