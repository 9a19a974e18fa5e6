import { type Clock, systemClock } from '../clock.js'
import { UnknownOptionError } from '../errors.js'
import {
  type Answer,
  type Dialect,
  type DialectName,
  dialectOf,
  type EndpointName,
  type Params,
  type SuccessEnvelope,
} from '../protocol/index.js'
import { checkOptions, type OptionNames } from '../text/index.js'
import { type Secrets, secretsOf, tooShort } from './credentials.js'
import { InvalidOptionError } from './errors/localErrors.js'
import type { Priority } from './exchange/bounds.js'
import { type Fetch, fetchTransport, type Transport } from './exchange/transport.js'
import type { ObserveCall } from './exchange/watched.js'
import { type Site, siteOf } from './site.js'

/** The options of a client. */
export interface ClientOptions {
  /** Address of the server, such as `https://chat.example.com`. */
  readonly site: string
  /** Address of the account that makes the calls. */
  readonly email: string
  /** The account's API key, at least 16 characters. It never appears in an error or a log. */
  readonly apiKey: string
  /** Not used: the token of an outgoing webhook, so that its credentials can be passed as a whole. */
  readonly token?: string | undefined
  /** The server's dialect. (default: read from `GET /server_settings`) */
  readonly dialect?: DialectName | Dialect
  /** Sends the requests. (default: the platform's `fetch`) */
  readonly fetch?: Fetch
  /** Sends the requests instead of a `fetch`. You have to close it; the client doesn't. */
  readonly transport?: Transport
  /** Milliseconds that a call can take, including retries but not waits for a rate limit. (default: 30,000) */
  readonly timeout?: number
  /** When a call is retried. */
  readonly retry?: RetryOptions
  /** Allows plain HTTP to another machine, which exposes the API key to the network. (default: false) */
  readonly allowInsecure?: boolean
  /** The `User-Agent` header. (default: `Earshot/` and its version) */
  readonly userAgent?: string
  /** The server's feature level. (default: read from the server) */
  readonly featureLevel?: number
  /** Maximum size of a response in bytes. (default: 64 MiB) */
  readonly maxAnswerBytes?: number
  /** Called with the parameters that the server ignored, which helps to find typos. It must not throw. */
  readonly onIgnored?: (endpoint: string, parameters: readonly string[]) => void
  /** Called before each call is sent; can return an observer of its retries and its end. It must not throw. */
  readonly observe?: ObserveCall
  /** The clock for waits and timeouts. (default: the system's) */
  readonly clock?: Clock
  /** Returns a number from 0 up to 1, to randomise the waits between retries. (default: `Math.random`) */
  readonly random?: () => number
}

/** When a call is retried. Only calls that are safe to repeat or certainly never reached the server are retried. */
export interface RetryOptions {
  /** Maximum number of times that a call is sent, including the first. (default: 3) */
  readonly attempts?: number
  /** Milliseconds before the first retry; each further wait is twice as long. (default: 250) */
  readonly firstWait?: number
  /** The longest wait in milliseconds; if the server asks for a longer one, the call fails. (default: 30,000) */
  readonly longestWait?: number
  /** Milliseconds after which an attempt is abandoned, if the call is safe to repeat. (default: 10,000) */
  readonly attemptTimeout?: number
}

export const clientOptions: OptionNames<ClientOptions> = {
  site: true,
  email: true,
  apiKey: true,
  token: true,
  dialect: true,
  fetch: true,
  transport: true,
  timeout: true,
  retry: true,
  allowInsecure: true,
  userAgent: true,
  featureLevel: true,
  maxAnswerBytes: true,
  onIgnored: true,
  observe: true,
  clock: true,
  random: true,
}

const retryOptions: OptionNames<RetryOptions> = {
  attempts: true,
  firstWait: true,
  longestWait: true,
  attemptTimeout: true,
}

/** The options of a single call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * Milliseconds that the call can take, including retries but not waits for a rate limit. (default: the
   * client's `timeout`)
   */
  readonly timeout?: number
  /**
   * Milliseconds for which the call may wait in all for the account's rate limit. If it would have to wait longer, it fails at
   * once with a `RateLimitedError`. (default: its `timeout`)
   */
  readonly maxWait?: number
  /**
   * Which calls a `rateLimiter` lets through first: `reply` for messages and edits that a person waits for, then calls without
   * a priority, then `bulk` for those that nobody waits for.
   */
  readonly priority?: Priority | undefined
  /** Called for this call instead of the client's own `observe`. It must not throw. */
  readonly observe?: ObserveCall | undefined
}

export const callOptions: OptionNames<CallOptions> = {
  signal: true,
  timeout: true,
  maxWait: true,
  priority: true,
  observe: true,
}

/** How long a call may take, and who can end it. */
export interface Limit {
  /** UNIX milliseconds. */
  readonly until: number
  /** Milliseconds for the whole call. */
  readonly timeout: number
  /** Milliseconds for one attempt of a repeatable call. */
  readonly attemptTimeout: number
  readonly signal: AbortSignal | undefined
  readonly priority: Priority | undefined
  /** Milliseconds for which it may wait for a rate limit. */
  readonly maxWait: number
  /** UNIX milliseconds. */
  readonly waitUntil: number
  /** Milliseconds for which it may wait once, if the server asks for that. */
  readonly longestWait: number
}

