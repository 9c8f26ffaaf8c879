// Runs every module of a folder and prints, as JSON, what each one prints.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [dir] = process.argv.slice(2);
const list = [];
for (const name of readdirSync(dir).sort()) {
  const printed = [];
  console.log = (...values) => printed.push(...values);
  try {
    await import(pathToFileURL(join(dir, name)));
    list.push({ printed });
  } catch (e) {
    list.push({ fault: String(e) });
  }
}
process.stdout.write(JSON.stringify(list));
