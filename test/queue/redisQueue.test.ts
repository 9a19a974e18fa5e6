import { Queue as BullQueue } from 'bullmq'
import { redisQueue, redisQueueEngine } from 'earshot/node'
import type { Queue } from 'earshot/queue'
import { createQueue, type QueueEngine, type QueueJob } from 'earshot/queue'
import { virtualClock } from 'earshot/simulator'
import { Cluster, Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasRedis, type RedisServer, startRedis } from '../storage/redisServer.js'
import { entryWith } from './model.js'

const durable = ['--appendonly', 'yes', '--appendfsync', 'always']
const done = (job: QueueJob) => job.settle({ kind: 'done' })

describe.skipIf(!hasRedis)('a queue in Redis', () => {
  let server: RedisServer
  let admin: Redis
  let prefix = ''
  let tests = 0
  const opened: { close(): unknown }[] = []
  beforeAll(async () => {
    server = await startRedis()
    admin = new Redis(server.address)
  })
  beforeEach(() => {
    tests += 1
    prefix = `test-${tests}`
  })
  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
  })
  afterAll(async () => {
    admin?.disconnect()
    await server?.stop()
  })

  const kept = <T extends { close(): unknown }>(one: T): T => {
    opened.push(one)
    return one
  }
  const open = async (options = {}) => kept(await redisQueue(server.address, { prefix, ...options }))
  const keys = async () => (await admin.keys('*')).filter((key) => key.includes(prefix)).sort()
  const wakesSent = async () => Number(await admin.hget(`{${prefix}}:queue`, 'wake'))

  it('has all its keys on one machine of a cluster, and few of them when all is done', async () => {
    const queue = await open()
    for (const id of ['a', 'b', 'c']) await queue.put(entryWith(id, { conversation: id, sender: id }))
    const work = queue.work(done, { concurrency: 2 })
    await eventually(async () =>
      expect((await keys()).filter((key) => !key.includes(':wakes:'))).toEqual([
        `{${prefix}}:queue`,
        `{${prefix}}:queue:known`,
      ]),
    )
    await work.stop()
    expect((await keys()).filter((key) => !key.startsWith(`{${prefix}}:`))).toEqual([])
  })

  it('forgets keys when their time is over, so that it does not grow for ever', async () => {
    const clock = virtualClock()
    const queue = await open({ clock, remember: 1_000 })
    const work = queue.work(done, { concurrency: 4 })
    for (let index = 0; index < 30; index += 1) await queue.put(entryWith(`d-${index}`, { conversation: `${index}` }))
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 }))
    await work.stop()
    clock.advance(1_000)
    await queue.put(entryWith('late'))
    await queue.put(entryWith('later', { conversation: 'oven' }))
    expect(await admin.zcard(`{${prefix}}:queue:known`)).toBe(2)
  })

  it('works off what it has, and starts anew, while the memory of Redis is full', async () => {
    const full = await startRedis(['--maxmemory-policy', 'noeviction'])
    const control = new Redis(full.address)
    kept({ close: () => control.disconnect() })
    try {
      const receiver = kept(await redisQueue(full.address, { prefix }))
      for (let index = 0; index < 60; index += 1) {
        await receiver.put(entryWith(`d-${index}`, { conversation: `${index}`, sender: `${index % 7}` }))
      }
      // Whatever Redis has is more than it may.
      await control.config('SET', 'maxmemory', '1')
      await expect(receiver.put(entryWith('one too many'))).rejects.toMatchObject({ code: 'failed' })
      const engine = kept(await redisQueueEngine(full.address, { prefix }))
      const [taken] = await engine.take(Date.now() + 1_000, Date.now())
      const { lease = { id: '', number: 0 } } = taken ?? {}
      expect(await engine.renew(lease, Date.now() + 30_000)).toBe(true)
      expect(await engine.settle(lease, { kind: 'given back' }, { rememberUntil: 0 }, Date.now())).toBe(true)
      const worker = kept(await redisQueue(full.address, { prefix }))
      const work = worker.work(
        async (job) => {
          await job.note({ key: 'reply 0' })
          await job.note({ key: 'reply 0', outcome: '1' })
          const isBad = job.entry.id === 'd-1'
          await job.settle(isBad ? { kind: 'dead', reason: 'failed', error: 'It rained.' } : { kind: 'done' })
        },
        { concurrency: 4 },
      )
      await eventually(async () => expect(await worker.status()).toMatchObject({ waiting: 0, working: 0, dead: 1 }))
      expect(await worker.dead.purge('d-1')).toBe(true)
      await work.stop()
      await control.config('SET', 'maxmemory', '0')
      expect(await receiver.put(entryWith('the next'))).toBe('kept')
    } finally {
      for (const one of opened.splice(0).reverse()) await one.close()
      await full.stop()
    }
  })

  it('works on what nobody was woken for', async () => {
    const clock = virtualClock()
    const bull = kept(new BullQueue('wakes', { connection: admin, prefix: `{${prefix}}:queue` }))
    await bull.pause()
    const [receiver, worker] = [await open({ clock }), await open({ clock })]
    const worked: string[] = []
    const work = worker.work(async (job) => void worked.push(job.entry.id), { concurrency: 1 })
    await work.idle()
    await receiver.put(entryWith('d-1'))
    await receiver.status()
    expect(worked).toEqual([])
    await eventually(() => {
      clock.advance(1_000)
      expect(worked).toContain('d-1')
    })
    await work.stop()
  })

  it('sends wake-ups again that were lost, and never more than a few', async () => {
    const clock = virtualClock()
    const receiver = await open({ clock })
    for (let index = 0; index < 50; index += 1)
      await receiver.put(entryWith(`d-${index}`, { conversation: `${index}` }))
    expect(await wakesSent()).toBe(8)
    const bull = kept(new BullQueue('wakes', { connection: admin, prefix: `{${prefix}}:queue` }))
    await eventually(async () => expect(await bull.count()).toBe(8))
    await bull.obliterate()

    const work = (await open({ clock })).work(done, { concurrency: 2 })
    await eventually(async () => {
      clock.advance(1_000)
      expect(await admin.zcard(`{${prefix}}:queue:pending`)).toBe(0)
    })
    expect(await receiver.status()).toMatchObject({ waiting: 0, working: 0 })
    await work.stop()
  })

  it('wakes few where there is much to do, and gives each of a long line to one of many', async () => {
    const queues = [await open({ capacity: 5_000 }), await open({ capacity: 5_000 })]
    const ids = Array.from({ length: 2_000 }, (_, index) => `d-${index}`)
    await Promise.all(
      ids.map((id, index) =>
        queues[index % 2]?.put(
          entryWith(id, { message: index, conversation: String(index % 90), sender: String(index % 7) }),
        ),
      ),
    )
    const last = new Map<string, number>()
    const worked: string[] = []
    const works = queues.map((queue) =>
      queue.work(
        async (job) => {
          const { id, conversation, message } = job.entry
          expect(message, `the order in ${conversation}`).toBeGreaterThan(last.get(conversation) ?? -1)
          last.set(conversation, message)
          worked.push(id)
          await job.settle({ kind: 'done' })
        },
        { concurrency: 10 },
      ),
    )
    await eventually(async () => expect(await queues[0]?.status()).toMatchObject({ waiting: 0, working: 0 }))
    expect(worked.sort()).toEqual(ids.sort())
    expect(await wakesSent()).toBeLessThan(200)
    for (const work of works) await work.stop()
  })

  it('gives back what it had taken ahead when it stops, for others to go on with at once', async () => {
    const queue = await open()
    const other = await open()
    for (let index = 0; index < 20; index += 1) await queue.put(entryWith(`d-${index}`, { conversation: `${index}` }))
    let count = 0
    let stopping: Promise<void> | undefined
    const work = queue.work(
      async (job) => {
        count += 1
        await job.settle({ kind: 'done' })
        if (count === 3) stopping = work.stop()
      },
      { concurrency: 1 },
    )
    await eventually(() => expect(stopping).toBeDefined())
    await stopping
    expect(await queue.status()).toMatchObject({ waiting: 20 - count, working: 0 })
    const found: QueueJob[] = []
    const rest = other.work(
      async (job) => {
        found.push(job)
        await done(job)
      },
      { concurrency: 3 },
    )
    await eventually(async () => expect(await other.status()).toMatchObject({ waiting: 0, working: 0 }))
    expect(found).toHaveLength(20 - count)
    expect(found.every(({ attempt, crashes }) => attempt === 1 && crashes === 0)).toBe(true)
    await rest.stop()
  })

  it('does not keep from others what it has taken ahead, while its handler goes on after the end', async () => {
    const clock = virtualClock()
    const queue = await open({ clock })
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const worked: string[] = []
    await queue.put(entryWith('d-1', { message: 1 }))
    await queue.put(entryWith('d-2', { message: 2 }))
    const work = queue.work(
      async (job) => {
        worked.push(job.entry.id)
        await done(job)
        if (job.entry.id === 'd-1') await finished
      },
      { concurrency: 1 },
    )
    await eventually(async () => expect(worked).toEqual(['d-1']))
    const other = await open({ clock })
    const rest = other.work(
      async (job) => {
        worked.push(`${job.entry.id} elsewhere`)
        await done(job)
      },
      { concurrency: 1 },
    )
    await eventually(() => {
      clock.advance(100)
      expect(worked).toEqual(['d-1', 'd-2 elsewhere'])
    })
    finish()
    await work.stop()
    await rest.stop()
  })

  it('is used by a client that is there already, which stays open', async () => {
    const client = new Redis(server.address, { maxRetriesPerRequest: 0 })
    const queue = await redisQueue(client, { prefix })
    expect(await queue.put(entryWith('d-1'))).toBe('kept')
    const work = queue.work(done, { concurrency: 1 })
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 }))
    await work.stop()
    await queue.close()
    expect(await client.ping()).toBe('PONG')
    client.disconnect()
  })

  it('leaves nothing that the process would stay for, though it was closed while it waited for wake-ups', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    const queue = await redisQueue(server.address, { prefix })
    const work = queue.work(done, { concurrency: 1 })
    const waiting = async () => `${await admin.call('CLIENT', 'LIST')}`.includes('cmd=bzpopmin')
    await eventually(async () => expect(await waiting()).toBe(true))
    await work.stop()
    await queue.close()
    await vi.waitFor(() => expect(timers()).toBeLessThanOrEqual(before), { timeout: 3_000, interval: 20 })
  })

  it('refuses a client with a prefix of its own, which BullMQ can not use', async () => {
    const client = new Redis(server.address, { keyPrefix: 'ours:', lazyConnect: true })
    await expect(redisQueue(client)).rejects.toMatchObject({ name: 'QueueError', code: 'invalid_option' })
    client.disconnect()
  })

  it.each(['', '{a}', 'a}b', '{'])('refuses the prefix %j', async (bad) => {
    const refused = redisQueue(server.address, { prefix: bad })
    await expect(refused).rejects.toMatchObject({ name: 'QueueError', code: 'invalid_option' })
  })

  it('leaves alone what a later version has written', async () => {
    await admin.hset(`{${prefix}}:queue`, 'format', 2)
    const refused = redisQueue(server.address, { prefix })
    await expect(refused).rejects.toMatchObject({ name: 'QueueError', code: 'newer_tables' })
    await expect(refused).rejects.toThrow('Use that version, or another prefix.')
  })

  it('tells of settings by which deliveries may get lost', async () => {
    const warned: unknown[] = []
    const log = { debug() {}, info() {}, error() {}, warn: (fields: object) => void warned.push(fields) }
    await admin.config('SET', 'maxmemory', '100mb', 'maxmemory-policy', 'allkeys-lru')
    await open({ log })
    await admin.config('SET', 'maxmemory', '0', 'maxmemory-policy', 'noeviction')
    expect(warned).toEqual([{ maxmemory_policy: 'allkeys-lru' }, { appendonly: 'no' }])
    const careful = await startRedis(durable)
    warned.length = 0
    await (await redisQueue(careful.address, { log })).close()
    const hasty = await startRedis(['--appendonly', 'yes', '--appendfsync', 'everysec'])
    await (await redisQueue(hasty.address, { log })).close()
    expect(warned).toEqual([{ appendfsync: 'everysec' }])
    await Promise.all([careful.stop(), hasty.stop()])
  })
})

