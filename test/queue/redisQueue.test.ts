import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Queue as BullQueue } from 'bullmq'
import { Bot, silent } from 'earshot'
import { redisQueue } from 'earshot/node'
import { createWorker, type Queue } from 'earshot/queue'
import { createReceiver } from 'earshot/receiver'
import { createSimulator } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import { Cluster, Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReadiness } from '../../src/node/operations/operations.js'
import type { QueueJob } from '../../src/queue/index.js'
import { eventually } from '../eventually.js'
import { manualClock } from '../receiver/kit.js'
import { hasRedis, type RedisServer, startRedis } from '../storage/redisServer.js'
import { fillAndWorkOff } from './fullRedis.js'
import { entryWith } from './model.js'

const durable = ['--appendonly', 'yes', '--appendfsync', 'always']
const done = (job: QueueJob) => job.settle({ kind: 'done' })
const failed = (job: QueueJob) => job.settle({ kind: 'dead', reason: 'failed', error: 'It rained.' })

describe.skipIf(!hasRedis)('the Redis queue', () => {
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
  const keys = async (pattern = '*') =>
    (await admin.keys('*')).filter((key) => key.includes(prefix) && key.match(pattern.replaceAll('*', '.*')))
  /** A queue in a process that dies when it is told to, with all that it works on. */
  const openMortal = async (options = {}) => {
    const client = new Redis(server.address, { maxRetriesPerRequest: 0 })
    const queue = await redisQueue(client, { prefix, lease: 600, ...options })
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    opened.push({ close: end })
    return {
      /** Works on what it gets until it dies. */
      work(begin: (job: QueueJob) => void, concurrency = 4) {
        queue.work(
          async (job) => {
            begin(job)
            await ended
          },
          { concurrency },
        )
      },
      die() {
        client.disconnect()
        void queue.close()
      },
    }
  }

  it('handles each entry once, in order and one at a time per conversation, in two processes', async () => {
    const queues = [await open(), await open()]
    const ids = Array.from({ length: 600 }, (_, index) => `d-${index}`)
    for (const [index, id] of ids.entries()) {
      const conversation = `place ${index % 40}`
      expect(await queues[0]?.put(entryWith(id, { message: index, conversation, sender: `${index % 7}` }))).toBe('kept')
    }
    const last = new Map<string, number>()
    const underWay = new Set<string>()
    const worked: string[] = []
    const works = queues.map((queue) =>
      queue.work(
        async (job) => {
          const { id, conversation, message } = job.entry
          expect(underWay.has(conversation), `another of ${conversation} is under way`).toBe(false)
          underWay.add(conversation)
          expect(message, `the order in ${conversation}`).toBeGreaterThan(last.get(conversation) ?? -1)
          last.set(conversation, message)
          await new Promise((resolve) => setImmediate(resolve))
          worked.push(id)
          underWay.delete(conversation)
          await done(job)
        },
        { concurrency: 10 },
      ),
    )
    await eventually(async () => expect(await queues[0]?.status()).toMatchObject({ waiting: 0, working: 0, dead: 0 }))
    expect(worked.sort()).toEqual(ids.sort())
    for (const work of works) await work.stop()
  })

  it('recognises a repeated entry whose topic was renamed, in any lane', async () => {
    const queue = await open()
    const entry = { ...entryWith('d-1', { conversation: 'lunch' }), mayMove: true } as const
    expect(await queue.put(entry)).toBe('kept')
    const topics = Array.from({ length: 40 }, (_, index) => `dinner ${index}`)
    for (const conversation of topics) expect(await queue.put({ ...entry, id: 'd-2', conversation })).toBe('known')
    expect(await queue.put({ ...entry, id: 'd-2', key: 'another', conversation: 'dinner' })).toBe('kept')
    expect(await queue.status()).toMatchObject({ waiting: 2 })
  })

  it('respects `concurrency` and leaves the rest to other processes', async () => {
    const [queue, other] = [await open(), await open()]
    const underWay = new Map<string, () => void>()
    const work = (from: Queue, who: string, concurrency: number) =>
      from.work(
        async (job) => {
          await new Promise<void>((resolve) => underWay.set(`${who} ${job.entry.id}`, resolve))
          underWay.delete(`${who} ${job.entry.id}`)
          await done(job)
        },
        { concurrency },
      )
    const counts = () => ['one', 'other'].map((who) => [...underWay.keys()].filter((key) => key.startsWith(who)).length)
    for (let index = 0; index < 40; index += 1) await queue.put(entryWith(`d-${index}`, { conversation: `${index}` }))
    const works = [work(queue, 'one', 3)]
    await eventually(() => expect(counts()).toEqual([3, 0]))
    works.push(work(other, 'other', 4))
    await eventually(() => expect(counts()).toEqual([3, 4]))
    expect(await queue.status()).toMatchObject({ waiting: 33, working: 7 })
    await eventually(async () => {
      for (const finish of [...underWay.values()]) finish()
      expect(counts()[0]).toBeLessThanOrEqual(3)
      expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 })
    })
    for (const one of works) await one.stop()
  })

  it('gives each lane its turn with fewer workers than lanes', async () => {
    const queue = await open({ lanes: 4 })
    const conversations = Array.from({ length: 12 }, (_, index) => `place ${index}`)
    for (let index = 0; index < 20; index += 1) {
      for (const conversation of conversations) {
        await queue.put(entryWith(`${conversation} ${index}`, { message: index, conversation }))
      }
    }
    const worked: string[] = []
    const work = queue.work(
      async (job) => {
        worked.push(job.entry.conversation)
        await done(job)
      },
      { concurrency: 1 },
    )
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 }))
    // However the conversations fall on the lanes, nobody waits until somebody else's line is empty.
    expect(new Set(worked.slice(0, 60)).size).toBeGreaterThan(conversations.length / 2)
    await work.stop()
  })

  it('releases finished jobs while a lane goes on', async () => {
    const queue = await open({ lanes: 1 })
    for (let index = 0; index < 100; index += 1) await queue.put(entryWith(`d-${index}`, { message: index }))
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const jobs: WeakRef<QueueJob>[] = []
    let alive: number | undefined
    const work = queue.work(
      async (job) => {
        jobs.push(new WeakRef(job))
        await done(job)
        if (jobs.length < 90 || alive !== undefined) return
        // A job that was looked at lives until the end of this turn.
        await new Promise((resolve) => setImmediate(resolve))
        collect()
        alive = jobs.filter((one) => one.deref() !== undefined).length
      },
      { concurrency: 1 },
    )
    await expect.poll(() => alive).toBeLessThan(10)
    await work.stop()
  })

  it('keeps one of many simultaneous equal entries, and recognises it after it is done or dead', async () => {
    const queues = [await open(), await open()]
    const putting = Array.from({ length: 20 }, (_, index) =>
      queues[index % 2]?.put(entryWith(`d-${index}`, { key: 'same' })),
    )
    expect((await Promise.all(putting)).sort()).toEqual(['kept', ...Array(19).fill('known')])
    const [queue] = queues
    await queue?.put(entryWith('bad', { key: 'of a bad one', conversation: 'oven' }))
    const work = queue?.work((job) => (job.entry.id === 'bad' ? failed(job) : done(job)), { concurrency: 2 })
    await eventually(async () => expect(await queue?.status()).toMatchObject({ waiting: 0, working: 0, dead: 1 }))
    expect(await queue?.put(entryWith('late', { key: 'same' }))).toBe('known')
    expect(await queue?.put(entryWith('bad again', { key: 'of a bad one', conversation: 'oven' }))).toBe('known')
    await queue?.dead.purge('bad')
    expect(await queue?.put(entryWith('bad again', { key: 'of a bad one', conversation: 'oven' }))).toBe('kept')
    await work?.stop()
  })

  it('forgets keys after `remember`, and deletes all data of finished entries', async () => {
    const queue = await open({ remember: 50 })
    const work = queue.work(done, { concurrency: 4 })
    for (let index = 0; index < 30; index += 1) await queue.put(entryWith(`d-${index}`, { conversation: `${index}` }))
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 }))
    await eventually(async () => expect(await keys(':de:|delivery-')).toEqual([]))
    expect(await queue.put(entryWith('d-1', { conversation: '1' }))).toBe('kept')
    await work.stop()
    expect((await keys()).filter((key) => !key.startsWith(`{${prefix}}:`))).toEqual([])
  })

  it('respects its capacity exactly in one process and approximately in several', async () => {
    const queue = await open({ capacity: 3 })
    const put = (index: number, into = queue) => into.put(entryWith(`d-${index}`, { conversation: `${index}` }))
    const answers = []
    for (let index = 0; index < 5; index += 1) answers.push(await put(index))
    expect(answers).toEqual(['kept', 'kept', 'kept', 'full', 'full'])
    expect(await put(1)).toBe('known')
    const work = queue.work(done, { concurrency: 1 })
    await eventually(async () => expect(await put(9)).toBe('kept'))
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, capacity: 3 }))
    await work.stop()
    const queues = [await open({ capacity: 50 }), await open({ capacity: 50 })] as const
    await Promise.all(Array.from({ length: 200 }, (_, index) => put(100 + index, queues[index % 2])))
    const { waiting } = await queue.status()
    expect(waiting).toBeGreaterThanOrEqual(50)
    expect(waiting).toBeLessThanOrEqual(100)
  })

  it('keeps all characters of an entry and reports the age of the oldest', async () => {
    const entry = entryWith('d:1/é 🥐 %', {
      conversation: 'a\n\t\'"`\\%_*?[x]{y} مرحبا 👩‍🚀',
      key: 'é 🥐',
      sender: '{a}',
      notification: JSON.stringify({ data: `"'\\ 👩‍🚀 ${'x'.repeat(70_000)} \u0000`, empty: '' }),
      trace: { traceparent: '00-01-02-00' },
    })
    const [queue, other] = [await open(), await open()]
    await queue.put(entry)
    await queue.put(entryWith('7', { conversation: 'oven', arrived: 5_000 }))
    expect(await queue.status()).toEqual({ waiting: 2, working: 0, dead: 0, oldest: 1_000, capacity: 10_000 })
    const line = { key: 'reply 0 {"🥐"}', outcome: '{"id":7,"text":"\'é\\u0000"}' }
    const work = other.work(
      async (job) => {
        if (job.entry.id === '7') return done(job)
        expect(job.entry).toEqual(entry)
        await job.note({ key: line.key, begun: 1 })
        await job.note(line)
        await job.settle({ kind: 'dead', reason: 'crashed', error: 'It said: "\'é 🥐\n' })
      },
      { concurrency: 1 },
    )
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0, dead: 1 }))
    const letter = { entry, reason: 'crashed', ledger: [line], error: 'It said: "\'é 🥐\n', attempts: 1, crashes: 0 }
    expect(await queue.dead.get(entry.id)).toMatchObject(letter)
    await work.stop()
  })

  it('lists dead letters in order of their deaths, by page', async () => {
    const queue = await open()
    const ids = Array.from({ length: 7 }, (_, index) => `d-${index}`)
    const work = queue.work(failed, { concurrency: 1 })
    for (const [index, id] of ids.entries()) {
      await queue.put(entryWith(id, { conversation: id }))
      await eventually(async () => expect((await queue.status()).dead).toBe(index + 1))
    }
    const page = async (after?: string) =>
      (await queue.dead.list({ limit: 3, ...(after && { after }) })).map(({ entry }) => entry.id)
    expect([await page(), await page('d-2'), await page('d-5'), await page('nobody')]).toEqual([
      ['d-0', 'd-1', 'd-2'],
      ['d-3', 'd-4', 'd-5'],
      ['d-6'],
      [],
    ])
    expect(await queue.dead.get('nobody')).toBeUndefined()
    expect([await queue.dead.purge('d-3'), await queue.dead.purge('d-3')]).toEqual([true, false])
    expect(await page('d-2')).toEqual(['d-4', 'd-5', 'd-6'])
    await work.stop()
  })

  it('replays a dead letter as a new entry that keeps only completed steps', async () => {
    const queue = await open()
    const seen: Pick<QueueJob, 'attempt' | 'crashes' | 'ledger'>[] = []
    const work = queue.work(
      async (job) => {
        const { attempt, crashes, ledger } = job
        seen.push({ attempt, crashes, ledger })
        if (seen.length === 1) {
          await job.note({ key: 'reply 0', outcome: '7' })
          await job.note({ key: 'reply 1', begun: 5 })
          return job.settle({ kind: 'again', at: 0, error: 'It rained.' })
        }
        return seen.length === 2 ? failed(job) : done(job)
      },
      { concurrency: 1 },
    )
    await queue.put(entryWith('d-1'))
    await eventually(async () => expect((await queue.status()).dead).toBe(1))
    const [sent, begun] = [
      { key: 'reply 0', outcome: '7' },
      { key: 'reply 1', begun: 5 },
    ]
    expect(await queue.dead.get('d-1')).toMatchObject({ attempts: 2, error: 'It rained.', ledger: [sent, begun] })
    expect([await queue.dead.replay('d-1'), await queue.dead.replay('nobody')]).toEqual([true, false])
    await eventually(() => expect(seen).toHaveLength(3))
    expect(seen[1]).toEqual({ attempt: 2, crashes: 0, ledger: [sent, begun] })
    expect(seen[2]).toEqual({ attempt: 1, crashes: 0, ledger: [sent] })
    await work.stop()
  })

  it('delays the rest of a conversation until the next attempt, but no other conversation', async () => {
    const queue = await open()
    const worked: string[] = []
    for (const [message, id] of ['d-1', 'd-2'].entries()) await queue.put(entryWith(id, { message }))
    await queue.put(entryWith('elsewhere', { conversation: 'oven' }))
    let first = 0
    const work = queue.work(
      async (job) => {
        worked.push(`${job.entry.id} ${job.attempt}`)
        if (job.entry.id !== 'd-1' || job.attempt === 2) return done(job)
        first = Date.now()
        await job.settle({ kind: 'again', at: first + 400, error: 'It rained.' })
      },
      { concurrency: 3 },
    )
    await eventually(() => expect(worked).toContain('elsewhere 1'))
    await eventually(() => expect(worked).toContain('d-2 1'))
    expect(worked.filter((id) => id.startsWith('d-'))).toEqual(['d-1 1', 'd-1 2', 'd-2 1'])
    expect(Date.now()).toBeGreaterThanOrEqual(first + 400)
    await work.stop()
  })

  it('returns an unsettled job to the front without counting an attempt', async () => {
    const queue = await open()
    const worked: string[] = []
    for (const [message, id] of ['d-1', 'd-2'].entries()) await queue.put(entryWith(id, { message }))
    const work = queue.work(
      async (job) => {
        worked.push(`${job.entry.id} ${job.attempt} ${job.crashes}`)
        if (worked.length === 1) throw new Error('It rained.')
        await (worked.length === 2 ? job.settle({ kind: 'given back', at: Date.now() + 20 }) : done(job))
      },
      { concurrency: 2 },
    )
    await eventually(() => expect(worked).toEqual(['d-1 1 0', 'd-1 1 0', 'd-1 1 0', 'd-2 1 0']))
    await work.stop()
  })

  it('passes the job of a dead process, with its ledger, to another process', async () => {
    const mortal = await openMortal()
    const begun: QueueJob[] = []
    mortal.work((job) => begun.push(job))
    const queue = await open({ lease: 600 })
    await queue.put(entryWith('d-1', { message: 1 }))
    await eventually(() => expect(begun).toHaveLength(1))
    await begun[0]?.note({ key: 'reply 0', begun: 1 })
    await queue.put(entryWith('d-2', { message: 2 }))
    mortal.die()
    const found: object[] = []
    const work = queue.work(
      async (job) => {
        const { entry, attempt, interruptions, crashes, ledger } = job
        found.push({ id: entry.id, attempt, interruptions, crashes, ledger })
        await done(job)
      },
      { concurrency: 4 },
    )
    await eventually(() => expect(found).toHaveLength(2))
    expect(found).toEqual([
      { id: 'd-1', attempt: 1, interruptions: 1, crashes: 0, ledger: [{ key: 'reply 0', begun: 1 }] },
      { id: 'd-2', attempt: 1, interruptions: 0, crashes: 0, ledger: [] },
    ])
    await work.stop()
  })

  it('works on new entries while interrupted ones fill all slots', async () => {
    const first = await openMortal()
    const begun: string[] = []
    first.work((job) => begun.push(job.entry.id), 3)
    const queue = await open({ lease: 600 })
    const ids = ['one', 'two', 'three']
    for (const id of ids) await queue.put(entryWith(id, { conversation: id }))
    await eventually(() => expect(begun.sort()).toEqual(ids.sort()))
    first.die()
    const underWay = new Map<string, () => void>()
    const work = queue.work(
      async (job) => {
        await new Promise<void>((resolve) => underWay.set(job.entry.id, resolve))
        await done(job)
      },
      { concurrency: 3 },
    )
    await eventually(() => expect([...underWay.keys()].sort()).toEqual(ids.sort()))
    const others = ['four', 'five', 'six']
    for (const id of others) await queue.put(entryWith(id, { conversation: id }))
    await eventually(() => expect([...underWay.keys()].sort()).toEqual([...ids, ...others].sort()))
    for (const end of underWay.values()) end()
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 }))
    await work.stop()
  })

  it('works on one suspect job at a time, and counts crashes only against that one', async () => {
    const queue = await open({ lease: 600 })
    const ids = ['one', 'two', 'three']
    for (const id of ids) await queue.put(entryWith(id, { conversation: id }))
    // Twice they are interrupted together.
    for (let death = 0; death < 2; death += 1) {
      const mortal = await openMortal()
      const begun: string[] = []
      mortal.work((job) => begun.push(job.entry.id))
      await eventually(() => expect(begun.sort()).toEqual(ids.sort()))
      mortal.die()
    }
    const third = await openMortal()
    const begun: string[] = []
    third.work((job) => begun.push(job.entry.id))
    await eventually(() => expect(begun).toHaveLength(1))
    await queue.put(entryWith('healthy', { conversation: 'healthy' }))
    await eventually(() => expect(begun).toHaveLength(2))
    third.die()
    const [killer = ''] = begun
    const found = new Map<string, Pick<QueueJob, 'interruptions' | 'crashes'>>()
    const suspects = new Set<string>()
    const work = queue.work(
      async (job) => {
        const { entry, interruptions, crashes } = job
        found.set(entry.id, { interruptions, crashes })
        if (interruptions > 1) expect([...suspects], 'one at a time').toEqual([])
        if (interruptions > 1) suspects.add(entry.id)
        await new Promise((resolve) => setImmediate(resolve))
        suspects.delete(entry.id)
        await done(job)
      },
      { concurrency: 4 },
    )
    await eventually(() => expect(found.size).toBe(4))
    for (const id of ids) expect(found.get(id)?.crashes, id).toBe(id === killer ? 1 : 0)
    expect(found.get('healthy')).toEqual({ interruptions: 1, crashes: 0 })
    expect([...found.keys()].at(-1), 'what has ended a process comes last').toBe(killer)
    await work.stop()
  })

  it("frees the lane of a handler that ignores its timeout, and doesn't run it again", async () => {
    const simulator = createSimulator({ clock: 'frozen' })
    kept(simulator)
    const { token = '', ...credentials } = simulator.credentials('echo')
    const queue = await open({ lanes: 1, lease: 600 })
    const bot = new Bot().onMention((ctx) => {
      runs.push(ctx.text)
      return ctx.text === 'stuck' ? new Promise<string>(() => {}) : `${ctx.text}!`
    })
    const runs: string[] = []
    const common = { bots: [{ bot, credentials, tokens: [token] }], queue, clock: simulator.clock, log: silent }
    const receiver = createReceiver(common)
    simulator.connect('echo', async (request) => receiver.fetch(request))
    const worker = createWorker({ ...common, storage: memoryStorage(), fetch: simulator.fetch, handlerTimeout: 1_000 })
    const working = worker.start()
    kept({ close: () => working.stop() })
    for (const [text, topic] of [
      ['stuck', 'bread'],
      ['elsewhere', 'cake'],
      ['next', 'bread'],
    ] as const) {
      simulator.say('iago', { channel: 'kitchen', topic }, `@**Echo** ${text}`)
      await simulator.idle()
    }
    await eventually(async () => {
      await simulator.clock.advance(1_000)
      expect(runs).toEqual(['stuck', 'elsewhere', 'next'])
    })
    const said = (topic: string) => simulator.messages({ channel: 'kitchen', topic }).map(({ content }) => content)
    await eventually(() => expect(said('bread')).toHaveLength(4))
    expect(said('bread').slice(2)).toEqual([expect.stringContaining('I had to stop'), 'next!'])
    expect(said('cake').at(-1)).toBe('elsewhere!')
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0, dead: 1 }))
    expect(runs).toHaveLength(3)
  })

  it('keeps a job for longer than its lease', async () => {
    // Locks go by the time of Redis; a machine that stands still for a third of the lease is no reason to fail.
    const [queue, other] = [await open({ lease: 2_000 }), await open({ lease: 2_000 })]
    await queue.put(entryWith('d-1'))
    let finish = () => {}
    let job: QueueJob | undefined
    const work = queue.work(
      async (taken) => {
        job = taken
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        await done(taken)
      },
      { concurrency: 1 },
    )
    await eventually(() => expect(job).toBeDefined())
    const stolen: QueueJob[] = []
    const rest = other.work(async (taken) => void stolen.push(taken), { concurrency: 1 })
    const lock = `{${prefix}}:queue:${await laneWith('d-1')}:delivery-d-1:lock`
    const began = Date.now()
    await eventually(async () => {
      expect(await admin.pttl(lock)).toBeGreaterThan(0)
      expect(Date.now() - began).toBeGreaterThan(2_500)
    })
    finish()
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0, dead: 0 }))
    expect([stolen, job?.isLost]).toEqual([[], false])
    await work.stop()
    await rest.stop()
  })

  it('refuses to note and settle a job that another process has locked', async () => {
    const queue = await open()
    await queue.put(entryWith('d-1'))
    const refusals: unknown[] = []
    const work = queue.work(
      async (job) => {
        await admin.set(`{${prefix}}:queue:${await laneWith('d-1')}:delivery-d-1:lock`, 'of somebody else')
        refusals.push(await job.note({ key: 'reply 0' }).catch(({ name }) => name))
        refusals.push(await done(job).catch(({ name }) => name), job.isLost)
      },
      { concurrency: 1 },
    )
    await eventually(() => expect(refusals).toEqual(['QueueLeaseLostError', 'QueueLeaseLostError', true]))
    const bull = new BullQueue(await laneWith('d-1'), { connection: admin, prefix: `{${prefix}}:queue` })
    expect(await bull.getJobLogs('delivery-d-1')).toEqual({ logs: [], count: 0 })
    await bull.close()
    await work.stop()
  })

  it('takes no job after stop(), and other processes continue at once', async () => {
    const [queue, other] = [await open(), await open()]
    for (let index = 0; index < 20; index += 1) await queue.put(entryWith(`d-${index}`, { conversation: `${index}` }))
    let count = 0
    let stopping: Promise<void> | undefined
    const work = queue.work(
      async (job) => {
        count += 1
        await done(job)
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
    await rest.idle()
    expect(await other.status()).toMatchObject({ waiting: 0, working: 0 })
    expect(found).toHaveLength(20 - count)
    expect(found.every(({ attempt, interruptions }) => attempt === 1 && interruptions === 0)).toBe(true)
    await queue.put(entryWith('late'))
    await eventually(() => expect(found).toHaveLength(21 - count))
    await rest.stop()
  })

  it('opens one connection for a receiver, and three for a worker, of which one is in a thread', async () => {
    const own = await startRedis()
    const asker = new Redis(own.address)
    const count = async () => `${await asker.client('LIST')}`.trim().split('\n').length - 1
    const queue = await redisQueue(own.address)
    await queue.put(entryWith('d-1'))
    expect(await count()).toBe(1)
    const work = queue.work(done, { concurrency: 20 })
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 }))
    await eventually(async () => expect(await count()).toBe(3))
    await work.stop()
    await queue.close()
    await eventually(async () => expect(await count()).toBe(0))
    asker.disconnect()
    await own.stop()
  })

  it('keeps the number of lanes of its first opening and rejects another', async () => {
    const queue = await open({ lanes: 2 })
    const ends: (() => void)[] = []
    const work = (await open()).work(() => new Promise<void>((resolve) => void ends.push(resolve)), { concurrency: 10 })
    for (let index = 0; index < 10; index += 1) await queue.put(entryWith(`d-${index}`, { conversation: `${index}` }))
    await eventually(() => expect(ends).toHaveLength(2))
    expect(await queue.status()).toMatchObject({ waiting: 8, working: 2 })
    const refused = redisQueue(server.address, { prefix, lanes: 3 })
    await expect(refused).rejects.toMatchObject({ name: 'QueueError', code: 'invalid_option' })
    await expect(refused).rejects.toThrow('has 2 lanes, and the option `lanes` is 3')
    const stopping = work.stop()
    for (const end of ends) end()
    await stopping
  })

  it.each([0, 1.5, '4'])('rejects %j lanes', async (lanes) => {
    const refused = redisQueue(server.address, { prefix, lanes: lanes as number })
    await expect(refused).rejects.toMatchObject({ name: 'QueueError', code: 'invalid_option' })
  })

  it('accepts no entries when Redis is low on memory, and continues with existing ones', async () => {
    const short = await startRedis(['--maxmemory-policy', 'noeviction'])
    const control = new Redis(short.address)
    kept({ close: () => control.disconnect() })
    try {
      const first = kept(await redisQueue(short.address, { prefix }))
      for (const id of ['d-1', 'd-2']) await first.put(entryWith(id))
      // So that what connections take is little beside it.
      const filler = new Redis(short.address)
      await filler.set('other data', 'x'.repeat(40_000_000))
      // Its buffers go with it.
      await filler.quit()
      const [, used = '0'] = /used_memory:(\d+)/.exec(await control.info('memory')) ?? []
      await control.config('SET', 'maxmemory', String(Math.ceil(Number(used) / 0.96)))
      const warn = vi.fn()
      const queue = kept(await redisQueue(short.address, { prefix, log: { ...silent, warn } }))
      expect(await queue.put(entryWith('d-3'))).toBe('full')
      expect(await queue.put(entryWith('d-2'))).toBe('known')
      await expect(queue.checkWritable?.()).rejects.toThrow('Redis has too little memory left for more deliveries')
      expect(warn.mock.calls.filter(([, said]) => said.includes('too little memory'))).toHaveLength(1)
      const work = queue.work(done, { concurrency: 4 })
      await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0, dead: 0 }))
      await work.stop()
      await control.config('SET', 'maxmemory-policy', 'volatile-ttl')
      await queue.checkWritable?.()
      await control.config('SET', 'maxmemory', '0')
      expect(await kept(await redisQueue(short.address, { prefix })).put(entryWith('d-3'))).toBe('kept')
    } finally {
      for (const one of opened.splice(0).reverse()) await one.close()
      await short.stop()
    }
  })

  it.each([600, 20_000])(
    'is worked off from 6 MB of full memory while receivers continue: entries of %i',
    async (characters) => {
      expect(await fillAndWorkOff(6, characters)).toBeGreaterThan(20)
    },
  )

  it('fails checkWritable while the memory of Redis is full, and recovers', async () => {
    const full = await startRedis(['--maxmemory-policy', 'noeviction'])
    const control = new Redis(full.address)
    kept({ close: () => control.disconnect() })
    try {
      const queue = kept(await redisQueue(full.address, { prefix }))
      await queue.put(entryWith('d-1'))
      await queue.checkWritable?.()
      // Whatever Redis has is more than it may.
      await control.config('SET', 'maxmemory', '1')
      await expect(queue.checkWritable?.()).rejects.toMatchObject({ code: 'failed' })
      const ready = createReadiness({
        ...{ queue, storage: undefined, receives: true, isDraining: () => false },
        ...{ clock: manualClock(), log: silent },
      })
      expect(await ready()).toMatchObject({
        status: 'not ready',
        checks: { queue: expect.stringContaining('written') },
      })
      const worker = kept(await redisQueue(full.address, { prefix }))
      expect(await worker.put(entryWith('one too many'))).toBe('full')
      const handled: string[] = []
      const work = worker.work(
        async (job) => {
          handled.push(job.entry.id)
          await done(job)
        },
        { concurrency: 4 },
      )
      expect(await worker.status()).toMatchObject({ waiting: 1, dead: 0 })
      await control.config('SET', 'maxmemory', '0')
      await eventually(async () => expect(await worker.status()).toMatchObject({ waiting: 0, working: 0, dead: 0 }))
      expect(handled).toEqual(['d-1'])
      await work.stop()
    } finally {
      for (const one of opened.splice(0).reverse()) await one.close()
      await full.stop()
    }
  })

  it('uses a given client and leaves it open', async () => {
    const client = new Redis(server.address, { maxRetriesPerRequest: 0 })
    const queue = await redisQueue(client, { prefix })
    expect(await queue.put(entryWith('d-1'))).toBe('kept')
    const work = queue.work(done, { concurrency: 1 })
    await eventually(async () => expect(await queue.status()).toMatchObject({ waiting: 0, working: 0 }))
    await work.stop()
    await queue.close()
    expect(await client.ping()).toBe('PONG')
    await expect(queue.status()).rejects.toMatchObject({ code: 'closed' })
    client.disconnect()
  })

  it('leaves no timer when it is closed while waiting for jobs', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    const queue = await redisQueue(server.address, { prefix })
    const work = queue.work(done, { concurrency: 1 })
    const waiting = async () => `${await admin.call('CLIENT', 'LIST')}`.includes('cmd=bzpopmin')
    await eventually(async () => expect(await waiting()).toBe(true))
    await work.stop()
    await queue.close()
    await eventually(() => expect(timers()).toBeLessThanOrEqual(before))
  })

  it("rejects a client with a key prefix, which BullMQ can't use", async () => {
    const client = new Redis(server.address, { keyPrefix: 'ours:', lazyConnect: true })
    await expect(redisQueue(client)).rejects.toMatchObject({ name: 'QueueError', code: 'invalid_option' })
    client.disconnect()
  })

  it.each(['', '{a}', 'a}b', '{'])('rejects the prefix %j', async (bad) => {
    const refused = redisQueue(server.address, { prefix: bad })
    await expect(refused).rejects.toMatchObject({ name: 'QueueError', code: 'invalid_option' })
  })

  it('refuses to open the tables of a newer version', async () => {
    await admin.hset(`{${prefix}}:queue`, 'format', 2)
    const refused = redisQueue(server.address, { prefix })
    await expect(refused).rejects.toMatchObject({ name: 'QueueError', code: 'newer_tables' })
    await expect(refused).rejects.toThrow('Use that version, or another prefix.')
  })

  it('warns of Redis settings that may lose deliveries', async () => {
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

  async function laneWith(id: string): Promise<string> {
    const [key = ''] = await keys(`delivery-${id}$`)
    return key.split(':').at(-2) ?? ''
  }
})

