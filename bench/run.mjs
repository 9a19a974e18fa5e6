/**
 * Measures Earshot beside others that do the same: `npm run bench`. `-- --quick` takes minutes in place of half an hour,
 * `-- --only receiver` measures one part, `-- --out <folder>` writes the results elsewhere than here, `-- --as-is` builds and
 * installs nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../scripts/steps/dist.mjs'
import { install } from '../scripts/steps/install.mjs'
import { provideRedis } from '../scripts/steps/redis.mjs'
import { createLoad } from './lib/load.mjs'
import { circumstances } from './lib/machine.mjs'
import { installPeers } from './lib/peers.mjs'
import { rowsText, tableText, withFigures, withTargets, writeResults } from './lib/report.mjs'
import { rowsOf } from './lib/rows.mjs'
import { sizes } from './lib/sizes.mjs'
import { findWrk, provideWrk } from './lib/wrk.mjs'
import { client } from './parts/client.mjs'
import { counts } from './parts/counts.mjs'
import { durable } from './parts/durable.mjs'
import { growth } from './parts/growth.mjs'
import { receiver } from './parts/receiver.mjs'
import { simulator } from './parts/simulator.mjs'
import { startup } from './parts/startup.mjs'

const parts = { counts, receiver, client, simulator, startup, durable, growth }

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    // For tests: that everything runs, in seconds.
    smoke: { type: 'boolean', default: false },
    'as-is': { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: import.meta.dirname },
  },
})
const unknown = flags.only.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}" to measure. Give one of: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
const sizeName = flags.smoke ? 'smoke' : flags.quick ? 'quick' : 'full'
const chosen = flags.only.length > 0 ? flags.only : Object.keys(parts)

if (!flags['as-is']) await setUp()
const load = await createLoad(flags.smoke ? undefined : findWrk())
const measured = {}
try {
  for (const name of chosen) {
    const around = { size: sizeName, circumstances: circumstances() }
    console.log(`\n# ${name}`)
    const { figures, tables, charts } = await parts[name](sizes[sizeName], { load, say: progress })
    measured[name] = { ...around, rows: rowsOf(name, figures), tables, charts }
    progress('')
    for (const table of tables) console.log(`\n${tableText(table)}`)
  }
} finally {
  await load.stop()
}
writeResults(flags.out, measured)
if (flags.out === import.meta.dirname) {
  for (const [name, written] of [
    ['README.md', withFigures],
    ['docs/reference/benchmarks.md', withTargets],
  ]) {
    const page = join(import.meta.dirname, '..', name)
    writeFileSync(page, written(readFileSync(page, 'utf8'), flags.out))
  }
}
console.log(`\n${rowsText(Object.values(measured).flatMap(({ rows }) => rows))}`)
console.log(`\nWritten to ${flags.out}: results.md, results.json, charts`)

async function setUp() {
  for (const step of [install, buildIfStale]) {
    const { ok, output, advice } = await step()
    if (ok) continue
    console.error(`${output}\nEarshot can't be built: ${advice}`)
    process.exit(1)
  }
  for (const problem of [await installPeers({ all: true }), await provideWrk()]) {
    if (problem) console.log(`Goes on without: ${problem}`)
  }
  console.log((await provideRedis()).note)
}

/** One line, written over again and again; nothing where nobody looks on. */
function progress(text) {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`)
}
