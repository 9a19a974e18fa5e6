import type { QueueEngine, QueueEntry } from 'earshot/queue'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { LedgerLine } from '../../src/queue/index.js'

/** What a queue should hold, kept in the plainest way. */
export interface Model {
  now: number
  puts: number
  lastLease: number
  readonly rows: ModelRow[]
  readonly dead: ModelDead[]
  /** Keys of what is done, and until when they are known. */
  readonly done: Map<string, number>
  /** Leases that were given, in that order; some have been lost. */
  readonly leases: { readonly id: string; readonly number: number }[]
  /** Of each sender who could have been served all the time: who was served meanwhile. */
  readonly served: Map<string, Set<string>>
}

interface ModelRow {
  readonly entry: QueueEntry
  attempt: number
  crashes: number
  ledger: LedgerLine[]
  at: number
  lease?: { number: number; until: number }
}

interface ModelDead {
  readonly entry: QueueEntry
  readonly reason: string
  readonly error: string
  readonly attempts: number
  readonly crashes: number
  readonly died: number
  readonly ledger: LedgerLine[]
}

interface Real {
  /** The same queue, as several processes have it open. */
  readonly engines: readonly QueueEngine[]
  readonly capacity: number
}

export const newModel = (now: number): Model => ({
  now,
  puts: 0,
  lastLease: 0,
  rows: [],
  dead: [],
  done: new Map(),
  leases: [],
  served: new Map(),
})

export const entryWith = (id: string, more: Partial<QueueEntry> = {}): QueueEntry => ({
  id,
  key: `key of ${id}`,
  bot: 'echo-bot@bakery.example',
  conversation: 'kitchen',
  message: 1,
  sender: '7',
  notification: '{"data":"hi"}',
  arrived: 1_000,
  ...more,
})

const isUnderWay = ({ lease }: ModelRow, now: number) => lease !== undefined && lease.until > now

/** All that may be taken now. */
function eligible({ rows, now }: Model): ModelRow[] {
  return rows.filter((row) => {
    const others = rows.filter(({ entry }) => entry.conversation === row.entry.conversation)
    // Of those that are about one message, the one that came first is first.
    const first = others.reduce((one, other) => (other.entry.message < one.entry.message ? other : one))
    return first === row && row.at <= now && !others.some((other) => isUnderWay(other, now))
  })
}

type Step = fc.AsyncCommand<Model, Real>
const step = (text: string, run: (model: Model, real: Real) => Promise<unknown>): Step => ({
  check: () => true,
  run: async (model, real) => {
    await run(model, real)
  },
  toString: () => text,
})

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length]

const engineOf = ({ engines }: Real, who: number): QueueEngine => {
  const engine = pick(engines, who)
  if (!engine) throw new Error('There is no engine.')
  return engine
}

const put = (who: number, more: Partial<QueueEntry>, keyOf: number | undefined): Step =>
  step(`put(${who}, ${JSON.stringify(more)}, ${keyOf})`, async (model, real) => {
    model.puts += 1
    const { now, rows, dead } = model
    const known = keyOf === undefined ? undefined : pick([...rows, ...dead], keyOf)?.entry.key
    const late = keyOf === undefined ? undefined : pick([...model.done.keys()], keyOf)
    const id = `d-${String(model.puts).padStart(4, '0')}`
    const key = known ?? late ?? `k-${model.puts}`
    const entry = entryWith(id, { key, arrived: now - 3, ...more })
    const isKnown = [...rows, ...dead].some((other) => other.entry.key === key) || (model.done.get(key) ?? 0) > now
    const expected = isKnown ? 'known' : rows.length >= real.capacity ? 'full' : 'kept'
    expect(await engineOf(real, who).put(entry, { capacity: real.capacity }, now)).toBe(expected)
    if (expected !== 'kept') return
    model.done.delete(key)
    rows.push({ entry, attempt: 1, crashes: 0, ledger: [], at: 0 })
  })

const take = (who: number, lease: number): Step =>
  step(`take(${who}, ${lease})`, async (model, real) => {
    const { now, rows, served } = model
    const able = eligible(model)
    const [taken] = await engineOf(real, who).take(now + lease, now)
    expect(taken?.entry.id === undefined).toBe(able.length === 0)
    if (taken === undefined) return
    const row = able.find(({ entry }) => entry.id === taken.entry.id)
    expect(able.map(({ entry }) => entry.id)).toContain(taken.entry.id)
    if (row === undefined) return
    if (row.lease !== undefined) row.crashes += 1
    for (const other of rows) {
      // Of a conversation one has a lease: whoever had a later entry, and whose time was up, has it no longer.
      if (other === row || other.entry.conversation !== row.entry.conversation || other.lease === undefined) continue
      delete other.lease
      other.crashes += 1
    }
    const { number } = taken.lease
    expect(number).toBeGreaterThan(model.lastLease)
    model.lastLease = number
    row.lease = { number, until: now + lease }
    model.leases.push(taken.lease)
    const { entry, attempt, crashes, ledger } = row
    expect(taken).toEqual({ lease: { id: entry.id, number }, entry, attempt, crashes, ledger })
    // Nobody is served a second time while somebody else waits who could be.
    const waiting = new Set(able.map(({ entry }) => entry.sender))
    for (const sender of served.keys()) if (!waiting.has(sender)) served.delete(sender)
    for (const sender of waiting) {
      const meanwhile = served.get(sender) ?? new Set()
      if (sender === entry.sender) served.delete(sender)
      else {
        expect(meanwhile).not.toContain(entry.sender)
        served.set(sender, meanwhile.add(entry.sender))
      }
    }
  })

