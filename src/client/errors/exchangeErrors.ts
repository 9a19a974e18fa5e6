import { beforeRepeating, CallError, type CallFacts, soFar } from './earshotError.js'

/** No answer came: the server could not be reached, or the connection broke. `cause` has the platform's own error. */
export class NetworkError extends CallError {
  static {
    NetworkError.prototype.name = 'NetworkError'
  }
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
  static {
    TimeoutError.prototype.name = 'TimeoutError'
  }
  /** Milliseconds that the whole call had. */
  readonly timeout: number
  constructor(facts: CallFacts, timeout: number) {
    super(
      'TIMEOUT',
      `${facts.endpoint} got no answer in time: ${timeout} ms are up (${soFar(facts)}). ` +
        `Give it a longer \`timeout\`, or look at what keeps the server busy.${beforeRepeating(facts)}`,
      facts,
    )
    this.timeout = timeout
  }
}

/** An answer came, and it is not what this endpoint answers. */
export class MalformedAnswerError extends CallError {
  static {
    MalformedAnswerError.prototype.name = 'MalformedAnswerError'
  }
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
  if (status >= 500) return 'The server, or a proxy before it, is in trouble; try again later.'
  return 'Check what stands between this client and the server, and which version the server runs.'
}

/** The answer sends the client elsewhere. It never goes: the credentials belong to one address alone. */
export class RedirectError extends CallError {
  static {
    RedirectError.prototype.name = 'RedirectError'
  }
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
