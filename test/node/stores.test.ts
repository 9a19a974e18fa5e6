import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { Bot, silent } from 'earshot'
import { redis, redisQueue, redisStorage, serve, sqlite } from 'earshot/node'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { installing } from '../../src/node/redisConnection.js'
import { entryWith } from '../queue/model.js'
import { echoBot, echoToken } from '../receiver/notifications.js'
import { hasRedis, startRedis } from '../storage/redisServer.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-stores-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a store description', () => {
  it('opens nothing by itself', () => {
    expect(sqlite(join(folder, 'nowhere', 'bots.db')).kind).toBe('sqlite')
    expect(redis('redis://nowhere.invalid').kind).toBe('redis')
  })

  it('has a name without the password', () => {
    expect(sqlite('bots.db').name).toBe('bots.db')
    expect(redis('redis://me:hush@cache.example:6380/2').name).toBe('redis://cache.example:6380')
    expect(redis('no address').name).toBe('redis')
  })

  it('opens a queue and a storage in one file', async () => {
    const store = sqlite(join(folder, 'both.db'), { capacity: 1 })
    const [queue, storage] = [await store.openQueue(), await store.openStorage()]
    await storage.set('menu', 'buns')
    expect(await queue.put(entryWith('d-1'))).toBe('kept')
    expect(await queue.put(entryWith('d-2'))).toBe('full')
    expect(await storage.get('menu')).toMatchObject({ value: 'buns' })
    await queue.close()
    await storage.close()
  })

  it('uses the given clock and log unless it has its own', async () => {
    let time = 5_000
    const clock = { now: () => time, later: () => () => {} }
    const storage = await sqlite(join(folder, 'timed.db')).openStorage({ clock })
    await storage.set('brief', '', { expiresIn: 10 })
    time += 10
    expect(await storage.get('brief')).toBeUndefined()
    await storage.close()
    const own = await sqlite(join(folder, 'timed.db'), { clock: { ...clock, now: () => 0 } }).openStorage({ clock })
    await own.set('brief', '', { expiresIn: 10 })
    time += 10
    expect(await own.get('brief')).toBeDefined()
    await own.close()
  })

  it('rejects invalid options when it is opened', async () => {
    await expect(sqlite(join(folder, 'odd.db'), { capacity: 0 }).openQueue()).rejects.toMatchObject({
      name: 'QueueError',
      code: 'invalid_option',
    })
  })

  it.skipIf(!hasRedis)('opens a queue and a storage in one Redis', async () => {
    const server = await startRedis()
    onTestFinished(() => server.stop())
    const store = redis(server.address, { prefix: 'bakery' })
    const [queue, storage] = [await store.openQueue(), await store.openStorage()]
    await storage.set('menu', 'buns')
    expect(await queue.put(entryWith('d-1'))).toBe('kept')
    expect(await queue.status()).toMatchObject({ waiting: 1 })
    expect(await storage.list('')).toHaveLength(1)
    await queue.close()
    await storage.close()
  })
})

describe('a Redis with another password', () => {
  const password = 'SuperSecretPassword'
  const refusing = async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (bytes) => {
        const commands = bytes.toString().match(/^\*\d+\r$/gm) ?? []
        socket.write(commands.map(() => '-WRONGPASS invalid username-password pair or user is disabled.\r\n').join(''))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const printed = (error: unknown) => inspect(error, { depth: 10, showHidden: true })

  it('is reported for a store without the password in any error', async () => {
    const store = redis(`redis://user:${password}@${await refusing()}`)
    for (const open of [store.openQueue, store.openStorage]) {
      const error = await open({}).catch((error: unknown) => error)
      expect(error).toMatchObject({ code: 'failed', cause: { message: expect.stringContaining('WRONGPASS') } })
      expect(printed(error)).not.toContain(password)
    }
  })

  it('is reported for a given client without the password in any error', async () => {
    const client = new Redis(`redis://user:${password}@${await refusing()}`, { lazyConnect: true })
    onTestFinished(() => client.disconnect())
    client.on('error', () => {})
    const storage = await redisStorage({ eval: () => client.auth('user', password) })
    const failures = [await storage.get('menu').catch((error: unknown) => error)]
    failures.push(await redisQueue(client).catch((error: unknown) => error))
    for (const error of failures) {
      expect(error).toMatchObject({ code: 'failed' })
      expect(printed(error)).not.toContain(password)
      expect(printed(error)).not.toContain('args')
    }
  })

  it('is waited for as long as asked though the clock is set meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const began = performance.now()
    const serving = serve(new Bot(), {
      credentials: { ...echoBot, token: echoToken },
      port: 0,
      environment: {},
      handleSignals: false,
      log: { ...silent, warn: () => void vi.setSystemTime(Date.now() + 3_600_000) },
      queue: redis(`redis://user:${password}@${await refusing()}`),
      storeTimeout: 1_200,
    })
    await expect(serving).rejects.toMatchObject({ code: 'failed' })
    expect(performance.now() - began).toBeGreaterThan(900)
  })

  it('is waited for even if the log throws', async () => {
    const fail = () => {
      throw new Error('the log is broken')
    }
    const serving = serve(new Bot(), {
      credentials: { ...echoBot, token: echoToken },
      port: 0,
      environment: {},
      handleSignals: false,
      log: { debug: fail, info: fail, warn: fail, error: fail },
      queue: redis(`redis://user:${password}@${await refusing()}`),
      storeTimeout: 600,
    })
    await expect(serving).rejects.toMatchObject({ name: 'QueueError', code: 'failed' })
  })
})

describe('the install command of a missing package', () => {
  it.each([
    [{ node: '24.0.0' }, 'npm install bullmq@6 ioredis@5'],
    [{ node: '24.0.0', bun: '1.4.5' }, 'bun add bullmq@6 ioredis@5'],
    [{ node: '24.0.0', deno: '2.9.6' }, 'deno add npm:bullmq@6 npm:ioredis@5'],
  ])('on %o is %s', (versions, command) => {
    expect(installing(['bullmq@6', 'ioredis@5'], versions)).toBe(command)
  })
})
