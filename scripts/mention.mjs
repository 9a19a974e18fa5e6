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

async function main() {
  const { files, functions, frames } = await followMention()
  console.log(
    `One mention passes ${files.length} files and ${functions} functions to its handler, which is ${frames.length} frames deep.`,
  )
  if (!process.argv.includes('--list')) return
  for (const { path, count } of files) console.log(`${String(count).padStart(4)} ${path}`)
  for (const frame of frames) console.log(`     ${frame}`)
}

/** The files of src, each with how many of its functions were called, the number of all of them, and the frames of the stack. */
export async function followMention() {
  const simulator = createSimulator()
  const { token, ...credentials } = simulator.credentials('echo')
  await simulator.serve()
  const session = new Session()
  session.connect()
  let frames = []
  let covered = []
  let isCounting = false
  const bot = new Bot()
  bot.onMention(async (ctx) => {
    frames = ownFrames()
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
    if (topic === 'first') await deliver(served.url, body)
  }
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  isCounting = true
  await deliver(served.url, body)
  session.disconnect()
  await served.close()
  await simulator.close()

  const files = covered
    .filter(({ url, functions }) => url.startsWith('file:') && functions.some(called))
    .map(({ url, functions }) => ({ path: fileURLToPath(url), count: functions.filter(called).length }))
    .filter(({ path }) => path.startsWith(source) && !path.includes('/simulator/'))
    .map(({ path, count }) => ({ path: relative(source, path), count }))
  return { files, functions: files.reduce((sum, { count }) => sum + count, 0), frames }
}

const called = ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0)

async function deliver(url, body) {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = await response.json()
  if (answer.content !== 'hi') throw new Error(`The bot answered ${JSON.stringify(answer)}.`)
}

/** The stack of the handler that asks, as far as it is in src. */
function ownFrames() {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = Number.POSITIVE_INFINITY
  const { stack } = new Error('here')
  Error.stackTraceLimit = stackTraceLimit
  return stack
    .split('\n')
    .slice(3)
    .map(sourceOf)
    .filter((frame) => frame !== undefined)
}

/** The place of a frame in src, if it is there. */
function sourceOf(frame) {
  const at = frame.indexOf('/src/')
  return at === -1 || frame.includes('node_modules')
    ? undefined
    : frame.trim().replace(/\(?(file:\/\/)?[^\s(]*\/src\//, '(')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
