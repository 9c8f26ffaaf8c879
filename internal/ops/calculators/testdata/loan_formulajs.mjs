// Writes loan_formulajs.json: what a spreadsheet solves, by @formulajs/formulajs
// 4.6.1 (Excel semantics, binary floats). Each row is a body of loan-calculator,
// the member that answers its unknown, and the spreadsheet's value of it.
//
//   npm install @formulajs/formulajs@4.6.1 && node loan_formulajs.mjs > loan_formulajs.json
import { NPER, PMT, PV, RATE } from '@formulajs/formulajs'

const perYear = { monthly: 12, biweekly: 26, weekly: 52, quarterly: 4, half_yearly: 2, yearly: 1 }
const rows = []
for (const [frequency, f] of Object.entries(perYear)) {
  for (const annual_rate of [3.25, 8.5, 11.75, 24]) {
    for (const years of [1, 5, 20]) {
      for (const begin of [0, 1]) {
        const i = annual_rate / 100 / f
        const n = years * f
        const principal = 123456.78
        const common = { payment_frequency: frequency, payment_timing: begin ? 'begin' : 'end' }
        const pmt = -PMT(i, n, principal, 0, begin)
        const payment = Math.ceil(pmt * 1.1)
        rows.push([{ principal, annual_rate, tenure_years: years, ...common }, 'payment', pmt])
        rows.push([{ payment, annual_rate, tenure_years: years, ...common }, 'principal', -PV(i, n, payment, 0, begin)])
        rows.push([{ principal, annual_rate, payment, ...common }, 'number_of_payments', NPER(i, -payment, principal, 0, begin)])
        const rate = n > 1 ? RATE(n, -payment, principal, 0, begin, i) : NaN
        if (Number.isFinite(rate)) rows.push([{ principal, payment, tenure_years: years, ...common }, 'annual_rate', rate * 100 * f])
      }
    }
  }
}
console.log('[\n' + rows.map((r) => JSON.stringify(r)).join(',\n') + '\n]')
