import { authenticationCodes, type ErrorCode, type ErrorExtras } from '../../protocol/index.js'
import { CallError, type CallFacts, soFar } from './earshotError.js'

/** What the service said when it refused. */
export interface Refusal<Code extends string = string> {
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
  static {
    ApiError.prototype.name = 'ApiError'
  }
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
      `${facts.endpoint} was refused: ${msg || '(no text)'} (${code}, HTTP ${status}, ${soFar(facts)}). ${advice(refusal)}`,
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

function advice({ code, status, retryAfter }: Refusal): string {
  if (status === 401 || isAuthenticationCode(code)) {
    return "Check the client's `email` and `apiKey`, and that the account is active."
  }
  if (status === 429) {
    return retryAfter === undefined ? 'Send fewer calls.' : `Send fewer calls, and none for ${retryAfter / 1000} s.`
  }
  if (status >= 500) return "Look into the server's log."
  return 'Change the call as the text asks; sent again as it is, it will be refused again.'
}
