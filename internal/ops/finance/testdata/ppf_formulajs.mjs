// Writes ppf_formulajs.json: what a spreadsheet shows, by @formulajs/formulajs
// 4.6.1 (Excel semantics, binary floats). A deposit by 5 April is an annuity
// due, one at the end of the year an ordinary one.
//
//   npm install @formulajs/formulajs@4.6.1 && node ppf_formulajs.mjs > ppf_formulajs.json
import { FV } from '@formulajs/formulajs'

const rows = []
for (const deposit of [500, 10000, 49950, 90000, 150000]) {
  for (const rate of [0, 0.5, 7.1, 7.9, 8.7, 12]) {
    for (const years of [15, 20, 30, 50]) {
      for (const opening of [0, 123456.78]) {
        for (const due of [0, 1]) {
          rows.push([deposit, rate, years, opening, due, FV(rate / 100, years, -deposit, -opening, due)])
        }
      }
    }
  }
}
console.log('[' + rows.map((r) => JSON.stringify(r)).join(',\n') + ']')
