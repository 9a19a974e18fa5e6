import type { ChildProcess } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRepeat } from '../../src/node/shutdownSignals.js'
import { programOf, startProgram } from '../processes/program.js'
import { echoBot, echoToken, mention } from '../receiver/notifications.js'

/** A bot that answers when it is told to stop, or never; and before and after it, two that have nothing to do. */
const program = programOf(`
import { serve } from 'earshot/node'
const bot = {
  async handle({ notification, signal, reply }) {
    console.log('handling')
    if (notification.data === 'wait') await new Promise((resolve) => signal.addEventListener('abort', resolve))
    if (notification.data !== 'never') return reply('done')
    await new Promise(() => {})
  },
}
const idle = { handle: async () => {} }
const options = {
  credentials: ${JSON.stringify({ ...echoBot, token: echoToken })},
  environment: {},
  port: 0,
  closeTimeout: Number(process.argv[2]),
  log: { debug() {}, info() {}, warn() {}, error() {} },
}
await serve(idle, options)
const { url } = await serve(bot, options)
await serve(idle, options)
console.log(url)
`)

interface Child {
  readonly process: ChildProcess
  readonly url: string
  /** Resolves when the program has printed so many lines. */
  printed(lines: number): Promise<string[]>
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

async function started(closeTimeout: number): Promise<Child> {
  const child = startProgram(program, [String(closeTimeout)])
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  let changed = () => {}
  child.stdout.on('data', (bytes) => {
    output += bytes
    changed()
  })
  const ended = new Promise<Awaited<Child['ended']>>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const printed = async (count: number): Promise<string[]> => {
    for (;;) {
      const lines = output.split('\n').slice(0, -1)
      if (lines.length >= count || child.exitCode !== null) return lines
      await new Promise<void>((resolve) => {
        changed = resolve
      })
    }
  }
  const [url = ''] = await printed(1)
  return { process: child, url, printed, ended }
}

const post = (url: string, content: string) =>
  fetch(url, { method: 'POST', body: JSON.stringify(mention({ content })) })

const isListening = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

describe('a serving process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('finishes running handlers and exits with 0 on %s', async (signal) => {
    const { process, url, printed, ended } = await started(1)
    const answer = post(url, 'wait')
    await printed(2)
    process.kill(signal)
    expect(await (await answer).json()).toEqual({ content: 'done' })
    expect(await ended).toEqual({ code: 0, signal: null })
  })

  it('ignores the second signal that npm sends for one Ctrl-C', async () => {
    const { process, url, printed, ended } = await started(1)
    const answer = post(url, 'wait')
    await printed(2)
    // Of two different ones the system makes no single one.
    process.kill('SIGINT')
    process.kill('SIGTERM')
    expect(await (await answer).json()).toEqual({ content: 'done' })
    expect(await ended).toEqual({ code: 0, signal: null })
  })

  it('exits immediately on a later second signal', async () => {
    const { process, url, printed, ended } = await started(600_000)
    const answer = post(url, 'never').catch(() => 'cut off')
    await printed(2)
    process.kill('SIGTERM')
    while (await isListening(url));
    while (process.exitCode === null && process.signalCode === null) {
      process.kill('SIGTERM')
      await isListening(url)
    }
    expect(await ended).toMatchObject({ signal: 'SIGTERM' })
    expect(await answer).toBe('cut off')
  })
})

describe('a repeated signal', () => {
  it('counts as a copy for half a second, and as a second signal after that', () => {
    let time = 1_000
    const repeat = createRepeat(() => time)
    const seen = [0, 0, 500, 1, 10_000].map((passed) => {
      time += passed
      return repeat()
    })
    expect(seen).toEqual(['first', 'copy', 'copy', 'second', 'second'])
  })
})
