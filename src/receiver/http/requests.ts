import type { Context, HonoRequest } from 'hono'
import { type ObservedRequest, type RequestEnd, runWithin } from '../../bot/index.js'
import { fromWire, type Notification, readNotification } from '../../protocol/index.js'
import { andThen, isObject, isPromise, type MaybePromise, parseJson } from '../../values.js'
import type { BotRegistry, Received, RegisteredBot } from '../bots/bots.js'
import type { WebhookOutcome } from '../dedupe.js'
import type { Dispatcher, Unanswered } from '../delivery/dispatcher.js'
import { RunningHandler } from '../delivery/runningHandler.js'
import type { ReceiverSettings } from '../options.js'
import { Refusal, type RefusalCode } from './refusal.js'
import { RefusalCounter } from './refusalCounter.js'

/** Facts about a request that a platform can pass in Hono's `c.env`. */
export interface ReceiverBindings {
  /** Address of the sender, for the limits on failures. */
  readonly remoteAddress?: string
  /** Closes the connection without a response. */
  readonly hangUp?: () => void
  /** Keeps the platform running until the work is done. (default: Hono's execution context does, if the platform has one) */
  readonly waitUntil?: (work: Promise<unknown>) => void
  /** Calls back if the connection closes before the response is written. (default: when the request's signal aborts) */
  readonly onClosed?: (listener: () => void) => void
}

/** The receiver's answer to one delivery. */
export interface ReceiverAnswer {
  /** HTTP status: 200, or why the delivery is refused. */
  readonly status: number
  /** JSON. */
  readonly body: string
  /** Resolves when the handler has ended; undefined if it has. */
  readonly finished: Promise<void> | undefined
}

/** Answers requests, over HTTP and in process. */
export class Requests {
  readonly #settings: ReceiverSettings
  readonly #bots: BotRegistry
  readonly #dispatcher: Dispatcher
  readonly #refused: RefusalCounter

  constructor(settings: ReceiverSettings, bots: BotRegistry, dispatcher: Dispatcher) {
    this.#settings = settings
    this.#bots = bots
    this.#dispatcher = dispatcher
    this.#refused = new RefusalCounter(settings.failureLimits, settings.clock, settings.log)
  }

  /** A request to the receiver's own path. */
  readonly receive = (c: Context): Promise<Response> => this.#observed(c, '/')

  /** A request to any other path. */
  readonly notFound = (c: Context): Promise<Response> => this.#observed(c, undefined)

  readonly refuse = (error: unknown, c: Context): Response => refusalResponse(c, this.#refusalOf(error, bindingsOf(c)))

  /** Takes a notification that didn't come over HTTP. Never throws. */
  async deliver(body: string | Uint8Array, from: ReceiverBindings = {}): Promise<ReceiverAnswer> {
    try {
      this.#checkRunning()
      const bytes = typeof body === 'string' ? utf8.encode(body) : body
      const taken = await this.#take(bytes, this.#settings.clock.now(), from.waitUntil)
      if (!(taken instanceof RunningHandler)) return { ...written(taken), finished: undefined }
      taken.connected()
      const answer = await taken.answer
      return { ...written(answer), finished: taken.isFinished ? undefined : taken.finished }
    } catch (error) {
      const { status, body: refusal } = this.#refusalOf(error, from)
      return { status, body: JSON.stringify(refusal), finished: undefined }
    }
  }

  /** @param route The request's path, if the receiver serves it. */
  async #observed(c: Context, route: string | undefined): Promise<Response> {
    const { clock, observer } = this.#settings
    const arrived = clock.now()
    const watch = observer?.request?.(new HonoRequestFacts(c, route))
    try {
      const response = await runWithin(watch, () => this.#receive(c, route, arrived))
      // Other refusals are thrown; only a handler's failure comes back as a response.
      watch?.ended?.(endOf(response.status, response.ok ? undefined : 'failed', clock.now() - arrived))
      return response
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'internal'
      const { hangUp } = bindingsOf(c)
      // The server retries only if it gets no response at all. Where the platform can't hang up, it gets a 503.
      if (hangUp && worthRetrying.has(code)) {
        hangUp()
        watch?.ended?.(endOf(undefined, code, clock.now() - arrived))
        return c.body(null, 503)
      }
      const response = this.refuse(error, c)
      watch?.ended?.(endOf(response.status, code, clock.now() - arrived))
      return response
    }
  }

  async #receive(c: Context, route: string | undefined, arrived: number): Promise<Response> {
    if (route === undefined) throw new Refusal('not_found')
    const { method } = c.req
    if (method !== 'POST') throw new Refusal('method_not_allowed', { method, allow: 'POST' })
    this.#checkRunning()
    const keepRunning = (work: Promise<unknown>) => waitUntil(c, work)
    let body: ArrayBuffer | Uint8Array
    try {
      body = await readBody(c.req, this.#settings.maxBodyBytes)
    } catch (error) {
      throw error instanceof Refusal ? error : new Refusal('unreadable_body')
    }
    const taking = this.#take(body, arrived, keepRunning)
    const taken = isPromise(taking) ? await taking : taking
    if (!(taken instanceof RunningHandler)) return responseTo(taken, c)
    taken.connected()
    whenClosed(c, () => taken.disconnected())
    const answer = await taken.answer
    if (!taken.isFinished) keepRunning(taken.finished)
    return responseTo(answer, c)
  }

  #checkRunning(): void {
    if (this.#settings.signal?.aborted) throw new Refusal('shutting_down')
  }

  /** @throws {Refusal} */
  #take(
    body: ArrayBuffer | Uint8Array,
    arrived: number,
    waitUntil: ReceiverBindings['waitUntil'],
  ): MaybePromise<WebhookOutcome | RunningHandler> {
    const { maxBodyBytes: limit } = this.#settings
    if (body.byteLength > limit) throw new Refusal('too_large', { limit })
    const text = textOf(body)
    const json = readJsonObject(text, this.#settings)
    const found = this.#bots.find(textAt(json, 'bot_email'), textAt(json, 'token'))
    return andThen(found, (bot) => {
      const taken = this.#dispatcher.take(receivedBy(bot, json, text), arrived, waitUntil)
      return isPromise(taken) ? taken.then(accepted) : accepted(taken)
    })
  }

  #refusalOf(error: unknown, { remoteAddress }: ReceiverBindings): Refusal {
    if (error instanceof Refusal) return this.#refused.note(error, remoteAddress)
    this.#settings.log.error({ error }, 'A request failed')
    return new Refusal('internal')
  }
}

