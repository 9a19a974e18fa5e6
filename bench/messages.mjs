/**
 * What a message costs in an organisation that has many: `npm run build && node --expose-gc bench/messages.mjs`.
 *
 * Posts messages one by one (a million unless a number is given) and compares the first with the last. Each figure is
 * the median of many small rounds, so that the machine's noise and the garbage collector count little.
 */
import { createSimulator } from '../dist/simulator/index.js'

const total = Number(process.argv[2] ?? 1_000_000)
const round = 1_000
const compared = Math.max(20, Math.floor(total / round / 20))

const topics = Array.from({ length: 1_000 }, (_, at) => ({ channel: 'kitchen', topic: `batch ${at}` }))
// Warm up first, so that the first messages don't cost more because code isn't compiled yet.
const warming = createSimulator({ clock: 'frozen', keepJournal: 100 })
for (let at = 0; at < 20 * round; at += 1) warming.say('hamlet', topics[at % topics.length], `Loaf ${at}`)
await warming.close()

const simulator = createSimulator({ clock: 'frozen', keepJournal: 100 })
const before = heap()
const times = []
for (let sent = 0; sent < total; sent += round) {
  const start = process.hrtime.bigint()
  for (let at = 0; at < round; at += 1)
    simulator.say('hamlet', topics[(sent + at) % topics.length], `Loaf ${sent + at}`)
  times.push(Number(process.hrtime.bigint() - start) / round / 1_000)
  // The journal and whoever waits get their turn, as they would between requests.
  await new Promise((resolve) => setImmediate(resolve))
}
const bytes = (heap() - before) / total
const first = median(times.slice(0, compared))
const last = median(times.slice(-compared))

console.log(`messages                ${total}`)
console.log(`the first ${compared * round} took   ${first.toFixed(1)} µs each`)
console.log(`the last ${compared * round} took    ${last.toFixed(1)} µs each`)
console.log(`ratio                   ${(last / first).toFixed(2)} (must be at most 2)`)
console.log(`memory                  ${Math.round(bytes)} bytes a message`)
console.log(JSON.stringify({ name: 'messages', first, last, ratio: last / first, bytes, met: last / first <= 2 }))
await simulator.close()
process.exitCode = last / first <= 2 ? 0 : 1

function heap() {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
