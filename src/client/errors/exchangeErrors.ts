import { EarshotError, nameErrors } from '../../errors.js'
import { authenticationCodes, type ErrorCode, type ErrorExtras, notForBots } from '../../protocol/index.js'
import { durationText } from '../../text/index.js'

/** How far a call got. */
export interface CallFacts {
  /** The endpoint's name, or method and path if it is undeclared. */
  readonly endpoint: string
  /** How many times it was sent; 0 if it never was. */
  readonly attempts: number
  /** False if it certainly changed nothing: a read, a refusal, or a request that never reached the server. */
  readonly mayHaveTakenEffect: boolean
}

/** A call that passed all local checks failed. */
export class CallError extends EarshotError implements CallFacts {
  readonly endpoint: string
  readonly attempts: number
  readonly mayHaveTakenEffect: boolean
  constructor(code: string, message: string, facts: CallFacts, options?: ErrorOptions) {
    super(code, message, options)
    this.endpoint = facts.endpoint
    this.attempts = facts.attempts
    this.mayHaveTakenEffect = facts.mayHaveTakenEffect
  }
}

/** How far a call got, in words. */
function soFar({ attempts, mayHaveTakenEffect }: CallFacts): string {
  if (attempts === 0) return 'not sent'
  const times = attempts === 1 ? 'sent once' : `sent ${attempts} times`
  return mayHaveTakenEffect ? `${times}; it may have taken effect` : times
}

/** What to do before repeating a call that may have taken effect. */
export function beforeRepeating({ mayHaveTakenEffect }: CallFacts): string {
  return mayHaveTakenEffect ? ' Check whether it took effect before you send it again.' : ''
}

/** There was no response: the server couldn't be reached, or the connection broke. `cause` is the platform's own error. */
export class NetworkError extends CallError {
  /** The platform's explanation. */
  readonly reason: string
  /** What to do, in whole sentences. */
  readonly advice: string
  /** Whether the server's certificate was not accepted. */
  readonly isCertificate: boolean
  constructor(facts: CallFacts, failure: NetworkFailure) {
    const { reason, isCertificate, cause } = failure
    const advice = failure.advice ?? (isCertificate ? certificateAdvice : addressAdvice)
    const text = `${facts.endpoint} got no answer: ${reason} (${soFar(facts)}). ${advice}${beforeRepeating(facts)}`
    super('network', text, facts, cause === undefined ? undefined : { cause })
    this.reason = reason
    this.advice = advice
    this.isCertificate = isCertificate
  }
}

/** Why there was no response. */
interface NetworkFailure {
  readonly reason: string
  readonly isCertificate: boolean
  /** (default: by what went wrong) */
  readonly advice?: string
  readonly cause?: unknown
}

const certificateAdvice =
  "Name the file with its authority's certificate in `cert_bundle` of the zuliprc, EARSHOT_CERT_BUNDLE or " +
  'NODE_EXTRA_CA_CERTS. If it has expired, renew it; if it is for another name, set `site` to that.'

const addressAdvice = 'Check that the server is up and that `site` is its address.'

/** Whether a platform's error says that the server's certificate was not accepted. */
export function refusesCertificate(error: unknown): boolean {
  return [error, Object(error).cause].some((one) => certificateCodes.test(Object(one).code))
}

const certificateCodes = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_CERT)/

/** There was no response in time. */
export class TimeoutError extends CallError {
  /** The time limit of the whole call in milliseconds. */
  readonly timeout: number
  constructor(facts: CallFacts, timeout: number) {
    super(
      'timeout',
      `${facts.endpoint} timed out after ${timeout} ms (${soFar(facts)}). ` +
        `Set a longer \`timeout\`, or check the server's load.${beforeRepeating(facts)}`,
      facts,
    )
    this.timeout = timeout
  }
}

/** Whether a rate limit is why the call wasn't carried out. */
export function isRateLimited(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'rate_limited' || Reflect.get(error, 'status') === 429)
}

/** Whether the server refused the call for good; nothing was changed. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/** Milliseconds to wait before the call is repeated, if the server or its rate limit asks for that. */
export function askedWait(error: unknown): number | undefined {
  return error instanceof CallError ? Reflect.get(error, 'retryAfter') : undefined
}

