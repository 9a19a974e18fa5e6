import { createHash } from 'node:crypto'
import type { Clock } from '../../client/index.js'
import type { QueueEngine } from '../../queue/index.js'
import { offerWoken, type WokenOffering } from './redisOffering.js'
import { type DeadRow, letterOf, partsOf, type TakenRow, takenOf } from './redisQueueRows.js'
import type { RedisWakes } from './redisWakes.js'
import type { RunRedisScript } from './runRedisScript.js'
import { takenAhead } from './takenAhead.js'

export interface EngineOnRedisOptions {
  readonly run: RunRedisScript
  /** What tells workers, in whichever process, that there is something to take. */
  readonly wakes: RedisWakes
  readonly clock: Clock
  /** Lets go of what the engine was given. */
  readonly close: () => Promise<void>
}

/**
 * A queue's engine in Redis. Each call is one script, so what it does is done as a whole or not at all. Wake-ups are sent
 * after the fact and may get lost: those that nobody woke by are sent again, and every worker looks by itself now and then.
 */
export function engineOnRedis({ run, wakes, clock, close }: EngineOnRedisOptions): QueueEngine {
  const offerings = new Set<WokenOffering>()
  const ahead = takenAhead(clock, ({ lease }) => settle(lease, { kind: 'given back' }, { rememberUntil: 0 }, now()))
  /** Leases that a call was to end which failed, so that nobody knows whether it did. */
  const doubtful = new Set<number>()
  let leaseSpan = 0
  let due: number | undefined
  const now = () => Math.floor(clock.now())

  return {
    async put(entry, { capacity }, now) {
      const { id, key, conversation, sender, message, arrived } = entry
      const facts = [id, shortKey(key), conversation, sender, message, arrived, JSON.stringify(entry)]
      const [result, wake] = (await run('put', ...facts, capacity, now, mostWakes)) as [PutResult, string]
      wakes.send(wake)
      return result
    },
    async take(leaseUntil, now) {
      const next = ahead.take()
      if (next) return next
      leaseSpan = leaseUntil - now
      due = undefined
      const answer = (await run('take', leaseUntil, now, now - overdue, ...wakes.heard())) as TakeAnswer
      if (answer[0]) {
        wakes.send(answer[0][5])
        return takenOf(answer[0])
      }
      const [, later, leases, lost] = answer
      for (const wake of lost) wakes.send(wake)
      due = Math.min(...[later, leases].map((at) => (at === '' ? Number.POSITIVE_INFINITY : Number(at))))
      return undefined
    },
    renew: async ({ id, number }, until) => (await run('renew', id, number, until)) === 1,
    async note({ id, number }, { key, outcome }) {
      return (await run('note', id, number, key, ...(outcome === undefined ? [] : [outcome]))) === 1
    },
    settle,
    async status(now) {
      const [waiting, working, dead, oldest] = (await run('status', now)) as [number, number, number, string]
      return { waiting, working, dead, oldest: oldest === '' ? undefined : Number(oldest) }
    },
    async listDead(after, limit) {
      return ((await run('listDead', after ?? '', limit)) as DeadRow[]).map(letterOf)
    },
    async getDead(id) {
      const row = (await run('getDead', id)) as DeadRow | null
      return row ? letterOf(row) : undefined
    },
    async replayDead(id, now) {
      const [isDone, wake] = (await run('replayDead', id, now, mostWakes)) as [number, string]
      wakes.send(wake)
      return isDone === 1
    },
    purgeDead: async (id) => (await run('purgeDead', id)) === 1,
    offer(slot, concurrency) {
      const offering = offerWoken({ slot, concurrency, wakes, clock, due: () => due })
      offerings.add(offering)
      return {
        idle: offering.idle,
        async stop() {
          await offering.stop()
          offerings.delete(offering)
          await ahead.giveBack()
        },
      }
    },
    async close() {
      await ahead.giveBack()
      await close()
    },
  }

  /** Whoever is about to take the next entry gets it with the end of this one. */
  async function settle(...[{ id, number }, end, { rememberUntil }, now]: Parameters<QueueEngine['settle']>) {
    const takers = [...offerings].reduce((sum, offering) => sum + offering.takers(), 0)
    const nextUntil = end.kind !== 'given back' && ahead.size < takers ? now + leaseSpan : ''
    const asked = run('settle', id, number, end.kind, now, rememberUntil, nextUntil, ...partsOf(end))
    const [isDone, wake, next] = (await asked.catch((error) => {
      doubtful.add(number)
      throw error
    })) as [number, string, TakenRow | null]
    wakes.send(next ? next[5] : wake)
    if (next) ahead.keep(takenOf(next))
    // It is nobody's to end a second time: what was asked before was done after all, or somebody else has it.
    return doubtful.delete(number) || isDone === 1
  }
}

type PutResult = 'kept' | 'known' | 'full'

/** An entry; or when there will be one, as far as is known, and wake-ups that nobody woke by. */
type TakeAnswer = [taken: TakenRow] | [taken: null, later: string, lease: string, lost: string[]]

/** Wake-ups that are under way at once at most. Whoever wakes and finds more than one entry wakes another. */
const mostWakes = 8

/** Milliseconds after which a wake-up that nobody woke by counts as lost. */
const overdue = 5_000

/** Keys are kept for long, so they are kept short: 128 bits tell apart as many as there will ever be. */
function shortKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}
