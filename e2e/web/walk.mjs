// The way of an owner of keys through the website, in a real browser: setup, a
// first key and its curl line, usage, keys made, rotated and revoked, second
// factor, passkey, errors, links that carry options, Hindi. What a page says
// is held against what the API then does.
//
//   node walk.mjs BASE SETUP-LINK STATE-FILE      leaves a browser's state signed in
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";

import { equal, open, settled, visitor } from "./browser.mjs";

const [base, setup, stateFile] = process.argv.slice(2);
const login = "asha@example.org", password = "correct horse battery staple 9";

const browser = await open();
const context = await visitor(browser, base);
const page = await context.newPage();
let steps = 0;

/** step says what is tried, so that a failure names it. */
async function step(name, work) {
  try {
    const got = await work();
    steps++;
    return got;
  } catch (e) {
    throw new Error(`${name} (at ${page.url()}): ${e.message}`);
  }
}

const must = (condition, text) => {
  if (!condition) throw new Error(text);
};
const path = () => page.url().replace(base, "").replace(/[?#].*/, "");
const submit = (form) => Promise.all([page.waitForEvent("load"), page.locator(`${form} button[type=submit]`).first().click()]);

/** code is a one-time code (RFC 6238), steps ahead of now. */
function code(secret, ahead = 0) {
  const bits = [...secret.replace(/[\s=]/g, "")].map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((b) => parseInt(b, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000) + ahead));
  const mac = createHmac("sha1", key).update(counter).digest();
  return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1e6).padStart(6, "0");
}

/** status is what the API answers to a key. */
const status = async (key) => (await fetch(`${base}/v1/usage`, { headers: { Authorization: `Bearer ${key}` } })).status;

/** shown is the key that a page shows, undefined where it shows none. */
async function shown() {
  return (await page.locator("main").innerText()).match(/tc_(live|test)_[0-9A-Za-z]{38}/)?.[0];
}

async function signIn(secret) {
  await page.goto(`${base}/login`);
  await page.fill("[name=login]", login);
  await page.fill("[name=password]", secret);
  await submit("form[action$='/login']");
}

const signOut = async () => {
  await page.goto(`${base}/account`);
  await page.evaluate(() => document.querySelector("form[action$='/logout']").submit());
  await page.waitForEvent("load");
};

const first = await step("setup", async () => {
  await page.goto(setup);
  must((await page.inputValue("[name=token]")) !== "", "the link's token is not filled in");
  must(!page.url().includes("#"), "the token stays in the address");
  await page.fill("[name=login]", login);
  await page.fill("[name=password]", "password");
  await submit("form[action$='/setup']");
  must((await page.locator(".error:visible, .alert.bad").count()) > 0, "a common password is taken");
  await page.fill("[name=password]", password);
  await submit("form[action$='/setup']");
  equal(path(), "/account/keys", "after setup");
  return shown();
});

