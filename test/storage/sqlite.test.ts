import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStorage } from 'earshot/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlite } from '../../src/node/storage/sqliteDatabase.js'
import { programIn, startProgram } from '../processes/program.js'
import { conforms } from './conformance.js'
import { sqlite } from './kinds.js'

describe('the SQLite storage', () => conforms(sqlite))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-sqlite-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('several processes with one SQLite file', () => {
  it('create it simultaneously and lose no update', async () => {
    const file = join(folder, 'several.sqlite')
    const writers = Array.from({ length: 4 }, () => startWriter(file, 25))
    const said = await Promise.all(writers.map(allSaid))
    expect(said.flat().sort((one, other) => one - other)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    expect(await countIn(file)).toBe(100)
  })

  it('lose no written entry when one is killed', async () => {
    const file = join(folder, 'killed.sqlite')
    let last = 0
    for (const after of [1, 7, 20]) {
      const writer = startWriter(file, 1_000_000)
      const said = await saidUntilKilled(writer, after)
      // It may have written one more than it could tell of.
      expect([said.at(-1), (said.at(-1) ?? 0) + 1]).toContain(await countIn(file))
      expect(said[0]).toBeGreaterThan(last)
      last = await countIn(file)
    }
  })
})

describe('an SQLite file', () => {
  it('is in WAL mode', async () => {
    const file = join(folder, 'pragmas.sqlite')
    const storage = await sqliteStorage(file)
    const database = await openSqlite(file)
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
    await storage.close()
  })

  it('may contain other tables', async () => {
    const file = join(folder, 'shared.sqlite')
    const database = await openSqlite(file)
    database.exec('CREATE TABLE loaves (name TEXT); PRAGMA user_version = 7')
    const storage = await sqliteStorage(file)
    await storage.set('a', 'b')
    expect(database.prepare('SELECT count(*) AS rows FROM loaves').get()).toEqual({ rows: 0 })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 7 })
    await storage.close()
    database.close()
  })

  it('has expired entries deleted', async () => {
    const file = join(folder, 'swept.sqlite')
    let time = 1_000
    const storage = await sqliteStorage(file, { clock: { now: () => time, later: () => () => {} } })
    for (let index = 0; index < 50; index += 1) await storage.set(`brief/${index}`, '', { expiresIn: 1 })
    time += 1
    await storage.set('last', '')
    const database = await openSqlite(file)
    expect(database.prepare('SELECT key FROM storage_entries').all()).toEqual([{ key: 'last' }])
    database.close()
    await storage.close()
  })

  it('is rejected if a newer version wrote it', async () => {
    const file = join(folder, 'newer.sqlite')
    await (await sqliteStorage(file)).close()
    const database = await openSqlite(file)
    database.exec('INSERT INTO storage_schema SELECT max(step) + 1 FROM storage_schema')
    database.close()
    await expect(sqliteStorage(file)).rejects.toMatchObject({ code: 'newer_tables' })
  })

  it("is rejected if it isn't a database", async () => {
    const file = join(folder, 'notes.txt')
    writeFileSync(file, 'Flour, butter, cardamom. '.repeat(200))
    await expect(sqliteStorage(file)).rejects.toMatchObject({ name: 'StorageError', code: 'failed' })
  })

  it("is rejected if its tables are not Earshot's", async () => {
    const file = join(folder, 'taken.sqlite')
    const database = await openSqlite(file)
    database.exec('CREATE TABLE storage_entries (name TEXT)')
    database.close()
    await expect(sqliteStorage(file)).rejects.toThrow('Give a file that only Earshot writes to, or a new one.')
  })

  it('is rejected if its folder is missing or it is a folder itself', async () => {
    await expect(sqliteStorage(join(folder, 'nowhere', 'bot.sqlite'))).rejects.toThrow(
      'Check that its folder exists and is writable.',
    )
    mkdirSync(join(folder, 'a-folder'))
    await expect(sqliteStorage(join(folder, 'a-folder'))).rejects.toMatchObject({ code: 'failed' })
  })

  it('causes an error that names the failure when its tables are gone', async () => {
    const file = join(folder, 'gone.sqlite')
    const storage = await sqliteStorage(file)
    const database = await openSqlite(file)
    database.exec('DROP TABLE storage_entries')
    database.close()
    await expect(storage.get('a')).rejects.toMatchObject({ name: 'StorageError', code: 'failed' })
    await expect(storage.set('a', 'b')).rejects.toThrow('no such table')
    await storage.close()
  })
})

const program = programIn(new URL('./writer.ts', import.meta.url))
const startWriter = (file: string, times: number): ChildProcess => startProgram(program, [file, String(times)])

async function allSaid(writer: ChildProcess): Promise<number[]> {
  let said = ''
  writer.stdout?.on('data', (text) => {
    said += text
  })
  const [code] = await once(writer, 'close')
  expect(code).toBe(0)
  return numbersIn(said)
}

/** What it said until the line after which it was killed, as the operating system kills. */
async function saidUntilKilled(writer: ChildProcess, lines: number): Promise<number[]> {
  let said = ''
  writer.stdout?.on('data', (text) => {
    said += text
    if (numbersIn(said).length >= lines) writer.kill('SIGKILL')
  })
  await once(writer, 'close')
  return numbersIn(said)
}

/** The whole lines, since the last may have been cut off. */
const numbersIn = (said: string) => said.split('\n').slice(0, -1).map(Number)

async function countIn(file: string): Promise<number> {
  const storage = await sqliteStorage(file)
  const entry = await storage.get('count')
  await storage.close()
  return Number(entry?.value)
}
