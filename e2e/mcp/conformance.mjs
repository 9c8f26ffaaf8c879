// The protocol's own conformance suite:
//
//   node conformance.mjs URL [--record]
//
// Runs every server scenario of two versions of the protocol against a server
// (see fixture) and compares what fails with baseline.txt, check by check: a
// check that fails and is not there, and one that is there and does not fail,
// are both an error. --record writes the list anew, to be read before it is
// kept. What the suite reports as passed is not recorded but counted.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const suite = join(here, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const baseline = join(here, 'baseline.txt');
const [url, record] = process.argv.slice(2);

const failed = new Set();
let passed = 0;
for (const version of ['2025-11-25', '2026-07-28']) {
  const results = mkdtempSync(join(tmpdir(), 'toolcrib-conformance-'));
  try {
    const run = spawnSync(process.execPath, [suite, 'server', '--url', url, '--suite', 'all', '--spec-version', version, '-o', results],
      { encoding: 'utf8', timeout: 300_000 });
    const folders = readdirSync(results);
    if (folders.length < 30) throw new Error(`only ${folders.length} scenarios ran:\n${run.stdout}\n${run.stderr}`);
    for (const folder of folders) {
      const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
      for (const check of JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8'))) {
        if (check.status === 'SUCCESS') passed++;
        if (check.status === 'FAILURE') failed.add(`${version} ${scenario} ${check.id}`);
      }
    }
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

const lines = readFileSync(baseline, 'utf8').split('\n');
if (record) {
  const head = lines.filter((l) => l.startsWith('#'));
  writeFileSync(baseline, [...head, ...[...failed].sort(), ''].join('\n'));
}
const expected = new Set(lines.filter((l) => l && !l.startsWith('#')));
const worse = [...failed].filter((f) => !expected.has(f));
const better = [...expected].filter((f) => !failed.has(f));
for (const f of worse) console.log(`      fails, and is not in the baseline: ${f}`);
for (const f of better) console.log(`      is in the baseline, but does not fail: ${f}`);
console.log(`      ${passed} checks passed, ${failed.size} failed, of which ${failed.size - worse.length} are expected`);
process.exit(!record && worse.length + better.length > 0 ? 1 : 0);
