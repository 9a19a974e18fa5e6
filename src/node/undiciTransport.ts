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
    pool.dispatch(request as Dispatcher.DispatchOptions, new Answering(bounds, resolve, reject))
  })
}

/** Collects the answer to one request. */
class Answering implements Dispatcher.DispatchHandler {
  readonly #ending: Ending
  readonly #maxBytes: number
  readonly #resolve: (answer: WireAnswer) => void
  readonly #reject: (error: Error) => void
  readonly #stopListening: () => void
  #request: Dispatcher.DispatchController | undefined
  #status = 0
  #fields: Fields = none
  #bytes = 0
  #chunks: Buffer[] | undefined

  constructor({ ending, maxBytes }: Bounds, resolve: (answer: WireAnswer) => void, reject: (error: Error) => void) {
    this.#ending = ending
    this.#maxBytes = maxBytes
    this.#resolve = resolve
    this.#reject = reject
    this.#stopListening = ending.onEnd(() => this.#end())
  }

  onRequestStart(request: Dispatcher.DispatchController): void {
    this.#request = request
    if (this.#ending.ended) this.#end()
  }

  onResponseStart(request: Dispatcher.DispatchController, status: number, fields: Fields): void {
    // What precedes the answer says nothing of it.
    if (status < 200) return
    this.#status = status
    this.#fields = fields
    if (Number(fields['content-length']) > this.#maxBytes) request.abort(new AnswerTooLong(status))
  }

  onResponseData(request: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.byteLength
    if (this.#bytes > this.#maxBytes) request.abort(new AnswerTooLong(this.#status))
    else if (this.#chunks === undefined) this.#chunks = [chunk]
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#stopListening()
    this.#resolve(new Answer(this.#status, this.#fields, textOf(this.#chunks)))
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#stopListening()
    this.#reject(error)
  }

  #end(): void {
    this.#request?.abort(this.#ending.reason as Error)
  }
}

class Answer implements WireAnswer {
  readonly status: number
  readonly text: string
  readonly #fields: Fields

  constructor(status: number, fields: Fields, text: string) {
    this.status = status
    this.text = text
    this.#fields = fields
  }

  header(name: string): string | undefined {
    const value = this.#fields[name]
    return Array.isArray(value) ? value[0] : value
  }
}

type Fields = Readonly<Record<string, string | string[] | undefined>>

const none: Fields = {}

function textOf(chunks: readonly Buffer[] = []): string {
  const [first] = chunks
  return utf8.decode(chunks.length === 1 ? first : Buffer.concat(chunks))
}

const utf8 = new TextDecoder()
