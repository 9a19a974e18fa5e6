import type { ZodMiniType } from 'zod/mini'
import {
  type CodeWithExtras,
  type Dialect,
  type Endpoint,
  ErrorEnvelope,
  errorExtras,
  fromWire,
  hasFeature,
  newestFeatureLevel,
  pathText,
} from '../../protocol/index.js'
import { isObject, parseJson } from '../../values.js'
import {
  ApiError,
  type CallError,
  type CallFacts,
  MalformedAnswerError,
  RedirectError,
} from '../errors/exchangeErrors.js'
import { type Delivered, retryAfterOf } from '../exchange/exchange.js'
import type { WireAnswer, WireRequest } from '../exchange/transport.js'
import type { Settings } from '../options.js'

export type Json = Readonly<Record<string, unknown>>

type Sent = Pick<WireRequest, 'method' | 'origin' | 'path'>

/** The JSON of a successful response. @throws {CallError} for any other. */
export function objectOf(delivered: Delivered, request: Sent, settings: Settings): Json {
  const { status, text } = delivered.answer
  const json = parseJson(text)
  if (succeeded(status) && isObject(json) && json.result !== 'error') return json
  throw failureOf(delivered, json, request, settings)
}

function failureOf({ answer, facts }: Delivered, json: unknown, request: Sent, settings: Settings): CallError {
  const { status } = answer
  if (status === 0 || (status >= 300 && status < 400)) return redirect(answer, facts, request, settings)
  const malformed = (path: string, problem: string) =>
    malformedAnswer(succeeded(status) ? done(facts, request.method) : facts, { status, path, problem }, settings)
  if (json === undefined) return malformed('', `is not JSON${typeOf(answer)}`)
  if (!isObject(json)) return malformed('', `is ${kindOf(json)}, not an object`)
  if (json.result === 'error') return refusal(answer, facts, settings) ?? malformed('msg', 'is missing or not a string')
  return malformed('result', 'is not `error`, though the status says that the call failed')
}

export interface Drift {
  readonly path: string
  readonly problem: string
}

/** The error for an unreadable answer. It quotes the answer with secrets masked. */
export function malformedAnswer(
  facts: CallFacts,
  { status, path, problem }: Drift & { readonly status: number },
  { secrets }: Settings,
): MalformedAnswerError {
  // A name in the answer can be as long as the answer.
  const shown = (text: string) => secrets.mask(text).slice(0, 1_000)
  return new MalformedAnswerError(facts, { status, path: shown(path), problem: shown(problem) })
}

/** An answer in the current shape, with the neutral names; or the first place where it differs from its declaration. */
export type Read =
  | { readonly value: Json; readonly drift?: undefined }
  | { readonly value?: undefined; readonly drift: Drift }

interface Readable {
  readonly endpoint: Endpoint
  readonly answer: ZodMiniType
}

export function readResponse({ endpoint, answer }: Readable, json: Json, level: number): Read {
  const read = answer.safeParse(upgraded(endpoint, json, level))
  // The schema is that of an object.
  if (read.success) return { value: read.data as Json }
  const [issue] = read.error.issues
  return { drift: { path: pathText(issue?.path ?? []), problem: `is not as declared: ${issue?.message}` } }
}

function upgraded({ upgrade }: Endpoint, json: Json, level: number): Json {
  if (upgrade === undefined || level >= newestFeatureLevel) return json
  return upgrade({ ...json }, (feature) => hasFeature(level, feature))
}

/** Undefined for JSON that is nested too deeply. @param text The JSON as text, if available. */
export function fromDialect(json: Json, dialect: Dialect | undefined, text?: string): Json | undefined {
  try {
    return fromWire(dialect, json, text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Reports the parameters that the server ignored. */
export function reportIgnored({ onIgnored }: Settings, endpoint: string, answer: Json): void {
  const ignored = answer.ignored_parameters_unsupported
  if (Array.isArray(ignored) && ignored.length > 0) onIgnored?.(endpoint, ignored.map(String))
}

/** The facts of a call that succeeded on the server. */
export function done(facts: CallFacts, method: string): CallFacts {
  return { ...facts, mayHaveTakenEffect: method !== 'GET' }
}

function redirect(
  answer: WireAnswer,
  facts: CallFacts,
  { origin, path }: Pick<WireRequest, 'origin' | 'path'>,
  { secrets }: Settings,
): RedirectError {
  const from = origin + path.replace(/\?.*$/s, '')
  const location = answer.header('location')
  const { status } = answer
  return new RedirectError(facts, {
    status,
    from,
    ...(location === undefined ? {} : { to: secrets.mask(resolved(location, from)) }),
  })
}

/** If an error response is longer than this (in characters), only its code and message are kept. */
const longestWithExtra = 100_000

function refusal(answer: WireAnswer, facts: CallFacts, settings: Settings): ApiError | undefined {
  // A server can echo the request, so secrets are masked before the text is parsed again.
  const masked = parseJson(settings.secrets.mask(answer.text))
  const envelope = isObject(masked) ? fromDialect(masked, settings.dialect) : undefined
  const read = ErrorEnvelope.safeParse(envelope)
  if (!read.success) return undefined
  const { result: _, msg, code = `HTTP_${answer.status}`, ...extra } = read.data
  const retryAfter = retryAfterOf(answer, settings.clock.now())
  return new ApiError(facts, {
    status: answer.status,
    // Errors are logged and stored, and a server may send megabytes.
    code: code.slice(0, 100),
    msg: msg.slice(0, 10_000),
    extra: extrasOf(code, answer.text.length > longestWithExtra ? {} : extra),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

function extrasOf(code: string, extra: Json): Record<string, unknown> {
  if (!Object.hasOwn(errorExtras, code)) return { ...extra }
  const read = errorExtras[code as CodeWithExtras].safeParse(extra)
  return read.success ? read.data : { ...extra }
}

function kindOf(json: unknown): string {
  if (json === null) return 'null'
  return Array.isArray(json) ? 'a list' : `a ${typeof json}`
}

function typeOf(answer: WireAnswer): string {
  if (answer.text.trim() === '') return ', as it is empty'
  const type = answer.header('content-type')?.match(/^[\w.+/-]+/)?.[0]
  if (type === undefined) return ''
  return type.includes('json') ? `, although it claims to be ${type}` : ` but ${type}`
}

function succeeded(status: number): boolean {
  return status >= 200 && status < 300
}

function resolved(location: string, from: string): string {
  try {
    return new URL(location, from).href
  } catch {
    return location
  }
}
