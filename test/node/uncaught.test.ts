import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { programOf, startProgram } from '../processes/program.js'
import { echoBot, echoToken, mention } from '../receiver/notifications.js'

/** Two servers in one process, and a bot that does what it is told to. */
const program = programOf(`
import { serve, work } from 'earshot/node'
const [ends] = process.argv.slice(2)
const bot = {
  async handle({ notification, reply }) {
    const { data } = notification
    if (data === 'throw') setImmediate(() => { throw new TypeError('The key is ${echoBot.apiKey}.') })
    if (data === 'reject') void Promise.reject(new RangeError('Nobody waits for ${echoToken}.'))
    if (data === 'throw text') setImmediate(() => { throw 'just a text' })
    await reply('done')
  },
}
if (ends === 'own') process.on('uncaughtException', () => console.log(JSON.stringify({ msg: 'seen by the program' })))
const options = { credentials: ${JSON.stringify({ ...echoBot, token: echoToken })}, environment: {}, port: 0, handleSignals: false }
const first = await serve(bot, options)
await first.close()
await serve(bot, options)
await serve({ handle: async () => {} }, { ...options, log: { debug() {}, info() {}, warn() {}, error() {} } })
`)

interface Line {
  readonly level: number
  readonly msg: string
  readonly url?: string
  readonly err?: { readonly type: string; readonly message: string; readonly stack: string }
}

/** Runs the program until the last of its servers that writes a log listens. */
async function started(...args: string[]) {
  const child = startProgram(program, args, 'ignore')
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: Line[] = []
  let onLine = () => {}
  createInterface(child.stdout).on('line', (line) => {
    lines.push(JSON.parse(line))
    onLine()
  })
  const until = async (condition: () => boolean) => {
    while (!condition()) {
      await new Promise<void>((resolve) => {
        onLine = resolve
      })
    }
  }
  const listening = () => lines.filter(({ msg }) => msg === 'Serving')
  await until(() => listening().length === 2)
  const url = listening()[1]?.url ?? ''
  const post = (content: string) =>
    fetch(url, { method: 'POST', body: JSON.stringify(mention({ content, id: content.length })) })
  const logged = () => lines.filter(({ level }) => level === 50)
  return { port: Number(new URL(url).port), post, lines, logged, until, ended: once(child, 'close') }
}

describe('an error that nothing catches', () => {
  it.each([
    ['throw', 'An error was thrown and nothing caught it; the process ends', 'TypeError', 'The key is ***.'],
    [
      'reject',
      'A promise was rejected and nothing handled the error; the process ends',
      'RangeError',
      'Nobody waits for ***.',
    ],
    [
      'throw text',
      'An error was thrown and nothing caught it; the process ends',
      'no Error',
      'the string just a text was thrown',
    ],
  ])('is one line of the log, without secrets, before the process ends: %s', async (text, msg, type, message) => {
    const { post, logged, ended } = await started()
    await post(text).catch(() => {})
    const [code] = await ended
    expect(code).toBe(1)
    expect(logged()).toMatchObject([{ level: 50, msg, err: { type, message } }])
  })

  it('is left to the program where that listens for such errors', async () => {
    const { post, logged, lines, until } = await started('own')
    await post('throw').catch(() => {})
    await until(() => logged().length > 0 && lines.some(({ msg }) => msg === 'seen by the program'))
    expect(logged().map(({ msg }) => msg)).toEqual(['An error was thrown and nothing caught it'])
    expect((await post('anything')).status).toBe(200)
  })
})

const bad = `POST / HTTP/1.1\r\nhost: bakery\r\ncontent-length: 1\r\n\r\n{`

/** Sends bytes in two parts, so many turns of the event loop apart, and waits for the connection to end. */
async function sendInTwo(port: number, first: string, rest: string, turns: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  // A server that hangs up while we still send is what this is about.
  socket.on('error', () => {}).resume()
  socket.write(first)
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  if (!socket.destroyed) socket.write(rest)
  await closed
}

it('a process that serves bots lives through refused requests that overlap', async () => {
  const { port, post, logged } = await started()
  const last = bad.replace('host', 'connection: close\r\nhost')
  // From then on each further refusal ends its connection.
  for (let time = 0; time < 70; time += 1) await sendInTwo(port, last, '', 0)
  for (let round = 0; round < 40; round += 1) {
    const attackers = Array.from({ length: 16 }, (_, at) =>
      sendInTwo(port, `${bad}P`, bad.slice(1) + bad, (round + at) % 20),
    )
    await Promise.all(attackers)
  }
  expect(await (await post('still there')).json()).toEqual({ content: 'done' })
  expect(logged()).toEqual([])
})
