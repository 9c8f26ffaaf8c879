// A browser that is watched: whatever a page writes to the console, and
// whatever it asks of another host, is an error of the check that runs it.
import { chromium } from "playwright-core";

const executable = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** open starts the browser. Whoever calls it closes it. */
export const open = () =>
  chromium.launch({ executablePath: executable, args: ["--no-sandbox", "--disable-dev-shm-usage"] });

/** The ways in which every page is looked at. */
export const looks = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 900 } },
  phone: { colorScheme: "light", viewport: { width: 360, height: 740 }, hasTouch: true },
  "phone, dark": { colorScheme: "dark", viewport: { width: 360, height: 740 }, hasTouch: true },
};

/**
 * visitor is a context of its own, with what its pages did wrong in .faults:
 * console errors and warnings, exceptions, requests to another origin,
 * requests that failed. quiet says which of those a check expects.
 */
export async function visitor(browser, base, options = {}) {
  const origin = new URL(base).origin;
  const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-GB", ...options });
  context.faults = [];
  const fault = (page, text) => context.faults.push(`${page.url()}: ${text}`);
  context.on("page", (page) => {
    page.on("console", (m) => ["error", "warning"].includes(m.type()) && fault(page, `console ${m.type()}: ${m.text()}`));
    page.on("pageerror", (e) => fault(page, `exception: ${e.message}`));
    page.on("request", (r) => {
      const url = new URL(r.url());
      if (url.protocol.startsWith("http") && url.origin !== origin) fault(page, `a request to ${url.origin}`);
    });
  });
  return context;
}

/** settled throws what the pages of a context did wrong. */
export function settled(context, expected = () => false) {
  const faults = context.faults.filter((f) => !expected(f));
  if (faults.length) throw new Error(faults.join("\n"));
}

/** fits throws where a page can be scrolled sideways. */
export async function fits(page) {
  const over = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return "";
    const wide = [...document.querySelectorAll("body *")].find((e) => e.getBoundingClientRect().right > width + 1);
    return `${document.documentElement.scrollWidth} > ${width}, at ${wide?.outerHTML.slice(0, 120)}`;
  });
  if (over) throw new Error(`${page.url()} scrolls sideways: ${over}`);
}

/** equal throws where two values differ. */
export function equal(got, want, what) {
  if (JSON.stringify(got) !== JSON.stringify(want)) {
    throw new Error(`${what}: got ${JSON.stringify(got)}, want ${JSON.stringify(want)}`);
  }
}
