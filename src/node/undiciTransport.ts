import type { Dispatcher, Pool, ProxyAgent } from 'undici'
import { type Abort, abortOf } from '../client/exchange/bounds.js'
import {
  AnswerTooLong,
  type Bounds,
  fetchTransport,
  NotSent,
  type Transport,
  type WireAnswer,
  type WireRequest,
} from '../client/index.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { withoutUndefined } from '../values.js'
import type { Environment } from './configuration/sources.js'
import type { NamedProxy } from './proxies.js'
import { proxyAgent } from './proxyAgent.js'
import { failureThrough, usableProxy } from './proxyFailure.js'

/** Options of connections. Times are milliseconds. */
export interface UndiciTransportOptions extends Certificates {
  /** Connections to one server at a time; further calls wait for a free one. (default: 64) */
  readonly connections?: number
  /** How long connecting may take. (default: 10,000) */
  readonly connectTimeout?: number
  /** How long an idle connection is kept. (default: 4,000, which is less than servers usually keep theirs) */
  readonly keepAliveTimeout?: number
  /** How long the first byte of a response may take, whatever the timeout of a call. (default: 300,000) */
  readonly headersTimeout?: number
  /** How long a response may pause, whatever the timeout of a call. (default: 300,000) */
  readonly bodyTimeout?: number
  /** Where `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` are read from; `{}` for no proxy. (default: `process.env`) */
  readonly environment?: Environment
}

const transportOptions: OptionNames<UndiciTransportOptions> = {
  connections: true,
  connectTimeout: true,
  keepAliveTimeout: true,
  headersTimeout: true,
  bodyTimeout: true,
  environment: true,
  rejectUnauthorized: true,
  ca: true,
  cert: true,
  key: true,
}

/**
 * Sends requests over its own keep-alive connections, through the proxy that the environment names for the server, if any.
 * Several clients can share one. After `close` a later call opens new connections. On Bun it uses Bun's own `fetch`.
 *
 * @throws {UnknownOptionError} for an unknown option.
 * @example new Client({ site, email, apiKey, transport: undiciTransport() })
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport & { close(): Promise<void> } {
  checkOptions('undiciTransport', options, transportOptions)
  if (isBun) return bunTransport(options)
  const routes = new Map<string, Route>()
  const routeTo = async ({ origin, isForeign }: WireRequest, key: string): Promise<Route> => {
    const proxy = usableProxy(new URL(origin), options.environment ?? process.env)
    // Loaded at the first call: it takes longer to load than the rest of the client.
    const undici = await import('undici')
    const pool = poolOptions(isForeign ? withoutOwn(options) : options)
    // Another call may have created it meanwhile.
    const made = routes.get(key) ?? {
      proxy,
      dispatcher: proxy ? proxyAgent(undici, proxy, pool) : new undici.Pool(origin, pool),
    }
    routes.set(key, made)
    return made
  }
  return {
    send(request, bounds) {
      const key = request.isForeign ? `${request.origin} foreign` : request.origin
      const route = routes.get(key)
      return route === undefined
        ? routeTo(request, key).then((made) => send(made, request, bounds))
        : send(route, request, bounds)
    },
    async close() {
      const open = [...routes.values()]
      routes.clear()
      await Promise.all(open.map(({ dispatcher }) => dispatcher.close()))
    },
  }
}

/** The connections to a server. */
interface Route {
  readonly dispatcher: Pool | ProxyAgent
  readonly proxy: NamedProxy | undefined
}

/** Without the certificate that is shown to the server. */
const withoutOwn = ({ cert: _, key: __, ...others }: UndiciTransportOptions): UndiciTransportOptions => others

export function poolOptions(options: UndiciTransportOptions = {}) {
  const { connections = 64, connectTimeout = 10_000, keepAliveTimeout = 4_000, ca } = options
  const { rejectUnauthorized = true, cert, key } = options
  return {
    connections,
    keepAliveTimeout,
    headersTimeout: options.headersTimeout ?? 300_000,
    bodyTimeout: options.bodyTimeout ?? 300_000,
    connect: {
      timeout: connectTimeout,
      rejectUnauthorized,
      ...(ca === undefined ? {} : { ca: typeof ca === 'string' || Buffer.isBuffer(ca) ? ca : [...ca] }),
      ...withoutUndefined({ cert, key }),
    },
  }
}

/**
 * Sends a request and collects its response, up to the allowed size. Doesn't use `pool.request`, which creates a stream
 * for every response: that costs as much as the rest of a call.
 */
