// Uses a configuration of an agent as the agent would: asks each of its servers
// for the tools.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const text = readFileSync(process.argv[2], "utf8").replace(/\$\{(\w+)\}/g, (_, name) => process.env[name]);
const message = (id, method, params) => JSON.stringify({ jsonrpc: "2.0", id, method, params });
const hello = message(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "check", version: "1" } });
const list = message(2, "tools/list", {});

async function remote({ url, headers }) {
  const body = await fetch(url, {
    method: "POST", body: list,
    headers: { ...headers, "Content-Type": "application/json", Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18" },
  });
  return (await body.json()).result.tools;
}

async function local({ args }) {
  // On its own it needs neither server nor key, and refuses settings that it does not know.
  const { TOOLCRIB: toolcrib, TOOLCRIB_URL: _, TOOLCRIB_KEY: __, ...env } = process.env;
  const child = spawn(toolcrib, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.write(hello + "\n");
  await lines.next();
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n' + list + "\n");
  const answer = JSON.parse((await lines.next()).value);
  child.stdin.end();
  return answer.result.tools;
}

for (const [name, server] of Object.entries(JSON.parse(text).mcpServers)) {
  const tools = await (server.url ? remote(server) : local(server));
  if (!tools.some((t) => t.name === "csv-to-json")) throw new Error(`${name} lists ${tools.map((t) => t.name)}`);
  console.log(`      ${name}: ${tools.length} tools`);
}
