// Writes fd_formulajs.tsv: cumulative deposits of whole rests as a spreadsheet
// shows them, by @formulajs/formulajs 4.6.1 (Excel semantics, binary floats).
//
//   npm install @formulajs/formulajs@4.6.1 && node fd_formulajs.mjs > fd_formulajs.tsv
import { EFFECT, FV } from '@formulajs/formulajs'

const cell = (x, places) => String(Number(x.toFixed(places)))
const rows = ['query\tmaturity_amount\teffective_annual_yield']
for (const principal of [10000, 54321, 100000, 250000, 1234567.89]) {
  for (const rate of [3.5, 6.1, 7, 7.25, 8.4, 9.6]) {
    for (const [compounding, n] of Object.entries({ monthly: 12, quarterly: 4, half_yearly: 2, yearly: 1 })) {
      for (const months of [12, 24, 36, 60, 84, 120, 6, 18, 30, 9, 15, 7]) {
        if ((months * n) % 12 !== 0) continue
        const value = FV(rate / 100 / n, (months * n) / 12, 0, -principal)
        if (Math.abs(((value * 100) % 1) - 0.5) < 1e-3) continue
        const query = `principal=${principal}&annual_rate=${rate}&tenure_months=${months}&compounding=${compounding}`
        rows.push([query, cell(value, 2), cell(EFFECT(rate / 100, n) * 100, 4)].join('\t'))
      }
    }
  }
}
console.log(rows.join('\n'))