describe.skipIf(!hasRedis)('the Redis queue during outages of Redis', () => {
  it('loses no entry and repeats none when Redis is killed and restarted', async () => {
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
        await eventually(() => receiver?.put(entry))
      }
    }
    const restartThrice = async () => {
      for (let times = 1; times <= 3; times += 1) {
        await eventually(() => expect(worked.size).toBeGreaterThanOrEqual(times * 30))
        await server.restart(() => setTimeout(times * 50))
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
  })

  it('rejects calls when Redis is gone, but still stops and closes', async () => {
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

  it('logs the outage once and the recovery once, in plain words', async () => {
    const server = await startRedis(durable)
    const lines: string[] = []
    const note = (fields: object, text: string) => {
      const { error } = fields as { error?: { message: string; stack: string } }
      lines.push(`${text}${error ? `: ${error.message}` : ''}`)
      expect(error?.stack ?? '').not.toContain('maxRetriesPerRequest')
    }
    const log = { debug() {}, info: note, warn: note, error: note }
    const queue = await redisQueue(server.address, { log })
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
    // However quickly Redis starts: not before the queue has noticed that it is gone.
    await server.restart(() => eventually(() => expect(lines).toHaveLength(1)))
    await eventually(async () => expect(await queue.put(entryWith('d-1'))).toMatch(/kept|known/))
    await eventually(() => expect(worked).toEqual(['d-1']))
    expect(lines).toEqual([
      'Failed to take deliveries from the queue; retrying every second: The queue failed: the connection to Redis is lost. ' +
        'The operation may or may not have happened. Check that Redis is running.',
      'Taking deliveries from the queue again',
    ])
    await work.stop()
    await queue.close()
    await server.stop()
  })

  it('reports a wrong password without showing it', async () => {
    const server = await startRedis(['--requirepass', 'open sesame'])
    const refused = await redisQueue(server.address.replace('//', '//:swordfish@')).catch((error: Error) => error)
    expect(refused).toMatchObject({ name: 'QueueError', code: 'failed' })
    expect(String(refused)).not.toContain('swordfish')
    await server.stop()
  })
})

describe.skipIf(!hasRedis)('the Redis queue in a cluster', () => {
  it('stores, handles and settles entries', async () => {
    const server = await startRedis(['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'])
    const { port } = new URL(server.address)
    const node = new Redis(server.address)
    await node.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    await eventually(async () => expect(await node.call('CLUSTER', 'INFO')).toContain('cluster_state:ok'))
    const cluster = new Cluster([{ host: '127.0.0.1', port: Number(port) }], { enableAutoPipelining: true })
    const queue = await redisQueue(cluster)
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

describe('a Redis address for a queue', () => {
  it.each(['', 'localhost:6379', 'http://:secret@localhost', 'postgres://user:secret@host/db'])(
    'is rejected without being repeated if it is %j',
    async (address) => {
      const refused = await redisQueue(address).catch((error: Error) => error)
      expect(refused).toMatchObject({ name: 'QueueError', code: 'invalid_option' })
      expect(String(refused)).not.toContain('secret')
    },
  )
})
