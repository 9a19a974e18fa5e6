import type { DeadLetter, LedgerLine, Queue, QueueEntry } from '../bot/index.js'
import { type Clock, steady, systemClock } from '../clock.js'
import { createQueue, type QueueOptions } from './createQueue.js'
import type { Due, Lease, QueueEngine, Taken } from './engine.js'

/**
 * A queue in the memory of this process: for tests, and for deliveries that may be lost when the process ends.
 *
 * @throws {QueueError} `invalid_option` for an invalid option.
 * @example `const queue = memoryQueue({ capacity: 100 })`
 */
export function memoryQueue(options: QueueOptions = {}): Queue {
  // Nobody outlives this process who could take over from it.
  return createQueue({ ...memoryEngine(options.clock ?? systemClock), watchesHolders: true }, options)
}

/**
 * A queue engine in the memory of this process: everything is lost when the process ends.
 * @param clock The clock of the times that it is given, to notice when that is set.
 */
export function memoryEngine(clock?: Clock): QueueEngine {
  const steadyNow = clock && steady(clock)
  const rows = new Map<string, Row>()
  /** In the order of their turns: a sender who has just had one is last. */
  const senders = new Map<string, Set<Row>>()
  /** Each in the order of its messages. */
  const conversations = new Map<string, Row[]>()
  const dead = new Map<string, DeadLetter>()
  /** Keys of existing entries don't expire. */
  const knownUntil = new Map<string, number>()
  const watchers = new Set<() => void>()
  let lastLease = 0
  let puts = 0
  /** By how much the clock is ahead of one that can't be set. */
  let ahead: number | undefined

  return {
    async put(entry, { capacity }, now) {
      followClock(now)
      if ((knownUntil.get(entry.key) ?? 0) > now) return 'known'
      if (rows.size >= capacity) return 'full'
      forgetKeys(now)
      knownUntil.set(entry.key, Number.POSITIVE_INFINITY)
      add(entry, [])
      return 'kept'
    },
    async take(leaseUntil, now, most = 1, hasEnough = () => false) {
      followClock(now)
      const taken: Taken[] = []
      while (taken.length < most) {
        const row = nextRow(now, (sender) =>
          hasEnough(sender, taken.filter(({ entry }) => entry.sender === sender).length),
        )
        if (row === undefined) break
        taken.push(take(row, leaseUntil))
      }
      return taken
    },
    async renew(lease, until) {
      const row = held(lease)
      if (row?.lease) row.lease.until = until
      return row !== undefined
    },
    async note(lease, line) {
      const row = held(lease)
      if (row) row.ledger = withLine(row.ledger, line)
      return row !== undefined
    },
    async settle(lease, end, { rememberUntil }, now) {
      const row = held(lease)
      if (row === undefined) return false
      row.lease = undefined
      const { entry, attempt, crashes, ledger } = row
      if (end.kind === 'again' || end.kind === 'given back') {
        if (end.kind === 'again') row.attempt += 1
        row.notBefore = end.at ?? row.notBefore
      } else {
        remove(row)
        if (end.kind === 'done') knownUntil.set(entry.key, rememberUntil)
        else {
          const { reason, error } = end
          dead.set(entry.id, { entry, reason, error, attempts: attempt, crashes, died: now, ledger })
        }
      }
      wake()
      return true
    },
    async status(now) {
      const all = [...rows.values()]
      const working = all.filter((row) => isUnderWay(row, now)).length
      const oldest = all.length === 0 ? undefined : Math.min(...all.map(({ entry }) => entry.arrived))
      return { waiting: all.length - working, working, dead: dead.size, oldest }
    },
    async listDead(after, limit) {
      const all = [...dead.values()].sort(byDeath)
      const from = after === undefined ? 0 : all.findIndex(({ entry }) => entry.id === after) + 1
      return after !== undefined && from === 0 ? [] : all.slice(from, from + limit)
    },
    getDead: async (id) => dead.get(id),
    async replayDead(id) {
      const letter = dead.get(id)
      if (letter === undefined) return false
      dead.delete(id)
      add(letter.entry, withOutcome(letter.ledger))
      return true
    },
    async purgeDead(id) {
      const letter = dead.get(id)
      if (letter !== undefined) knownUntil.delete(letter.entry.key)
      return dead.delete(id)
    },
    async nextDue(now) {
      let next: Due | undefined
      for (const { lease, notBefore } of rows.values()) {
        const at = lease?.until ?? notBefore
        if (at > now && at < (next?.at ?? Number.POSITIVE_INFINITY)) next = { at, background: lease !== undefined }
      }
      return next
    },
    watch(wake) {
      watchers.add(wake)
      return () => watchers.delete(wake)
    },
    close: () => watchers.clear(),
  }

  function add(entry: QueueEntry, ledger: readonly LedgerLine[]): void {
    puts += 1
    const row: Row = { entry, attempt: 1, crashes: 0, ledger, notBefore: 0, lease: undefined, order: puts }
    rows.set(entry.id, row)
    senders.set(entry.sender, (senders.get(entry.sender) ?? new Set()).add(row))
    const conversation = inConversation(row)
    conversation.splice(conversation.findLastIndex((other) => byMessage(other, row) < 0) + 1, 0, row)
    conversations.set(entry.conversation, conversation)
    wake()
  }

  /** Entries wait for their next attempt, and keys are known, as long as they were to, even if the clock was set meanwhile. */
  function followClock(now: number): void {
    if (steadyNow === undefined) return
    const set = now - steadyNow() - (ahead ?? now - steadyNow())
    if (ahead !== undefined && Math.abs(set) < smallestSet) return
    ahead = now - steadyNow()
    for (const row of rows.values()) row.notBefore += set
    for (const [key, until] of knownUntil) knownUntil.set(key, until + set)
  }

  function take(row: Row, until: number): Taken {
    // At most one of the conversation has a lease, and it has expired.
    for (const other of inConversation(row)) {
      if (other.lease === undefined) continue
      other.lease = undefined
      other.crashes += 1
    }
    lastLease += 1
    row.lease = { number: lastLease, until }
    const { entry, attempt, crashes, ledger } = row
    const ofSender = senders.get(entry.sender) ?? new Set()
    senders.delete(entry.sender)
    senders.set(entry.sender, ofSender)
    return { lease: { id: entry.id, number: lastLease }, entry, attempt, crashes, ledger }
  }

  function remove(row: Row): void {
    const { id, sender, conversation } = row.entry
    rows.delete(id)
    const ofSender = senders.get(sender)
    ofSender?.delete(row)
    if (ofSender?.size === 0) senders.delete(sender)
    const others = inConversation(row)
    others.splice(others.indexOf(row), 1)
    if (others.length === 0) conversations.delete(conversation)
  }

  function inConversation({ entry }: Row): Row[] {
    return conversations.get(entry.conversation) ?? []
  }

  function held({ id, number }: Lease): Row | undefined {
    const row = rows.get(id)
    return row?.lease?.number === number ? row : undefined
  }

  /** The first available entry of the sender whose last turn is longest ago. */
  function nextRow(now: number, hasEnough: (sender: string) => boolean): Row | undefined {
    for (const [sender, ofSender] of senders) {
      if (hasEnough(sender)) continue
      let first: Row | undefined
      for (const row of ofSender) {
        if ((first === undefined || byMessage(row, first) < 0) && isAvailable(row, now)) first = row
      }
      if (first !== undefined) return first
    }
    return undefined
  }

  function isAvailable(row: Row, now: number): boolean {
    const conversation = inConversation(row)
    return conversation[0] === row && row.notBefore <= now && !conversation.some((other) => isUnderWay(other, now))
  }

  function wake(): void {
    for (const wakeOne of watchers) wakeOne()
  }

  /** Keys that expire out of order may stay a little longer, which is harmless. */
  function forgetKeys(now: number): void {
    for (const [key, until] of knownUntil) {
      if (until === Number.POSITIVE_INFINITY) continue
      if (until > now) return
      knownUntil.delete(key)
    }
  }
}

