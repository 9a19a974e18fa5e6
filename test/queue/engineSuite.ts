import type { Queue } from 'earshot/queue'
import { createQueue, type QueueEngine } from 'earshot/queue'
import { type VirtualClock, virtualClock } from 'earshot/simulator'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { QueueJob } from '../../src/queue/index.js'
import { eventually } from '../eventually.js'
import { doings, entryWith, newModel } from './model.js'

/** A kind of queue, and how a test comes by one. */
export interface EngineKind {
  readonly name: string
  /** How often it is compared with the model in the full size; fewer times for what waits for a disk. */
  readonly fullRuns: number
  /** Whether nobody gets the last slot of a process who has all the others. */
  readonly leavesSlot: boolean
  start(): Promise<EngineGround>
}

/** What queues of a kind stand on, such as a folder, or a server. */
interface EngineGround {
  /** Opens the queue of that name, once more as another process would. The name is of letters, digits and dashes. */
  open(options: { readonly name: string; readonly clock: VirtualClock }): Promise<QueueEngine>
  remove(): Promise<void>
}

const isFull = process.env.EARSHOT_TESTS === 'full'
/** Milliseconds for the model: in the full size an engine on a disk waits for thousands of writes to be there. */
const modelLimit = isFull ? 600_000 : 240_000

