import { errors } from '../../protocol/index.js'
import type { Clock } from '../base/clock.js'
import { Refusal } from '../realm/world/refusal.js'

/** How many calls an account may make within a time. */
export interface RateLimit {
  readonly calls: number
  readonly seconds: number
}

/** A real server's own, unless its operator changed it. */
export const usualRateLimit: RateLimit = { calls: 200, seconds: 60 }

/**
 * Counts calls within a sliding window. Refused calls don't count. Without a limit, none is refused, and at least half of the usual one
 * remains: clients that heed the headers must not wait for what nobody refuses.
 */
export function createRateLimiter(limit: RateLimit | undefined, clock: Clock) {
  const { calls, seconds } = limit ?? usualRateLimit
  const window = seconds * 1000
  const counted = new Map<number, number[]>()
  return {
    /** Counts a call, and returns the headers for the answer. A call above the limit has a refusal if there is a limit. */
    count(accountId: number) {
      const now = clock.now()
      const times = counted.get(accountId) ?? []
      counted.set(accountId, times)
      // The clock may have gone back to a checkpoint.
      while ((times.at(-1) ?? 0) > now) times.pop()
      while ((times[0] ?? now) <= now - window) times.shift()
      const exceeds = times.length >= calls
      const refusal = exceeds && limit !== undefined ? refusalAfter((times[0] ?? now) + window - now) : undefined
      if (refusal === undefined) times.push(now)
      if (times.length > calls) times.shift()
      const headers = {
        'X-RateLimit-Limit': String(calls),
        'X-RateLimit-Remaining': String(Math.max(calls - times.length, limit === undefined ? calls / 2 : 0)),
        'X-RateLimit-Reset': String(Math.ceil(((times.at(-1) ?? now) + window) / 1000)),
        ...(refusal && { 'Retry-After': String(refusal.facts['retry-after']) }),
      }
      return { headers, exceeds, refusal }
    },
  }
}

function refusalAfter(milliseconds: number): Refusal {
  return new Refusal(errors.rateLimit, { 'retry-after': milliseconds / 1000 })
}

export type RateLimiter = ReturnType<typeof createRateLimiter>
