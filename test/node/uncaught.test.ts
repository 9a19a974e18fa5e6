import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** A bot whose commands forget to await. With a file, it has a queue there. */
const forgetful = programOf(`
import { Bot } from 'earshot'
import { serve, sqlite } from 'earshot/node'
const [file, isSecond] = process.argv.slice(2)
const description = 'Forget'
const bot = new Bot()
  .command('deploy <env>', { description }, (ctx) => { void ctx.client.users.get({ user_id: 8 }) })
  .command('later', { description }, () => { if (!isSecond) setTimeout(() => { throw new Error('Too late') }, 20) })
  .command('long', { description }, async () => {
    console.log(JSON.stringify({ msg: 'long begins' }))
    if (!isSecond) await new Promise(() => {})
  })
await serve(bot, {
  credentials: ${JSON.stringify({ ...echoBot, token: echoToken })},
  environment: {},
  port: 0,
  handleSignals: false,
  metrics: false,
  fetch: async () => Response.json({ result: 'error', code: 'BAD_REQUEST', msg: 'Invalid user' }, { status: 400 }),
  ...(file && { queue: sqlite(file, { lease: 1_000 }) }),
})
`)

interface Line {
  readonly level: number
  readonly msg: string
  readonly message?: number
  readonly outcome?: string
  readonly handlers?: readonly { readonly handler: string; readonly delivery: string; readonly ended?: number }[]
  readonly url?: string
  readonly err?: { readonly type: string; readonly message: string; readonly stack: string }
}

/** Runs the program with two servers until the last that writes a log listens. */
const started = (...args: string[]) => running(program, 2, args)

async function running(code: string, servers: number, args: readonly string[] = []) {
  const child = startProgram(code, args, 'ignore')
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
  await until(() => listening().length === servers)
  const url = listening()[servers - 1]?.url ?? ''
  const post = (content: string, sender = 8) =>
    fetch(url, {
      method: 'POST',
      body: JSON.stringify(mention({ content, id: content.length, sender_id: sender, subject: `oven #${sender}` })),
    })
  const logged = () => lines.filter(({ level }) => level === 50)
  return { port: Number(new URL(url).port), post, lines, logged, until, ended: once(child, 'close') }
}

describe('an uncaught error', () => {
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
  ])('is logged in one line without secrets before the process exits: %s', async (text, msg, type, message) => {
    const { post, logged, ended } = await started()
    await post(text).catch(() => {})
    const [code] = await ended
    expect(code).toBe(1)
    expect(logged()).toMatchObject([{ level: 50, msg, err: { type, message } }])
  })

  it("is logged and left to the program's own listener", async () => {
    const { post, logged, lines, until } = await started('own')
    await post('throw').catch(() => {})
    await until(() => logged().length > 0 && lines.some(({ msg }) => msg === 'seen by the program'))
    expect(logged().map(({ msg }) => msg)).toEqual(['An error was thrown and nothing caught it'])
    expect((await post('anything')).status).toBe(200)
  })
})

describe('an error that a handler did not await', () => {
  it.each([
    ['deploy production', 'command deploy <env>', 'Invalid user'],
    ['later', 'command later', 'Too late'],
  ])('is logged with the handler and the delivery: %s', async (text, handler, message) => {
    const { post, logged, ended } = await running(forgetful, 1)
    await post(`@**Echo** ${text}`).catch(() => {})
    expect((await ended)[0]).toBe(1)
    const [line] = logged()
    expect(line).toMatchObject({ err: { message: expect.stringContaining(message) } })
    expect(line?.handlers).toEqual([{ handler, delivery: expect.any(String), ended: expect.any(Number) }])
  })

  it('ends the process, but no delivery in the queue is lost', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-uncaught-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'queue.db')
    const first = await running(forgetful, 1, [file])
    const isLong = ({ msg }: Line) => msg === 'long begins'
    await first.post('@**Echo** long')
    await first.until(() => first.lines.some(isLong))
    await first.post('@**Echo** later', 99)
    expect((await first.ended)[0]).toBe(1)
    expect(first.logged()[0]?.handlers?.map(({ handler }) => handler)).toEqual(
      expect.arrayContaining(['command long', 'command later']),
    )

    const second = await running(forgetful, 1, [file, 'second'])
    await second.until(() => second.lines.some(({ message, outcome }) => message === 14 && outcome === 'done'))
    expect(second.lines.filter(isLong)).toHaveLength(1)
    expect(second.logged()).toEqual([])
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

it('a serving process survives overlapping malformed requests', async () => {
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
