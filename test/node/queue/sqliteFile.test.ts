import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { silent } from 'earshot'
import { sqliteQueue, sqliteStorage } from 'earshot/node'
import { createQueue } from 'earshot/queue'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createReadiness } from '../../../src/node/operations/operations.js'
import { sqliteQueueEngine } from '../../../src/node/queue/sqliteQueueEngine.js'
import { isForThreads, openSqlite } from '../../../src/node/storage/sqliteDatabase.js'
import { sqliteEngine } from '../../../src/node/storage/sqliteStorage.js'
import { createStorage } from '../../../src/storage/index.js'
import { earshot } from '../../cli/process.js'
import { eventually } from '../../eventually.js'
import { programIn, programOf, startProgram } from '../../processes/program.js'
import { entryWith } from '../../queue/model.js'
import { manualClock } from '../../receiver/kit.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-file-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Opens the file with the SQLite of this Node as any program would, runs the statement, and closes it. */
const outsider = (sql: string) =>
  programOf(`
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite') ?? (await import('@photostructure/sqlite'))
    const database = new DatabaseSync(process.argv.at(-1))
    console.log(JSON.stringify(database.prepare(${JSON.stringify(sql)}).all()))
    database.close()`)

/** Copies the file through SQLite's backup API, as `sqlite3 bots.db '.backup copy.db'` does. */
const backup = programOf(`
  const { DatabaseSync, backup } = await import('@photostructure/sqlite')
  const file = process.argv.at(-1)
  const database = new DatabaseSync(file)
  await backup(database, file + '.copy')
  database.close()`)

describe('acknowledged entries survive kill -9 of the bot after another process', () => {
  it.each<readonly [string, (file: string) => unknown]>([
    ['reads the file', (file) => runs(outsider('SELECT count(*) FROM queue_entries'), file)],
    ['makes a copy with VACUUM INTO', (file) => runs(outsider(`VACUUM INTO '${file}.copy'`), file)],
    ['asks `earshot queue status`', (file) => ended(earshot(['queue', 'status', '--queue', `sqlite:${file}`]))],
    ['makes a backup as the documentation says', (file) => runs(backup, file)],
  ])('%s', async (what, visit) => {
    const file = join(folder, `${what.replaceAll(/\W/g, '-')}.db`)
    const putter = startProgram(putterProgram, [file])
    onTestFinished(() => void putter.kill('SIGKILL'))
    const acknowledged = numbersOf(putter)
    await acknowledged.reach(20)
    await visit(file)
    await acknowledged.reach(acknowledged.last() + 20)
    putter.kill('SIGKILL')
    await once(putter, 'close')
    const [queue, storage] = [await sqliteQueue(file), await sqliteStorage(file)]
    // It may have written one more than it could print.
    const last = acknowledged.last()
    expect([last, last + 1]).toContain((await queue.status()).waiting)
    expect(await storage.get(`d-${last}`)).toBeDefined()
    await storage.close()
    await queue.close()
  })
})

describe('a database file that is changed while a bot has it open', () => {
  const aside = (path: string) => renameSync(path, `${path}.aside`)
  const replace = (path: string) => {
    copyFileSync(path, `${path}.copy`)
    renameSync(`${path}.copy`, path)
  }
  it.each<readonly [string, (file: string) => void]>([
    ['is deleted', (file) => rmSync(file)],
    ['is moved', aside],
    ['is replaced', replace],
    ['loses its WAL file', (file) => rmSync(`${file}-wal`)],
    ['loses its shared-memory file', (file) => rmSync(`${file}-shm`)],
  ])('causes errors and unreadiness when it %s', async (what, change) => {
    const file = join(folder, `${what.replaceAll(' ', '-')}.db`)
    const [queue, storage, clock] = [await sqliteQueue(file), await sqliteStorage(file), manualClock()]
    const lines: string[] = []
    const warn = (fields: object) => void lines.push(JSON.stringify(fields))
    const ready = createReadiness({
      ...{ queue, storage, clock, receives: true, isDraining: () => false },
      log: { ...silent, warn },
    })
    expect((await ready()).checks).toEqual({ process: 'ok', storage: 'ok', queue: 'ok' })
    expect(await queue.put(entryWith('before'))).toBe('kept')
    change(file)
    await expect(queue.put(entryWith('after'))).rejects.toThrow('was deleted, moved or replaced')
    await expect(queue.put(entryWith('before'))).rejects.toThrow('restart the process')
    await expect(storage.set('after', '')).rejects.toThrow('was deleted, moved or replaced')
    await expect(storage.delete('after')).rejects.toThrow('was deleted, moved or replaced')
    await clock.advance(1_000)
    const said = "can't be read or written; the log has the reason"
    expect((await ready()).checks).toEqual({ process: 'ok', storage: said, queue: said })
    expect(lines.join()).toMatch(/"check":"storage".*was deleted, moved or replaced/)
    await queue.close()
    await storage.close()
  })
})