/** The response isn't one that this endpoint can send. */
export class MalformedAnswerError extends CallError {
  /** HTTP status. */
  readonly status: number
  /** Path in the response, e.g. `members[0].user_id`; empty for the response as a whole. */
  readonly path: string
  /** What is wrong there. */
  readonly problem: string
  constructor(facts: CallFacts, what: { readonly status: number; readonly path: string; readonly problem: string }) {
    const { status, path, problem } = what
    const isUnknownPath = status === 404 && path === ''
    const failure = isUnknownPath
      ? `failed: the server has no such path; its answer ${problem}`
      : `got an answer that can't be read: ${path === '' ? 'it' : `\`${path}\``} ${problem}`
    super(
      'malformed_answer',
      `${facts.endpoint} ${failure} (HTTP ${status}, ${soFar(facts)}). ${advice(status)}${beforeRepeating(facts)}`,
      facts,
    )
    this.status = status
    this.path = path
    this.problem = problem
  }
}

function advice(status: number): string {
  if (status === 404) return 'Check the path, that `site` is a chat server, and its version.'
  if (status >= 500) return 'The server, or a proxy in front of it, is failing; try again later.'
  return 'Check for a proxy between this client and the server, and which version the server runs.'
}

/** The response is a redirect. The client never follows one, since its credentials are for one server only. */
export class RedirectError extends CallError {
  readonly status: number
  readonly from: string
  /** Undefined where the platform hides it. */
  readonly to: string | undefined
  constructor(facts: CallFacts, what: { readonly status: number; readonly from: string; readonly to?: string }) {
    const { status, from, to } = what
    super(
      'redirect',
      `${facts.endpoint} was redirected from ${from} to ${to ?? 'an address that this platform hides'} ` +
        `(HTTP ${status}, ${soFar(facts)}); credentials are not sent there. ` +
        `If that is the server's address, set \`site\` to it.${beforeRepeating(facts)}`,
      facts,
    )
    this.status = status
    this.from = from
    this.to = to
  }
}

/** The server's refusal of a call. */
interface Refusal<Code extends string = string> {
  /** HTTP status. */
  readonly status: number
  readonly code: Code
  readonly msg: string
  readonly extra: ErrorExtras<Code>
  /** Milliseconds until the server accepts calls again, if it says so. */
  readonly retryAfter?: number
}

/**
 * The server understood the call and refused it. `code` is the server's own (such as `HTTP_405` if it sends none), and `msg`
 * its exact text.
 *
 * @example
 * if (error instanceof ApiError && error.is('CANNOT_DEACTIVATE_GROUP_IN_USE')) console.log(error.extra.objections)
 */
export class ApiError<Code extends string = string> extends CallError {
  declare readonly code: Code
  /** The server's own text. */
  readonly msg: string
  /** HTTP status. */
  readonly status: number
  /** The other fields of the refusal; `is` narrows their type. */
  readonly extra: ErrorExtras<Code>
  /** Milliseconds until the server accepts calls again, if it says so. */
  readonly retryAfter: number | undefined

  constructor(facts: CallFacts, refusal: Refusal<Code>) {
    const { code, msg, status } = refusal
    super(
      code,
      `${facts.endpoint} was refused: ${msg || '(no text)'} (${code}, HTTP ${status}, ${soFar(facts)}). ${adviceOn(refusal, facts.endpoint)}`,
      facts,
    )
    this.msg = msg
    this.status = status
    this.extra = refusal.extra
    this.retryAfter = refusal.retryAfter
  }

  /** Whether the server sent this code; if so, `extra` has its fields. For undeclared codes, compare `code` itself. */
  is<Wanted extends ErrorCode>(code: Wanted): this is ApiError<Wanted> {
    return String(this.code) === code
  }

  /** Whether the credentials were rejected, in either family of codes that servers use. */
  get isAuthentication(): boolean {
    return this.status === 401 || isAuthenticationCode(this.code)
  }
}

function isAuthenticationCode(code: string): boolean {
  return (authenticationCodes as readonly string[]).includes(code)
}

function adviceOn({ code, status, msg, retryAfter }: Refusal, endpoint: string): string {
  if (status === 401 || isAuthenticationCode(code)) {
    return "Check the client's `email` and `apiKey`, and that the account is active."
  }
  if (status === 429) {
    return retryAfter ? `Make fewer calls, and wait ${durationText(retryAfter)} first.` : 'Make fewer calls.'
  }
  if (status >= 500) return "Check the server's log."
  if (msg === notForBots.msg) {
    const first = endpoint.includes(' ') ? '' : `, or ask client.supports('${endpoint}') first`
    return `Use a person's credentials, such as \`ctx.owner\`${first}.`
  }
  return 'Change the call; repeating it unchanged will fail again.'
}

nameErrors({ CallError, NetworkError, TimeoutError, MalformedAnswerError, RedirectError, ApiError })
