/**
 * Follows one mention through `serve` as far as its handler: which files of src take part, and how deep the stack is there.
 * `node --import tsx scripts/mention.mjs`; with `--list` it names the files and the frames.
 */
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Bot } from '../src/index.ts'
import { serve } from '../src/node/index.ts'
import { createSimulator } from '../src/simulator/index.ts'
import { inRoot } from './steps/paths.mjs'

const source = inRoot('src')
const simulator = createSimulator()
const { token, ...credentials } = simulator.credentials('echo')
await simulator.listen()

const session = new Session()
session.connect()
let frames = []
let covered = []
let isCounting = false
const bot = new Bot()
bot.onMention(async (ctx) => {
  Error.stackTraceLimit = Number.POSITIVE_INFINITY
  frames = new Error('here').stack
    .split('\n')
    .slice(2)
    .map(sourceOf)
    .filter((frame) => frame !== undefined)
  if (isCounting) covered = (await session.post('Profiler.takePreciseCoverage')).result
  return ctx.text
})
const served = await serve(bot, {
  credentials: { ...credentials, token, site: simulator.url },
  port: 0,
  hostname: '127.0.0.1',
  environment: {},
  handleSignals: false,
  log: { debug() {}, info() {}, warn() {}, error() {} },
})
let body
simulator.connect('echo', async (request) => {
  body = await request.text()
  return Response.json({})
})

// The first delivery makes what the others find.
for (const topic of ['first', 'second']) {
  simulator.say('hamlet', { channel: 'kitchen', topic }, '@**Echo** hi')
  await simulator.idle()
  if (topic === 'first') await deliver()
}
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
isCounting = true
await deliver()

const files = covered
  .filter(({ url, functions }) => url.startsWith('file:') && functions.some(called))
  .map(({ url, functions }) => ({ path: fileURLToPath(url), count: functions.filter(called).length }))
  .filter(({ path }) => path.startsWith(source) && !path.includes('/simulator/'))
const functions = files.reduce((sum, { count }) => sum + count, 0)
console.log(
  `One mention passes ${files.length} files and ${functions} functions to its handler, which is ${frames.length} frames deep.`,
)
if (process.argv.includes('--list')) {
  for (const { path, count } of files) console.log(`${String(count).padStart(4)} ${relative(source, path)}`)
  for (const frame of frames) console.log(`     ${frame}`)
}
await served.close()
await simulator.close()

function called({ functionName, ranges }) {
  return functionName !== '' && ranges.some(({ count }) => count > 0)
}

async function deliver() {
  const response = await fetch(served.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = await response.json()
  if (answer.content !== 'hi') throw new Error(`The bot answered ${JSON.stringify(answer)}.`)
}

/** The place of a frame in src, if it is there. */
function sourceOf(frame) {
  const at = frame.indexOf('/src/')
  return at === -1 || frame.includes('node_modules')
    ? undefined
    : frame.trim().replace(/\(?(file:\/\/)?[^\s(]*\/src\//, '(')
}