describe('a database on a full disk', () => {
  it("isn't ready until there is space again", async () => {
    const file = join(folder, 'full.db')
    await (await sqliteQueue(file)).close()
    await (await sqliteStorage(file)).close()
    const [ofQueue, ofStorage] = [await openSqlite(file), await openSqlite(file)]
    for (const database of [ofQueue, ofStorage]) database.exec('PRAGMA max_page_count = 1')
    const [queue, storage] = [createQueue(sqliteQueueEngine(ofQueue)), createStorage(sqliteEngine(ofStorage))]
    const clock = manualClock()
    const ready = createReadiness({ queue, storage, clock, receives: true, isDraining: () => false, log: silent })
    expect(await ready()).toMatchObject({
      status: 'not ready',
      checks: { storage: expect.stringContaining('written'), queue: expect.stringContaining('written') },
    })
    for (const database of [ofQueue, ofStorage]) database.exec('PRAGMA max_page_count = 1000')
    await clock.advance(1_000)
    expect((await ready()).status).toBe('ready')
    expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 })
    expect(await storage.list('')).toEqual([])
    await queue.close()
    await storage.close()
  })
})

describe('a closed queue and storage', () => {
  const isLinux = existsSync('/proc/self/fd')
  it.skipIf(!isLinux)('leave no open file descriptor after garbage collection', async () => {
    const file = join(folder, 'closed.db')
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const kept: object[] = []
    for (let cycle = 0; cycle < 20; cycle += 1) {
      const [queue, storage] = [await sqliteQueue(file), await sqliteStorage(file)]
      await storage.set('key', 'value')
      await queue.put(entryWith(`d-${cycle}`))
      await queue.close()
      await storage.close()
      kept.push(queue, storage)
    }
    await eventually(() => {
      collect()
      expect(openFiles().filter((path) => path.startsWith(file))).toEqual([])
    })
    expect(kept).toHaveLength(40)
  })

  it.skipIf(!isLinux)('have closed the file in their thread too, so that its folder can be deleted', async () => {
    for (let cycle = 0; cycle < 20; cycle += 1) {
      const own = mkdtempSync(join(folder, 'worked-'))
      const file = join(own, 'bots.db')
      const queue = await sqliteQueue(file)
      const work = queue.work(async (job) => job.settle({ kind: 'done' }), { concurrency: 1 })
      const opened = () => openFiles().filter((path) => path === file)
      await eventually(() => expect(opened()).toHaveLength(isForThreads(file) ? 2 : 1))
      await work.stop()
      await queue.close()
      // The package for Nodes without SQLite keeps files open until its statements are collected.
      if (isForThreads(file)) expect(readdirSync(own)).toEqual(['bots.db'])
      rmSync(own, { recursive: true })
    }
  })

  function openFiles(): string[] {
    return readdirSync('/proc/self/fd').flatMap((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`)
      } catch {
        // The descriptor of the folder itself.
        return []
      }
    })
  }
})

describe('a faulty SQLite', () => {
  it.each([
    [
      "can't bind values",
      () => {
        throw new Error('column index out of range')
      },
      'column index out of range',
    ],
    ['gives wrong results', () => ({ changes: 0 }), 'a trial statement gave'],
  ] as const)('that %s is rejected at start without creating a file', async (_, run, reason) => {
    const file = join(folder, 'refused.db')
    class DatabaseSync {
      exec() {}
      close() {}
      prepare = () => ({ run, get: () => undefined, all: () => [] })
    }
    const builtin = vi.spyOn(process, 'getBuiltinModule').mockReturnValue({ DatabaseSync } as never)
    onTestFinished(() => builtin.mockRestore())
    await expect(sqliteQueue(file)).rejects.toMatchObject({ name: 'QueueError', code: 'failed' })
    await expect(sqliteStorage(file)).rejects.toThrow(`SQLite doesn't work on Node ${process.versions.node}: ${reason}`)
    await expect(sqliteStorage(file)).rejects.toThrow('Install the newest release of Node 22 or 24.')
    expect(existsSync(file)).toBe(false)
  })
})

const putterProgram = programIn(new URL('./queuePutter.ts', import.meta.url))

/** The numbers that a program prints. */
function numbersOf({ stdout }: ChildProcessByStdio<Writable, Readable, null>) {
  let text = ''
  stdout.on('data', (some) => {
    text += some
  })
  // The last line may have been cut off.
  const last = () => Number(text.split('\n').at(-2) ?? 0)
  const end = once(stdout, 'end')
  return {
    last,
    async reach(number: number): Promise<void> {
      while (last() < number) {
        await Promise.race([once(stdout, 'data'), end])
        if (stdout.readableEnded) throw new Error(`The process ended after ${last()}.`)
      }
    },
  }
}

async function runs(program: string, file: string): Promise<void> {
  const child = startProgram(program, [file])
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
}

async function ended(running: ReturnType<typeof earshot>): Promise<void> {
  expect(await running).toMatchObject({ code: 0 })
}
