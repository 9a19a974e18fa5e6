import type { Context, HonoRequest } from 'hono'
import { runWithin } from '../../bot/index.js'
import { fromWire, type Notification, readNotification } from '../../protocol/index.js'
import type { Bots, Received } from '../bots/bots.js'
import type { Dispatcher } from '../delivery/dispatcher.js'
import type { ReceiverSettings } from '../options.js'
import { Failures } from './failures.js'
import { Refusal, type RefusalCode } from './refusal.js'

/** Facts about a request that a platform can pass in Hono's `c.env`. */
export interface ReceiverBindings {
  /** Address of the sender, for the limits on failures. */
  readonly remoteAddress?: string
  /** Closes the connection without a response. */
  readonly hangUp?: () => void
}

export function createRequests(settings: ReceiverSettings, bots: Bots, dispatcher: Dispatcher) {
  const { clock, log, observer, signal, failureLimits, maxBodyBytes } = settings
  const failures = new Failures(failureLimits, clock, log)

  return {
    take: (c: Context) => observed(c, '/', (arrived) => take(c, arrived)),
    notFound: (c: Context) =>
      observed(c, undefined, async () => {
        throw new Refusal('NOT_FOUND')
      }),
    refuse,
  }

  /** @param route The request's path, if the receiver serves it. */
  async function observed(
    c: Context,
    route: string | undefined,
    work: (arrived: number) => Promise<Response>,
  ): Promise<Response> {
    const arrived = clock.now()
    const { method, url } = c.req
    const scheme = url.startsWith('https:') ? 'https' : 'http'
    const watch = observer?.request?.({ method, route, scheme, header: (name) => c.req.header(name) })
    const ended = (status: number | undefined, code?: RefusalCode) =>
      watch?.ended?.({ status, ...(code && { code }), duration: clock.now() - arrived })
    try {
      const response = await runWithin(watch, () => work(arrived))
      // Other refusals are thrown; only a handler's failure comes back as a response.
      ended(response.status, response.ok ? undefined : 'FAILED')
      return response
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'INTERNAL'
      const { hangUp } = bindingsOf(c)
      // The server retries only if it gets no response at all. Where the platform can't hang up, it gets a 503.
      if (hangUp && worthRetrying.has(code)) {
        hangUp()
        ended(undefined, code)
        return c.body(null, 503)
      }
      const response = refuse(error, c)
      ended(response.status, code)
      return response
    }
  }

  async function take(c: Context, arrived: number): Promise<Response> {
    const { method } = c.req
    if (method !== 'POST') throw new Refusal('METHOD_NOT_ALLOWED', { method, allow: 'POST' })
    if (signal?.aborted) throw new Refusal('SHUTTING_DOWN')
    const received = await readReceived(await readBody(c.req, maxBodyBytes), bots, settings)
    const { answer, rest } = dispatcher.take(received, arrived)
    const settled = await answer
    if (settled === 'full') throw new Refusal('QUEUE_FULL')
    if (settled === 'unavailable') throw new Refusal('QUEUE_UNAVAILABLE')
    const goesOn = rest?.()
    if (goesOn !== undefined) waitUntil(c, goesOn)
    return settled === 'failed' ? refusalResponse(c, new Refusal('FAILED')) : c.body(JSON.stringify(settled), 200, json)
  }

  function refuse(error: unknown, c: Context): Response {
    if (!(error instanceof Refusal)) {
      log.error({ error }, 'A request failed')
      return refusalResponse(c, new Refusal('INTERNAL'))
    }
    return refusalResponse(c, failures.note(error, bindingsOf(c).remoteAddress))
  }
}

/** Refusals after which a retry by the server may succeed. */
const worthRetrying: ReadonlySet<RefusalCode> = new Set(['QUEUE_FULL', 'QUEUE_UNAVAILABLE', 'BOTS_UNAVAILABLE'])

function bindingsOf({ env }: Context): ReceiverBindings {
  const { remoteAddress, hangUp }: { remoteAddress?: unknown; hangUp?: unknown } = env ?? {}
  return {
    ...(typeof remoteAddress === 'string' && { remoteAddress }),
    ...(typeof hangUp === 'function' && { hangUp: hangUp as () => void }),
  }
}

