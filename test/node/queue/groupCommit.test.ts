import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { groupCommit } from '../../../src/node/queue/groupCommit.js'
import { walSync } from '../../../src/node/queue/walSync.js'
import { openSqlite, type SqliteDatabase } from '../../../src/node/storage/sqliteDatabase.js'

let folder = ''
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-commit-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A database of loaves, and a disk that takes as long as a test wants. */
async function bakery() {
  files += 1
  const database = await openSqlite(join(folder, `loaves-${files}.db`))
  onTestFinished(() => database.close())
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE loaves (name TEXT NOT NULL)')
  const disk: { resolve: () => void; reject: (error: Error) => void }[] = []
  const sync = () => new Promise<void>((resolve, reject) => disk.push({ resolve, reject }))
  const add = (name: string | null) => () => void database.prepare('INSERT INTO loaves VALUES (?)').run(name)
  return { database, disk, sync, add }
}

const turns = async (count: number) => {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve))
}

const loavesIn = (database: SqliteDatabase) =>
  (database.prepare('SELECT name FROM loaves').all() as { name: string }[]).map(({ name }) => name)

describe('what is committed together', () => {
  it('is told of when it is on the disk, while others see it, and everything goes on', async () => {
    const { database, disk, sync, add } = await bakery()
    const { write, change } = groupCommit(database, { sync })
    const told: string[] = []
    const writing = write(add('rye')).then(() => told.push('rye'))
    await change(add('wheat'))
    const later = write(add('spelt')).then(() => told.push('spelt'))
    await turns(3)
    expect([told, loavesIn(database), disk.length]).toEqual([[], ['rye', 'wheat', 'spelt'], 1])
    disk[0]?.resolve()
    await writing
    // It was committed while the disk was busy, so it may not be there.
    await turns(3)
    expect([told, disk.length]).toEqual([['rye'], 2])
    disk[1]?.resolve()
    await later
    expect(told).toEqual(['rye', 'spelt'])
  })

  it('stays for what comes when the disk is done, if it is told that it may, and not for long', async () => {
    const { database, disk, sync, add } = await bakery()
    const { write, changeSoon, flush } = groupCommit(database, { sync })
    await changeSoon(add('rye'))
    const writing = write(add('wheat'))
    await turns(3)
    const staying = [changeSoon(add('spelt')), changeSoon(add('oats'))]
    await turns(3)
    expect(loavesIn(database)).toEqual(['rye', 'wheat'])
    disk[0]?.resolve()
    await writing
    const next = write(add('barley'))
    await Promise.all(staying)
    expect(loavesIn(database)).toEqual(['rye', 'wheat', 'spelt', 'oats', 'barley'])
    await turns(3)
    const last = changeSoon(add('millet'))
    disk[1]?.resolve()
    await Promise.all([next, last])
    const flushed = flush()
    await turns(3)
    disk[2]?.resolve()
    await flushed
    expect(loavesIn(database).at(-1)).toBe('millet')
  })

  it('fails for whoever waits for a disk that fails, and goes on with the next', async () => {
    const { database, disk, sync, add } = await bakery()
    const { write, flush } = groupCommit(database, { sync })
    const failing = expect(write(add('rye'))).rejects.toThrow('the disk is gone')
    await turns(3)
    disk[0]?.reject(new Error('the disk is gone'))
    await failing
    const writing = write(add('wheat'))
    await turns(3)
    disk[1]?.resolve()
    await writing
    await flush()
  })

  it('is tried one by one when one can not be done, and ends each time with what has to be done last', async () => {
    const { database, add } = await bakery()
    const ends: boolean[] = []
    const { write } = groupCommit(database, {
      last: (isSecondTry) => () => void ends.push(isSecondTry),
    })
    const results = await Promise.allSettled([write(add('rye')), write(add(null)), write(add('wheat'))])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect([loavesIn(database), ends]).toEqual([
      ['rye', 'wheat'],
      [true, true],
    ])
  })
})

describe('the log of a database', () => {
  it('is brought to the disk without SQLite waiting for it', async () => {
    const { database, add } = await bakery()
    const wal = walSync(database)
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 1 })
    await groupCommit(database, { sync: wal?.sync }).write(add('rye'))
    await wal?.close()
    expect(loavesIn(database)).toEqual(['rye'])
  })

  it('is left to SQLite where there is none', async () => {
    const database = await openSqlite(':memory:')
    onTestFinished(() => database.close())
    expect(walSync(database)).toBeUndefined()
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 })
  })

  it('is moved into the database before anything else is promised, after a disk that has failed', async () => {
    const { database, add } = await bakery()
    const wal = walSync(database)
    const { write } = groupCommit(database, { sync: wal?.sync })
    await write(add('rye'))
    // A file that was closed under it fails as a disk does.
    await wal?.close()
    await expect(write(add('wheat'))).rejects.toThrow()
    await write(add('spelt'))
    expect(loavesIn(database)).toEqual(['rye', 'wheat', 'spelt'])
    const left = database.prepare('PRAGMA wal_checkpoint').get()
    expect(left).toMatchObject({ busy: 0, log: 0, checkpointed: 0 })
  })
})
