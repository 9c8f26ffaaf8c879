// Writes emi_formulajs.json: what a spreadsheet shows, by @formulajs/formulajs
// 4.6.1 (Excel semantics, binary floats).
//
//   npm install @formulajs/formulajs@4.6.1 && node emi_formulajs.mjs > emi_formulajs.json
import { CUMIPMT, EFFECT, IPMT, PMT, PPMT, RATE } from '@formulajs/formulajs'

const rows = []
for (const principal of [1000, 25000, 123456.78, 1000000, 7500000]) {
  for (const rate of [0.5, 3.25, 7.1, 8.5, 11.75, 24, 36]) {
    for (const n of [1, 6, 12, 60, 240, 360]) {
      for (const begin of [0, 1]) {
        const i = rate / 1200
        const row = { principal, rate, n, begin: begin === 1, pmt: -PMT(i, n, principal, 0, begin), effect: EFFECT(rate / 100, 12) * 100 }
        if (!begin) {
          row.cumipmt = -CUMIPMT(i, n, principal, 1, n, 0)
          row.ipmt = -IPMT(i, 1, n, principal)
          row.ppmt = -PPMT(i, 1, n, principal)
          const fee = Math.round(principal * 0.02)
          const apr = RATE(n, -Math.round(row.pmt * 100) / 100, principal - fee)
          if (typeof apr === 'number' && Number.isFinite(apr)) {
            row.fee = fee
            row.rate12 = apr * 1200
          }
        }
        rows.push(row)
      }
    }
  }
}
console.log('[\n' + rows.map((r) => JSON.stringify(r)).join(',\n') + '\n]')
