// Records layout.jsonl, random style sheets as js-beautify and, but for blank
// lines, prettier write them, and minified.jsonl, others as lightningcss does.
// They hold only what these agree on: js-beautify puts no space after the colon
// of a media feature, knows few at-rules and splits the lists of others;
// prettier rewrites strings and numbers; lightningcss shortens values.
//
//   npm install js-beautify@2.0.3 prettier@3.10.1 lightningcss@1.33.0
//   node layout.mjs
import { writeFileSync } from 'node:fs';
import beautify from 'js-beautify';
import prettier from 'prettier';
import { transform } from 'lightningcss';

let state = 20260102; // Lehmer's generator: the same texts each time
const random = (n) => (state = (state * 48271) % 2147483647) % n;
const pick = (list) => list[random(list.length)];
const some = (n, one, joint) => Array.from({ length: 1 + random(n) }, one).join(joint);
const gap = () => pick(['', '', '', ' ', '  ', '\t']);

const simple = () => pick(['a', 'p', 'ul', 'main', '.card', '.w-1\\/2', '.a.b', '#top', '*', '[href]', '[type="text"]', 'a:hover', 'li::before', ':root', 'a:not(.b)', 'p:first-child', '.md\\:flex']);
const selector = () => some(2, simple, pick([' ', ' ', ' ', '>', ' > ', ' + ', '~', '\n>\t']));
const selectors = () => some(2, selector, pick([',', ', ', ' ,', ',\n']));

const declarations = {
  color: ['red', 'inherit', 'var(--main)', 'currentColor'],
  margin: ['0 auto', '1px 2px 3px', '-1px'],
  'font-family': ['Arial,Helvetica,sans-serif', 'Georgia , serif'],
  width: ['calc(100% - 10px)', 'min(10px, 5vw)', 'clamp(1px, 2vw, 3px)', '50%'],
  content: ['"}{;"', '"\\201C"'],
  'background-image': ['url(a.png)', 'url(data:image/png;base64,AA==)', 'url("a b.png")'],
  transform: ['rotate(45deg)', 'translate(1px, 2px)'],
  transition: ['opacity 0.5s ease'],
  'grid-area': ['1 / 2 / 3 / 4'],
  'grid-template-columns': ['1fr minmax(0, 2fr)', 'repeat(3, 1fr)'],
  '-webkit-user-select': ['none'],
};
const declaration = (values = declarations) => {
  const name = pick(Object.keys(values));
  return name + gap() + ':' + gap() + pick(values[name]) + pick(['', '', '', ' !important', '!important', gap()]) + ';' + gap();
};
const block = (values) => '{' + gap() + some(2, () => declaration(values), '') + '}' + gap();
const rule = (values) => selectors() + gap() + block(values);
const media = () => pick(['@media print', '@media (hover)', '@supports not (--a)', '@media screen and (color)']) + gap() + '{' + gap() + selector() + gap() + block() + pick(['', rule()]) + '}' + gap(); // js-beautify parts a first list from the brace
const other = () => pick([
  () => '@font-face' + gap() + '{' + gap() + 'font-family:' + gap() + 'Inter;' + gap() + 'src:url(inter.woff2);' + gap() + '}' + gap(),
  () => '@keyframes spin' + gap() + '{' + gap() + 'from' + gap() + block() + '50%' + pick([',', ', ']) + '60%' + gap() + block() + '}' + gap(),
  () => '@page :first' + gap() + block(),
  () => '.nest' + gap() + '{' + gap() + declaration() + '&:hover' + gap() + block() + '}' + gap(),
])();
const sheet = () => pick(['', '/* top */']) + some(2, () => pick([rule, rule, rule, media, other])(), '');

const lines = [];
while (lines.length < 1000) {
  const css = sheet();
  const formatted = beautify.css(css, { indent_size: 2, space_around_combinator: true, preserve_newlines: false });
  const other = await prettier.format(css, { parser: 'css' });
  if (other.trimEnd() !== formatted.replace(/\n\n/g, '\n')) throw new Error(formatted + '\nbut prettier has\n' + other);
  lines.push({ css, formatted });
}
writeFileSync('layout.jsonl', lines.map((l) => JSON.stringify(l) + '\n').join(''));

// What lightningcss has no shorter form for.
const short = {
  color: ['red', 'inherit', 'var(--main)'],
  margin: ['0 auto', '1px 2px 3px', '-1px'],
  'font-family': ['Arial,Helvetica,sans-serif', 'Georgia , serif'],
  width: ['calc(100% - 10px)', 'min(10px, 5vw)', '50%'],
  content: ['"}{;"', '"\'"'],
  'background-image': ['url(a.png)'],
  transform: ['rotate(45deg)', 'translate(1px, 2px)'],
};
const plain = () => pick(['a', '.card', '.w-1\\/2', '.a.b', '#top', 'li', ':root', 'p:first-child']);
const chain = () => some(3, plain, pick([' ', '  ', '>', ' > ', ' + ', '~', '\n>\t']));
const minified = [];
while (minified.length < 1000) {
  // One declaration a block and other selectors each time: lightningcss merges rules.
  const name = pick(Object.keys(short));
  const list = some(3, chain, pick([',', ', ', ' ,']));
  let css = list + gap() + '{' + gap() + name + gap() + ':' + gap() + pick(short[name]) + pick(['', ' ! important', '!important']) + gap() + pick([';', '']) + gap() + '}' + gap();
  css = pick([css, css, '@media print' + gap() + '{' + gap() + css + '}', '@layer x' + gap() + '{' + css + '}', '/* c */' + css, '@keyframes x{50%' + gap() + '{ top : 0 ;}}' + css, '.n' + gap() + '{' + gap() + '&:hover' + gap() + '{ color:' + gap() + 'red}}' + css]);
  minified.push({ css, minified: transform({ filename: 'a.css', code: Buffer.from(css), minify: true }).code.toString() });
}
writeFileSync('minified.jsonl', minified.map((l) => JSON.stringify(l) + '\n').join(''));
