// Writes the expected values that papaparse and csv-spectrum give. In a folder
// of its own, with this file copied into it:
//
//   npm install papaparse@5.7.1 csv-spectrum@2.0.0 && node generate.mjs OUT
//
// spectrum.json  the files of csv-spectrum 2.0.0 (BSD-2-Clause, Max Ogden), csv
//                and json, each base64 of its bytes
// papa.jsonl     {name, csv, config, rows, delimiter}: readings by papaparse
import fs from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'

const out = process.argv[2]
const spectrum = path.join('node_modules', 'csv-spectrum')
const files = fs.readdirSync(path.join(spectrum, 'csvs')).sort().map((file) => {
  const name = path.basename(file, '.csv')
  return {
    name,
    csv: fs.readFileSync(path.join(spectrum, 'csvs', file)).toString('base64'),
    json: fs.readFileSync(path.join(spectrum, 'json', name + '.json')).toString('base64'),
  }
})
fs.writeFileSync(path.join(out, 'spectrum.json'), JSON.stringify(files, null, 1) + '\n')

const cases = [
  ['comma', 'a,b,c\n1,2,3\n4,5,6\n', {}],
  ['semicolon, decimal commas', 'name;price\nx;1,50\ny;2,75\n', {}],
  ['tab', 'a\tb\n1\t2, 3\n4\t5\n', {}],
  ['pipe', 'a|b|c\r\n1|2|3\r\n', {}],
  ['pipe, commas in one cell', 'a|b\nx, y, z|2\nw|3\n', {}],
  ['semicolon inside quotes', 'a,b\n"1;2;3",x\n"4;5;6",y\n', {}],
  ['one column', 'name\nAlice\nBob\n', {}],
  ['one record', 'a;b;c', {}],
  ['quoted semicolons, LF in quotes', 'id;text\n1;"line one\nline two, with comma"\n2;"x;y"\n', {}],
  ['title line above', 'Report of May\na;b;c\n1;2;3\n4;5;6\n7;8;9\n', {}],
  ['comments', '#first\na,b\n#x,y,z\n1,2\n', { comments: '#' }],
  ['comment only at line start', 'a,b\n1,#2\n"#3",4\n', { comments: '#' }],
  ['empty lines skipped', 'a,b\n\n1,2\n\n\n3,4\n', { skipEmptyLines: true }],
  ['line of delimiters is a record', 'a,b\n,\n1,2\n', { skipEmptyLines: true }],
  ['single quotes', "a,b\n'1,1','it''s'\n", { quoteChar: "'" }],
  ['bare quotes are data', 'a,b\n5" disk,the "best"\n', {}],
  ['CR', 'a,b\r1,2\r3,4', { newline: '\r' }],
  ['preview', 'a,b\n1,2\n3,4\n5,6\n', { preview: 2 }],
  ['delimiter of two units', 'a😀b\n1😀"2😀3"\n', { delimiter: '😀' }],
]
const lines = cases.map(([name, csv, config]) => {
  const result = Papa.parse(csv, { skipEmptyLines: true, ...config })
  return JSON.stringify({ name, csv, config, rows: result.data, delimiter: result.meta.delimiter })
})
fs.writeFileSync(path.join(out, 'papa.jsonl'), lines.join('\n') + '\n')
