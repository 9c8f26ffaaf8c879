// The official TypeScript SDK, both lines of it, as a client of the gateway:
//
//   node clients.mjs path/to/toolcrib
//
// Lists every tool and calls each with every example of its registration, over
// HTTP and over a pipe; holds every structured result against the output
// schema of each list it stands in; counts the tokens of the lists.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client as NewClient, StreamableHTTPClientTransport as NewHTTP } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

// What a default list may take of a model's attention: service.md 6.
const MAX_TOKENS = 12_000;

const toolcrib = process.argv[2];
const info = { name: 'toolcrib-e2e', version: '1.0.0' };
const catalogue = JSON.parse(execFileSync(toolcrib, ['ops', '--json'], { maxBuffer: 64 << 20 }));
const twins = ['emi-calculator-finance', 'fd-calculator-finance'];
// Pictures and models are left out of the default list, and offered by ?toolsets=.
const apart = (id) => /^(ai|qr|og)-/.test(id);
const listed = catalogue.map((o) => o.id).filter((id) => !twins.includes(id) && !apart(id)).sort();
const groups = [...new Set(catalogue.map((o) => o.group))].sort();

async function serve() {
  const server = spawn(toolcrib, ['serve', '--dev', '--json', '--listen', '127.0.0.1:0', '--rate-per-minute', '0',
    '--account-rate-per-minute', '0', '--free-compute-units', '1000000'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  return { server, ...JSON.parse(line) };
}

// old and fresh connect the two lines of the SDK.
async function old(transport) {
  const client = new Client(info);
  await client.connect(transport);
  return client;
}
const options = (key) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });
const overHTTP = (url, key) => old(new StreamableHTTPClientTransport(new URL(url), options(key)));
async function fresh(url, key) {
  const client = new NewClient(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new NewHTTP(new URL(url), options(key)));
  assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
  return client;
}
const overPipe = () => old(new StdioClientTransport({ command: toolcrib, args: ['mcp'] }));

async function tools(client) {
  const { tools } = await client.listTools();
  return tools;
}

function validators(tools) {
  const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
  addFormats(ajv);
  return new Map(tools.map((t) => {
    ajv.compile(t.inputSchema);
    return [t.name, ajv.compile(t.outputSchema)];
  }));
}

// callAll calls tools with every example and returns what they answered.
async function callAll(client, ids, checks) {
  const answers = new Map();
  for (const { id, varies, examples } of catalogue.filter((o) => ids.includes(o.id))) {
    for (const { name, input } of examples) {
      const where = `${id}, ${name}`;
      const result = await client.callTool({ name: id, arguments: input });
      assert.ok(!result.isError, `${where}: ${result.content[0].text}`);
      assert.equal(result.content.length, 1, where);
      assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent, where);
      for (const check of checks.map((c) => c.get(id)).filter(Boolean)) {
        assert.ok(check(result.structuredContent), `${where}: ${JSON.stringify(check.errors)}`);
      }
      if (!varies) answers.set(where, result.content[0].text);
    }
  }
  return answers;
}

function count(what, tools) {
  const tokens = encode(JSON.stringify(tools)).length;
  console.log(`      ${what}: ${tools.length} tools, ${tokens} tokens`);
  assert.ok(tokens < MAX_TOKENS, `${what} has ${tokens} tokens; fewer than ${MAX_TOKENS} are allowed`);
}

const { server, url, key } = await serve();
try {
  const mcp = `${url}/mcp`;
  const client = await overHTTP(mcp, key);
  const all = await tools(client);
  assert.deepEqual(all.map((t) => t.name), listed);
  count('default list', all);
  const brief = validators(all);

  const full = new Map();
  for (const group of groups) {
    const some = await overHTTP(`${mcp}?toolsets=${group}`, key);
    const list = await tools(some);
    count(`toolset ${group}`, list);
    for (const [id, check] of validators(list)) full.set(id, check);
    await some.close();
  }
  const compact = await overHTTP(`${mcp}?mode=compact`, key);
  count('compact mode', await tools(compact));
  const hit = await compact.callTool({ name: 'search_operations', arguments: { query: 'gst-calculator' } });
  assert.ok(hit.structuredContent.data.operations.some((o) => o.operation === 'gst-calculator'));
  const called = await compact.callTool({ name: 'call_operation', arguments: { operation: 'gst-calculator', arguments: { amount: 100, gst_rate: 18 } } });
  assert.equal(called.structuredContent.data.total_amount, 118);

  const http = await callAll(client, [...listed, ...twins], [brief, full]);
  const receipt = (await client.callTool({ name: 'uuid-generator', arguments: {} }))._meta;
  assert.ok(receipt['toolcrib/request_id'].startsWith('req_'));
  const wrong = await client.callTool({ name: 'gst-calculator', arguments: { amount: 'a' } });
  assert.ok(wrong.isError && wrong.structuredContent === undefined && JSON.parse(wrong.content[0].text).code === 'validation_failed');
  await assert.rejects(client.callTool({ name: 'no-such-tool', arguments: {} }), /unknown tool/);
  await assert.rejects(overHTTP(mcp, 'nonsense'), /401|_api_key/);

  const modern = await fresh(mcp, key);
  assert.deepEqual(await tools(modern), all);
  assert.deepEqual(await callAll(modern, [...listed, ...twins], [brief, full]), http);

  const pipe = await overPipe();
  const piped = await tools(pipe);
  assert.deepEqual(piped.map((t) => t.name), listed);
  assert.deepEqual(await callAll(pipe, [...listed, ...twins], [brief, full]), http);
  for (const c of [client, compact, modern, pipe]) await c.close();
  console.log(`      ${http.size} answers are the same over HTTP, in both eras of the protocol, and over a pipe`);
} finally {
  server.kill('SIGTERM');
}
