// Records what npm's qrcode 1.5.4 makes, as the oracle of symbols_test.go:
//   npm install qrcode@1.5.4 && node peers.js symbols > symbols.tsv && node peers.js versions > versions.tsv
const QRCode = require('qrcode')
const crypto = require('crypto')
const Utils = require('qrcode/lib/core/utils')
const EC = require('qrcode/lib/core/error-correction-code')

const levels = ['L', 'M', 'Q', 'H']
const bits = modules => Array.from(modules.data, b => b ? '1' : '0').join('')

// A text that fills most of a version, so that every block has its own data.
function symbols () {
  for (let version = 1; version <= 40; version++) {
    for (const level of levels) {
      const words = Utils.getSymbolTotalCodewords(version) -
        EC.getTotalCodewordsCount(version, QRCode.create('a', { errorCorrectionLevel: level }).errorCorrectionLevel)
      const length = Math.max(1, Math.floor((words - 3) * 0.9))
      let text = ''
      for (let i = 0; i < length; i++) text += String.fromCharCode(97 + (i * 7 + (i >> 4) + version) % 26)
      for (let mask = 0; mask < 8; mask++) {
        const code = QRCode.create([{ data: Buffer.from(text), mode: 'byte' }], { version, errorCorrectionLevel: level, maskPattern: mask })
        console.log([version, level, mask, text.length, crypto.createHash('sha256').update(bits(code.modules)).digest('hex').slice(0, 16)].join('\t'))
      }
    }
  }
}

// Texts of mixed characters, made by a fixed generator.
function versions () {
  let state = 2026
  const random = n => { state = (state * 1103515245 + 12345) % 2147483648; return Math.floor(state / 65536) % n }
  const runs = [
    () => '0123456789'[random(10)],
    () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'[random(35)],
    () => 'abcdefghijklmnopqrstuvwxyz?=&_#'[random(31)],
    () => ['é', 'ß', 'ñ', '€', 'ह', '👋'][random(6)]
  ]
  for (let i = 0; i < 600; i++) {
    let text = ''
    const parts = 1 + random(8)
    for (let p = 0; p < parts; p++) {
      const run = runs[random(random(5) === 0 ? 4 : 3)]
      for (let n = 1 + random(i % 3 === 0 ? 120 : 24); n > 0; n--) text += run()
    }
    const level = levels[i % 4]
    console.log([level, QRCode.create(text, { errorCorrectionLevel: level }).version, text].join('\t'))
  }
}

({ symbols, versions })[process.argv[2]]()
