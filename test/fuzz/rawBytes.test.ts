import { connect, type Socket } from 'node:net'
import { type ServeOptions, serve } from 'earshot/node'
import type { Delivery } from 'earshot/receiver'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chatServer } from '../receiver/kit.js'
import { echoBot, echoToken, mention } from '../receiver/notifications.js'
import { casesOf, offset, patience } from './cases.js'
import { type Chance, chance } from './chance.js'

/** A request as bytes, and what may be answered to it. */
interface Exchange {
  readonly bytes: string
  /** Whether this is the request's own response. */
  expects(response: Response): boolean
  readonly isHead?: boolean
}

interface Response {
  readonly status: number
  readonly isLast: boolean
  readonly body: string
}

/** A server under test. */
interface Target {
  readonly port: number
  exchange(random: Chance): Exchange
  /** A request as it comes on a good day. */
  right(): Exchange
  /** Whether a response may take the place of any other, since the server closes. */
  mayRefuse(response: Response): boolean
  /** Whether it may end a connection without a response. */
  readonly mayHangUp: boolean
  close(): Promise<void>
}

const crlf = '\r\n'

function request(start: string, body: string, random: Chance): string {
  const head = `${start} HTTP/1.1${crlf}host: localhost${crlf}`
  if (body === '') return `${head}${crlf}`
  const size = Buffer.byteLength(body)
  if (!random.oneIn(4)) return `${head}content-length: ${size}${crlf}${crlf}${body}`
  return `${head}transfer-encoding: chunked${crlf}${crlf}${size.toString(16)}${crlf}${body}${crlf}0${crlf}${crlf}`
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await turn()
}

const refused =
  (...statuses: number[]) =>
  (response: Response) =>
    [...statuses, 429].includes(response.status) && response.body.startsWith('{')

async function servedBot(random: Chance): Promise<Target> {
  let id = 0
  const bot = {
    async handle({ notification: { message }, reply }: Delivery) {
      await turns(message.id % 4)
      await reply(`no. ${message.id}`)
    },
  }
  const options: ServeOptions = {
    port: 0,
    environment: {},
    handleSignals: false,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    fetch: chatServer([], undefined),
    failureLimits: { perAddress: random.pick([5, 1_000_000]), perBot: 1_000_000 },
    closeTimeout: 20,
  }
  const { port, close } = await serve(bot, { ...options, credentials: { ...echoBot, token: echoToken } })
  const bad = (start: string, body: string, status: number) => (): Exchange => ({
    bytes: request(start, body, random),
    expects: refused(status),
  })
  const right = (): Exchange => {
    id += 1
    const own = JSON.stringify({ content: `no. ${id}` })
    const bytes = request('POST /', JSON.stringify(mention({ id })), random)
    return { bytes, expects: ({ status, body }) => status === 200 && body === own }
  }
  const health = (): Exchange => ({
    bytes: request('GET /healthz', '', random),
    expects: ({ status, body }) => status === 200 && body === '{"status":"ok"}',
  })
  const kinds = [
    ...[right, right, right, health],
    ...[bad('POST /', '{', 400), bad('POST /', '{', 400), bad('POST /', '[]', 400), bad('PUT /', '{}', 405)],
    bad('POST /', JSON.stringify(mention({}, { token: 'x'.repeat(32) })), 401),
    bad('GET /wp-login.php', '', 404),
  ]
  return {
    port,
    exchange: () => random.pick(kinds)(),
    right,
    mayRefuse: ({ status, body }) => status === 503 || body === '{"response_not_required":true}',
    mayHangUp: false,
    close,
  }
}

