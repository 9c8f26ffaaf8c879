// Records tokens.jsonl: texts with their tokens, as two others see them. The
// first 287 lines are the public tests of @rmenke/css-tokenizer-tests (MIT),
// with the tokens stated there; the others are random texts, with the tokens
// that @csstools/css-tokenizer finds. A token is a letter and its bytes.
//
//   npm install @rmenke/css-tokenizer-tests@1.4.0 @csstools/css-tokenizer@4.0.3
//   node tokens.mjs > tokens.jsonl
import { testCorpus } from '@rmenke/css-tokenizer-tests';
import { tokenize } from '@csstools/css-tokenizer';

const letters = {
  'whitespace-token': 'W', 'comment': 'C', 'ident-token': 'I', 'function-token': 'F', 'at-keyword-token': 'A',
  'hash-token': 'H', 'string-token': 'S', 'bad-string-token': 's', 'url-token': 'U', 'bad-url-token': 'u',
  'number-token': 'N', 'percentage-token': 'P', 'dimension-token': 'D', 'delim-token': 'd', 'CDO-token': '<',
  'CDC-token': '>', 'colon-token': ':', 'semicolon-token': ';', 'comma-token': ',', '[-token': '[', ']-token': ']',
  '(-token': '(', ')-token': ')', '{-token': '{', '}-token': '}',
};

function record(css, tokens) {
  const list = tokens.map(([type, raw]) => letters[type] + Buffer.byteLength(raw));
  console.log(JSON.stringify({ css, tokens: list.join(' ') }));
}

for (const { css, tokens } of Object.values(testCorpus)) record(css, tokens.map((t) => [t.type, t.raw]));

// Lehmer's generator: the same texts each time.
let state = 20260101;
const random = (n) => (state = (state * 48271) % 2147483647) % n;
const pieces = [
  'a', 'b', 'url', 'URL', 'u\\72 l', '\\75', 'U', 'e', 'e5', 'ff', '_', '-', '--', '-->', '<!--', '<', '!', '>', '--x', 'é', '×', '·', '😀', '\u2028', '\u0000',
  '0', '1', '12', '.5', '.', '+', '+.5', '-5', '1e', '1e3', 'E-', '%', '#', '#f', '@', '@media', '@-', '"', "'", '"x"', "'y'", '\\', '\\"', '\\26', '\\000026', '\\1F600 ', '\\)', '\\\n',
  '(', ')', '[', ']', '{', '}', ':', ';', ',', '*', '/', '/*', '*/', '/**/', '/* c */', '|', '~', '=', '$', '^', '?', '&', '\u007f', '\u0001',
  ' ', ' ', ' ', '  ', '\t', '\n', '\r\n', '\r', '\f', 'url(', 'url( ', 'url("', 'url(a)', 'url( a b)', 'calc(', 'f(',
];
for (let i = 0; i < 3000; i++) {
  let css = '';
  for (let n = 1 + random(12); n > 0; n--) css += pieces[random(pieces.length)];
  // The tokenizer leaves to its caller what the standard does first: U+0000 becomes U+FFFD.
  const tokens = tokenize({ css: css.replaceAll('\0', '\uFFFD') }).slice(0, -1);
  record(css, tokens.map(([type, raw]) => [type, raw.replaceAll('\uFFFD', '\0')]));
}
