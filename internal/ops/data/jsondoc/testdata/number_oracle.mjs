// Numbers as ECMAScript writes them (Node 20: String of a double).
// Made with: node number_oracle.mjs > number_oracle.tsv
// Columns: a spelling with the value of the shortest one, and String(value).
let state = 8785n
function random64 () { // splitmix64
  state = (state + 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn
  let z = state
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & 0xffffffffffffffffn
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & 0xffffffffffffffffn
  return z ^ (z >> 31n)
}
const view = new DataView(new ArrayBuffer(8))
function double (bits) { view.setBigUint64(0, bits); return view.getFloat64(0) }
const values = [0, -0, 1, -1, 1e21, 1e20, 1e-6, 1e-7, 123456789012345680000, 999999999999999900000, 5e-324, -5e-324,
  1.7976931348623157e308, 2 ** 53, 2 ** 53 + 2, 0.1, 1 / 3, 4.5, 2e-3, 1e30, 1e-27, 333333333.3333333, 9007199254740991, 1e23, 9.5e-7, 295147905179352830000]
for (let i = 0; i < 1500; i++) {
  values.push(double(random64())) // of any size
  values.push(Number(random64() % 1000000n) / 10 ** Number(random64() % 12n)) // of usual size
}
for (const x of values) {
  if (!Number.isFinite(x)) continue
  const shown = String(x)
  const spelling = [shown, x.toExponential(), x.toExponential().replace('e', '0e').replace(/^(-?\d)0e/, '$1.0e'), shown.replace('e', 'E')][Number(random64() % 4n)]
  console.log(spelling + '\t' + shown)
}
