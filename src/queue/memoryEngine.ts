import type { DeadLetter, LedgerLine, QueueEntry } from '../bot/index.js'
import { type Clock, systemClock } from '../client/index.js'
import type { Lease, QueueEngine } from './engine.js'
import { type LocalOffering, offerLocally } from './offering.js'
import { byTime } from './order.js'

export interface MemoryEngineOptions {
  /** What tells when to look for entries that wait for their next attempt. */
  readonly clock?: Clock
}

/** A queue's engine in the memory of this process: whatever it has is lost with it. */
export function memoryEngine({ clock = systemClock }: MemoryEngineOptions = {}): QueueEngine {
  const entries = new Map<string, Row>()
  /** By sender; whoever has just had a turn stands last. */
  const bySender = new Map<string, Set<Row>>()
  const conversations = new Map<string, Conversation>()
  const dead = new Map<string, DeadLetter>()
  const keys = new Map<string, KeyOwner>()
  const offerings = new Set<LocalOffering>()
  let concurrency = 0
  let lastLease = 0
  let puts = 0

  return {
    async put(entry, { capacity }, now) {
      const owner = keys.get(entry.key)
      if (owner !== undefined && (owner === 'kept' || owner.until > now)) return 'known'
      if (entries.size >= capacity) return 'full'
      keys.set(entry.key, 'kept')
      forgetKeys(now)
      add({ entry, attempt: 1, crashes: 0, ledger: [], at: 0, lease: undefined })
      return 'kept'
    },
    async take(leaseUntil, now) {
      const row = nextRow(now)
      if (row === undefined) return undefined
      if (row.lease !== undefined) row.crashes += 1
      lastLease += 1
      row.lease = { number: lastLease, until: leaseUntil }
      haveAlone(row)
      lastInLine(row.entry.sender)
      const { entry, attempt, crashes } = row
      return { lease: { id: entry.id, number: lastLease }, entry, attempt, crashes, ledger: [...row.ledger] }
    },
    async renew(lease, until) {
      const row = held(lease)
      if (row?.lease) row.lease.until = until
      return row !== undefined
    },
    async note(lease, line) {
      const row = held(lease)
      if (row) row.ledger = noted(row.ledger, line)
      return row !== undefined
    },
    async settle(lease, end, { rememberUntil }, now) {
      const row = held(lease)
      if (row === undefined) return false
      row.lease = undefined
      conversationOf(row).taken = undefined
      const { entry, attempt, crashes, ledger } = row
      if (end.kind === 'again') {
        row.attempt += 1
        row.at = end.at
      } else if (end.kind === 'given back') {
        row.at = end.at ?? row.at
      } else if (end.kind === 'done') {
        drop(row)
        keys.set(entry.key, { until: rememberUntil })
      } else {
        drop(row)
        const { reason, error } = end
        dead.set(entry.id, { entry, reason, error, attempts: attempt, crashes, died: now, ledger })
      }
      wake()
      return true
    },
    async status(now) {
      const all = [...entries.values()]
      const working = all.filter((row) => isUnderWay(row, now)).length
      const oldest = all.length === 0 ? undefined : Math.min(...all.map(({ entry }) => entry.arrived))
      return { waiting: all.length - working, working, dead: dead.size, oldest }
    },
    async listDead(after, limit) {
      const all = [...dead.values()].sort(byTime)
      const from = after === undefined ? 0 : all.findIndex(({ entry }) => entry.id === after) + 1
      return after !== undefined && from === 0 ? [] : all.slice(from, from + limit)
    },
    getDead: async (id) => dead.get(id),
    async replayDead(id) {
      const letter = dead.get(id)
      if (letter === undefined) return false
      dead.delete(id)
      const ledger = letter.ledger.filter(({ outcome }) => outcome !== undefined)
      add({ entry: letter.entry, attempt: 1, crashes: 0, ledger, at: 0, lease: undefined })
      return true
    },
    async purgeDead(id) {
      const letter = dead.get(id)
      if (letter !== undefined) keys.delete(letter.entry.key)
      return dead.delete(id)
    },
    offer(slot, most) {
      const offering = offerLocally({ slot, concurrency: most, clock, next })
      offerings.add(offering)
      concurrency += most
      return {
        idle: offering.idle,
        stop() {
          if (offerings.delete(offering)) concurrency -= most
          return offering.stop()
        },
      }
    },
    close() {
      for (const offering of offerings) offering.stop().catch(() => {})
    },
  }

  function add(row: Omit<Row, 'order'>): void {
    puts += 1
    const ordered: Row = { ...row, order: puts }
    const { id, sender } = row.entry
    entries.set(id, ordered)
    const ofSender = bySender.get(sender)
    if (ofSender) ofSender.add(ordered)
    else bySender.set(sender, new Set([ordered]))
    const { rows } = conversationOf(ordered)
    const after = rows.findLastIndex((other) => byMessage(other, ordered) < 0)
    rows.splice(after + 1, 0, ordered)
    wake()
  }

  function drop(row: Row): void {
    const { id, sender, conversation } = row.entry
    entries.delete(id)
    const ofSender = bySender.get(sender)
    ofSender?.delete(row)
    if (ofSender?.size === 0) bySender.delete(sender)
    const { rows } = conversationOf(row)
    rows.splice(rows.indexOf(row), 1)
    if (rows.length === 0) conversations.delete(conversation)
  }

  function conversationOf({ entry }: Row): Conversation {
    const known = conversations.get(entry.conversation)
    const conversation = known ?? { rows: [], taken: undefined }
    if (!known) conversations.set(entry.conversation, conversation)
    return conversation
  }

  /** Whoever had another entry of the conversation, and whose lease ran out, has it no longer. */
  function haveAlone(row: Row): void {
    const conversation = conversationOf(row)
    const { taken } = conversation
    if (taken !== undefined && taken !== row) {
      taken.lease = undefined
      taken.crashes += 1
    }
    conversation.taken = row
  }

  function held({ id, number }: Lease): Row | undefined {
    const row = entries.get(id)
    return row?.lease?.number === number ? row : undefined
  }

  /** The first entry that may be worked on of the sender who waits longest for a turn. */
  function nextRow(now: number): Row | undefined {
    for (const rows of bySender.values()) {
      // The last slot is left to others.
      const working = [...rows].filter((row) => isUnderWay(row, now)).length
      if (concurrency > 1 && working >= concurrency - 1) continue
      let first: Row | undefined
      for (const row of rows) if (isFree(row, now) && (!first || byMessage(row, first) < 0)) first = row
      if (first !== undefined) return first
    }
    return undefined
  }

  function isFree(row: Row, now: number): boolean {
    const { rows, taken } = conversationOf(row)
    return rows[0] === row && row.at <= now && !(taken && isUnderWay(taken, now))
  }

  function lastInLine(sender: string): void {
    const rows = bySender.get(sender)
    if (rows === undefined) return
    bySender.delete(sender)
    bySender.set(sender, rows)
  }

  function wake(): void {
    for (const offering of offerings) offering.wake()
  }

  function next() {
    const now = clock.now()
    let at: number | undefined
    let isRetry = false
    for (const row of entries.values()) {
      const due = row.lease?.until ?? row.at
      if (due <= now || (at !== undefined && due >= at)) continue
      at = due
      isRetry = row.lease === undefined
    }
    return at === undefined ? undefined : { at, background: !isRetry }
  }

  /** Those that expire first are not always the first here, but keys that stay for too long do no harm. */
  function forgetKeys(now: number): void {
    for (const [key, owner] of keys) {
      if (owner === 'kept') continue
      if (owner.until > now) return
      keys.delete(key)
    }
  }
}

interface Row {
  readonly entry: QueueEntry
  attempt: number
  crashes: number
  ledger: readonly LedgerLine[]
  /** UNIX milliseconds before which nobody takes it. */
  at: number
  lease: { readonly number: number; until: number } | undefined
  /** Of those that are about one message, the one that came first is first. */
  readonly order: number
}

interface Conversation {
  /** In the order of their messages. */
  readonly rows: Row[]
  /** The one that has a lease, perhaps one that ran out. */
  taken: Row | undefined
}

/** An entry that is there, or a dead letter; or until when the key of one that is done is known. */
type KeyOwner = 'kept' | { readonly until: number }

const isUnderWay = ({ lease }: Row, now: number) => lease !== undefined && lease.until > now

const byMessage = (one: Row, other: Row) => one.entry.message - other.entry.message || one.order - other.order

function noted(ledger: readonly LedgerLine[], line: LedgerLine): readonly LedgerLine[] {
  const at = ledger.findIndex(({ key }) => key === line.key)
  return at === -1 ? [...ledger, line] : ledger.with(at, line)
}
