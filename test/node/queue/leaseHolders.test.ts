import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createListener } from 'earshot/listener'
import { redis, sqlite, sqliteQueue } from 'earshot/node'
import { createQueue, memoryQueue, type Queue, type QueueEngine } from 'earshot/queue'
import { virtualClock } from 'earshot/simulator'
import { memoryStorage, withLock } from 'earshot/storage'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src/clock.js'
import { openSqliteEngine } from '../../../src/node/queue/sqliteQueue.js'
import { openSqlite } from '../../../src/node/storage/sqliteDatabase.js'
import { memoryEngine } from '../../../src/queue/index.js'
import { entryWith } from '../../queue/model.js'

let folder = ''
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-holders-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const lease = 3_000
const hours = 3 * 3_600_000

/** Two processes with one file, as far as their leases tell; the first has taken an entry. */
async function opened() {
  files += 1
  const file = join(folder, `${files}.db`)
  const clock = virtualClock()
  const open = () => openSqliteEngine(file, { clock, lease }, 'holds')
  const [one, other] = [await open(), await open()]
  const database = await openSqlite(file)
  onTestFinished(async () => {
    for (const engine of [one, other]) await Promise.resolve(engine.close()).catch(() => {})
    database.close()
  })
  await one.put(entryWith('d-1'), { capacity: 9 }, clock.now())
  const take = async (from: QueueEngine) => (await from.take(Number.POSITIVE_INFINITY, clock.now()))[0]
  const first = await take(one)
  if (first === undefined) throw new Error('Nothing was taken.')
  const run = (sql: string, ...values: (string | number)[]) => database.prepare(sql).run(...values)
  const { holder } = database.prepare('SELECT holder FROM queue_entries').get() as { holder: string }
  return {
    ...{ one, other, clock, first, holder, run },
    take: () => take(other),
    /** Makes the entry look as if another process had taken it. */
    heldBy: (id: string) => run('UPDATE queue_entries SET holder = ?', id),
  }
}

describe('an entry in the SQLite queue', () => {
  it.each([hours, -hours])('stays with the process that took it if the clock is set by %i ms', async (set) => {
    const { one, other, clock, first } = await opened()
    expect(await other.take(Number.POSITIVE_INFINITY, clock.now() + set)).toEqual([])
    expect(await one.renew(first.lease, Number.POSITIVE_INFINITY)).toBe(true)
    clock.advance(2_000)
    expect(await other.take(Number.POSITIVE_INFINITY, clock.now() + set)).toEqual([])
    expect(await one.settle(first.lease, { kind: 'done' }, { rememberUntil: 0 }, clock.now())).toBe(true)
  })

  it('is taken over after a lease if the process that took it has closed the queue', async () => {
    const { one, take, clock } = await opened()
    await one.close()
    expect(await take()).toBeUndefined()
    clock.advance(lease)
    expect(await take()).toMatchObject({ entry: { id: 'd-1' }, crashes: 1, attempt: 1 })
  })

  it('is taken over at once if the process that took it has died, which is noticed within a second', async () => {
    const { one, other, take, clock, first, holder, heldBy } = await opened()
    expect(await take()).toBeUndefined()
    const due = await other.nextDue(clock.now())
    expect(due).toEqual({ at: clock.now() + 1_000, background: true })
    heldBy(holder.replace(/^\S+ (\S+) \d+/, 'other $1 4000000'))
    clock.advance(1_000)
    expect(await take()).toMatchObject({ entry: { id: 'd-1' }, crashes: 1, attempt: 1 })
    expect(await one.note(first.lease, { key: 'reply 0' })).toBe(false)
  })

  it('of a process that is not seen here is taken over after a lease without its beat, as a further attempt', async () => {
    const { one, take, clock, first, heldBy, run } = await opened()
    const elsewhere = 'other elsewhere 1 0 5'
    heldBy(elsewhere)
    for (let beats = 0; beats < 9; beats += 1) {
      clock.advance(lease - 500)
      run('INSERT OR REPLACE INTO process_beats VALUES (?, ?)', elsewhere, beats)
      expect(await take()).toBeUndefined()
    }
    // One that was itself stopped saw nothing meanwhile.
    clock.advance(hours)
    expect(await take()).toBeUndefined()
    clock.advance(lease / 3)
    expect(await take()).toBeUndefined()
    clock.advance(lease / 3)
    expect(await take()).toMatchObject({ entry: { id: 'd-1' }, crashes: 1, attempt: 2 })
    expect(await one.renew(first.lease, clock.now())).toBe(false)
  })

  it.each([hours, -hours])(
    'waits no longer and no shorter for its next attempt if the clock is set by %i ms',
    async (set) => {
      const file = join(folder, `set ${set}.db`)
      const engine = await openSqliteEngine(file)
      const now = Date.now()
      await engine.put(entryWith('d-1'), { capacity: 9 }, now)
      const [first] = await engine.take(now + lease, now)
      if (first)
        await engine.settle(first.lease, { kind: 'again', at: now + 60_000, error: '' }, { rememberUntil: 0 }, now)
      expect(await engine.take(0, now + set)).toEqual([])
      const due = await engine.nextDue(now + set)
      expect(Math.abs(Number(due?.at) - (now + set + 60_000))).toBeLessThan(5_000)
      await engine.close()
    },
  )

  it.each([2 * hours, -2 * hours])('is known as long after its end if the clock is set by %i ms', async (set) => {
    const file = join(folder, `known ${set}.db`)
    for (const engine of [await openSqliteEngine(file), memoryEngine(systemClock)]) {
      const now = Date.now()
      const put = (id: string, time: number) => engine.put(entryWith(id), { capacity: 9 }, time)
      await put('d-1', now)
      const [first] = await engine.take(now + lease, now)
      if (first) await engine.settle(first.lease, { kind: 'done' }, { rememberUntil: now + hours }, now)
      expect(await put('d-1', now + set)).toBe('known')
      expect(await put('d-2', now + set + hours - 60_000)).toBe('kept')
      await engine.close()
    }
  })

  it('that the version before had taken is taken over when its lease expires', async () => {
    const file = join(folder, 'before.db')
    const before = await openSqlite(file)
    before.exec(tablesOfVersionBefore)
    before.close()
    const engine = await openSqliteEngine(file, {}, 'holds')
    expect(await engine.take(9_000, 4_999)).toEqual([])
    expect(await engine.take(9_000, 5_000)).toMatchObject([{ entry: { id: 'd-1' }, crashes: 1, attempt: 2 }])
    expect(await engine.status(5_000)).toMatchObject({ waiting: 1, working: 1 })
    await engine.close()
  })
})

