// Writes compound_interest_formulajs.tsv and sip_formulajs.tsv: what a
// spreadsheet shows, by @formulajs/formulajs 4.6.1 (Excel semantics, binary
// floats).
//
//   npm install @formulajs/formulajs@4.6.1 && node deposit_formulajs.mjs
import { writeFileSync } from 'node:fs'
import { EFFECT, FV } from '@formulajs/formulajs'

const cell = (x, places) => String(Number(x.toFixed(places)))
const rests = { daily: 365, weekly: 52, monthly: 12, quarterly: 4, half_yearly: 2, annually: 1 }
const frequencies = { monthly: 12, quarterly: 4, annually: 1 }

const compound = ['query\tfuture_value\teffective_annual_rate']
for (const principal of [0, 1234.56, 98765, 4000000]) {
  for (const rate of [0.75, 2.4, 5, 8.25, 13.6, 21]) {
    for (const years of [1, 4, 11, 25]) {
      for (const [compounding, n] of Object.entries(rests)) {
        const f = { daily: 12, weekly: 12, monthly: 12, quarterly: 4, half_yearly: 1, annually: 1 }[compounding]
        const frequency = Object.keys(frequencies).find((name) => frequencies[name] === f)
        for (const begin of [0, 1]) {
          const step = (1 + rate / 100 / n) ** (n / f) - 1
          const contribution = principal ? 151 * begin : 2500
          const value = FV(step, f * years, -contribution, -principal, begin)
          compound.push(
            [
              `principal=${principal}&annual_rate=${rate}&years=${years}&compounding=${compounding}&contribution=${contribution}` +
                `&contribution_frequency=${frequency}&contribution_timing=${begin ? 'begin' : 'end'}`,
              cell(value, 2),
              cell(EFFECT(rate / 100, n) * 100, 4),
            ].join('\t'),
          )
        }
      }
    }
  }
}

const sip = ['query\tmaturity_value\teffective_annual_rate']
for (const payment of [100, 1333.33, 5000, 20000, 75000]) {
  for (const initial of [0, 12345.68, 500000]) {
    for (const rate of [0, 0.9, 6, 11.4, 12, 27]) {
      for (const months of [1, 11, 60, 125, 240, 360]) {
        for (const begin of [0, 1]) {
          sip.push(
            [
              `monthly_investment=${payment}&initial_investment=${initial}&annual_rate=${rate}&months=${months}&timing=${begin ? 'begin' : 'end'}`,
              cell(FV(rate / 1200, months, -payment, -initial, begin), 2),
              rate ? cell(EFFECT(rate / 100, 12) * 100, 4) : '',
            ].join('\t'),
          )
        }
      }
    }
  }
}

writeFileSync('compound_interest_formulajs.tsv', compound.join('\n') + '\n')
writeFileSync('sip_formulajs.tsv', sip.join('\n') + '\n')
