import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteQueue, sqliteStorage } from 'earshot/node'
import { createQueue, type QueueEngine } from 'earshot/queue'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteEngine } from '../../../src/node/queue/sqliteQueue.js'
import { sqliteQueueEngine } from '../../../src/node/queue/sqliteQueueEngine.js'
import { openSqlite, type SqliteDatabase } from '../../../src/node/storage/sqliteDatabase.js'
import { eventually } from '../../eventually.js'
import { programIn, startProgram } from '../../processes/program.js'
import { entryWith } from '../../queue/model.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-queue-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const put = (engine: QueueEngine, id: string, more: Parameters<typeof entryWith>[1] = {}) =>
  engine.put(entryWith(id, { conversation: `of ${id}`, ...more }), { capacity: 100_000 }, 0)
const done = { rememberUntil: 1 }

describe('several processes with one SQLite queue', () => {
  it('lose no entry and keep the order of conversations when they are repeatedly killed', async () => {
    const [file, journal] = [join(folder, 'killed.db'), join(folder, 'killed.txt')]
    const queue = await sqliteQueue(file, { lease: 400 })
    let workers = [await startWorker(file, journal), await startWorker(file, journal)]
    const count = 300
    for (let index = 1; index <= count; index += 1) {
      const entry = entryWith(`d-${index}`, {
        message: index,
        conversation: `place ${index % 7}`,
        sender: `${index % 5}`,
      })
      expect(await queue.put(entry)).toBe('kept')
      if (index % 100 !== 0) continue
      const [killed, ...others] = workers
      killed?.kill('SIGKILL')
      workers = [...others, await startWorker(file, journal)]
    }
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 }))
    for (const worker of workers) worker.kill('SIGKILL')
    // Those that somebody died with come twice.
    const dealtWith = [...new Set(readFileSync(journal, 'utf8').trim().split('\n').map(Number))]
    expect(dealtWith.length).toBe(count)
    for (let place = 0; place < 7; place += 1) {
      const there = dealtWith.filter((message) => message % 7 === place)
      expect(there).toEqual([...there].sort((one, other) => one - other))
    }
    expect(await queue.put(entryWith('again', { key: 'key of d-1' }))).toBe('known')
    await queue.close()
  })
})

describe('a queue whose file is locked by another process', () => {
  it('waits without blocking the event loop', async () => {
    const file = join(folder, 'held.db')
    const engine = await openSqliteEngine(file)
    const other = await openSqlite(file)
    other.exec('BEGIN IMMEDIATE')
    const putting = [put(engine, 'd-1'), put(engine, 'd-2')]
    let isKept = false
    putting[0]?.then(() => {
      isKept = true
    })
    // Were the event loop held, nobody could let go.
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(isKept).toBe(false)
    expect((await openedStatus(file)).waiting).toBe(0)
    other.exec('COMMIT')
    expect(await Promise.all(putting)).toEqual(['kept', 'kept'])
    other.close()
    await engine.close()
  })

  it('fails after its patience, and works again after the lock is released', async () => {
    const file = join(folder, 'stuck.db')
    const engine = await openSqliteEngine(file, { patience: 100 })
    const other = await openSqlite(file)
    other.exec('BEGIN IMMEDIATE')
    await expect(put(engine, 'd-1')).rejects.toThrow('another process keeps the database locked')
    other.exec('ROLLBACK')
    expect(await put(engine, 'd-1')).toBe('kept')
    other.close()
    await engine.close()
  })
})

