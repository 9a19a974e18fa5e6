import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { cores, pinned } from '../lib/machine.mjs'
import { atMost, rounded } from '../lib/rows.mjs'
import { ratios, summary } from '../lib/statistics.mjs'

const run = promisify(execFile)
const inBench = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const importTime = inBench('startup/importTime.mjs')
const dist = (path) => new URL(`../../dist/${path}`, import.meta.url).href
const installed = (name) => import.meta.resolve(name)

/** How long it takes until something can be done, and how much has to be sent to an edge runtime. */
export async function startup(size, { say }) {
  const importing = (...modules) => node(importTime, 'import', ...modules)
  const ways = {
    'import of Hono and zod': () => importing(installed('hono'), installed('zod')),
    'import of earshot': () => importing(dist('index.js')),
    'import of earshot/client': () => importing(dist('node/client.js')),
    'simulator, after import': () => node(importTime, 'simulator', dist('simulator/index.js')),
    'earshot --help, whole process': () => wholeProcess(fileURLToPath(dist('cli/earshot.js')), '--help'),
    'node alone, whole process': () => wholeProcess('--eval', ''),
  }
  const times = new Map(Object.keys(ways).map((name) => [name, []]))
  for (const measure of Object.values(ways)) await measure()
  for (let round = 0; round < size.starts; round += 1) {
    say(`start ${round + 1} of ${size.starts}`)
    for (const [name, measure] of Object.entries(ways)) times.get(name).push(await measure())
  }
  const base = times.get('import of Hono and zod')
  const { minified, zipped } = await bundle('helloWorld.mjs')
  const beside = (name) => ratios(times.get(name), base)
  return {
    rows: [
      atMost('simulator start in process, after import', 35, times.get('simulator, after import'), { unit: 'ms' }),
      atMost('import of earshot beside Hono and zod', 1.2, beside('import of earshot'), { unit: 'times' }),
      atMost('import of earshot/client beside Hono and zod', 1.2, beside('import of earshot/client'), {
        unit: 'times',
      }),
      atMost('earshot --help', 150, times.get('earshot --help, whole process'), { unit: 'ms' }),
      atMost('edge bundle of a hello world, gzipped', 115, [zipped / 1_000], {
        unit: 'KB',
        note: `${Math.round(minified / 1_000)} KB minified`,
      }),
    ],
    tables: [
      {
        title: 'Starting, in milliseconds, each in a fresh process',
        head: ['', 'median (least–most)'],
        lines: [...times].map(([name, values]) => {
          const { median, min, max } = summary(values)
          return [name, `${rounded(median)} (${rounded(min)}–${rounded(max)})`]
        }),
        notes: [],
      },
    ],
    charts: [],
  }
}

async function node(...args) {
  const [command, ...rest] = pinned(cores.measured, [process.execPath, ...args])
  const { stdout } = await run(command, rest)
  return Number(stdout)
}

async function wholeProcess(...args) {
  const [command, ...rest] = pinned(cores.measured, [process.execPath, ...args])
  const begun = performance.now()
  await run(command, rest)
  return performance.now() - begun
}

async function bundle(program) {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [inBench(`startup/${program}`)],
    alias: { 'earshot/receiver': fileURLToPath(dist('receiver/index.js')), earshot: fileURLToPath(dist('index.js')) },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    conditions: ['workerd', 'worker'],
    logLevel: 'error',
  })
  const { contents } = outputFiles[0]
  return { minified: contents.length, zipped: gzipSync(contents, { level: 9 }).length }
}
