// Canonical forms of random documents by npm canonicalize 5.1.0 (RFC 8785), on Node 20.
// Made with: npm install canonicalize@5.1.0, then
// NODE_PATH=node_modules node canonical_oracle.mjs > canonical_oracle.jsonl
// Each line: [document, canonical form].
import path from 'node:path'
const { default: canonicalize } = await import(path.join(path.resolve(process.env.NODE_PATH), 'canonicalize/lib/canonicalize.js'))

let state = 42
const random = n => { state = (Math.imul(state, 1103515245) + 12345) >>> 0; return (state >>> 8) % n }
const texts = ['', 'a', 'b', 'aa', 'é', '😀', '\ue000', '\uffff', '€', '\r', '1', '10', '"', '\\', '\u0000', '\u001f', '\u007f', '\u2028', '/', '</script>', 'דּ', 'ö']
const numbers = [0, -0, 1, -1, 1e21, 4.5, 2e-3, 1e-27, 1e30, 333333333.3333333, 12345678901234567000, 9007199254740992, 0.000001, 1e-7]
const pick = list => list[random(list.length)]
const escape = text => random(2) ? JSON.stringify(text)
  : '"' + [...Array(text.length).keys()].map(i => '\\u' + text.charCodeAt(i).toString(16).padStart(4, '0')).join('') + '"'
const space = () => pick(['', '', ' ', '\n\t'])
function value (depth) {
  const kind = depth === 4 ? 5 + random(3) : random(8)
  if (depth === 0 || kind < 5) return pick([() => 'true', () => 'null', () => { const x = pick(numbers); return Object.is(x, -0) ? '-0' : random(2) ? String(x) : x.toExponential() }, () => escape(pick(texts))])()
  if (kind === 5) return '[' + Array.from({ length: random(4) }, () => space() + value(depth - 1)).join(space() + ',') + space() + ']'
  const names = new Set(Array.from({ length: random(6) }, () => pick(texts)))
  return '{' + [...names].map(n => space() + escape(n) + space() + ':' + space() + value(depth - 1)).join(',') + space() + '}'
}
for (let i = 0; i < 400; i++) {
  const doc = value(4)
  console.log(JSON.stringify([doc, canonicalize(JSON.parse(doc))]))
}
