// Calls every operation with its first documented example through the
// TypeScript client, and expects the documented answer; then a refusal, and a
// service that is away now and then.
import assert from "node:assert/strict";
import { answer, createTools, receipt, ToolcribError } from "toolcrib-client";

const [url, key, unreliable] = process.argv.slice(2) as [string, string, string];
const tools = createTools(url, key);

// The document as a program reads it that knows nothing of its types.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;
const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as Any;

let count = 0;
let same = 0;
for (const [path, methods] of Object.entries<Any>(paths)) {
  const method = methods.post ? "POST" : "GET";
  const call = methods.post ?? methods.get;
  if (call["x-units"] === undefined) continue;
  const answers = call.responses["200"].content["application/json"].examples ?? {};
  const name = Object.keys(answers)[0] ?? "";
  const given = (call.parameters ?? []).filter((p: Any) => p.examples?.[name] && path !== "/v1/usage");
  const query = Object.fromEntries(given.map((p: Any) => [p.name, p.examples[name].value]));
  const body = call.requestBody?.content["application/json"].examples[name].value;
  count++;
  try {
    const { data, receipt } = await answer<Any>((tools as Any)[method](path, method === "GET" ? { params: { query } } : { body }));
    if (call["x-varies"] || call.tags[0] === "service") continue;
    delete data.image_base64;
    delete data.data_uri;
    assert.deepEqual(data, answers[name].value.data, path);
    assert.ok(receipt.charge && receipt.requestId, path);
    same++;
  } catch (e) {
    // This server has no model for them.
    if (!(path.startsWith("/v1/text/ai/") && e instanceof ToolcribError && e.code === "model_unavailable")) throw e;
  }
}
console.log(`      ${count} operations, ${same} with the documented answer`);
assert.ok(count >= 70 && same >= 45);

const emi = await answer(tools.GET("/v1/calculators/emi", { params: { query: { principal: 100000, annual_rate: 9.5, tenure_months: 60 } } }));
const instalment: number = emi.data.emi;
assert.equal(instalment, 2100.19);
// @ts-expect-error: the text is required
const missing = tools.POST("/v1/text/slugify", { body: {} });
await assert.rejects(missing, (e) => e instanceof ToolcribError && e.status === 422 && e.errors[0]?.code === "required");
// @ts-expect-error: no such word
const wrong = tools.POST("/v1/text/slugify", { body: { text: "x", mode: "loud" } });
await assert.rejects(wrong, (e) => e instanceof ToolcribError && e.code === "validation_failed" && e.errors[0]?.field === "mode");

const picture = await tools.POST("/v1/design/qr", {
  body: { text: "https://example.com" }, headers: { Accept: "image/png" }, parseAs: "arrayBuffer",
});
assert.equal(Buffer.from(picture.data!).subarray(1, 4).toString(), "PNG");
assert.equal(receipt(picture.response).pool, "image");

const once = { params: { header: { "Idempotency-Key": "once-ts" } } };
const [one, two] = [await answer(tools.GET("/v1/uuid", once)), await answer(tools.GET("/v1/uuid", once))];
assert.ok(one.data.uuid === two.data.uuid && two.receipt.replayed && two.receipt.units === 0);

const began = Date.now();
const late = await answer(createTools(unreliable, key, { baseWait: 100 }).POST("/v1/text/slugify", { body: { text: "Crème" } }));
assert.ok(late.data.slug === "crème" && late.receipt.replayed && Date.now() - began >= 1000);
const impatient = createTools(unreliable, key, { attempts: 1 }).POST("/v1/text/slugify", { body: { text: "Crème" } });
await assert.rejects(impatient, (e) => e instanceof ToolcribError && e.code === "rate_limited" && e.retryAfter === 1000);