describe('a queue on a full disk', () => {
  it('accepts what fits, keeps its entries, and continues when there is space again', async () => {
    const { engine, database } = await onSmallDisk('full.db', 64)
    const kept: string[] = []
    let failure: unknown
    for (let index = 0; failure === undefined && index < 200; index += 1) {
      await put(engine, `d-${index}`, { notification: 'x'.repeat(5_000) }).then(
        () => kept.push(`d-${index}`),
        (error) => {
          failure = error
        },
      )
    }
    expect(String(failure)).toContain('full')
    expect(kept.length).toBeGreaterThan(3)
    expect((await engine.status(0)).waiting).toBe(kept.length)
    const [taken] = await engine.take(10, 0)
    if (taken) expect(await engine.settle(taken.lease, { kind: 'done' }, done, 0)).toBe(true)
    expect(await put(engine, 'later', { notification: 'x'.repeat(4_000) })).toBe('kept')
    database.exec('PRAGMA max_page_count = 1000')
    expect(await put(engine, 'big', { notification: 'x'.repeat(50_000) })).toBe('kept')
    await engine.close()
  })

  it("rejects only the entry that doesn't fit, not simultaneous ones", async () => {
    const { engine } = await onSmallDisk('shared.db', 60)
    const results = await Promise.allSettled([
      put(engine, 'small'),
      put(engine, 'big', { notification: 'x'.repeat(1_000_000) }),
      put(engine, 'another'),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await engine.status(0)).waiting).toBe(2)
    await engine.close()
  })

  async function onSmallDisk(name: string, pages: number): Promise<{ engine: QueueEngine; database: SqliteDatabase }> {
    const file = join(folder, name)
    await (await openSqliteEngine(file)).close()
    const database = await openSqlite(file)
    database.exec(`PRAGMA max_page_count = ${pages}`)
    return { engine: sqliteQueueEngine(database), database }
  }
})

