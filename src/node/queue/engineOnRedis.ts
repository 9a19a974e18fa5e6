import { createHash } from 'node:crypto'
import type { JobEnd, LedgerLine, QueueEntry } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import type { Lease, QueueEngine } from '../../queue/index.js'
import { gathered } from './gathered.js'
import { recentEntries } from './recentEntries.js'
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
 * A queue's engine in Redis. What is asked for in the same moment is one script, and each of it is done as a whole or not
 * at all. Wake-ups are sent after the fact and may get lost: those that nobody woke by are sent again, and every worker
 * looks by itself now and then.
 */
export function engineOnRedis({ run, wakes, clock, close }: EngineOnRedisOptions): QueueEngine {
  const watchers = new Set<() => void>()
  const ahead = takenAhead(clock, ({ lease }) => settle(lease, { kind: 'given back' }, { rememberUntil: 0 }, now()))
  const recent = recentEntries()
  let leaseSpan = 0
  let due: number | undefined
  let mayHaveMore = false
  /** Leases that a call was to end which failed, so that nobody knows whether it did. */
  const doubtful = new Set<number>()

  const put = gathered<Put, PutResult>(mostAtOnce, (puts) =>
    taking(0, 0, async (wanted) => {
      const parts = [now(), mostWakes, wanted, now() + leaseSpan]
      const facts = puts.map(factsOf)
      const [results, taken, wake] = (await run('put', ...parts, ...facts.flat())) as PutAnswer
      for (const [index, { entry }] of puts.entries()) {
        if (watchers.size > 0 && results[index] === 'kept') recent.keep(entry, facts[index]?.[1] ?? '')
      }
      wakes.send(wake)
      return { results, taken }
    }),
  )
  const take = gathered<Take, void>(mostAtOnce, (takes) =>
    taking(takes.length, takes.length, async (wanted) => {
      const [{ leaseUntil, now }] = takes as [Take]
      due = undefined
      const answer = await run('take', leaseUntil, now, now - overdue, wanted, ...wakes.heard())
      const [taken, wake, later, leases, lost] = answer as TakeAnswer
      for (const number of [wake, ...lost]) wakes.send(number)
      due = Math.min(...[later, leases].map((at) => (at === '' ? Number.POSITIVE_INFINITY : Number(at))))
      return { results: [], taken }
    }),
  )
  const note = gathered<Note, Flag>(mostAtOnce, async (notes) => {
    const parts = notes.flatMap(({ lease: { id, number }, line: { key, outcome = '', begun = '' } }) => [
      id,
      number,
      key,
      outcome,
      begun,
    ])
    return (await run('note', ...parts)) as Flag[]
  })
  const end = gathered<Ending, Flag>(mostAtOnce, (endings) => {
    return taking(0, 0, async (wanted) => {
      const parts = endings.flatMap(({ lease: { id, number }, end, rememberUntil }) => [
        id,
        number,
        end.kind,
        rememberUntil,
        ...partsOf(end),
      ])
      const at = Math.max(...endings.map(({ now }) => now))
      const [results, taken, wake] = (await run('settle', at, wanted, at + leaseSpan, ...parts)) as SettleAnswer
      wakes.send(wake)
      return { results, taken }
    })
  })

  return {
    put: (entry, { capacity }) => put({ entry, capacity }),
    async take(leaseUntil, now) {
      leaseSpan = leaseUntil - now
      if (ahead.size === 0) await take({ leaseUntil, now })
      const one = ahead.take()
      mayHaveMore = one !== undefined
      return one ? [one] : []
    },
    renew: async ({ id, number }, until) => (await run('renew', id, number, until)) === 1,
    note: async (lease, line) => (await note({ lease, line })) === 1,
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
    nextDue: async () => ({
      at: Math.min(now() + (mayHaveMore ? 0 : betweenLooks), due ?? Number.POSITIVE_INFINITY),
      background: true,
    }),
    watch(wakeOne) {
      watchers.add(wakeOne)
      const hearing = wakes.hear(async () => wakeOne(), mostWakes)
      return () => {
        watchers.delete(wakeOne)
        hearing.stop().catch(() => {})
      }
    },
    async close() {
      await ahead.giveBack()
      await close()
    },
  }

  async function settle(...[lease, how, { rememberUntil }, now]: Parameters<QueueEngine['settle']>): Promise<boolean> {
    const isDone = await end({ lease, end: how, rememberUntil, now }).catch((error) => {
      doubtful.add(lease.number)
      throw error
    })
    // It is nobody's to end a second time: what was asked before was done after all, or somebody else has it.
    return doubtful.delete(lease.number) || isDone === 1
  }

  /**
   * Has a script take so many entries at most besides what it does. Those that `askers` do not get, who take one as soon as
   * this is done, are for others who are free.
   */
  async function taking<Result>(wanted: number, askers: number, ask: (wanted: number) => Promise<Answer<Result>>) {
    const { results, taken } = await ask(wanted)
    for (const row of taken) ahead.keep(takenOf(row, recent))
    if (taken.length !== askers || results.includes('kept' as Result)) wake()
    return results
  }

  function wake(): void {
    for (const wakeOne of watchers) wakeOne()
  }

  function now(): number {
    return Math.floor(clock.now())
  }
}

interface Put {
  readonly entry: QueueEntry
  readonly capacity: number
}

interface Take {
  readonly leaseUntil: number
  readonly now: number
}

interface Note {
  readonly lease: Lease
  readonly line: LedgerLine
}

interface Ending {
  readonly lease: Lease
  readonly end: JobEnd
  readonly rememberUntil: number
  readonly now: number
}

interface Answer<Result> {
  /** One for each that was asked for. */
  readonly results: readonly Result[]
  readonly taken: readonly TakenRow[]
}

type PutResult = 'kept' | 'known' | 'full'
type Flag = 0 | 1
type PutAnswer = [results: PutResult[], taken: TakenRow[], wake: string]
type SettleAnswer = [results: Flag[], taken: TakenRow[], wake: string]
/** With when there will be more, as far as is known, and wake-ups that nobody woke by. */
type TakeAnswer = [taken: TakenRow[], wake: string, later: string, lease: string, lost: string[]]

/** Milliseconds. */
const betweenLooks = 1_000

/** Calls that one script does, so that Redis has time for others. */
const mostAtOnce = 50

/** Wake-ups that are under way at once at most. Whoever wakes and finds more than one entry wakes another. */
const mostWakes = 8

/** Milliseconds after which a wake-up that nobody woke by counts as lost. */
const overdue = 5_000

/** As the script wants them. */
type Facts = [
  id: string,
  key: string,
  conversation: string,
  sender: string,
  message: number,
  arrived: number,
  json: string,
  capacity: number,
]

function factsOf({ entry, capacity }: Put): Facts {
  const { id, key, conversation, sender, message, arrived } = entry
  return [id, shortKey(key), conversation, sender, message, arrived, JSON.stringify(entry), capacity]
}

/** Keys are kept for long, so they are kept short: 128 bits tell apart as many as there will ever be. */
function shortKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22)
}
