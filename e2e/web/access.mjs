// Pages held against axe: no violation, nothing scrolls sideways, nothing is
// asked of another host. The pages named are looked at in light and dark, on a
// desk and on a phone, and in Hindi; without names, every public page is, in
// one of these by turns, or in all with ALL=1 (some ten minutes).
//
//   node access.mjs BASE STATE [PATH…]      STATE: a browser's state signed in, or "-"
import { AxeBuilder } from "@axe-core/playwright";
import { readFileSync } from "node:fs";

import { fits, looks, open, settled, visitor } from "./browser.mjs";

const [base, state, ...paths] = process.argv.slice(2);
const storageState = state === "-" ? undefined : JSON.parse(readFileSync(state, "utf8"));

const map = await (await fetch(`${base}/sitemap.xml`)).text();
const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map((m) => m[1].replace(base, "").replaceAll("&amp;", "&"));
const pages = paths.length ? paths : [...listed, "/nothing-here", "/login"];

/** inspect returns what is wrong with a page. */
async function inspect(page, path, look) {
  await page.goto(base + path);
  const guest = path.startsWith("/docs/reference"); // a program that is not ours draws it
  const builder = new AxeBuilder({ page }).setLegacyMode().withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
  const { violations } = await (guest ? builder.exclude("#reference").disableRules("landmark-no-duplicate-main") : builder).analyze();
  const faults = violations.map((v) => `${path} (${look}): ${v.id}: ${v.help}; ${v.nodes.slice(0, 2).map((n) => n.target.join(" ")).join(", ")}`);
  if (!guest) await fits(page).catch((e) => faults.push(`${path} (${look}): ${e.message}`));
  return faults;
}

const browser = await open();
const faults = [];
let inspected = 0;
try {
  const ways = [...Object.entries(looks), ["Hindi", { ...looks.phone, locale: "hi-IN" }]];
  for (const [way, [look, options]] of ways.entries()) {
    const context = await visitor(browser, base, { ...options, storageState });
    const waiting = pages.filter((_, i) => paths.length > 0 || process.env.ALL || i % ways.length === way);
    await Promise.all([1, 2].map(async () => {
      const page = await context.newPage();
      for (let path = waiting.shift(); path; path = waiting.shift()) {
        faults.push(...(await inspect(page, path, look)));
        inspected++;
      }
    }));
    // Chromium tells of answers that are errors, which some of these must be.
    settled(context, (f) => f.includes("Failed to load resource: the server responded with a status of 404"));
    await context.close();
  }
} finally {
  await browser.close();
}
if (faults.length) throw new Error(faults.join("\n"));
console.log(`      ${pages.length} pages, ${inspected} looks at them, 0 violations`);