/** Does something with a lease, which may be lost. */
const withLease = (
  text: string,
  which: number,
  who: number,
  ask: (engine: QueueEngine, lease: { id: string; number: number }, model: Model) => Promise<boolean>,
  change: (row: ModelRow, model: Model) => void,
): Step =>
  step(text, async (model, real) => {
    const lease = pick(model.leases, model.leases.length - 1 - (which % (model.leases.length || 1)))
    if (lease === undefined) return
    const row = model.rows.find(({ entry, lease: own }) => entry.id === lease.id && own?.number === lease.number)
    expect(await ask(engineOf(real, who), lease, model)).toBe(row !== undefined)
    if (row) change(row, model)
  })

const renew = (which: number, who: number, by: number): Step =>
  withLease(
    `renew(${which}, ${by})`,
    which,
    who,
    (engine, lease, { now }) => engine.renew(lease, now + by),
    (row, { now }) => {
      if (row.lease) row.lease.until = now + by
    },
  )

/**
 * An earlier message comes into a conversation where somebody works on a later one, whose time is then up, or almost; and
 * somebody else takes what there is, and whoever was late goes on.
 */
const overtake = (who: number, which: number, by: number): Step =>
  step(`overtake(${who}, ${which}, ${by})`, async (model, real) => {
    const taken = () => model.rows.filter(({ lease }) => lease !== undefined)
    if (taken().length === 0) {
      await put(who, { conversation: 'porch', message: 5 }, undefined).run(model, real)
      await take(who, 50).run(model, real)
    }
    const row = pick(taken(), which)
    if (row === undefined) return
    const { conversation, message } = row.entry
    await put(who, { conversation, message: message - 1, sender: '6' }, undefined).run(model, real)
    const late = model.leases.findIndex(({ number }) => number === row.lease?.number)
    model.now = Math.max(model.now, (row.lease?.until ?? 0) + by)
    for (let taking = 0; taking < 3; taking += 1) await take(who + 1, 1_000).run(model, real)
    await renew(model.leases.length - 1 - late, who, 50).run(model, real)
  })

const note = (which: number, who: number, line: LedgerLine): Step =>
  withLease(
    `note(${which}, ${JSON.stringify(line)})`,
    which,
    who,
    (engine, lease) => engine.note(lease, line),
    (row) => {
      const at = row.ledger.findIndex(({ key }) => key === line.key)
      row.ledger = at === -1 ? [...row.ledger, line] : row.ledger.with(at, line)
    },
  )

type Kind = 'done' | 'again' | 'given back' | 'put off' | 'dead'
const reasons = ['failed', 'uncertain', 'crashed'] as const

const settle = (which: number, who: number, kind: Kind, by: number): Step =>
  withLease(
    `settle(${which}, ${kind}, ${by})`,
    which,
    who,
    (engine, lease, { now }) => {
      const options = { rememberUntil: now + by }
      if (kind === 'again') return engine.settle(lease, { kind, at: now + by, error: 'It rained.' }, options, now)
      if (kind === 'put off') return engine.settle(lease, { kind: 'given back', at: now + by }, options, now)
      if (kind !== 'dead') return engine.settle(lease, { kind }, options, now)
      return engine.settle(lease, { kind, reason: reasons[by % 3] ?? 'failed', error: 'It snowed.' }, options, now)
    },
    (row, model) => {
      const { entry, attempt, crashes, ledger } = row
      delete row.lease
      if (kind === 'given back') return
      if (kind === 'again' || kind === 'put off') {
        if (kind === 'again') row.attempt += 1
        row.at = model.now + by
        return
      }
      model.rows.splice(model.rows.indexOf(row), 1)
      if (kind === 'done') model.done.set(entry.key, model.now + by)
      else {
        const reason = reasons[by % 3] ?? 'failed'
        model.dead.push({ entry, reason, error: 'It snowed.', attempts: attempt, crashes, died: model.now, ledger })
      }
    },
  )