/** @param waiting Milliseconds that the server may spend on the request. @throws {InvalidOptionError} for a bad timeout. */
export function limitOf({ timeout: usual, retry, clock }: Settings, options: CallOptions = {}, waiting = 0): Limit {
  const timeout = atLeast(1, 'timeout', options.timeout ?? usual + waiting)
  const maxWait = atLeast(0, 'maxWait', options.maxWait ?? timeout)
  const now = clock.now()
  return {
    timeout,
    until: now + timeout,
    maxWait,
    waitUntil: now + maxWait,
    longestWait: options.maxWait ?? retry.longestWait,
    attemptTimeout: retry.attemptTimeout + waiting,
    signal: options.signal,
    priority: options.priority,
  }
}

/** The validated options with all defaults. */
export interface Settings extends Required<Pick<ClientOptions, 'timeout' | 'maxAnswerBytes' | 'clock' | 'random'>> {
  readonly site: Site
  readonly email: string
  readonly secrets: Secrets
  readonly dialect: Dialect | undefined
  readonly transport: Transport
  readonly retry: Required<RetryOptions>
  readonly userAgent: string
  readonly featureLevel: number | undefined
  readonly onIgnored: ClientOptions['onIgnored']
  readonly observe: ClientOptions['observe']
  /** The `Date` header of the latest answer. */
  readonly latest: { date: string | undefined }
}

/** @throws {InvalidOptionError} when an option can't be used. */
export function settingsOf(options: ClientOptions): Settings {
  checkClientOptions(options)
  checkOptions('The client', options.retry ?? {}, retryOptions, 'retry')
  const email = text('email', options.email)
  const apiKey = text('apiKey', options.apiKey)
  if (email.includes(':')) {
    throw new InvalidOptionError('email', 'contains a colon', "Pass the account's email address.")
  }
  const short = tooShort(apiKey)
  if (short) throw new InvalidOptionError('apiKey', `has ${short}`, 'Pass the complete key from the server.')
  return {
    site: siteOf(options.site, options.allowInsecure === true),
    email,
    secrets: secretsOf(email, apiKey),
    dialect: options.dialect && dialectOf(options.dialect),
    transport: options.transport ?? fetchTransport(options.fetch),
    timeout: atLeast(1, 'timeout', options.timeout ?? 30_000),
    retry: {
      attempts: atLeast(1, 'retry.attempts', options.retry?.attempts ?? 3),
      firstWait: atLeast(0, 'retry.firstWait', options.retry?.firstWait ?? 250),
      longestWait: atLeast(0, 'retry.longestWait', options.retry?.longestWait ?? 30_000),
      attemptTimeout: atLeast(1, 'retry.attemptTimeout', options.retry?.attemptTimeout ?? 10_000),
    },
    userAgent: header('userAgent', options.userAgent ?? defaultUserAgent),
    maxAnswerBytes: atLeast(1, 'maxAnswerBytes', options.maxAnswerBytes ?? 64 * 1024 * 1024),
    featureLevel: options.featureLevel === undefined ? undefined : atLeast(0, 'featureLevel', options.featureLevel),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    onIgnored: options.onIgnored,
    observe: options.observe,
    latest: { date: undefined },
  }
}

/** @throws {UnknownOptionError} for an unknown option. */
function checkClientOptions(options: ClientOptions): void {
  const onNode = Object.entries(Object(options)).find(
    ([name, value]) => nodeOptions.has(name) && value !== undefined,
  )?.[0]
  if (onNode !== undefined) {
    const advice = 'Use `NodeClient` from `earshot/node`, which has it.'
    throw new UnknownOptionError(onNode, `The client has no option \`${onNode}\`. ${advice}`)
  }
  checkOptions('The client', options, clientOptions)
}

/** Options that only `NodeClient` has. */
const nodeOptions: ReadonlySet<string> = new Set(['certBundle', 'insecure', 'connections', 'limiter'])

const defaultUserAgent = 'Earshot/0.1.0'

function text(option: 'email' | 'apiKey', value: unknown): string {
  const trimmed = typeof value === 'string' ? value.trim() : ''
  if (trimmed === '') {
    throw new InvalidOptionError(option, 'is missing', "Both `email` and `apiKey` are in the account's credentials.")
  }
  if (/\p{Cc}|\p{Cs}/u.test(trimmed)) {
    throw new InvalidOptionError(option, 'contains control characters', 'Copy it again from its source.')
  }
  return trimmed
}

function header(option: string, value: string): string {
  if (/^[\x20-\x7e]+$/.test(value)) return value
  throw new InvalidOptionError(option, "can't be sent in a header", 'Pass printable ASCII characters.')
}

/** @throws {InvalidOptionError} unless the option is a number of at least `least`. Infinity is allowed. */
export function atLeast(least: number, option: string, value: number): number {
  if (typeof value === 'number' && value >= least) return value
  throw new InvalidOptionError(option, `is ${String(value)}`, `Pass a number of at least ${least}.`)
}

/** What a call resolves to: the envelope and the endpoint's own fields, in the current shape. */
export type Success<Name extends EndpointName> = Answer<Name> & SuccessEnvelope

/**
 * Calls one endpoint. Parameters have the same names as on the wire, and can be omitted if none is required.
 *
 * @throws {InvalidParameterError} before sending, if the declaration doesn't allow a parameter or its value.
 * @throws {UnsupportedByServerError} before sending, if the server is too old.
 * @throws {ApiError} if the server refuses the call.
 * @throws {NetworkError | TimeoutError | RedirectError | MalformedAnswerError} if there is no response, or no usable one.
 */
export type Method<Name extends EndpointName> =
  Record<never, never> extends Params<Name>
    ? (params?: Params<Name>, options?: CallOptions) => Promise<Success<Name>>
    : (params: Params<Name>, options?: CallOptions) => Promise<Success<Name>>
