// Every operation's page in a browser, with and without script: each example
// is loaded, sent with the page's own button, and must show the answer that
// the API gives to the same example. Then the page that a link to it opens.
//
//   node tools.mjs BASE KEY
import { equal, open, settled, visitor } from "./browser.mjs";

const [base, key] = process.argv.slice(2);

const catalogue = await fetch(`${base}/v1/operations`, { headers: { Authorization: `Bearer ${key}` } });
// Numbers keep the digits that they are written with.
const exact = (_, value, { source }) => (typeof value === "number" && String(value) !== source ? JSON.rawJSON(source) : value);
const { operations } = JSON.parse(await catalogue.text(), exact).data;

/** answer is what the API says to an example. */
async function answer(o, input) {
  const response = await fetch(o.url, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(input),
  });
  return [response.status, await response.text()];
}

/** query writes an input as a GET carries it. */
function query(input) {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const v of Array.isArray(value) ? value : [value]) q.append(name, typeof v === "object" ? JSON.stringify(v) : String(v));
  }
  return q;
}

async function expected(o, input) {
  if (o.method === "POST") return answer(o, input);
  const response = await fetch(`${o.url}?${query(input)}`, { headers: { Authorization: `Bearer ${key}`, Accept: "application/json" } });
  return [response.status, await response.text()];
}

/** longest is how much of an answer's JSON a page shows. */
const longest = 100_000;

/** shown is the JSON of the answer on a page, undefined where there is none; of a picture's, the picture must be there. */
async function shown(page) {
  const text = await page.locator("#result-json").textContent({ timeout: 5000 }).catch(() => undefined);
  if (text === undefined || text.length < longest) return text && JSON.parse(text);
  return (await page.locator("#result img").evaluate((i) => i.complete && i.naturalWidth > 0)) ? "a picture" : undefined;
}

/** run sends the form and waits for the answer. */
async function run(page, script) {
  const button = page.locator("#tool button[type=submit].primary");
  if (!script) return Promise.all([page.waitForEvent("load"), button.click()]);
  const fragment = page.waitForResponse((r) => r.request().headers()["toolcrib-fragment"] !== undefined);
  await button.click();
  await fragment;
  await page.waitForTimeout(30); // until it stands in the page
}

/** check sends every example of an operation. */
async function check(page, o, script) {
  await page.goto(`${base}/tools/${o.id}`);
  const links = await page.locator("a.example").evaluateAll((all) => all.map((a) => [a.textContent, a.href]));
  if (links.length !== o.examples.length) throw new Error(`${links.length} examples can be loaded`);
  for (const [name, href] of links) {
    const input = o.examples.find((e) => e.name === name)?.input;
    await page.goto(href);
    await run(page, script);
    // What signs links, or asks a model elsewhere, needs a key: the page writes the code.
    if (await page.locator("#result .needs-key").count()) continue;
    const got = await shown(page);
    if (got === undefined) throw new Error(`${name}: no answer is shown: ${(await page.locator("#result").innerText()).slice(0, 200)}`);
    const [status, body] = await expected(o, input);
    equal(status, 200, `${name}: the API's status`);
    if (!o.varies && got !== "a picture") equal(got, JSON.parse(body).data, `${name}: the page's answer`);
  }
  return links.length;
}

const browser = await open();
const faults = [];
let examples = 0;
try {
  for (const javaScriptEnabled of [true, false]) {
    const context = await visitor(browser, base, { javaScriptEnabled });
    const waiting = [...operations];
    await Promise.all([1, 2, 3].map(async () => {
      const page = await context.newPage();
      for (let o = waiting.shift(); o; o = waiting.shift()) {
        examples += await check(page, o, javaScriptEnabled).catch((e) => {
          faults.push(`${o.id}, ${javaScriptEnabled ? "with" : "without"} script: ${e.message}`);
          return 0;
        });
      }
    }));
    settled(context);
    await context.close();
  }
} finally {
  await browser.close();
}
if (faults.length) throw new Error(faults.join("\n"));
console.log(`      ${operations.length} operations, ${examples} examples sent, half of them without script`);
