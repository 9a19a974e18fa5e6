import type { Dispatcher, Pool } from 'undici'
import { AnswerTooLong, type Bounds, type Transport, type WireAnswer, type WireRequest } from '../client/index.js'
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

/**
 * Sends a request and collects its answer, of which no more is kept than is allowed. Not by `pool.request`, which makes a
 * stream of every answer: that costs as much as all the rest of a call.
 */
function send(
  pool: Pool,
  { method, path, headers, body }: WireRequest,
  { ending, maxBytes }: Bounds,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    let request: Dispatcher.DispatchController | undefined
    let status = 0
    let fields: Fields = {}
    let bytes = 0
    const chunks: Buffer[] = []
    const end = () => request?.abort(ending.reason as Error)
    const stopListening = ending.onEnd(end)
    const options = { method: method as Dispatcher.HttpMethod, path, headers, body: body ?? null }
    pool.dispatch(options, {
      onRequestStart(started) {
        request = started
        if (ending.ended) end()
      },
      onResponseStart(started, itsStatus, itsFields) {
        // What precedes the answer says nothing of it.
        if (itsStatus < 200) return
        status = itsStatus
        fields = itsFields
        if (Number(fields['content-length']) > maxBytes) started.abort(new AnswerTooLong(status))
      },
      onResponseData(started, chunk) {
        bytes += chunk.byteLength
        if (bytes > maxBytes) started.abort(new AnswerTooLong(status))
        else chunks.push(chunk)
      },
      onResponseEnd() {
        stopListening()
        resolve({ status, header: (name) => first(fields[name]), text: textOf(chunks) })
      },
      onResponseError(_, error) {
        stopListening()
        reject(error)
      },
    })
  })
}

type Fields = Readonly<Record<string, string | string[] | undefined>>

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks
  return utf8.decode(chunks.length === 1 ? first : Buffer.concat(chunks))
}

const utf8 = new TextDecoder()

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
