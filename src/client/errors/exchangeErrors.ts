import { EarshotError, nameErrors } from '../../errors.js'
import { authenticationCodes, type ErrorCode, type ErrorExtras } from '../../protocol/index.js'

/** How far a call got. */
export interface CallFacts {
  /** The endpoint's name, or method and path if it is undeclared. */
  readonly endpoint: string
  /** How often it was sent; 0 when it never was. */
  readonly attempts: number
  /** False when it certainly changed nothing: a read, a refusal, or a request that never reached the server. */
  readonly mayHaveTakenEffect: boolean
}

/** A call that failed after it was ready to be sent. */
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
export function soFar({ attempts, mayHaveTakenEffect }: CallFacts): string {
  if (attempts === 0) return 'not sent'
  const times = attempts === 1 ? 'sent once' : `sent ${attempts} times`
  return mayHaveTakenEffect ? `${times}; it may have taken effect` : times
}

/** What to do about a call that may have taken effect, or may not. */
function beforeRepeating({ mayHaveTakenEffect }: CallFacts): string {
  return mayHaveTakenEffect ? ' Check whether it took effect before you send it again.' : ''
}

/** No answer came: the server could not be reached, or the connection broke. `cause` has the platform's own error. */
export class NetworkError extends CallError {
  /** What the platform says. */
  readonly reason: string
  constructor(facts: CallFacts, reason: string, cause?: unknown) {
    const text =
      `${facts.endpoint} got no answer: ${reason} (${soFar(facts)}). ` +
      `Check that the server is up and that \`site\` is its address.${beforeRepeating(facts)}`
    super('NETWORK', text, facts, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}

/** No answer came in time. */
export class TimeoutError extends CallError {
  /** Milliseconds that the whole call had. */
  readonly timeout: number
  constructor(facts: CallFacts, timeout: number) {
    super(
      'TIMEOUT',
      `${facts.endpoint} timed out after ${timeout} ms (${soFar(facts)}). ` +
        `Set a longer \`timeout\`, or check the server's load.${beforeRepeating(facts)}`,
      facts,
    )
    this.timeout = timeout
  }
}

/** An answer came, and it is not what this endpoint answers. */
export class MalformedAnswerError extends CallError {
  /** HTTP status. */
  readonly status: number
  /** Where in the answer, e.g. `members[0].user_id`; empty for the answer as a whole. */
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
      'MALFORMED_ANSWER',
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

/** The answer sends the client elsewhere. It never goes: the credentials belong to one address alone. */
export class RedirectError extends CallError {
  readonly status: number
  readonly from: string
  /** Undefined where the platform hides it. */
  readonly to: string | undefined
  constructor(facts: CallFacts, what: { readonly status: number; readonly from: string; readonly to?: string }) {
    const { status, from, to } = what
    super(
      'REDIRECT',
      `${facts.endpoint} was sent on from ${from} to ${to ?? 'an address that this platform hides'} ` +
        `(HTTP ${status}, ${soFar(facts)}), where the credentials do not go. ` +
        `If that is where the server lives, set \`site\` to it.${beforeRepeating(facts)}`,
      facts,
    )
    this.status = status
    this.from = from
    this.to = to
  }
}

/** What the service said when it refused. */
interface Refusal<Code extends string = string> {
  /** HTTP status. */
  readonly status: number
  readonly code: Code
  readonly msg: string
  readonly extra: ErrorExtras<Code>
  /** Milliseconds after which the service will listen again, where it says so. */
  readonly retryAfter?: number
}

/**
 * The service understood the call and refused it. `code` is the service's own (`HTTP_405` where it sends none), `msg`
 * its exact text.
 *
 * @example
 * if (error instanceof ApiError && error.is('CANNOT_DEACTIVATE_GROUP_IN_USE')) console.log(error.extra.objections)
 * @see spec 7
 */
export class ApiError<Code extends string = string> extends CallError {
  declare readonly code: Code
  /** The service's own text. */
  readonly msg: string
  /** HTTP status. */
  readonly status: number
  /** What the refusal carries beyond `code` and `msg`; `is` narrows it. */
  readonly extra: ErrorExtras<Code>
  /** Milliseconds after which the service will listen again, where it says so. */
  readonly retryAfter: number | undefined

  constructor(facts: CallFacts, refusal: Refusal<Code>) {
    const { code, msg, status } = refusal
    super(
      code,
      `${facts.endpoint} was refused: ${msg || '(no text)'} (${code}, HTTP ${status}, ${soFar(facts)}). ${adviceOn(refusal)}`,
      facts,
    )
    this.msg = msg
    this.status = status
    this.extra = refusal.extra
    this.retryAfter = refusal.retryAfter
  }

  /**
   * Whether the service gave this code; if so, `extra` has the fields that belong to it. Compare `code` itself with a
   * code that is not declared.
   */
  is<Wanted extends ErrorCode>(code: Wanted): this is ApiError<Wanted> {
    return String(this.code) === code
  }

  /** Whether the credentials are to blame, in either family of codes that servers use. @see spec 5.2 */
  get isAuthentication(): boolean {
    return this.status === 401 || isAuthenticationCode(this.code)
  }
}

function isAuthenticationCode(code: string): boolean {
  return (authenticationCodes as readonly string[]).includes(code)
}

function adviceOn({ code, status, retryAfter }: Refusal): string {
  if (status === 401 || isAuthenticationCode(code)) {
    return "Check the client's `email` and `apiKey`, and that the account is active."
  }
  if (status === 429) {
    return retryAfter === undefined ? 'Send fewer calls.' : `Send fewer calls, and none for ${retryAfter / 1000} s.`
  }
  if (status >= 500) return "Check the server's log."
  return 'Change the call; repeating it unchanged will fail again.'
}

nameErrors({ CallError, NetworkError, TimeoutError, MalformedAnswerError, RedirectError, ApiError })
