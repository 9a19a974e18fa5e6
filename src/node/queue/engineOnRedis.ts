import { createHash } from 'node:crypto'
import type { DeadLetter, JobEnd, LedgerLine, QueueEntry } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import type { QueueEngine } from '../../queue/index.js'
import { offerWoken } from './redisOffering.js'
import type { ScriptRunner } from './redisQueueClient.js'
import { type RedisQueueScript, redisQueueScripts } from './redisQueueScripts.js'
import type { RedisWakes } from './redisWakes.js'

export interface EngineOnRedisOptions {
  readonly client: ScriptRunner
  /** What the names of all keys begin with, a hash tag in it. */
  readonly base: string
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
export function engineOnRedis({ client, base, wakes, clock, close }: EngineOnRedisOptions): QueueEngine {
  let due: number | undefined

  return {
    async put(entry, { capacity }, now) {
      const { id, key, conversation, sender, message, arrived } = entry
      const facts = [id, shortKey(key), conversation, sender, message, arrived, JSON.stringify(entry)]
      const [result, wake] = (await run('put', ...facts, capacity, now, mostWakes)) as [PutResult, string]
      wakes.send(wake)
      return result
    },
    async take(leaseUntil, now) {
      due = undefined
      const answer = (await run('take', leaseUntil, now, now - overdue, ...wakes.heard())) as TakeAnswer
      if (answer[0] === 0) {
        const [, later, lease, lost] = answer
        for (const wake of lost) wakes.send(wake)
        due = Math.min(...[later, lease].map((at) => (at === '' ? Number.POSITIVE_INFINITY : Number(at))))
        return undefined
      }
      const [, json, over, crashes, ledger, number, wake] = answer
      wakes.send(wake)
      const entry = JSON.parse(json) as QueueEntry
      return {
        lease: { id: entry.id, number: Number(number) },
        entry,
        attempt: Number(over) + 1,
        crashes: Number(crashes),
        ledger: ledgerOf(ledger),
      }
    },
    renew: async ({ id, number }, until) => (await run('renew', id, number, until)) === 1,
    async note({ id, number }, { key, outcome }) {
      return (await run('note', id, number, key, ...(outcome === undefined ? [] : [outcome]))) === 1
    },
    async settle({ id, number }, end, { rememberUntil }, now) {
      const answer = await run('settle', id, number, end.kind, now, rememberUntil, ...partsOf(end))
      const [isDone, wake] = answer as [number, string]
      wakes.send(wake)
      return isDone === 1
    },
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
    offer: (slot, concurrency) => offerWoken({ slot, concurrency, wakes, clock, due: () => due }),
    close,
  }

  async function run(name: RedisQueueScript, ...parts: (string | number)[]): Promise<unknown> {
    const { hash, text } = redisQueueScripts[name]
    try {
      return await client.evalsha(hash, 1, base, ...parts)
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return client.eval(text, 1, base, ...parts)
    }
  }
}

type PutResult = 'kept' | 'known' | 'full'

/** Nothing, and when there will be something; or an entry, what is known of it, and a wake-up to be sent. */
type TakeAnswer =
  | [found: 0, later: string, lease: string, lost: string[]]
  | [found: 1, json: string, over: string, crashes: string, ledger: string, number: string, wake: string]

type DeadRow = [
  json: string,
  reason: DeadLetter['reason'],
  error: string,
  over: string | null,
  crashes: string | null,
  died: string,
  ledger: string | null,
]

/** Wake-ups that are under way at once at most. Whoever wakes and finds more than one entry wakes another. */
const mostWakes = 8

/** Milliseconds after which a wake-up that nobody woke by counts as lost. */
const overdue = 5_000

/** Keys are kept for long, so they are kept short: 128 bits tell apart as many as there will ever be. */
function shortKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}

function partsOf(end: JobEnd): (string | number)[] {
  if (end.kind === 'again') return [end.at]
  return end.kind === 'dead' ? ['', end.reason, end.error] : []
}

function letterOf([json, reason, error, over, crashes, died, ledger]: DeadRow): DeadLetter {
  return {
    entry: JSON.parse(json) as QueueEntry,
    reason,
    error,
    attempts: Number(over ?? 0) + 1,
    crashes: Number(crashes ?? 0),
    died: Number(died),
    ledger: ledgerOf(ledger ?? ''),
  }
}

function ledgerOf(json: string): LedgerLine[] {
  if (json === '') return []
  const lines = JSON.parse(json) as [key: string, outcome?: string][]
  return lines.map(([key, outcome]) => (outcome === undefined ? { key } : { key, outcome }))
}
