import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { errorFields, type QueueEntry, type QueueJob, type QueueWork } from '../../bot/index.js'
import { systemClock } from '../../client/index.js'
import { Count, type Turns, workAt } from '../../queue/workLoop.js'
import { renewInThread } from '../beatThread.js'
import type { openIdentity } from '../processIdentity.js'
import { type LaneJobContext, type Locked, lockedJob } from './redisLaneJob.js'
import { type Lane, waitingStates } from './redisLanes.js'
import type { RedisQueueClient } from './redisQueueClient.js'

interface RedisWorkContext extends LaneJobContext {
  readonly lanes: readonly Lane[]
  readonly openWorker: (lane: Lane) => Worker<QueueEntry>
  readonly client: Pick<RedisQueueClient, 'call'>
  /** Lets a thread renew locks too, which a blocked event loop doesn't stop, until the function that it returns is called. */
  readonly renewLocks: () => () => void
  /** Opens another connection, whose calls wait while Redis is away. */
  readonly connect: () => Redis
  readonly turns: Turns
  /** This process, as others on its machine know it. */
  readonly identity: Pick<ReturnType<typeof openIdentity>, 'id' | 'stateOf'>
}

/**
 * Takes jobs from all lanes: one at a time from each, and from as many at once as there are slots. A lane whose job has
 * ended goes behind those that wait for a slot; if none does, it keeps its slot.
 */