/** @throws {Refusal} for a delivery that could not be queued. */
function accepted(taken: WebhookOutcome | Unanswered | RunningHandler): WebhookOutcome | RunningHandler {
  if (taken === 'full') throw new Refusal('queue_full')
  if (taken === 'unavailable') throw new Refusal('queue_unavailable')
  return taken
}

/** The facts of a request for observers, read when one asks. */
class HonoRequestFacts implements ObservedRequest {
  readonly route: string | undefined
  readonly #c: Context

  constructor(c: Context, route: string | undefined) {
    this.#c = c
    this.route = route
  }

  get method(): string {
    return this.#c.req.method
  }

  get scheme(): 'http' | 'https' {
    return this.#c.req.url.startsWith('https:') ? 'https' : 'http'
  }

  header(name: string): string | undefined {
    return this.#c.req.header(name)
  }
}

const endOf = (status: number | undefined, code: RefusalCode | undefined, duration: number): RequestEnd =>
  code === undefined ? { status, duration } : { status, code, duration }

/** Refusals after which a retry by the server may succeed. */
const worthRetrying: ReadonlySet<RefusalCode> = new Set(['queue_full', 'queue_unavailable', 'bots_unavailable'])

function bindingsOf({ env }: Context): ReceiverBindings {
  const { remoteAddress, hangUp }: { remoteAddress?: unknown; hangUp?: unknown } = env ?? {}
  return {
    ...(typeof remoteAddress === 'string' && { remoteAddress }),
    ...(typeof hangUp === 'function' && { hangUp: hangUp as () => void }),
  }
}

function whenClosed({ env, req }: Context, listener: () => void): void {
  const { onClosed }: { onClosed?: unknown } = env ?? {}
  if (typeof onClosed === 'function') onClosed(listener)
  else if (req.raw.signal.aborted) listener()
  else req.raw.signal.addEventListener('abort', listener, { once: true })
}

