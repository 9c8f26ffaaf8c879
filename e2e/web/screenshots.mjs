// Takes pictures of the main pages: light, dark, and on a phone.
//
//   node screenshots.mjs BASE SETUP-LINK FOLDER
import { mkdirSync } from "node:fs";

import { looks, open, visitor } from "./browser.mjs";

const [base, setup, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const pages = {
  home: "/",
  tools: "/tools",
  loan: "/tools/emi-calculator?principal=2500000&annual_rate=8.5&tenure_years=20&schedule=yearly",
  diff: "/tools/text-diff-checker?_example=1",
  qr: "/tools/qr-code-generator?text=https%3A%2F%2Fexample.com",
  card: "/tools/og-image-generator?title=Small+tools%2C+exact+answers",
  docs: "/docs/limits",
  account: "/account",
  keys: "/account/keys",
  usage: "/account/usage?range=30",
  billing: "/account/billing",
};

const browser = await open();
const first = await visitor(browser, base, looks.light);
const page = await first.newPage();
await page.goto(setup);
await page.fill("[name=login]", "asha");
await page.fill("[name=password]", "a password for pictures 7");
await Promise.all([page.waitForEvent("load"), page.locator("form[action$='/setup'] button[type=submit]").click()]);
const key = (await page.locator("main").innerText()).match(/tc_live_[0-9A-Za-z]{38}/)[0];
for (let i = 0; i < 40; i++) {
  const path = i % 3 ? `/v1/calculators/bmi?weight=${60 + i}&height=175` : "/v1/uuid?count=5";
  await fetch(base + path, { headers: { Authorization: `Bearer ${key}` } });
}
const storageState = await first.storageState();
await first.close();

for (const [look, suffix] of [["light", ""], ["dark", "-dark"], ["phone", "-phone"]]) {
  const context = await visitor(browser, base, { ...looks[look], storageState });
  const page = await context.newPage();
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(base + path, { waitUntil: "networkidle" });
    await page.screenshot({ path: `${folder}/${name}${suffix}.png`, fullPage: false });
  }
  await context.close();
}
await browser.close();
console.log(`${Object.keys(pages).length * 3} pictures are in ${folder}`);
