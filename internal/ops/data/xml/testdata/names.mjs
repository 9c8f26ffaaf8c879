// Writes names.json: the ranges of code points that npm's xmlchars 2.2.0 (MIT)
// takes for Char, NameStartChar and NameChar of XML 1.0, fifth edition
// (recorded with node 20.20.2):
//
//     npm install xmlchars@2.2.0 && node names.mjs
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const ed5 = createRequire(process.cwd() + "/x.js")("xmlchars/xml/1.0/ed5");

function ranges(is) {
  const list = [];
  for (let c = 0; c <= 0x10ffff + 1; c++) {
    const yes = c <= 0x10ffff && is(c);
    const last = list.at(-1);
    if (yes && (!last || last.length === 2)) list.push([c]);
    if (!yes && last?.length === 1) last.push(c - 1);
  }
  return list;
}

writeFileSync(new URL("names.json", import.meta.url), JSON.stringify({
  char: ranges(ed5.isChar), nameStart: ranges(ed5.isNameStartChar), nameChar: ranges(ed5.isNameChar),
}) + "\n");