async function simulated(random: Chance): Promise<Target> {
  const hasFaults = random.oneIn(3)
  const simulator = createSimulator({
    log: { warn() {}, error() {} },
    keepJournal: 10,
    ...(hasFaults && { faults: ['every third call breaks off after 20 bytes', 'every seventh call answers 503'] }),
  })
  await simulator.serve()
  const { email, apiKey = '' } = simulator.credentials('iago')
  const authorization = `authorization: Basic ${btoa(`${email}:${apiKey}`)}`
  let number = 0
  const unknown = (): Exchange => {
    number += 1
    const path = `/api/v1/number-${number}`
    return {
      // The page for browsers names the path.
      bytes: request(`GET ${path}`, '', random).replace('host: localhost', `host: localhost${crlf}accept: text/html`),
      expects: ({ status, body }) => status === 404 && body.includes(`has no endpoint at ${path.slice(7)},`),
    }
  }
  const own = (): Exchange => ({
    bytes: request('GET /api/v1/users/me', '', random).replace(
      'host: localhost',
      `host: localhost${crlf}${authorization}`,
    ),
    expects: ({ status, body }) => status === 200 && body.includes('iago@'),
  })
  const without = (): Exchange => ({
    bytes: request('POST /api/v1/messages', 'content=x', random),
    expects: ({ status, body }) => status === 401 && body.includes('"result":"error"'),
  })
  const settings = (): Exchange => ({
    bytes: request('HEAD /api/v1/server_settings', '', random),
    isHead: true,
    expects: ({ status, body }) => status === 200 && body === '',
  })
  const kinds = [unknown, unknown, own, without, settings]
  return {
    port: Number(new URL(simulator.url).port),
    exchange: () => random.pick(kinds)(),
    right: own,
    mayRefuse: ({ status }) => hasFaults && status === 503,
    mayHangUp: hasFaults,
    close: () => simulator.close(),
  }
}

/** All responses in what was received; the last may not be complete yet, and is left out then. */
function responsesIn(received: string, exchanges: readonly Exchange[]): Response[] {
  const responses: Response[] = []
  for (let at = 0; at < received.length; ) {
    const end = received.indexOf(`${crlf}${crlf}`, at)
    if (end === -1) break
    const head = received.slice(at, end)
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? []
    if (status === undefined) throw new Error(`What was received is out of step: ${JSON.stringify(received.slice(at))}`)
    const isHead = exchanges[responses.length]?.isHead === true
    const length = isHead ? 0 : Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
    const start = end + 4
    if (received.length < start + length) break
    const body = received.slice(start, start + length)
    responses.push({ status: Number(status), isLast: /^connection: close$/im.test(head), body })
    at = start + length
  }
  return responses
}

/** One connection: requests one after the other, cut anywhere, and perhaps broken off. Gives what was wrong, if anything. */
async function converse(target: Target, random: Chance, mayBeCut: () => boolean): Promise<string | undefined> {
  const exchanges = Array.from({ length: 1 + random.below(4) }, () => target.exchange(random))
  const bytes = exchanges.map((one) => one.bytes).join('')
  const isJunk = random.oneIn(10)
  const tail = isJunk ? random.pick(['x', `${crlf}:${crlf}`, 'HTTP/1.1 200 OK\r\n\r\n']) : ''
  const pieces = cut(bytes + tail, random)
  const breaksOff = random.oneIn(4) ? random.below(pieces.length + 1) : undefined
  const socket = connect(target.port, '127.0.0.1').setEncoding('latin1')
  let received = ''
  let isBroken = false
  const settled = new Promise<void>((resolve) => {
    socket.on('error', () => {
      isBroken = true
    })
    socket.on('data', (text) => {
      received += text
      if (!isJunk && responsesIn(received, exchanges).length === exchanges.length) socket.destroy()
    })
    socket.on('close', () => resolve())
  })
  await send(socket, pieces, breaksOff, random)
  await settled
  const responses = responsesIn(received, exchanges)
  const isCut = mayBeCut()
  const wrong = responses.findIndex((one, at) => {
    // Node ends a connection with what is no HTTP by a response of its own, whatever else is still to be answered on it.
    if ((isJunk || breaksOff !== undefined) && one.status === 400 && one.isLast) return false
    const own = exchanges[at]
    return !(own?.expects(one) || target.mayRefuse(one))
  })
  const last = responses.findIndex(({ isLast }) => isLast)
  const isWhole = last !== -1 || responses.length >= exchanges.length
  const mayEnd = breaksOff !== undefined || isBroken || isCut || isJunk || target.mayHangUp
  if (wrong === -1 && (isWhole || mayEnd)) return undefined
  return JSON.stringify({
    wrong,
    responses,
    requests: [...exchanges.map((one) => one.bytes.slice(-50)), tail],
    breaksOff,
  })
}

