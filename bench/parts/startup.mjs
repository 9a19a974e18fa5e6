import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cores, pinned } from '../lib/machine.mjs'
import { rounded } from '../lib/rows.mjs'
import { ratios, summary } from '../lib/statistics.mjs'

const run = promisify(execFile)
const inBench = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const importTime = inBench('startup/importTime.mjs')
const makingTime = inBench('startup/makingTime.mjs')
const dist = (path) => new URL(`../../dist/${path}`, import.meta.url).href
const installed = (name) => import.meta.resolve(name)

/** How long it takes until something can be done. */
export async function startup(size, { say }) {
  const importing = (...modules) => node(importTime, 'import', ...modules)
  const ways = {
    'import of Hono and zod': () => importing(installed('hono'), installed('zod')),
    'import of earshot': () => importing(dist('index.js')),
    'import of earshot/client': () => importing(dist('client.js')),
    'simulator, after import': () => node(importTime, 'simulator', dist('simulator/index.js')),
    'simulator, 2nd to 10th, CPU': () => node(makingTime, 'createSimulator', dist('')),
    'testBot, 2nd to 10th, CPU': () => node(makingTime, 'testBot', dist('')),
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
  const besideBase = (name) => ratios(times.get(name), base)
  return {
    figures: {
      'start of a simulator': times.get('simulator, after import'),
      'CPU time of createSimulator': times.get('simulator, 2nd to 10th, CPU'),
      'CPU time of testBot': times.get('testBot, 2nd to 10th, CPU'),
      "import 'earshot', beside Hono and zod": besideBase('import of earshot'),
      "import 'earshot/client', beside Hono and zod": besideBase('import of earshot/client'),
      'earshot --help': times.get('earshot --help, whole process'),
    },
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