describe('the SQLite queue', () => {
  it('groups simultaneous calls into one transaction', async () => {
    const file = join(folder, 'groups.db')
    await (await openSqliteEngine(file)).close()
    const database = await openSqlite(file)
    const said: string[] = []
    const watched: SqliteDatabase = {
      prepare: (sql) => database.prepare(sql),
      close: () => database.close(),
      exec: (sql) => {
        said.push(sql)
        database.exec(sql)
      },
    }
    const engine = sqliteQueueEngine(watched)
    await Promise.all(Array.from({ length: 50 }, (_, index) => put(engine, `d-${index}`)))
    expect(said).toEqual(['BEGIN IMMEDIATE', 'COMMIT'])
    await engine.close()
  })

  it('takes and settles entries in batches, and respects `concurrency`', async () => {
    const file = join(folder, 'busy.db')
    await (await openSqliteEngine(file)).close()
    const database = await openSqlite(file)
    let transactions = 0
    const engine = sqliteQueueEngine({
      prepare: (sql) => database.prepare(sql),
      close: () => database.close(),
      exec: (sql) => {
        if (sql === 'COMMIT') transactions += 1
        database.exec(sql)
      },
    })
    const queue = createQueue(engine)
    const [underWay, worked] = [new Set<string>(), new Set<string>()]
    const work = queue.work(
      async ({ entry, settle }) => {
        underWay.add(entry.id)
        expect(underWay.size).toBeLessThanOrEqual(3)
        await Promise.resolve()
        underWay.delete(entry.id)
        worked.add(entry.id)
        await settle({ kind: 'done' })
      },
      { concurrency: 3 },
    )
    await work.idle()
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          queue.put(entryWith(`d-${round}-${index}`, { conversation: `of ${round}-${index}` })),
        ),
      )
    }
    await work.idle()
    expect(worked.size).toBe(600)
    expect(transactions).toBeLessThan(900)
    await work.stop()
    expect(await queue.status()).toMatchObject({ waiting: 0, working: 0, dead: 0 })
    await queue.close()
  })

  it('gives each sender a turn, even for simultaneous entries', async () => {
    const queue = await sqliteQueue(join(folder, 'turns.db'))
    const worked: string[] = []
    const work = queue.work(
      async ({ entry, settle }) => {
        worked.push(entry.sender)
        await settle({ kind: 'done' })
      },
      { concurrency: 2 },
    )
    await work.idle()
    const senders = ['Iago', 'Iago', 'Iago', 'Iago', 'Iago', 'Othello']
    await Promise.all(
      senders.map((sender, index) => queue.put(entryWith(`d-${index}`, { sender, conversation: `${index}` }))),
    )
    await work.idle()
    expect(worked.slice(0, 3)).toContain('Othello')
    expect(worked).toHaveLength(6)
    await work.stop()
    await queue.close()
  })

  it('needs no full table scan', async () => {
    const file = join(folder, 'plans.db')
    await (await openSqliteEngine(file)).close()
    const database = await openSqlite(file)
    const scans: string[] = []
    const watched: SqliteDatabase = {
      exec: (sql) => database.exec(sql),
      close: () => database.close(),
      prepare(sql) {
        const plan = /^PRAGMA/.test(sql)
          ? []
          : (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
        scans.push(
          ...plan
            .filter(({ detail }) => /^SCAN (?!.*USING .*INDEX)/.test(detail))
            .map(({ detail }) => `${detail}: ${sql}`),
        )
        return database.prepare(sql)
      },
    }
    await sqliteQueueEngine(watched).close()
    // They have one row, or what is given.
    expect(scans.filter((scan) => !/^SCAN (queue_counter|queue_clock|CONSTANT ROW|json_each)/.test(scan))).toEqual([])
  })

  it('is readable only by its user and in WAL mode', async () => {
    const file = join(folder, 'private.db')
    const queue = await sqliteQueue(file)
    await queue.put(entryWith('d-1'))
    for (const path of [file, `${file}-wal`]) expect(statSync(path).mode & 0o077).toBe(0)
    const database = await openSqlite(file)
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
    await queue.close()
  })

  it('shares its file with a storage and other tables', async () => {
    const file = join(folder, 'shared-file.db')
    const database = await openSqlite(file)
    database.exec('CREATE TABLE loaves (name TEXT); PRAGMA user_version = 7')
    const [storage, queue] = await Promise.all([sqliteStorage(file), sqliteQueue(file)])
    await Promise.all([storage.set('a', 'b'), queue.put(entryWith('d-1')), storage.set('c', 'd')])
    expect(await queue.status()).toMatchObject({ waiting: 1 })
    expect(database.prepare('SELECT count(*) AS rows FROM loaves').get()).toEqual({ rows: 0 })
    await storage.close()
    await queue.close()
    database.close()
  })

  it('keeps only keys of finished entries, and not forever', async () => {
    const file = join(folder, 'empty.db')
    const engine = await openSqliteEngine(file)
    for (let index = 0; index < 20; index += 1) {
      await put(engine, `d-${index}`)
      const [taken] = await engine.take(10, 0)
      if (!taken) throw new Error('There was nothing to take.')
      await engine.note(taken.lease, { key: 'reply 0', outcome: '1' })
      await engine.settle(taken.lease, { kind: 'done' }, { rememberUntil: 5 }, 0)
    }
    const database = await openSqlite(file)
    const rows = (table: string) => (database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n
    const tables = ['queue_entries', 'queue_senders', 'queue_dead']
    expect(tables.map(rows)).toEqual([0, 0, 0])
    expect(rows('queue_known')).toBe(20)
    await engine.put(entryWith('last'), { capacity: 9 }, 5)
    expect(rows('queue_known')).toBe(0)
    database.close()
    await engine.close()
  })

  it('reassigns an entry that was taken while the clock was ahead after one lease', async () => {
    const file = join(folder, 'clock.db')
    const [lease, now, ahead] = [1_000, 50_000, 86_400_000]
    const killed = await openSqliteEngine(file, { lease })
    await put(killed, 'd-1')
    expect(await killed.take(now + ahead + lease, now + ahead)).toMatchObject([{ entry: { id: 'd-1' } }])
    const engine = await openSqliteEngine(file, { lease })
    expect(await engine.take(now + lease, now)).toEqual([])
    expect(await engine.take(now + 2 * lease - 1, now + lease - 1)).toEqual([])
    expect(await engine.take(now + 2 * lease, now + lease)).toMatchObject([{ entry: { id: 'd-1' }, crashes: 1 }])
    await engine.close()
    await killed.close()
  })

  it('withdraws an entry that was overtaken while its worker was silent', async () => {
    const engine = await openSqliteEngine(join(folder, 'overtaken.db'))
    await put(engine, 'second', { conversation: 'one', message: 2 })
    const [lost] = await engine.take(10, 0)
    await put(engine, 'first', { conversation: 'one', message: 1 })
    const [first] = await engine.take(100, 20)
    expect(first?.entry.id).toBe('first')
    // Two of one conversation may never be under way at once, so whoever was silent has lost it for good.
    expect(lost && (await engine.renew(lost.lease, 200))).toBe(false)
    expect(await engine.take(100, 20)).toEqual([])
    if (first) await engine.settle(first.lease, { kind: 'done' }, done, 20)
    expect(await engine.take(100, 20)).toMatchObject([{ entry: { id: 'second' }, crashes: 1, attempt: 1 }])
    await engine.close()
  })
})