const status = (who: number): Step =>
  step(`status(${who})`, async ({ rows, dead, now }, real) => {
    const working = rows.filter((row) => isUnderWay(row, now)).length
    const oldest = rows.length === 0 ? undefined : Math.min(...rows.map(({ entry }) => entry.arrived))
    const found = await engineOf(real, who).status(now)
    expect({ ...found, oldest: found.oldest }).toEqual({
      waiting: rows.length - working,
      working,
      dead: dead.length,
      oldest,
    })
  })

const inOrder = ({ dead }: Model) =>
  [...dead].sort((one, other) => one.died - other.died || (one.entry.id < other.entry.id ? -1 : 1))

const listDead = (who: number, after: number | undefined, limit: number): Step =>
  step(`listDead(${after}, ${limit})`, async (model, real) => {
    const all = inOrder(model)
    const last = after === undefined || all.length === 0 ? undefined : after % all.length
    const from = last === undefined ? undefined : all[last]?.entry.id
    const expected = all.slice(last === undefined ? 0 : last + 1).slice(0, limit)
    expect(await engineOf(real, who).listDead(from, limit)).toEqual(expected)
  })

const withDead = (
  text: string,
  which: number,
  who: number,
  ask: (engine: QueueEngine, id: string, model: Model) => Promise<unknown>,
  expected: (letter: ModelDead | undefined, model: Model) => unknown,
): Step =>
  step(`${text}(${which})`, async (model, real) => {
    const letter = pick(inOrder(model), which)
    const given = await ask(engineOf(real, who), letter?.entry.id ?? 'nobody', model)
    expect(given).toEqual(expected(letter, model))
    if (letter && text !== 'getDead') model.dead.splice(model.dead.indexOf(letter), 1)
  })

const getDead = (which: number, who: number) =>
  withDead(
    'getDead',
    which,
    who,
    (engine, id) => engine.getDead(id),
    (letter) => letter,
  )

const purgeDead = (which: number, who: number) =>
  withDead(
    'purgeDead',
    which,
    who,
    (engine, id) => engine.purgeDead(id),
    (letter) => letter !== undefined,
  )

const replayDead = (which: number, who: number) =>
  withDead(
    'replayDead',
    which,
    who,
    (engine, id, { now }) => engine.replayDead(id, now),
    (letter, { rows }) => {
      if (letter === undefined) return false
      const ledger = letter.ledger.filter(({ outcome }) => outcome !== undefined)
      rows.push({ entry: letter.entry, attempt: 1, crashes: 0, ledger, at: 0 })
      return true
    },
  )

const advance = (by: number): Step =>
  step(`advance(${by})`, async (model) => {
    model.now += by
  })

const who = fc.constantFrom(0, 1)
const which = fc.nat(20)
const span = fc.constantFrom(1, 50, 1_000)
const place = fc.record({
  conversation: fc.constantFrom('kitchen', 'oven', '🥐', "'; --"),
  message: fc.integer({ min: 1, max: 9 }),
  sender: fc.constantFrom('7', '8', '9'),
})
const line = fc.record({ key: fc.constantFrom('reply 0', 'reply 1', 'é'), outcome: fc.constantFrom('1', '"🥐"') })
const noted = fc.oneof(
  line,
  line.map(({ key }) => ({ key })),
  line.map(({ key }) => ({ key, begun: 1_700_000_000_000.5 })),
)

/** Everything that can be done with a queue, in some order, by two processes. */
export const doings = fc.commands(
  [
    fc.tuple(who, place, fc.constant(undefined)).map((given) => put(...given)),
    fc.tuple(who, place, fc.option(fc.nat(9), { nil: undefined })).map((given) => put(...given)),
    fc.tuple(who, span).map((given) => take(...given)),
    fc.tuple(who, span).map((given) => take(...given)),
    fc.tuple(who, which, fc.constantFrom(-1, 0, 1)).map((given) => overtake(...given)),
    fc.tuple(which, who, span).map((given) => renew(...given)),
    fc.tuple(which, who, noted).map((given) => note(...given)),
    fc
      .tuple(which, who, fc.constantFrom<Kind>('done', 'again', 'given back', 'put off', 'dead'), span)
      .map((given) => settle(...given)),
    fc.tuple(fc.constant(0), who, fc.constantFrom<Kind>('done', 'dead'), span).map((given) => settle(...given)),
    who.map(status),
    fc
      .tuple(who, fc.option(fc.nat(5), { nil: undefined }), fc.constantFrom(1, 2, 100))
      .map((given) => listDead(...given)),
    fc.tuple(which, who).map((given) => getDead(...given)),
    fc.tuple(which, who).map((given) => purgeDead(...given)),
    fc.tuple(which, who).map((given) => replayDead(...given)),
    fc.constantFrom(1, 49, 999).map(advance),
  ],
  { maxCommands: 80 },
)