/** What holds for every kind of queue. */
export function engineConforms({ start, fullRuns, leavesSlot }: EngineKind): void {
  const runs = isFull ? fullRuns : 20
  let ground: EngineGround
  let names = 0
  let clock: VirtualClock
  let engine: QueueEngine
  /** The same queue, as another process has it. */
  let other: QueueEngine
  const opened: (QueueEngine | Queue)[] = []

  const openNew = async () => {
    names += 1
    clock = virtualClock()
    const open = () => ground.open({ name: `queue-${names}`, clock })
    engine = await open()
    other = await open()
    opened.push(engine, other)
  }
  const closeAll = async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
  }

  beforeAll(async () => {
    ground = await start()
  })
  beforeEach(openNew)
  afterEach(closeAll)
  afterAll(() => ground?.remove())

  const take = async (lease = 1_000, from = engine) => (await from.take(clock.now() + lease, clock.now()))[0]
  const put = (id: string, more: Parameters<typeof entryWith>[1] = {}) =>
    engine.put(entryWith(id, more), { capacity: 100 }, clock.now())
  const settle = (lease: { id: string; number: number }, end: Parameters<QueueEngine['settle']>[1]) =>
    engine.settle(lease, end, { rememberUntil: clock.now() + 1_000 }, clock.now())
  /** A queue of this engine, as programs have it. */
  const queueOf = (from: QueueEngine, options = {}) => createQueue(from, { clock, lease: 900, ...options })

  it(
    'behaves like the model for any sequence of operations of two processes',
    async () => {
      await fc.assert(
        fc.asyncProperty(doings, async (steps) => {
          await closeAll()
          await openNew()
          const model = newModel(clock.now())
          await fc.asyncModelRun(() => ({ model, real: { engines: [engine, other], capacity: 6 } }), steps)
        }),
        { numRuns: runs, interruptAfterTimeLimit: modelLimit, markInterruptAsFailure: true },
      )
    },
    modelLimit + 60_000,
  )

  it('reassigns an entry with an expired lease if an earlier one of its conversation was taken', async () => {
    await put('d-2', { message: 2 })
    const later = await take(100)
    await put('d-1', { message: 1 })
    clock.advance(100)
    const earlier = await take(1_000, other)
    expect([later?.entry.id, earlier?.entry.id]).toEqual(['d-2', 'd-1'])
    if (!later || !earlier) return
    expect(await engine.renew(later.lease, clock.now() + 1_000)).toBe(false)
    expect(await engine.note(later.lease, { key: 'reply 0' })).toBe(false)
    expect(await settle(later.lease, { kind: 'done' })).toBe(false)
    expect(await engine.status(clock.now())).toMatchObject({ waiting: 1, working: 1 })
    expect(await settle(earlier.lease, { kind: 'done' })).toBe(true)
    expect(await take()).toMatchObject({ entry: { id: 'd-2' }, crashes: 1, ledger: [] })
  })

  it('renews an expired lease if no earlier entry of the conversation was taken', async () => {
    await put('d-2', { message: 2 })
    const later = await take(100)
    await put('d-1', { message: 1 })
    clock.advance(100)
    if (!later) return
    expect(await other.renew(later.lease, clock.now() + 1_000)).toBe(true)
    expect(await take()).toBeUndefined()
    expect(await settle(later.lease, { kind: 'done' })).toBe(true)
    expect(await take()).toMatchObject({ entry: { id: 'd-1' }, crashes: 0 })
  })

  it('gives each entry to exactly one of many simultaneous takers', async () => {
    for (let index = 0; index < 20; index += 1) await put(`d-${index}`, { conversation: `place ${index}` })
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, index) => take(1_000, index % 2 === 0 ? engine : other)),
    )
    const ids = taken.flatMap((one) => (one === undefined ? [] : [one.entry.id]))
    expect(ids).toHaveLength(20)
    expect(new Set(ids).size).toBe(20)
  })

  it('keeps one of many simultaneous entries with the same key', async () => {
    const putting = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? engine : other).put(entryWith(`d-${index}`, { key: 'same' }), { capacity: 9 }, clock.now()),
    )
    const answers = await Promise.all(putting)
    expect(answers.filter((answer) => answer === 'kept')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'known')).toHaveLength(19)
  })

  it('never exceeds its capacity with many simultaneous entries', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? engine : other).put(entryWith(`d-${index}`), { capacity: 7 }, clock.now()),
      ),
    )
    expect(answers.filter((answer) => answer === 'kept')).toHaveLength(7)
    expect((await engine.status(clock.now())).waiting).toBe(7)
  })

  it('takes the only entry of one sender before the backlog of another', async () => {
    for (let index = 0; index < 90; index += 1) {
      await put(`busy-${index}`, { sender: '7', message: index + 1, conversation: `place ${index}` })
    }
    await put('quiet', { sender: '8', message: 500, conversation: 'elsewhere' })
    const first = await take()
    const second = await take()
    expect([first?.entry.id, second?.entry.id]).toContain('quiet')
  })

  it.skipIf(!leavesSlot)(
    'takes several entries by turns of senders, and at most as many as allowed per sender',
    async () => {
      for (let index = 0; index < 5; index += 1) {
        await put(`iago ${index}`, { sender: 'Iago', message: index + 1, conversation: `place ${index}` })
      }
      await put('othello', { sender: 'Othello', message: 500, conversation: 'elsewhere' })
      const take = (most: number) => engine.take(clock.now() + 1_000, clock.now(), most, (_, taken) => taken >= 3)
      const ids = (await take(2)).map(({ entry }) => entry.id)
      expect(ids).toEqual(['iago 0', 'othello'])
      expect((await take(9)).map(({ entry }) => entry.id)).toEqual(['iago 1', 'iago 2', 'iago 3'])
      expect(await take(9)).toHaveLength(1)
      expect(await take(9)).toEqual([])
    },
  )

  it('keeps all characters of an entry', async () => {
    const entry = entryWith('d-1', {
      conversation: 'a\n\t\'"`\\%_*?[x]{y} مرحبا 👩‍🚀',
      key: 'é 🥐',
      sender: '{a}',
      notification: JSON.stringify({ data: `"'\\ 👩‍🚀 ${'x'.repeat(70_000)} \u0000`, empty: '' }),
      trace: { traceparent: '00-01-02-00' },
    })
    await engine.put(entry, { capacity: 1 }, clock.now())
    const taken = await take(1_000, other)
    expect(taken?.entry).toEqual(entry)
    if (!taken) return
    const line = { key: 'reply 0 {"🥐"}', outcome: '{"id":7,"text":"\'é\\u0000"}' }
    await engine.note(taken.lease, line)
    await settle(taken.lease, { kind: 'dead', reason: 'failed', error: 'It said: "\'é 🥐\n' })
    expect(await other.getDead('d-1')).toMatchObject({ entry, ledger: [line], error: 'It said: "\'é 🥐\n' })
  })

  it('lists no dead letters after an unknown ID', async () => {
    await put('d-1')
    const taken = await take()
    if (taken) await settle(taken.lease, { kind: 'dead', reason: 'crashed', error: '' })
    expect(await engine.listDead('nobody', 10)).toEqual([])
    expect(await engine.listDead(undefined, 10)).toHaveLength(1)
  })

  it('offers entries of this and other processes until stop()', async () => {
    const worked: string[] = []
    const queue = queueOf(engine)
    const work = queue.work(
      async (job) => {
        worked.push(job.entry.id)
        await job.settle({ kind: 'done' })
      },
      { concurrency: 2 },
    )
    await put('here')
    await other.put(entryWith('there', { conversation: 'oven' }), { capacity: 9 }, clock.now())
    await eventually(() => expect([...worked].sort()).toEqual(['here', 'there']))
    await work.idle()
    await work.stop()
    await put('late', { conversation: 'shop' })
    await work.idle()
    expect(worked).toHaveLength(2)
    expect((await engine.status(clock.now())).waiting).toBe(1)
  })

  const crowds: [string, number][] = [
    ['immediately', 0],
    ['after many quick ones', 30],
  ]
  it.each(leavesSlot ? crowds : [])(
    'keeps a slot for other senders if one sender fills the rest %s',
    async (_, quick) => {
      const underWay = new Map<string, () => void>()
      let ended = 0
      const work = queueOf(engine).work(
        async ({ entry: { id, message }, settle }) => {
          if (message > quick) await new Promise<void>((resolve) => underWay.set(id, resolve))
          underWay.delete(id)
          await settle({ kind: 'done' })
          ended += 1
        },
        { concurrency: 3 },
      )
      const ofIago = Array.from({ length: quick + 10 }, (_, index) => index + 1)
      await Promise.all(
        ofIago.map((message) => put(`iago ${message}`, { message, conversation: `place ${message}`, sender: 'Iago' })),
      )
      await eventually(() => expect([ended, underWay.size]).toEqual([quick, 2]))
      clock.advance(200)
      await put('othello', { message: 99, conversation: 'shop', sender: 'Othello' })
      await eventually(() => expect([...underWay.keys()]).toContain('othello'))
      expect(underWay.size).toBe(3)
      await eventually(async () => {
        for (const end of [...underWay.values()]) end()
        expect(await engine.status(clock.now())).toMatchObject({ waiting: 0, working: 0 })
      })
      await work.stop()
    },
  )

  it('respects `concurrency` and handles one entry of a conversation at a time', async () => {
    const underWay = new Map<string, () => void>()
    let most = 0
    const queue = queueOf(engine)
    const work = queue.work(
      async (job) => {
        const { conversation, id } = job.entry
        expect(underWay.has(conversation), `${id} beside another of ${conversation}`).toBe(false)
        await new Promise<void>((resolve) => {
          underWay.set(conversation, resolve)
          most = Math.max(most, underWay.size)
        })
        underWay.delete(conversation)
        await job.settle({ kind: 'done' })
      },
      { concurrency: 3 },
    )
    for (let index = 0; index < 12; index += 1) {
      await put(`d-${index}`, { message: index + 1, conversation: `place ${index % 5}`, sender: String(index % 4) })
    }
    await eventually(() => expect(underWay.size).toBe(3))
    const finishing = eventually(async () => {
      for (const finish of underWay.values()) finish()
      const { waiting, working } = await engine.status(clock.now())
      expect(waiting + working).toBe(0)
    })
    await finishing
    expect(most).toBe(3)
    await work.stop()
  })

  it('offers an entry again at the time of its next attempt', async () => {
    const attempts: number[] = []
    const queue = queueOf(engine)
    const work = queue.work(
      async (job) => {
        attempts.push(job.attempt)
        if (job.attempt < 3) await job.settle({ kind: 'again', at: clock.now() + 5_000, error: 'It rained.' })
        else await job.settle({ kind: 'done' })
      },
      { concurrency: 1 },
    )
    await put('d-1')
    await eventually(() => expect(attempts).toEqual([1]))
    await work.idle()
    await eventually(() => {
      clock.advance(1_000)
      expect(attempts).toEqual([1, 2, 3])
    })
    await work.stop()
  })

  it('offers the entry of a dead process after its lease', async () => {
    await put('d-1')
    expect((await take(1_000, other))?.entry.id).toBe('d-1')
    const found: Pick<QueueJob, 'attempt' | 'interruptions'>[] = []
    const queue = queueOf(engine)
    const work = queue.work(
      async ({ attempt, interruptions, settle }) => {
        found.push({ attempt, interruptions })
        await settle({ kind: 'done' })
      },
      { concurrency: 1 },
    )
    await work.idle()
    expect(found).toEqual([])
    await eventually(() => {
      clock.advance(500)
      expect(found).toEqual([{ attempt: 1, interruptions: 1 }])
    })
    await work.stop()
  })

  it('handles new entries while interrupted ones fill all slots', async () => {
    const ids = ['one', 'two', 'three']
    for (const id of ids) await put(id, { conversation: id, sender: id })
    for (const _ of ids) await take(1_000, other)
    clock.advance(1_000)
    const underWay = new Map<string, () => void>()
    const work = queueOf(engine).work(
      async ({ entry: { id }, settle }) => {
        await new Promise<void>((resolve) => underWay.set(id, resolve))
        await settle({ kind: 'done' })
      },
      { concurrency: 3 },
    )
    await eventually(() => expect([...underWay.keys()].sort()).toEqual([...ids].sort()))
    const others = ['four', 'five', 'six']
    for (const id of others) await put(id, { conversation: id, sender: id })
    await eventually(() => expect([...underWay.keys()].sort()).toEqual([...ids, ...others].sort()))
    await put('after one', { conversation: 'one', message: 2, sender: '7' })
    for (const id of [...ids, ...others]) underWay.get(id)?.()
    await eventually(() => expect(underWay.has('after one')).toBe(true))
    underWay.get('after one')?.()
    await eventually(async () => expect(await engine.status(clock.now())).toMatchObject({ waiting: 0, working: 0 }))
    await work.stop()
  })

  it('handles one suspect entry at a time, together with entries that were not interrupted', async () => {
    const twice = ['two', 'three']
    for (const ids of [twice, ['one']]) {
      for (const id of ids) await put(id, { conversation: id, sender: id })
      while ((await take(1_000, other)) !== undefined) {}
      clock.advance(1_000)
    }
    const order: string[] = []
    const finish = new Map<string, () => void>()
    const work = queueOf(engine).work(
      async ({ entry: { id }, settle }) => {
        order.push(id)
        await new Promise<void>((resolve) => finish.set(id, resolve))
        order.push(`${id} ended`)
        await settle({ kind: 'done' })
      },
      { concurrency: 2 },
    )
    await put('healthy', { conversation: 'healthy', sender: '9' })
    await eventually(() => expect([...order].sort()).toEqual(['healthy', 'one']))
    let steps = 0
    await eventually(() => {
      // Slowly, so that leases are renewed.
      clock.advance(50)
      steps += 1
      expect(steps).toBe(30)
    })
    expect([...order].sort()).toEqual(['healthy', 'one'])
    finish.get('one')?.()
    await eventually(() => expect(order).toHaveLength(4))
    const first = order[3] ?? ''
    expect(twice).toContain(first)
    await put('another', { conversation: 'another', sender: '8' })
    await eventually(() => expect(order.slice(4)).toEqual(['another']))
    finish.get(first)?.()
    await eventually(() => expect(order.slice(5)).toEqual([`${first} ended`, first === 'two' ? 'three' : 'two']))
    for (const end of finish.values()) end()
    await eventually(async () => expect(await engine.status(clock.now())).toMatchObject({ waiting: 0, working: 0 }))
    await work.stop()
  })

  it('finishes the entries interrupted by a deadly one, and counts crashes only for that one', async () => {
    const slow = ['slow 1', 'slow 2', 'slow 3']
    for (const [at, id] of ['deadly', ...slow].entries()) await put(id, { conversation: id, sender: String(at) })
    const seen: Pick<QueueJob, 'interruptions' | 'crashes'>[] = []
    const done: string[] = []
    const passes = (milliseconds: number) => new Promise<void>((resolve) => clock.later(milliseconds, resolve))
    for (let death = 1; death <= 6; death += 1) {
      const { queue, die } = mortal(engine, clock)
      let isDead = false
      queue.work(
        async ({ entry: { id }, interruptions, crashes, settle }) => {
          if (id === 'deadly') seen.push({ interruptions, crashes })
          else expect(crashes, id).toBe(0)
          await passes(id === 'deadly' ? 50 : 100)
          if (isDead) return new Promise(() => {})
          if (id !== 'deadly') {
            done.push(id)
            return settle({ kind: 'done' })
          }
          isDead = true
          die()
          return new Promise(() => {})
        },
        { concurrency: 4 },
      )
      await eventually(() => {
        clock.advance(20)
        expect(isDead).toBe(true)
      })
      clock.advance(2_000)
    }
    // Together twice, then by itself; what had its turn before it is done, and so is the rest before its next turn.
    expect(seen.map(({ crashes }) => crashes)).toEqual([0, 0, 0, 1, 2, 3])
    expect(done.sort()).toEqual(slow)
  })

  it('identifies a deadly entry that runs together with an innocent suspect', async () => {
    await put('innocent', { conversation: 'innocent', sender: '1' })
    for (let death = 0; death < 2; death += 1) {
      await take(1_000, other)
      clock.advance(1_000)
    }
    const crashes = new Map<string, number>()
    let isDone = false
    for (let death = 1; death <= 5; death += 1) {
      const { queue, die } = mortal(engine, clock)
      let isDead = false
      const underWay = new Set<string>()
      queue.work(
        async (job) => {
          const { id } = job.entry
          crashes.set(id, job.crashes)
          underWay.add(id)
          if (id === 'deadly' && (death > 1 || underWay.has('innocent'))) {
            isDead = true
            die()
          } else if (id === 'innocent' && underWay.has('deadly')) {
            isDead = true
            die()
          } else if (id === 'innocent' && death > 1) {
            isDone = true
            return job.settle({ kind: 'done' })
          }
          return new Promise(() => {})
        },
        { concurrency: 4 },
      )
      if (death === 1) await put('deadly', { conversation: 'deadly', sender: '2' })
      await eventually(() => {
        clock.advance(20)
        expect(isDead).toBe(true)
      })
      clock.advance(2_000)
    }
    expect(isDone).toBe(true)
    expect(crashes.get('innocent')).toBeLessThanOrEqual(1)
    expect(crashes.get('deadly')).toBeGreaterThanOrEqual(1)
  })

  it('renews the lease of a running entry for as long as it runs', async () => {
    await put('d-1')
    let finish = () => {}
    let underWay: QueueJob | undefined
    const queue = queueOf(engine)
    const work = queue.work(
      async (job) => {
        underWay = job
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        await job.settle({ kind: 'done' })
      },
      { concurrency: 1 },
    )
    await eventually(() => expect(underWay).toBeDefined())
    for (let thirds = 0; thirds < 12; thirds += 1) {
      clock.advance(300)
      // The renewal has to reach the store.
      await engine.status(clock.now())
      await other.status(clock.now())
      expect(await take(1_000, other)).toBeUndefined()
    }
    expect(underWay?.isLost).toBe(false)
    finish()
    await eventually(async () => expect((await other.status(clock.now())).working).toBe(0))
    await work.stop()
    expect(await other.status(clock.now())).toMatchObject({ waiting: 0, working: 0, dead: 0 })
  })

  it('offers a replayed dead letter', async () => {
    await put('d-1')
    const taken = await take()
    if (taken) await settle(taken.lease, { kind: 'dead', reason: 'failed', error: 'It rained.' })
    let worked = 0
    const queue = queueOf(engine)
    const work = queue.work(
      async (job) => {
        worked += 1
        await job.settle({ kind: 'done' })
      },
      { concurrency: 1 },
    )
    await other.replayDead('d-1', clock.now())
    await eventually(() => expect(worked).toBe(1))
    await work.stop()
  })
}

/** A queue in a process that dies where it is told to: nothing of it reaches the store from then on. */
function mortal(engine: QueueEngine, clock: VirtualClock) {
  let isDead = false
  const living =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      isDead ? new Promise(() => {}) : call(...args)
  const own: QueueEngine = {
    ...engine,
    take: living(engine.take),
    renew: living(engine.renew),
    note: living(engine.note),
    settle: living(engine.settle),
  }
  const die = () => {
    isDead = true
  }
  return { queue: createQueue(own, { clock, lease: 900 }), die }
}
