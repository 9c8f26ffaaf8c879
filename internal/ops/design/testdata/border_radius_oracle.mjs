// Records border_radius_css.json: random corners with the declaration that
// lightningcss makes of the four longhands, minified. It tells zeros of
// different units apart and so leaves out less; here it is given 0 for all.
//
//   npm install lightningcss@1.33.0
//   node border_radius_oracle.mjs > border_radius_css.json
import { transform } from 'lightningcss';

let state = 20260103; // Lehmer's generator: the same corners each time
const random = (n) => (state = (state * 48271) % 2147483647) % n;
const pick = (list) => list[random(list.length)];

const names = ['top_left', 'top_right', 'bottom_right', 'bottom_left'];
const unit = () => pick(['px', 'px', 'px', 'em', 'rem', '%', 'vw', 'vh', 'vmin', 'vmax', 'ch']);
const number = () => pick(['0', '1', '1', '2', '2', '3', '8', '0.5', '0.25', '12.5', '100', '1.125', '40']);

// A corner as it is sent, and as CSS.
function corner(few, own) {
  const length = () => (few.length > 2 ? pick(few) : few[few.push([number(), unit()]) - 1]);
  const [a, b] = [length(), random(3) ? null : length()];
  const css = (l) => l[0] + l[1];
  const judged = (l) => (l[0] === '0' ? '0' : css(l));
  const sent = (l) => (l[1] === own && random(2) ? l[0] : JSON.stringify(pick([css(l), ' ' + css(l), css(l).toUpperCase(), css(l).replace(/^0\./, '.')])));
  if (!b) return [sent(a), judged(a)];
  if (random(2)) return [JSON.stringify(css(a) + pick([' ', '  ']) + css(b)), judged(a) + ' ' + judged(b)];
  return [`{"horizontal":${sent(a)},"vertical":${sent(b)}}`, judged(a) + ' ' + judged(b)];
}

const lines = [];
while (lines.length < 1200) {
  const [few, own] = [[], unit()];
  const body = [];
  const css = {};
  const others = random(2) ? corner(few, own) : ['', '0'];
  if (others[0]) body.push(`"radius":${others[0]}`);
  for (const name of names) {
    css[name] = others[1];
    if (random(4) === 0) continue;
    const [sent, text] = corner(few, own);
    body.push(`"${name}":${sent}`);
    css[name] = text;
  }
  if (body.length === 0) continue;
  if (own !== 'px') body.push(`"unit":"${own}"`);
  const rule = 'a{' + names.map((n) => `border-${n.replace('_', '-')}-radius:${css[n]}`).join(';') + '}';
  const min = transform({ filename: 'a.css', code: Buffer.from(rule), minify: true }).code.toString();
  lines.push(`{"body":{${body.join(',')},"minify":true},"want":{"css":${JSON.stringify(JSON.stringify(min.slice(2, -1)))}}}`);
}
console.log('[\n' + lines.join(',\n') + '\n]');