export function workOnLanes(
  handle: (job: QueueJob) => Promise<void>,
  concurrency: number,
  context: RedisWorkContext,
): QueueWork {
  const { lanes, client, openWorker, connect, turns, log, lease } = context
  const workers = lanes.map(openWorker)
  for (const worker of workers) void worker.startStalledCheckTimer()
  const bell = connect()
  const stopRenewing = context.renewLocks()
  let stopKeeping = () => {}
  /** Lanes that may have jobs, in the order in which they get a slot. */
  const ready = new Set<number>()
  const held = new Set<number>()
  /** Held lanes that take a slot: those whose job was never interrupted. */
  const slots = new Set<number>()
  /** Lanes that were held when a job may have arrived. */
  const called = new Set<number>()
  /** Whether the lane had a job when it was last checked. */
  const found: Promise<boolean>[] = []
  const serving = new Count()
  let taken = 0
  let isStopped = false
  let isLost = false
  let onFree = () => {}
  let cancelLook = () => {}
  let lookAt = -1
  void look()
  void listen()
  keepOthers()

  return {
    async idle() {
      for (let before = -1; before !== taken; ) {
        await serving.zero()
        before = taken
        offerAll()
        await serving.zero()
      }
    },
    async stop() {
      isStopped = true
      cancelLook()
      stopRenewing()
      stopKeeping()
      onFree()
      bell.disconnect()
      await serving.zero()
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }

  /** Finds jobs without a notification: in lanes that were paused, or held by another process that has since left. */
  async function look(): Promise<void> {
    const looked = Array.from({ length: Math.min(lanes.length, lanesPerLook) }, () => {
      lookAt = (lookAt + 1) % lanes.length
      return lookAt
    })
    // While Redis is away, each take finds out whether it is back.
    const mayHave = isLost || (await haveJobs(looked).catch(() => true))
    if (isStopped) return
    if (mayHave) for (const lane of looked) if (!held.has(lane)) ready.add(lane)
    fill()
    cancelLook = systemClock.later(betweenLooks, () => void look())
  }

  /** One question for all lanes: mostly nothing waits anywhere. */
  async function haveJobs(looked: readonly number[]): Promise<boolean> {
    const keys = looked.flatMap((lane) => waitingStates.map((state) => lanes[lane]?.toKey(state) ?? ''))
    return Number(await client.call('EXISTS', ...keys)) > 0
  }

  /** A process that is stopped can't renew its lock: those beside it on its machine do, so that nobody handles its job too. Only on Linux. */
  function keepOthers(): void {
    stopKeeping = systemClock.later(lease / 3, () => {
      void Promise.all(lanes.map(keepOther)).catch(() => {})
      keepOthers()
    })
  }

  async function keepOther(lane: Lane): Promise<void> {
    const [job] = (await client.call('LRANGE', lane.toKey('active'), '0', '0')) as string[]
    if (job === undefined) return
    const lock = lane.toKey(`${job}:lock`)
    const holder = holderIn(await client.call('GET', lock))
    if (holder !== undefined && context.identity.stateOf(holder) === 'stopped') {
      await client.call('PEXPIRE', lock, String(lease))
    }
  }

  function offerAll(): void {
    for (const lane of lanes.keys()) if (!held.has(lane)) ready.add(lane)
    fill()
  }

  function offer(lane: number): void {
    if (held.has(lane)) called.add(lane)
    else ready.add(lane)
    fill()
  }

  /**
   * BullMQ marks a queue to which a job was added, and the process that takes the mark looks for the job. It also marks
   * a queue from which a job was taken. That mark is useless here, so lanes that are held come last, and a pause
   * follows.
   */
  async function listen(): Promise<void> {
    while (!isStopped) {
      if (slots.size >= concurrency) await new Promise<void>((resolve) => (onFree = resolve))
      if (isStopped) return
      const marks = [...lanes.keys()].sort((one, other) => Number(held.has(one)) - Number(held.has(other)))
      const names = marks.map((index) => lanes[index]?.toKey('marker') ?? '')
      const mark = await bell
        .bzpopmin(...names, blockSeconds)
        .catch(() => sleep(betweenLooks, undefined, { ref: false }))
      if (!mark) continue
      const lane = marks[names.indexOf(mark[0])] ?? 0
      const wasHeld = held.has(lane)
      offer(lane)
      const isUseless = wasHeld || (slots.size < concurrency && !(await found[lane]))
      if (isUseless) await sleep(afterUseless, undefined, { ref: false })
    }
  }

  function fill(): void {
    for (const lane of ready) {
      if (isStopped || slots.size >= concurrency) return
      ready.delete(lane)
      held.add(lane)
      slots.add(lane)
      serving.up()
      const taking = take(lane)
      found[lane] = taking.then((first) => first !== undefined)
      void serve(lane, taking).finally(() => serving.down())
    }
  }

  function free(lane: number): void {
    slots.delete(lane)
    fill()
    onFree()
  }

  async function serve(lane: number, taking: Promise<Locked | undefined>): Promise<void> {
    let mayHaveMore = false
    try {
      let locked = await taking
      while (locked) {
        taken += 1
        if (locked.leased.interruptions > 0) free(lane)
        await run(locked)
        const next = locked.next()
        mayHaveMore = next === 'unasked'
        locked = next === 'unasked' ? undefined : await next
      }
    } catch (error) {
      log.error(errorFields(error), 'The worker failed')
    } finally {
      held.delete(lane)
      if (called.delete(lane) || mayHaveMore) ready.add(lane)
      free(lane)
    }
  }

  async function take(index: number): Promise<Locked | undefined> {
    const [lane, worker] = [lanes[index] as Lane, workers[index] as Worker<QueueEntry>]
    called.delete(index)
    if (isStopped) return undefined
    const until = performance.now() + lease
    try {
      const job = await context.call(() => worker.getNextJob(tokenOf(context.identity.id), { block: false }))
      if (isLost) log.info({}, 'Taking deliveries from the queue again')
      isLost = false
      if (job === undefined) return undefined
      const goesOn = () => {
        called.delete(index)
        return !isStopped && (ready.size === 0 || slots.size < concurrency)
      }
      const onPause = (wait: number) => void setTimeout(() => offer(index), wait).unref()
      return await lockedJob(job, { lane, worker, goesOn, onPause }, until, context)
    } catch (error) {
      if (!isLost && !isStopped) {
        log.warn(errorFields(error), 'Failed to take deliveries from the queue; retrying every second')
        isLost = true
      }
      return undefined
    }
  }

  async function run({ leased, lock, token }: Locked): Promise<void> {
    renewInThread(lock, token)
    await turns.run(leased, () => workAt(leased, handle, () => isStopped, log))
    renewInThread(lock)
  }
}

/** The token of a lock, with its holder. */
const tokenOf = (holder: string) => `${randomUUID()} ${holder}`

function holderIn(token: unknown): string | undefined {
  return typeof token === 'string' && token.includes(' ') ? token.slice(token.indexOf(' ') + 1) : undefined
}

/** Milliseconds. */
const betweenLooks = 1_000
const afterUseless = 5

/** Limits the load that many idle lanes put on Redis. */
const lanesPerLook = 100

/** Less than the time after which a silent connection is given up. */
const blockSeconds = 5
