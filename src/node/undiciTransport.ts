import { EventEmitter } from 'node:events'
import type { Pool } from 'undici'
import {
  AnswerTooLong,
  type Bounds,
  type Ending,
  type Transport,
  type WireAnswer,
  type WireRequest,
} from '../client/index.js'

/** How connections are made and kept. Times are milliseconds. */
export interface UndiciTransportOptions {
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
  /** PEM certificates of authorities to trust instead of the usual ones. */
  readonly ca?: string | Buffer | readonly (string | Buffer)[]
  /** PEM certificate and key to show to the server. */
  readonly cert?: string | Buffer
  readonly key?: string | Buffer
}

/**
 * Carries requests over connections of its own, kept alive between calls. Several clients can share one. After `close`
 * a later call opens new connections.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport & { close(): Promise<void> } {
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
    async send(request, bounds) {
      return send(pools.get(request.origin) ?? (await poolFor(request.origin)), request, bounds)
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

async function send(
  pool: Pool,
  { method, path, headers, body }: WireRequest,
  { ending, maxBytes }: Bounds,
): Promise<WireAnswer> {
  const signal = new Cancellation(ending)
  const answer = await pool.request({ method, path, headers, signal, ...(body === undefined ? {} : { body }) })
  const { statusCode: status } = answer
  return {
    status,
    header: (name) => first(answer.headers[name]),
    text: await readText(answer, maxBytes),
  }
}

/** An ending in the words of undici, which takes an event emitter's part as well as a signal's, and at less cost. */
class Cancellation extends EventEmitter {
  readonly #ending: Ending

  constructor(ending: Ending) {
    super()
    this.#ending = ending
    ending.onEnd(() => this.emit('abort'))
  }

  get aborted(): boolean {
    return this.#ending.ended
  }

  get reason(): unknown {
    return this.#ending.reason
  }
}

type PoolAnswer = Awaited<ReturnType<Pool['request']>>

/** Reads the body. Where its length is announced, the parser sees to it that it is not exceeded; else bytes are counted. */
async function readText({ statusCode, headers, body }: PoolAnswer, maxBytes: number): Promise<string> {
  const announced = headers['content-length']
  if (announced !== undefined && Number(announced) <= maxBytes) return body.text()
  const chunks: Buffer[] = []
  let bytes = 0
  // A body that is left before its end says so by an error event, which is no news here.
  body.on('error', () => {})
  if (announced === undefined) {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new AnswerTooLong(statusCode)
      chunks.push(chunk)
    }
    return new TextDecoder().decode(Buffer.concat(chunks))
  }
  body.destroy()
  throw new AnswerTooLong(statusCode)
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
