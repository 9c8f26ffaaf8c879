// Judges how real style sheets come out: name.css is the original,
// name.beautified.css and name.minified.css are what this package makes of it.
// Writes verified.json: whether lightningcss minifies all three to the same
// bytes, and how many rules, declarations and comments postcss counts.
//
//   npm install lightningcss@1.33.0 postcss@8.5.33
//   node verify.mjs > verified.json
//
// Originals, all MIT: normalize.css 8.0.1 (Nicolas Gallagher, Jonathan Neal),
// preflight.css of tailwindcss 3.4.19 (Tailwind Labs), bootstrap-reboot.css of
// bootstrap 5.3.9 (the Bootstrap authors).
import { readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import postcss from 'postcss';

const minify = (file) => transform({ filename: file, code: readFileSync(file), minify: true }).code.toString();

const lines = ['normalize', 'preflight', 'reboot'].map((name) => {
  const result = { name, same: true, rules: 0, declarations: 0, comments: 0 };
  for (const form of ['beautified', 'minified']) {
    // lightningcss keeps the spaces around the commas of what it cannot parse.
    const forms = [minify(`${name}.css`), minify(`${name}.${form}.css`)].map((css) => css.replace(/\s*,\s*/g, ','));
    result.same &&= forms[0] === forms[1];
  }
  postcss.parse(readFileSync(`${name}.css`)).walk((node) => {
    if (node.type === 'decl') result.declarations++;
    else if (node.type === 'comment') result.comments++;
    else result.rules++;
    // postcss drops comments inside of values and selectors from its tree.
    for (const raw of [node.raws.value, node.raws.selector]) result.comments += raw ? raw.raw.split('/*').length - 1 : 0;
  });
  return JSON.stringify(result);
});
console.log('[\n' + lines.join(',\n') + '\n]');