/** At any place, and often just after the first byte of a request. */
function cut(bytes: string, random: Chance): string[] {
  const starts = [...bytes.matchAll(/(?:POST|GET|PUT|HEAD) /g)].map(({ index }) => index + 1)
  const places = Array.from({ length: random.below(4) }, () =>
    random.oneIn(2) ? random.pick(starts) : random.below(bytes.length),
  ).sort((one, other) => one - other)
  return [0, ...places].map((from, at) => bytes.slice(from, places[at]))
}

async function send(
  socket: Socket,
  pieces: readonly string[],
  breaksOff: number | undefined,
  random: Chance,
): Promise<void> {
  for (const [at, piece] of pieces.entries()) {
    if (at === breaksOff) break
    socket.write(piece)
    await turns(random.below(6))
  }
  if (breaksOff === undefined) return
  // For Node, whoever says no more is gone.
  if (random.oneIn(3)) socket.end()
  else if (random.oneIn(2)) socket.destroy()
  else socket.resetAndDestroy()
}

/** Whether a request is answered as it should be; a fault may be due once. */
async function isAnswered(target: Target): Promise<boolean> {
  for (let time = 0; time < (target.mayHangUp ? 4 : 1); time += 1) {
    const exchange = target.right()
    const socket = connect(target.port, '127.0.0.1').setEncoding('latin1')
    socket.write(exchange.bytes.replace(crlf, `${crlf}connection: close${crlf}`))
    let received = ''
    for await (const text of socket) received += text
    const [response] = responsesIn(received, [exchange])
    if (response !== undefined && exchange.expects(response)) return true
  }
  return false
}

/** Connections of one server, so many at a time. */
async function attack(target: Target, random: Chance, count: number): Promise<string[]> {
  const wrong: string[] = []
  const closesAt = random.oneIn(3) ? random.below(count) : undefined
  let closing: Promise<void> | undefined
  let begun = 0
  const attacker = async () => {
    while (begun < count) {
      if (begun === closesAt) closing ??= target.close()
      begun += 1
      const problem = await converse(target, random, () => closing !== undefined)
      if (problem !== undefined) wrong.push(problem)
    }
  }
  await Promise.all(Array.from({ length: 16 }, attacker))
  if (closing === undefined) {
    if (!(await isAnswered(target))) wrong.push('It answers no longer.')
  }
  await (closing ?? target.close())
  return wrong
}

describe.each([
  ['serve', servedBot, casesOf(100_000)],
  ['a simulator', simulated, casesOf(100_000)],
])('%s', (_, open, count) => {
  it('lives through whatever bytes come, and gives each request its own response', { timeout: patience }, async () => {
    const errors: unknown[] = []
    const note = (error: unknown) => void errors.push(error)
    const events = ['uncaughtException', 'unhandledRejection'] as const
    for (const event of events) process.on(event, note)
    onTestFinished(() => {
      for (const event of events) process.off(event, note)
    })
    const perServer = 100
    for (let seed = offset; seed < offset + count / perServer; seed += 1) {
      const random = chance(seed)
      const wrong = await attack(await open(random), random, perServer)
      expect({ seed, wrong, errors }).toEqual({ seed, wrong: [], errors: [] })
    }
  })
})