await step("the curl line of the first key", async () => {
  const line = await page.locator("main .code pre").filter({ hasText: "curl " }).first().textContent();
  must(line.includes(first), "the line does not hold the key");
  const said = execFileSync("bash", ["-c", line], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  equal(JSON.parse(said).success, true, "what curl prints");
  await page.reload();
  equal(await shown(), undefined, "the key on a second look");
});

await step("the setup link a second time", async () => {
  const other = await (await browser.newContext()).newPage();
  await other.goto(setup);
  must((await other.locator("[name=password]").count()) === 0 || (await other.locator(".alert").count()) > 0, "it still works");
  await other.context().close();
});

await step("usage", async () => {
  await page.goto(`${base}/account/usage`);
  const totals = await page.locator(".totals strong").allTextContents();
  equal(totals.slice(0, 2), ["1", "1"], "requests and units");
  const csv = await page.request.get(`${base}/account/usage.csv?range=today`);
  equal((await csv.text()).trim().split("\n").length, 2, "lines of the CSV");
});

const second = await step("a new key", async () => {
  await page.goto(`${base}/account/keys/new`);
  await page.fill("[name=name]", "laptop <b>&'");
  await page.fill("[name=cap]", "nonsense");
  await submit("form.key-form");
  must((await page.locator("#f-cap[aria-invalid=true]").count()) === 1, "no error beside the field");
  equal(await page.inputValue("[name=name]"), "laptop <b>&'", "what was filled in");
  await page.fill("[name=cap]", "100");
  await submit("form.key-form");
  const key = await shown();
  equal(await status(key), 200, "the new key");
  await page.reload();
  equal(await shown(), undefined, "the key on a second look");
  return key;
});

await step("rotate", async () => {
  await page.goto(`${base}/account/keys`);
  await page.getByRole("link", { name: "laptop" }).first().click();
  await page.waitForLoadState();
  await Promise.all([page.waitForEvent("load"), page.locator("a[href$='/rotate']").click()]);
  await submit("form[action$='/rotate']");
  const next = await shown();
  must(next && next !== second, "no new key is shown");
  equal([await status(next), await status(second)], [200, 200], "both keys while they overlap");
});

await step("revoke", async () => {
  await page.goto(`${base}/account/keys`);
  const row = page.locator("table.keys tbody tr").filter({ hasText: first.slice(8, 12) });
  await Promise.all([page.waitForEvent("load"), row.getByRole("link").first().click()]);
  await Promise.all([page.waitForEvent("load"), page.locator("a[href$='/revoke']").click()]);
  await submit("form[action$='/revoke']");
  equal(await status(first), 401, "the revoked key");
});

const secret = await step("second factor", async () => {
  await page.goto(`${base}/account/security/app`);
  must((await page.locator("figure.qr svg").count()) === 1, "no code to scan");
  const secret = await page.locator("code.secret").textContent();
  await page.fill("[name=code]", code(secret));
  await submit("form[action$='/security/app']");
  return secret;
});
const recovery = await step("recovery codes", async () => (await page.locator("main pre").innerText()).trim().split("\n"));
equal(recovery.length, 10, "recovery codes");

await step("sign in with it", async () => {
  await signOut();
  await signIn("wrong " + password);
  must((await page.locator(".alert.bad").count()) === 1, "a wrong password is not told");
  await signIn(password);
  equal(path(), "/login/second", "after the password");
  await page.goto(`${base}/account/keys`);
  equal(path(), "/login", "the account before the second factor");
  await signIn(password);
  await page.locator("#f-code").fill(code(secret, 1)); // this step's code was used above
  await submit("form[action$='/login/second']");
  await page.goto(`${base}/account/keys`);
  equal(path(), "/account/keys", "the account after it");
});

await step("a recovery code, once", async () => {
  for (const [i, lands] of [[0, true], [0, false]]) {
    await signOut().catch(() => {});
    await signIn(password);
    await page.locator("details.fold summary").click();
    await page.locator("#f-recovery").fill(recovery[i]);
    await submit("details form[action$='/login/second']");
    equal(path() !== "/login/second", lands, "a recovery code");
  }
  await signIn(password);
  await page.locator("details.fold summary").click();
  await page.locator("#f-recovery").fill(recovery[1]);
  await submit("details form[action$='/login/second']");
});

await step("passkey", async () => {
  const wire = await context.newCDPSession(page);
  await wire.send("WebAuthn.enable");
  await wire.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await page.goto(`${base}/account/security`);
  await page.fill("form[data-make] [name=name]", "this laptop");
  await Promise.all([page.waitForEvent("load"), page.locator("form[data-make] button").click()]);
  must((await page.locator("input[value='this laptop']").count()) === 1, "the passkey is not listed");
  await signOut();
  await page.goto(`${base}/login`);
  await Promise.all([page.waitForURL((u) => u.pathname.includes("/account")), page.locator("[data-passkey] button").click()]);
});

await step("an error beside its field", async () => {
  await page.goto(`${base}/tools/emi-calculator?principal=1,00,000&annual_rate=12&tenure_months=12`);
  const field = page.locator("[name=principal]");
  equal(await field.getAttribute("aria-invalid"), "true", "the field");
  const id = (await field.getAttribute("aria-describedby")).split(" ").find((i) => i.endsWith("-error"));
  must((await page.locator(`#${id}`).innerText()).includes("remove the separators"), "the error is not the API's");
});

await step("a link with options, while typing", async () => {
  await page.goto(`${base}/tools/text-to-slug`);
  await page.fill("[name=text]", "नमस्ते दुनिया");
  await page.waitForFunction(() => document.querySelector("#result")?.textContent.includes("namaste-duniya"));
  await page.goto(`${base}/tools/bmi-calculator?weight=70&height=175`);
  must((await page.locator("#result").innerText()).includes("22.86"), "the answer is not there");
});

await step("Hindi", async () => {
  await page.goto(`${base}/account/usage?lang=hi`);
  equal(await page.getAttribute("html", "lang"), "hi", "the language");
  must(/[\u0900-\u097f]{3}/.test(await page.locator("h1").innerText()), "the heading is not in Devanagari");
  await page.goto(`${base}/?lang=en`);
});

// Answers that are errors are told by Chromium; these were meant to be.
settled(context, (f) => /Failed to load resource: the server responded with a status of (4\d\d)/.test(f));
await context.storageState({ path: stateFile });
await browser.close();
console.log(`      ${steps} steps, from the setup link to a passkey`);
