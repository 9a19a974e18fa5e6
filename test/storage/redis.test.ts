import { redisStorage } from 'earshot/node'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ConversationStore } from '../../src/bot/conversation/conversationStore.js'
import { readNotification } from '../../src/protocol/index.js'
import { mention } from '../receiver/notifications.js'
import { conforms } from './conformance.js'
import { redis } from './kinds.js'
import { hasRedis, type RedisServer, startRedis } from './redisServer.js'

describe.skipIf(!hasRedis)('the storage in Redis', () => conforms(redis))

describe.skipIf(!hasRedis)('a Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis(['--requirepass', 'open sesame'])
  })
  afterAll(() => server?.stop())
  const address = (password = 'open%20sesame') => server.address.replace('//', `//:${password}@`)

  it('keeps apart what has different prefixes', async () => {
    const [bakery, brewery] = await Promise.all([
      redisStorage(address(), { prefix: 'bakery' }),
      redisStorage(address(), { prefix: 'brewery' }),
    ])
    await bakery.set('menu', 'buns')
    expect(await brewery.get('menu')).toBeUndefined()
    await Promise.all([bakery.close(), brewery.close()])
  })

  it('is used by a client that is there already, which stays open', async () => {
    const client = new Redis(address(), { keyPrefix: 'ours:' })
    const storage = await redisStorage(client)
    await storage.set('menu', 'buns')
    await storage.close()
    expect((await client.keys('ours:*')).sort()).toEqual([
      'ours:{earshot}:entries',
      'ours:{earshot}:order',
      'ours:{earshot}:version',
    ])
    client.disconnect()
  })

  it('forgets what has expired, so that it does not grow for ever', async () => {
    let time = 1_000
    const clock = { now: () => time, later: () => () => {} }
    const storage = await redisStorage(address(), { prefix: 'swept', clock })
    for (let index = 0; index < 50; index += 1) await storage.set(`brief/${index}`, '', { expiresIn: 1 })
    time += 1
    await storage.set('last', '')
    const client = new Redis(address())
    expect(await client.hkeys('{swept}:entries')).toEqual(['last'])
    expect(await client.zrange('{swept}:order', 0, -1)).toEqual(['last'])
    expect(await client.zcard('{swept}:expiry')).toBe(0)
    client.disconnect()
    await storage.close()
  })

  it('reads the conversation of a message and the questions at its place in one round trip', async () => {
    const client = new Redis(address())
    const storage = await redisStorage(client, { prefix: 'trips' })
    const evalsha = vi.spyOn(client, 'evalsha')
    const read = readNotification(mention())
    if (!read.ok) throw new Error('The notification is invalid.')
    const { message } = read.notification
    expect(await new ConversationStore(storage, 'echo-bot@example.com').around(message)).toEqual({
      own: undefined,
      pending: [],
    })
    expect(evalsha).toHaveBeenCalledTimes(1)
    client.disconnect()
  })

  it('goes on after a restart in which Redis has forgotten its scripts', async () => {
    const client = new Redis(address())
    const storage = await redisStorage(client, { prefix: 'forgetful' })
    await storage.set('menu', 'buns')
    await client.script('FLUSH')
    expect((await storage.get('menu'))?.value).toBe('buns')
    client.disconnect()
  })

  it('that wants another password is named, and the password is not', async () => {
    const refused = await redisStorage(address('swordfish')).catch((error: Error) => error)
    expect(refused).toMatchObject({ name: 'StorageError', code: 'failed' })
    expect(String(refused)).toContain('127.0.0.1')
    expect(String(refused)).not.toContain('swordfish')
  })

  it('fails calls once it is gone, and does not keep them waiting', async () => {
    const passing = await startRedis()
    const storage = await redisStorage(passing.address)
    await storage.set('a', 'b')
    await passing.stop()
    await expect(storage.get('a')).rejects.toMatchObject({ name: 'StorageError', code: 'failed' })
    await expect(storage.set('a', 'c')).rejects.toThrow('A write may or may not have happened.')
    await storage.close()
    await expect(redisStorage(passing.address)).rejects.toThrow("Redis can't be reached: 127.0.0.1:")
  })
})

describe('an address of Redis', () => {
  it.each(['', 'localhost:6379', 'http://:secret@localhost', 'redis', 'postgres://user:secret@host/db'])(
    'is refused when it is %j, without repeating it',
    async (address) => {
      const refused = await redisStorage(address).catch((error: Error) => error)
      expect(refused).toMatchObject({ name: 'StorageError', code: 'invalid_option' })
      expect(String(refused)).not.toContain('secret')
    },
  )
})
