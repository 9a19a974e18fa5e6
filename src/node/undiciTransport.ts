import type { Dispatcher, Pool } from 'undici'
import {
  AnswerTooLong,
  type Bounds,
  type Ending,
  type Transport,
  type WireAnswer,
  type WireRequest,
} from '../client/index.js'
import { bunTransport, type Certificates, isBun } from './bunTransport.js'

/** How connections are made and kept. Times are milliseconds. */
export interface UndiciTransportOptions extends Certificates {
  /** Connections to one server at a time; further calls wait for a free one. 64 unless given. */
  readonly connections?: number
  /** How long a connection may take to come about; 10,000 unless given. */
  readonly connectTimeout?: number
  /** How long an idle connection is kept; 4,000 unless given, which is less than servers usually keep theirs. */
  readonly keepAliveTimeout?: number
  /** How long the first byte of an answer may take, whatever a call allows; 300,000 unless given. */
  readonly headersTimeout?: number
  /** How long an answer may pause, whatever a call allows; 300,000 unless given. */
  readonly bodyTimeout?: number
}

/**
 * Carries requests over connections of its own, kept alive between calls. Several clients can share one. After `close`
 * a later call opens new connections. On Bun it is Bun's own `fetch` that carries them.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport & { close(): Promise<void> } {
  if (isBun) return bunTransport(options)
  const pools = new Map<string, Pool>()
  const poolFor = async (origin: string): Promise<Pool> => {
    // Loaded with the first call: it takes longer to load than all the rest of the client.
    const undici = await import('undici')
    // Another call may have made it meanwhile.
    const made = pools.get(origin) ?? new undici.Pool(origin, poolOptions(options))
    pools.set(origin, made)
    return made
  }
  return {
    send(request, bounds) {
      const pool = pools.get(request.origin)
      return pool === undefined
        ? poolFor(request.origin).then((made) => send(made, request, bounds))
        : send(pool, request, bounds)
    },
    async close() {
      const open = [...pools.values()]
      pools.clear()
      await Promise.all(open.map((pool) => pool.close()))
    },
  }
}

function poolOptions(options: UndiciTransportOptions): Pool.Options {
  const { connections = 64, connectTimeout = 10_000, keepAliveTimeout = 4_000, ca, cert, key } = options
  return {
    connections,
    keepAliveTimeout,
    headersTimeout: options.headersTimeout ?? 300_000,
    bodyTimeout: options.bodyTimeout ?? 300_000,
    connect: {
      timeout: connectTimeout,
      ...(ca === undefined ? {} : { ca: typeof ca === 'string' || Buffer.isBuffer(ca) ? ca : [...ca] }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    },
  }
}

/**
 * Sends a request and collects its answer, of which no more is kept than is allowed. Not by `pool.request`, which makes a
 * stream of every answer: that costs as much as all the rest of a call.
 */
function send(pool: Pool, request: WireRequest, bounds: Bounds): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    // Nothing unpacks the answer here, and a server that isn't told may compress it.
    const headers = { 'accept-encoding': 'identity', ...request.headers }
    pool.dispatch({ ...request, headers } as Dispatcher.DispatchOptions, new Answering(bounds, resolve, reject))
  })
}

/**
 * Collects the answer to one request. It speaks to undici as undici does to itself, though that has a newer way to be spoken
 * to: that one is translated for each request, with all headers, which costs a twentieth of a call.
 */
class Answering implements Dispatcher.DispatchHandler {
  readonly #ending: Ending
  readonly #maxBytes: number
  readonly #resolve: (answer: WireAnswer) => void
  readonly #reject: (error: Error) => void
  readonly #stopListening: () => void
  #abort: ((reason: Error) => void) | undefined
  #status = 0
  #head: readonly Buffer[] = []
  #bytes = 0
  #chunks: Buffer[] | undefined

  constructor({ ending, maxBytes }: Bounds, resolve: (answer: WireAnswer) => void, reject: (error: Error) => void) {
    this.#ending = ending
    this.#maxBytes = maxBytes
    this.#resolve = resolve
    this.#reject = reject
    this.#stopListening = ending.onEnd(() => this.#end())
  }

  onConnect(abort: (reason: Error) => void): void {
    this.#abort = abort
    if (this.#ending.ended) this.#end()
  }

  onHeaders(status: number, head: readonly Buffer[]): boolean {
    // What precedes the answer says nothing of it.
    if (status < 200) return true
    this.#status = status
    this.#head = head
    if (Number(headerIn(head, 'content-length')) > this.#maxBytes) this.#abort?.(new AnswerTooLong(status))
    return true
  }

  onData(chunk: Buffer): boolean {
    this.#bytes += chunk.byteLength
    if (this.#bytes > this.#maxBytes) this.#abort?.(new AnswerTooLong(this.#status))
    else if (this.#chunks === undefined) this.#chunks = [chunk]
    else this.#chunks.push(chunk)
    return true
  }

  onComplete(): void {
    this.#stopListening()
    this.#resolve(new Answer(this.#status, this.#head, textOf(this.#chunks)))
  }

  onError(error: Error): void {
    this.#stopListening()
    this.#reject(error)
  }

  #end(): void {
    this.#abort?.(this.#ending.reason as Error)
  }
}

class Answer implements WireAnswer {
  readonly status: number
  readonly text: string
  readonly #head: readonly Buffer[]

  constructor(status: number, head: readonly Buffer[], text: string) {
    this.status = status
    this.text = text
    this.#head = head
  }

  header(name: string): string | undefined {
    return headerIn(this.#head, name)
  }
}

/** The first value under a name, which is in lower case, in a list of names and values as they were sent. */
function headerIn(head: readonly Buffer[], name: string): string | undefined {
  for (let at = 0; at < head.length; at += 2) {
    const given = head[at]
    if (given?.length === name.length && given.toString('latin1').toLowerCase() === name)
      return head[at + 1]?.toString('latin1')
  }
  return undefined
}

function textOf(chunks: readonly Buffer[] = []): string {
  const [first] = chunks
  return utf8.decode(chunks.length === 1 ? first : Buffer.concat(chunks))
}

const utf8 = new TextDecoder()