/** Keeps the platform running until the work after the response is done. */
function waitUntil(c: Context, work: Promise<unknown>): void {
  const { waitUntil: given }: { waitUntil?: unknown } = c.env ?? {}
  if (typeof given === 'function') return void given(work)
  try {
    c.executionCtx.waitUntil(work)
  } catch {
    // Hono throws if the runtime has no `waitUntil`; such runtimes don't stop early.
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

function responseTo(answer: WebhookOutcome, c: Context): Response {
  return answer === 'failed' ? refusalResponse(c, new Refusal('failed')) : c.body(JSON.stringify(answer), 200, json)
}

function written(answer: WebhookOutcome): Pick<ReceiverAnswer, 'status' | 'body'> {
  if (answer !== 'failed') return { status: 200, body: JSON.stringify(answer) }
  const { status, body } = new Refusal('failed')
  return { status, body: JSON.stringify(body) }
}

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
 * @throws {Refusal} `too_large`; what the platform throws if the body can't be read.
 */
function readBody(request: HonoRequest, limit: number): Promise<ArrayBuffer | Uint8Array> {
  const length = request.header('content-length') ?? ''
  const isAnnounced = digits.test(length) && request.header('transfer-encoding') === undefined
  if (isAnnounced && Number(length) > limit) throw new Refusal('too_large', { limit })
  // If a middleware has already read the body, Hono has cached it.
  if (!isAnnounced && !request.raw.bodyUsed) return readCounting(request, limit)
  return request.arrayBuffer()
}

const digits = /^\d+$/

async function readCounting(request: HonoRequest, limit: number): Promise<Uint8Array> {
  const stream = request.raw.body
  if (stream === null) return new Uint8Array()
  const reader = stream.getReader()
  // One growing buffer, since a list of one-byte chunks would take hundreds of times their size.
  let bytes = new Uint8Array(Math.min(limit, 4_096))
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes.subarray(0, length)
    const end = length + value.byteLength
    if (end > limit) {
      reader.cancel().catch(() => {})
      throw new Refusal('too_large', { limit })
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
 * What was found in a body. It is checked in this order: UTF-8, size, JSON, bot, token, shape. Only the bot and the token are
 * read before the token is known to be valid.
 * @throws {Refusal} for the first problem, `bots_unavailable` if the bots can't be looked up.
 */
function receivedBy(
  bot: RegisteredBot | 'bot' | 'token' | 'unavailable',
  json: Readonly<Record<string, unknown>>,
  text: string,
): Received {
  if (bot === 'unavailable') throw new Refusal('bots_unavailable')
  if (typeof bot === 'string') throw new Refusal('unauthorized', {}, { bot: textAt(json, 'bot_email'), wrong: bot })
  const read = readNotification(fromWire(bot.dialect, json, text))
  if (read.ok) {
    if (read.notification.message.id < 0) {
      throw new Refusal('invalid_notification', { path: 'message.id', problem: 'it is negative' })
    }
    return { bot, notification: read.notification, warnings: read.warnings }
  }
  const [first] = read.problems
  throw new Refusal('invalid_notification', first ?? {})
}

function textOf(body: ArrayBuffer | Uint8Array): string {
  if (body.byteLength === 0) throw new Refusal('empty_body')
  try {
    return strictUtf8.decode(body)
  } catch {
    throw new Refusal('invalid_utf8')
  }
}

const utf8 = new TextEncoder()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

function textAt(json: Readonly<Record<string, unknown>>, path: keyof Notification & string): string {
  const value = Object.hasOwn(json, path) ? json[path] : undefined
  if (typeof value === 'string') return value
  throw new Refusal('invalid_notification', { path, problem: 'a string was expected' })
}

type JsonLimits = Pick<ReceiverSettings, 'maxJsonDepth' | 'maxJsonValues'>

/** Reads a JSON object. @throws {Refusal} `too_deep`, `too_many_values`, `invalid_json` or `not_an_object`. */
function readJsonObject(text: string, limits: JsonLimits): Readonly<Record<string, unknown>> {
  checkSize(text, limits)
  const json = parseJson(text)
  if (json === undefined) throw new Refusal('invalid_json')
  if (!isObject(json)) throw new Refusal('not_an_object')
  return json
}

/** Counts values before parsing, so that a malicious body can't exhaust the memory. */
function checkSize(text: string, { maxJsonDepth, maxJsonValues }: JsonLimits): void {
  // Hardly any body has as many brackets or characters.
  if (text.length <= maxJsonValues && countOf('{', text) + countOf('[', text) <= maxJsonDepth) return
  let depth = 0
  let values = 0
  for (const [token] of text.matchAll(tokens)) {
    if ('{['.includes(token)) {
      depth += 1
      values += 1
    } else if ('}]'.includes(token)) depth -= 1
    else if (token === ',') values += 1
    if (depth > maxJsonDepth) throw new Refusal('too_deep', { limit: maxJsonDepth })
    if (values > maxJsonValues) throw new Refusal('too_many_values', { limit: maxJsonValues })
  }
}

function countOf(sign: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count += 1
  return count
}

/** The signs of JSON that count, and strings, in which they don't. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{},]/gs