describe.skipIf(!hasRedis)('a queue in a Redis that comes and goes', () => {
  it('loses nothing and forgets no end when Redis is killed and comes back', async () => {
    const server = await startRedis(durable)
    const queues: Queue[] = []
    for (let index = 0; index < 3; index += 1) queues.push(await redisQueue(server.address, { lease: 1_500 }))
    const [receiver, ...workers] = queues
    const worked = new Set<string>()
    const works = workers.map((queue) =>
      queue.work(
        async (job) => {
          await job.note({ key: 'reply 0' })
          worked.add(job.entry.id)
          await job.settle({ kind: 'done' })
        },
        { concurrency: 4 },
      ),
    )
    const putAll = async () => {
      for (let index = 0; index < 150; index += 1) {
        const entry = entryWith(`d-${index}`, { message: index, conversation: `${index % 11}`, sender: `${index % 5}` })
        // As a receiver does: whatever fails is asked again.
        await vi.waitFor(() => receiver?.put(entry), { timeout: 30_000, interval: 20 })
      }
    }
    const restartThrice = async () => {
      for (let times = 1; times <= 3; times += 1) {
        await eventually(() => expect(worked.size).toBeGreaterThanOrEqual(times * 30))
        await server.restart(times * 50)
      }
    }
    await Promise.all([putAll(), restartThrice()])
    await eventually(async () =>
      expect(await receiver?.status()).toMatchObject({ waiting: 0, working: 0, dead: 0, oldest: undefined }),
    )
    expect(worked.size).toBe(150)
    for (const work of works) await work.stop()
    for (const queue of queues) await queue.close()
    await server.stop()
  }, 60_000)

  it('fails calls once it is gone, stops and closes all the same', async () => {
    const server = await startRedis()
    const queue = await redisQueue(server.address)
    const work = queue.work(done, { concurrency: 2 })
    expect(await queue.put(entryWith('d-1'))).toBe('kept')
    await work.idle()
    await server.stop()
    await expect(queue.put(entryWith('d-2'))).rejects.toMatchObject({ name: 'QueueError', code: 'failed' })
    await expect(queue.status()).rejects.toMatchObject({ name: 'QueueError', code: 'failed' })
    await work.stop()
    await queue.close()
    await expect(redisQueue(server.address)).rejects.toThrow(
      /^Redis can't be reached: 127\.0\.0\.1:\d+, connect ECONNREFUSED [^ ]+\. Check/,
    )
  })

  it('says once that it is gone and once that it is back, in plain words', async () => {
    const server = await startRedis(durable)
    const lines: string[] = []
    const note = (fields: object, text: string) => {
      const { error } = fields as { error?: { message: string; stack: string } }
      lines.push(`${text}${error ? `: ${error.message}` : ''}`)
      expect(error?.stack ?? '').not.toContain('maxRetriesPerRequest')
    }
    const clock = virtualClock()
    const log = { debug() {}, info: note, warn: note, error: note }
    const queue = await redisQueue(server.address, { clock, log })
    const worked: string[] = []
    const work = queue.work(
      async (job) => {
        worked.push(job.entry.id)
        await done(job)
      },
      { concurrency: 3 },
    )
    await work.idle()
    lines.length = 0
    const restarted = server.restart(1_500)
    await eventually(async () => {
      await clock.advance(1_000)
      expect(lines).toHaveLength(1)
    })
    for (let second = 0; second < 20; second += 1) await clock.advance(1_000)
    await restarted
    await eventually(async () => expect(await queue.put(entryWith('d-1'))).toBe('kept'))
    await eventually(async () => {
      await clock.advance(1_000)
      expect(worked).toEqual(['d-1'])
    })
    expect(lines).toEqual([
      'Nothing could be taken from the queue; it is tried again every second: The queue failed: the connection to Redis is lost. ' +
        'What was asked may or may not be done. Look at what the queue stands on.',
      'Deliveries can be taken from the queue again',
    ])
    await work.stop()
    await queue.close()
    await server.stop()
  })

  it('that wants another password is named, and the password is not', async () => {
    const server = await startRedis(['--requirepass', 'open sesame'])
    const refused = await redisQueue(server.address.replace('//', '//:swordfish@')).catch((error: Error) => error)
    expect(refused).toMatchObject({ name: 'QueueError', code: 'failed' })
    expect(String(refused)).not.toContain('swordfish')
    await server.stop()
  })
})

