import { nameErrors } from '../../errors.js'
import { durationText } from '../../text/index.js'
import { beforeRepeating, CallError, type CallFacts } from './exchangeErrors.js'

/** How long a call would have to wait for a rate limit, and how long it may. Times are milliseconds. */
interface RateLimitFacts {
  /** The account's address, and its server's. */
  readonly account: string
  readonly wait: number
  readonly maxWait: number
  /** The number of calls that the server allows, if it has said so. */
  readonly limit: number | undefined
  /** Whether nothing waits any more. */
  readonly isStopped: boolean
}

/** The call would have to wait longer for its account's rate limit than it may, so it wasn't sent, or not again. */
export class RateLimitedError extends CallError {
  /** Milliseconds until the call can be sent. */
  readonly retryAfter: number
  constructor(facts: CallFacts, { account, wait, maxWait, limit, isStopped }: RateLimitFacts) {
    const again = facts.attempts > 0 ? ' again' : ''
    const calls = limit === undefined ? '' : ` of ${limit} calls`
    const [why, todo] = isStopped
      ? ['the process shuts down', 'Repeat it when the process runs again.']
      : [
          `it may wait no longer than ${durationText(maxWait)}`,
          'Make fewer calls, repeat it later, or let it wait longer (`maxWait`).',
        ]
    super(
      'rate_limited',
      `${facts.endpoint} was not sent${again}: ${account} has reached the server's rate limit${calls}, so it would have to wait ` +
        `${durationText(wait)}, and ${why}. ${todo}${beforeRepeating(facts)}`,
      facts,
    )
    this.retryAfter = wait
  }
}

nameErrors({ RateLimitedError })
