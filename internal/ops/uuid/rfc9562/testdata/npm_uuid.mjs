// Writes npm_uuid.json: time-based UUIDs of npm uuid 14.0.3 from given clock
// and entropy: [milliseconds, 100-ns ticks, 16 random bytes in hex, v1, v6].
//
//   npm install uuid@14.0.3 && node npm_uuid.mjs > npm_uuid.json
import { createHash } from 'node:crypto'
import { v1, v6 } from 'uuid'

const rows = []
for (let i = 0; i < 100; i++) {
  const random = createHash('sha256').update('uuid' + i).digest().subarray(0, 16)
  const msecs = random.readUIntBE(10, 6) % 103000000000000 // to the year 5233
  const nsecs = random.readUInt16BE(8) % 10000
  random[2] |= 1
  const options = { msecs, nsecs, clockseq: random.readUInt16BE(0) & 0x3fff, node: random.subarray(2, 8) }
  rows.push([msecs, nsecs, random.toString('hex'), v1(options), v6(options)])
}
console.log('[\n' + rows.map((r) => JSON.stringify(r)).join(',\n') + '\n]')
