import { errors } from '../../protocol/index.js'
import type { Clock } from '../base/clock.js'
import { Refusal } from '../realm/world/refusal.js'

export interface RateLimit {
  readonly calls: number
  readonly seconds: number
}

/** Limits calls within a sliding window. Refused calls don't count. */
export function createRateLimiter({ calls, seconds }: RateLimit, clock: Clock) {
  const window = seconds * 1000
  const counted = new Map<number, number[]>()
  return {
    /** Counts a call unless it exceeds the limit, and returns the headers for the answer. */
    count(accountId: number): { readonly headers: Readonly<Record<string, string>>; readonly refusal?: Refusal } {
      const now = clock.now()
      // The clock may have gone back to a checkpoint.
      const times = (counted.get(accountId) ?? []).filter((time) => time > now - window && time <= now)
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

export type RateLimiter = ReturnType<typeof createRateLimiter>