/** Adds a line to a ledger, or replaces the line with the same key. */
export function withLine(ledger: readonly LedgerLine[], line: LedgerLine): readonly LedgerLine[] {
  const at = ledger.findIndex(({ key }) => key === line.key)
  return at === -1 ? [...ledger, line] : ledger.with(at, line)
}

/** The ledger lines that a replayed dead letter keeps: those with a known outcome. */
export function withOutcome(ledger: readonly LedgerLine[]): readonly LedgerLine[] {
  return ledger.filter(({ outcome }) => outcome !== undefined)
}

interface Row {
  readonly entry: QueueEntry
  attempt: number
  crashes: number
  ledger: readonly LedgerLine[]
  /** UNIX milliseconds. */
  notBefore: number
  /** It may have expired. */
  lease: { readonly number: number; until: number } | undefined
  /** The order of arrival, which decides between entries for the same message. */
  readonly order: number
}

/** Milliseconds by which a clock may drift before that counts. */
const smallestSet = 1_000

const isUnderWay = ({ lease }: Row, now: number) => lease !== undefined && lease.until > now

const byMessage = (one: Row, other: Row) => one.entry.message - other.entry.message || one.order - other.order

const byDeath = (one: DeadLetter, other: DeadLetter) =>
  one.died - other.died || (one.entry.id < other.entry.id ? -1 : 1)