describe('an unusable queue file', () => {
  it('is rejected if a newer version wrote it', async () => {
    const file = join(folder, 'newer.db')
    await (await sqliteQueue(file)).close()
    const database = await openSqlite(file)
    database.exec('INSERT INTO queue_schema SELECT max(step) + 1 FROM queue_schema')
    database.close()
    await expect(sqliteQueue(file)).rejects.toMatchObject({ name: 'QueueError', code: 'newer_tables' })
  })

  it("is rejected if it isn't a database", async () => {
    const file = join(folder, 'notes.txt')
    writeFileSync(file, 'Flour, butter, cardamom. '.repeat(200))
    await expect(sqliteQueue(file)).rejects.toMatchObject({ name: 'QueueError', code: 'failed' })
    expect(readFileSync(file, 'utf8')).toMatch(/^Flour, butter/)
  })

  it("is rejected if its tables are not Earshot's", async () => {
    const file = join(folder, 'taken.db')
    const database = await openSqlite(file)
    database.exec('CREATE TABLE queue_entries (name TEXT)')
    database.close()
    await expect(sqliteQueue(file)).rejects.toThrow('Give a file that only Earshot writes to, or a new one.')
  })

  it('is rejected if its folder is missing or it is a folder itself', async () => {
    const nowhere = join(folder, 'nowhere', 'bots.db')
    await expect(sqliteQueue(nowhere)).rejects.toThrow('Check that its folder exists and is writable.')
    expect(existsSync(nowhere)).toBe(false)
    mkdirSync(join(folder, 'a-folder'))
    await expect(sqliteQueue(join(folder, 'a-folder'))).rejects.toMatchObject({ name: 'QueueError', code: 'failed' })
  })

  it.each([0, 1, 2, 3])('works or fails with an error if it is damaged (%i)', async (quarter) => {
    const file = join(folder, `damaged-${quarter}.db`)
    const engine = await openSqliteEngine(file)
    for (let index = 0; index < 50; index += 1) await put(engine, `d-${index}`, { notification: 'x'.repeat(500) })
    await engine.close()
    const bytes = readFileSync(file)
    bytes.fill(0x55, (bytes.length / 4) * quarter, (bytes.length / 4) * (quarter + 1))
    writeFileSync(file, bytes)
    const asked = async () => {
      const queue = await sqliteQueue(file)
      onTestFinished(() => queue.close())
      expect(await queue.put(entryWith('new'))).toBe('kept')
      const worked = queue.work(async (job) => job.settle({ kind: 'done' }), { concurrency: 1 })
      await worked.stop()
      await queue.status()
    }
    const error: unknown = await asked().catch((reason) => reason)
    if (error !== undefined) expect(error).toMatchObject({ name: 'QueueError', code: 'failed' })
  })
})

async function openedStatus(file: string) {
  const queue = await sqliteQueue(file)
  const status = await queue.status()
  await queue.close()
  return status
}

const queueWorker = programIn(new URL('./queueWorker.ts', import.meta.url))

async function startWorker(file: string, journal: string): Promise<ChildProcess> {
  const worker = startProgram(queueWorker, [file, journal])
  onTestFinished(() => void worker.kill('SIGKILL'))
  await once(worker.stdout, 'data')
  return worker
}