function send(
  { dispatcher, proxy }: Route,
  { asStream = false, isForeign: _, ...request }: WireRequest,
  bounds: Bounds,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    // Nothing decompresses the response here, and without this header a server may compress it.
    const headers = { 'accept-encoding': 'identity', ...request.headers }
    const fail = (error: Error) =>
      reject(proxy === undefined || abortOf(bounds).aborted ? error : failureThrough(proxy, request.origin, error))
    const collector = new AnswerCollector(bounds, resolve, fail, asStream)
    dispatcher.dispatch({ ...request, headers } as Dispatcher.DispatchOptions, collector)
  })
}

class AnswerCollector implements Dispatcher.DispatchHandler {
  readonly #abort: Abort
  readonly #maxBytes: number
  readonly #resolve: (answer: WireAnswer) => void
  readonly #reject: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #headers: Headers = {}
  #bytes = 0
  readonly #chunks: Buffer[] = []
  readonly #asStream: boolean
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(
    bounds: Bounds,
    resolve: (answer: WireAnswer) => void,
    reject: (error: Error) => void,
    asStream: boolean,
  ) {
    this.#asStream = asStream
    this.#abort = abortOf(bounds)
    this.#maxBytes = bounds.maxBytes
    this.#resolve = resolve
    this.#reject = reject
    this.#abort.addEventListener('abort', this)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#abort.aborted) controller.abort(new NotSent())
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // Skips informational responses, which precede the final one.
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    if (this.#asStream && status < 300) this.#resolve(this.#answer('', this.#opened(controller)))
    else if (Number(first(headers['content-length'])) > this.#maxBytes) controller.abort(new AnswerTooLong(status))
  }

  /** The body as a stream, which pauses the response while nobody reads. */
  #opened(response: Dispatcher.DispatchController): ReadableStream<Uint8Array> {
    this.#abort.removeEventListener('abort', this)
    return new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.#stream = stream
      },
      pull: () => response.resume(),
      cancel: () => {
        this.#stream = undefined
        response.abort(new Error('The body was cancelled.'))
      },
    })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#stream) {
      // A response that is resumed begins with an empty chunk; to pause for that would be to stay there.
      if (chunk.byteLength === 0) return
      this.#stream.enqueue(chunk)
      if ((this.#stream.desiredSize ?? 0) <= 0) controller.pause()
      return
    }
    this.#bytes += chunk.byteLength
    if (this.#bytes > this.#maxBytes) controller.abort(new AnswerTooLong(this.#status))
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#abort.removeEventListener('abort', this)
    if (this.#stream) this.#stream.close()
    else
      this.#resolve(
        this.#answer(utf8.decode(this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks))),
      )
  }

  #answer(text: string, body?: ReadableStream<Uint8Array>): WireAnswer {
    const headers = this.#headers
    const header = (name: string) => first(headers[name])
    return body === undefined ? { status: this.#status, text, header } : { status: this.#status, text, header, body }
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#abort.removeEventListener('abort', this)
    if (this.#stream) this.#stream.error(error)
    else this.#reject(error)
  }

  handleEvent(): void {
    if (this.#controller) this.#controller.abort(this.#abort.reason as Error)
    // It is still waiting for a connection, and is aborted when it gets one.
    else this.#reject(new NotSent())
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

const utf8 = new TextDecoder()

/** Trusted certificate authorities, and the client certificate. */
interface Certificates {
  /** `false` accepts any certificate, even an attacker's. (default: true) */
  readonly rejectUnauthorized?: boolean
  /** PEM certificates of authorities to trust instead of the default ones. */
  readonly ca?: string | Buffer | readonly (string | Buffer)[]
  /** PEM certificate and key to show to the server. */
  readonly cert?: string | Buffer
  readonly key?: string | Buffer
}

/**
 * Sends requests on Bun, which replaces undici with a stub that can't. Bun's `fetch` manages its connections itself, so
 * only the options for certificates apply.
 */
function bunTransport({ ca, cert, key, rejectUnauthorized }: Certificates): Transport & { close(): Promise<void> } {
  const tls = withoutUndefined({ rejectUnauthorized, ca, cert, key })
  // A non-standard option of Bun's `fetch`.
  const own: object = Object.keys(tls).length === 0 ? {} : { tls }
  const toServer = fetchTransport((url, init) => fetch(url, { ...init, ...own }))
  const elsewhere = fetchTransport()
  return {
    send: (request, bounds) => (request.isForeign ? elsewhere : toServer).send(request, bounds),
    async close() {},
  }
}

const isBun = process.versions.bun !== undefined