const blocking: [string, () => Queue | Promise<Queue>][] = [
  ['in memory', () => memoryQueue({ lease: 100 })],
  ['of an engine whose leases expire', () => createQueue(memoryEngine(), { lease: 100 })],
  ['in SQLite', () => sqliteQueue(join(folder, 'blocked.db'), { lease: 100 })],
]
it.each(blocking)('a queue %s runs an entry once at a time though its handler blocks the process', async (_, open) => {
  const queue = await open()
  await queue.put(entryWith('d-1'))
  let [runs, running, most] = [0, 0, 0]
  const work = queue.work(
    async (job) => {
      runs += 1
      running += 1
      most = Math.max(most, running)
      const end = performance.now() + (runs === 1 ? 250 : 0)
      while (performance.now() < end);
      for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setTimeout(resolve))
      running -= 1
      await job.settle({ kind: 'done' }).catch(() => {})
    },
    { concurrency: 2 },
  )
  await expect.poll(() => queue.status()).toMatchObject({ waiting: 0, working: 0 })
  await work.stop()
  expect(most).toBe(1)
  await queue.close()
})

const year = 366 * 86_400_000
describe.each([0, -1, 99, Number.NaN, year, Number.POSITIVE_INFINITY, '30s' as unknown as number])(
  'a lease of %s',
  (lease) => {
    it.each<[string, () => unknown]>([
      ['memoryQueue', () => memoryQueue({ lease })],
      ['sqlite', () => sqlite(join(folder, 'bad.db'), { lease }).openQueue()],
      ['redis', () => redis('redis://localhost', { lease }).openQueue()],
      ['createListener', () => createListener({ bots: [], lease })],
      ['withLock', () => withLock(memoryStorage(), 'oven', () => {}, { lease })],
    ])('is refused by %s, with the range', async (_, open) => {
      await expect(Promise.resolve().then(open)).rejects.toMatchObject({
        code: 'invalid_option',
        message: expect.stringMatching(/`lease` is .* at least 100, at most a day/),
      })
    })
  },
)

/** Its tables as they were, with an entry that is being handled, and one behind it. */
const tablesOfVersionBefore = `
  CREATE TABLE queue_schema (step INTEGER PRIMARY KEY);
  INSERT INTO queue_schema VALUES (1), (2);
  CREATE TABLE queue_counter (last INTEGER NOT NULL, entries INTEGER NOT NULL);
  INSERT INTO queue_counter VALUES (3, 2);
  CREATE TABLE queue_entries (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL, key TEXT NOT NULL UNIQUE, bot TEXT NOT NULL, conversation TEXT NOT NULL,
    message INTEGER NOT NULL, sender TEXT NOT NULL, arrived REAL NOT NULL, attempt INTEGER NOT NULL, crashes INTEGER NOT NULL,
    not_before REAL NOT NULL, stage INTEGER NOT NULL, due REAL, lease INTEGER, trace TEXT, ledger TEXT NOT NULL,
    notification TEXT NOT NULL
  );
  CREATE INDEX queue_entries_in_order ON queue_entries (conversation, message);
  CREATE INDEX queue_entries_by_age ON queue_entries (arrived);
  CREATE INDEX queue_entries_by_sender ON queue_entries (sender, stage, message);
  CREATE UNIQUE INDEX queue_entries_first ON queue_entries (conversation) WHERE stage > 0;
  CREATE INDEX queue_entries_due ON queue_entries (due) WHERE due IS NOT NULL;
  CREATE UNIQUE INDEX queue_entries_leased ON queue_entries (conversation) WHERE lease IS NOT NULL;
  CREATE UNIQUE INDEX queue_entries_by_lease ON queue_entries (lease) WHERE lease IS NOT NULL;
  CREATE TABLE queue_senders (sender TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX queue_senders_in_turn ON queue_senders (place);
  CREATE TABLE queue_known (key TEXT PRIMARY KEY, until REAL NOT NULL) WITHOUT ROWID;
  CREATE INDEX queue_known_until ON queue_known (until);
  CREATE TABLE queue_dead (number INTEGER PRIMARY KEY, id TEXT NOT NULL, key TEXT NOT NULL UNIQUE, died REAL NOT NULL, letter TEXT NOT NULL);
  CREATE INDEX queue_dead_by_id ON queue_dead (id);
  CREATE INDEX queue_dead_in_order ON queue_dead (died, id);
  INSERT INTO queue_senders VALUES ('7', 3);
  INSERT INTO queue_entries VALUES
    (1, 'd-1', 'key 1', 'echo@x', 'kitchen', 1, '7', 1000, 2, 0, 0, 3, 5000, 3, NULL, '[]', '{}'),
    (2, 'd-2', 'key 2', 'echo@x', 'kitchen', 2, '7', 1000, 1, 0, 0, 0, NULL, NULL, NULL, '[]', '{}');
`