/** Keeps the platform running until the work after the response is done. */
function waitUntil(c: Context, work: Promise<void>): void {
  try {
    c.executionCtx.waitUntil(work)
  } catch {
    // Hono throws if the runtime has no `waitUntil`; such runtimes don't stop early.
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

function refusalResponse(c: Context, { status, body, facts }: Refusal): Response {
  const { allow, retryAfter } = facts
  return c.body(JSON.stringify(body), status, {
    ...json,
    ...(allow !== undefined && { allow }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  })
}

/**
 * Reads a body of at most `limit` bytes.
 *
 * HTTP servers enforce `content-length`, and on Node reading the body at once is several times faster than streaming it.
 * Without a `content-length`, the bytes are counted as they arrive.
 * @throws {Refusal} `TOO_LARGE` or `UNREADABLE_BODY`.
 */
async function readBody(request: HonoRequest, limit: number): Promise<Uint8Array> {
  const length = request.header('content-length') ?? ''
  const isAnnounced = /^\d+$/.test(length) && request.header('transfer-encoding') === undefined
  if (isAnnounced && Number(length) > limit) throw new Refusal('TOO_LARGE', { limit })
  const bytes = await (isAnnounced ? readAtOnce(request) : readCounting(request, limit))
  if (bytes.byteLength > limit) throw new Refusal('TOO_LARGE', { limit })
  return bytes
}

async function readAtOnce(request: HonoRequest): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer())
  } catch {
    throw new Refusal('UNREADABLE_BODY')
  }
}

async function readCounting(request: HonoRequest, limit: number): Promise<Uint8Array> {
  // If a middleware has already read the body, Hono has cached it.
  if (request.raw.bodyUsed) return readAtOnce(request)
  const stream = request.raw.body
  if (stream === null) return new Uint8Array()
  const reader = stream.getReader()
  // One growing buffer, since a list of one-byte chunks would take hundreds of times their size.
  let bytes = new Uint8Array(Math.min(limit, 4_096))
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refusal('UNREADABLE_BODY')
    })
    if (done) return bytes.subarray(0, length)
    const end = length + value.byteLength
    if (end > limit) {
      reader.cancel().catch(() => {})
      throw new Refusal('TOO_LARGE', { limit })
    }
    if (end > bytes.byteLength) {
      const grown = new Uint8Array(Math.min(limit, 2 * end))
      grown.set(bytes.subarray(0, length))
      bytes = grown
    }
    bytes.set(value, length)
    length = end
  }
}

/**
 * Checks a body in this order: UTF-8, size, JSON, bot, token, shape. Only the bot and the token are read before the token is
 * known to be valid.
 * @throws {Refusal} for the first problem, `BOTS_UNAVAILABLE` if the bots can't be looked up.
 */
async function readReceived(body: Uint8Array, bots: Bots, limits: JsonLimits): Promise<Received> {
  return notificationIn(textOf(body), bots, limits)
}

async function notificationIn(body: string, bots: Bots, limits: JsonLimits): Promise<Received> {
  const json = readJsonObject(body, limits)
  const email = textAt(json, 'bot_email')
  const bot = await bots.find(email, textAt(json, 'token'))
  if (bot === 'unavailable') throw new Refusal('BOTS_UNAVAILABLE')
  if (typeof bot === 'string') throw new Refusal('UNAUTHORIZED', {}, { bot: email, wrong: bot })
  const read = readNotification(fromWire(bot.dialect, json, body))
  if (read.ok) {
    if (read.notification.message.id < 0) {
      throw new Refusal('INVALID_NOTIFICATION', { path: 'message.id', problem: 'it is negative' })
    }
    return { bot, notification: read.notification, warnings: read.warnings }
  }
  const [first] = read.problems
  throw new Refusal('INVALID_NOTIFICATION', first ?? {})
}

function textOf(body: Uint8Array): string {
  if (body.byteLength === 0) throw new Refusal('EMPTY_BODY')
  try {
    return strictUtf8.decode(body)
  } catch {
    throw new Refusal('INVALID_UTF8')
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function textAt(json: Readonly<Record<string, unknown>>, path: keyof Notification & string): string {
  const value = Object.hasOwn(json, path) ? json[path] : undefined
  if (typeof value === 'string') return value
  throw new Refusal('INVALID_NOTIFICATION', { path, problem: 'a string was expected' })
}

type JsonLimits = Pick<ReceiverSettings, 'maxJsonDepth' | 'maxJsonValues'>

/** Reads a JSON object. @throws {Refusal} `TOO_DEEP`, `TOO_MANY_VALUES`, `INVALID_JSON` or `NOT_AN_OBJECT`. */
function readJsonObject(text: string, limits: JsonLimits): Readonly<Record<string, unknown>> {
  checkSize(text, limits)
  const json = parsed(text)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new Refusal('NOT_AN_OBJECT')
  }
  return json as Record<string, unknown>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message quotes the text, which may contain the token.
    throw new Refusal('INVALID_JSON')
  }
}

/** Counts values before parsing, so that a malicious body can't exhaust the memory. */
function checkSize(text: string, { maxJsonDepth, maxJsonValues }: JsonLimits): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openBrace || code === openBracket) {
      depth += 1
      values += 1
      if (depth > maxJsonDepth) throw new Refusal('TOO_DEEP', { limit: maxJsonDepth })
    } else if (code === closeBrace || code === closeBracket) depth -= 1
    else if (code === comma) values += 1
    if (values > maxJsonValues) throw new Refusal('TOO_MANY_VALUES', { limit: maxJsonValues })
  }
}

/** The index where the string that starts at `start` ends, or the end of the text if it isn't closed. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