describe.skipIf(!hasRedis)('a queue in a cluster of Redis', () => {
  it('does what it does elsewhere', async () => {
    const server = await startRedis(['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'])
    const { port } = new URL(server.address)
    const node = new Redis(server.address)
    await node.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    await eventually(async () => expect(await node.call('CLUSTER', 'INFO')).toContain('cluster_state:ok'))
    const cluster = new Cluster([{ host: '127.0.0.1', port: Number(port) }], { enableAutoPipelining: true })
    const engine: QueueEngine = await redisQueueEngine(cluster)
    const queue = createQueue(engine)
    const worked: string[] = []
    const work = queue.work(
      async (job) => {
        await job.note({ key: 'reply 0', outcome: '7' })
        worked.push(job.entry.id)
        await done(job)
      },
      { concurrency: 2 },
    )
    for (const id of ['a', 'b', 'c', 'd']) await queue.put(entryWith(id, { conversation: id, sender: id }))
    await eventually(() => expect([...worked].sort()).toEqual(['a', 'b', 'c', 'd']))
    await work.stop()
    await queue.close()
    cluster.disconnect()
    node.disconnect()
    await server.stop()
  })
})

describe('an address of Redis for a queue', () => {
  it.each(['', 'localhost:6379', 'http://:secret@localhost', 'postgres://user:secret@host/db'])(
    'is refused when it is %j, without repeating it',
    async (address) => {
      const refused = await redisQueue(address).catch((error: Error) => error)
      expect(refused).toMatchObject({ name: 'QueueError', code: 'invalid_option' })
      expect(String(refused)).not.toContain('secret')
    },
  )
})

/** What other processes do takes its time. Nothing is said about how much. */
function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 30_000, interval: 10 })
}
