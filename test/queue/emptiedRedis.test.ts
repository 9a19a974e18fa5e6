import { silent } from 'earshot'
import { redisQueue } from 'earshot/node'
import { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { QueueJob } from '../../src/bot/index.js'
import { eventually } from '../eventually.js'
import { hasRedis, type RedisServer, startRedis } from '../storage/redisServer.js'
import { entryWith } from './model.js'

const emptied =
  'Redis has lost data of the queue: deliveries that waited there may be lost. New ones are taken as before.'

describe.skipIf(!hasRedis)('a queue whose Redis loses its data', () => {
  it.each<readonly [string, (server: RedisServer, admin: Redis) => Promise<unknown>]>([
    ['by FLUSHALL', (_, admin) => admin.flushall()],
    ['and comes back empty at the same address', (server) => server.restart()],
    [
      'of one lane, by eviction',
      async (_, admin) => admin.del(...(await admin.keys('*:meta')).filter((key) => key.includes('lane-'))),
    ],
  ])('%s takes new deliveries, one at a time in each conversation, and says so once', async (_, lose) => {
    const server = await started()
    const admin = administrator(server)
    const warn = vi.fn()
    const log = { ...silent, warn }
    const processes = [await opened(server, log), await opened(server, log)]
    const done: string[] = []
    let running = 0
    let most = 0
    const handle = async (job: QueueJob) => {
      running += 1
      most = Math.max(most, running)
      // Long enough for the other process to look for work.
      await admin.ping()
      await admin.ping()
      done.push(job.entry.id)
      running -= 1
      await job.settle({ kind: 'done' })
    }
    const works = processes.map((queue) => queue.work(handle, { concurrency: 4 }))
    const [receiver] = processes
    await receiver?.put(entryWith('before'))
    await eventually(() => expect(done).toEqual(['before']))
    await lose(server, admin)
    // As a receiver does: whatever fails is asked again.
    const later = Array.from({ length: 30 }, (_, index) => entryWith(`d-${index}`, { message: index + 2 }))
    await Promise.all(later.map((entry) => eventually(() => receiver?.put(entry))))
    await eventually(() => expect(done).toHaveLength(31))
    expect(most).toBe(1)
    expect(await receiver?.status()).toMatchObject({ waiting: 0, working: 0, dead: 0 })
    expect(await receiver?.put(entryWith('repeat', { key: 'key of d-29' }))).toBe('known')
    expect(warn.mock.calls.filter(([, said]) => said === emptied)).toHaveLength(1)
    await Promise.all(works.map((work) => work.stop()))
  })

  it('ends a handler whose delivery was lost, and goes on', async () => {
    const server = await started()
    const admin = administrator(server)
    const queue = await opened(server, silent, 300)
    const done: string[] = []
    const work = queue.work(
      async (job) => {
        done.push(job.entry.id)
        if (job.entry.id === 'lost') {
          await admin.flushall()
          await new Promise((resolve) => job.onLost(resolve))
        }
        await job.settle({ kind: 'done' }).catch(() => {})
      },
      { concurrency: 1 },
    )
    await queue.put(entryWith('lost'))
    await eventually(() => expect(done).toEqual(['lost']))
    await queue.put(entryWith('next', { message: 2 }))
    await eventually(() => expect(done).toEqual(['lost', 'next']))
    await work.stop()
  })

  it.each(['waits', 'is under way'])(
    'goes on in a conversation whose first delivery %s and is evicted',
    async (when) => {
      const server = await started()
      const admin = administrator(server)
      const error = vi.fn()
      const queue = await opened(server, { ...silent, error }, 300)
      const evict = async () => admin.del(...(await admin.keys('*:delivery-evicted')))
      const done: string[] = []
      await queue.put(entryWith('evicted'))
      await queue.put(entryWith('next', { message: 2 }))
      if (when === 'waits') await evict()
      const work = queue.work(
        async (job) => {
          if (job.entry.id === 'evicted') await evict()
          await job.settle({ kind: 'done' }).then(
            () => done.push(job.entry.id),
            () => {},
          )
        },
        { concurrency: 1 },
      )
      await eventually(() => expect(done).toEqual(['next']))
      await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0, dead: 0 }))
      if (when === 'waits') expect(error.mock.calls).toMatchObject([[{ job: 'delivery-evicted' }, expect.any(String)]])
      await work.stop()
    },
  )

  it('keeps working while Redis evicts whatever it likes', async () => {
    const server = await started(['--maxmemory', '4mb', '--maxmemory-policy', 'allkeys-lru'])
    const admin = administrator(server)
    const warn = vi.fn()
    const queue = await opened(server, { ...silent, warn })
    expect(warn).toHaveBeenCalledWith({ maxmemory_policy: 'allkeys-lru' }, expect.stringContaining('noeviction'))
    const handled = new Set<string>()
    for (let index = 0; index < 600; index += 1) {
      const notification = JSON.stringify({ data: 'x'.repeat(10_000) })
      await queue.put(entryWith(`d-${index}`, { conversation: `${index}`, notification }))
    }
    expect(await admin.info('stats')).toMatch(/evicted_keys:[1-9]/)
    const work = queue.work(
      async (job) => {
        handled.add(job.entry.id)
        await job.settle({ kind: 'done' })
      },
      { concurrency: 4 },
    )
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 }))
    // Room for this one.
    await admin.config('SET', 'maxmemory', '0')
    await queue.put(entryWith('last'))
    await eventually(() => expect(handled).toContain('last'))
    expect(handled).not.toContain(undefined)
    await work.stop()
  })
})

async function started(extra: readonly string[] = []): Promise<RedisServer> {
  const server = await startRedis(extra)
  onTestFinished(() => server.stop())
  return server
}

function administrator({ address }: RedisServer): Redis {
  const admin = new Redis(address)
  admin.on('error', () => {})
  onTestFinished(() => admin.disconnect())
  return admin
}

async function opened({ address }: RedisServer, log = silent, lease = 2_000) {
  const queue = await redisQueue(address, { log, lease, lanes: 4 })
  onTestFinished(() => queue.close())
  return queue
}
