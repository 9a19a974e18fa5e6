import { errors } from '../../protocol/index.js'
import type { Clock } from '../clock.js'
import { Refusal } from '../realm/refusal.js'

/** How many calls one account may make within how many seconds. */
export interface RateLimit {
  readonly calls: number
  readonly seconds: number
}

/** Counts calls within a sliding window. A refused call does not count. */
export interface RateLimiter {
  /** Counts a call, unless it is one too many, and returns the headers for the answer. */
  count(accountId: number): { readonly headers: Readonly<Record<string, string>>; readonly refusal?: Refusal }
}

export function createRateLimiter({ calls, seconds }: RateLimit, clock: Clock): RateLimiter {
  const window = seconds * 1000
  const counted = new Map<number, number[]>()
  return {
    count(accountId) {
      const now = clock.now()
      const times = (counted.get(accountId) ?? []).filter((time) => time > now - window)
      counted.set(accountId, times)
      const oldest = times[0] ?? now
      const exceeded = times.length >= calls
      if (!exceeded) times.push(now)
      const newest = times.at(-1) ?? now
      const headers = {
        'X-RateLimit-Limit': String(calls),
        'X-RateLimit-Remaining': String(calls - times.length),
        'X-RateLimit-Reset': String(Math.ceil((newest + window) / 1000)),
      }
      if (!exceeded) return { headers }
      const wait = (oldest + window - now) / 1000
      return {
        headers: { ...headers, 'Retry-After': String(wait) },
        refusal: new Refusal(errors.rateLimit, { 'retry-after': wait }),
      }
    },
  }
}
