import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { errorFields, type QueueEntry, type QueueJob, type QueueWork } from '../../bot/index.js'
import { systemClock } from '../../client/index.js'
import { Count, type Turns, workAt } from '../../queue/workLoop.js'
import type { RedisQueueClient } from '../redisClient.js'
import type { laneHolders } from './redisHolders.js'
import { type LaneJobContext, type Locked, lockedJob } from './redisLaneJob.js'
import { type Lane, waitingStates } from './redisLanes.js'

interface RedisWorkContext extends LaneJobContext {
  readonly lanes: readonly Lane[]
  readonly openWorker: (lane: Lane) => Worker<QueueEntry>
  readonly client: Pick<RedisQueueClient, 'call'>
  /** Opens another connection, whose calls wait while Redis is away. */
  readonly connect: () => Redis
  readonly turns: Turns
  readonly holders: ReturnType<typeof laneHolders>
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
  const { lanes, client, holders, openWorker, connect, turns, log, lease } = context
  const workers = lanes.map(openWorker)
  for (const worker of workers) void worker.startStalledCheckTimer()
  const bell = connect()
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
  holders.begin()
  void look()
  void listen()

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
      onFree()
      bell.disconnect()
      await serving.zero()
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }

  /** Finds jobs without a notification: in lanes that were paused, or held by another process that is gone or has left. */
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
    cancelLook = systemClock.later(Math.min(betweenLooks, lease / 4), () => void look())
  }

  async function haveJobs(looked: readonly number[]): Promise<boolean> {
    const others = looked.filter((lane) => !held.has(lane))
    if (await exist(others, ['active'])) await Promise.all(others.map((lane) => holders.takeFrom(lanes[lane] as Lane)))
    return exist(looked, waitingStates)
  }

  /** One question for all lanes: mostly they have none. */
  async function exist(looked: readonly number[], states: readonly string[]): Promise<boolean> {
    const keys = looked.flatMap((lane) => states.map((state) => lanes[lane]?.toKey(state) ?? ''))
    return keys.length > 0 && Number(await client.call('EXISTS', ...keys)) > 0
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
      const { token, end } = holders.newToken()
      const taking = take(lane, token)
      found[lane] = taking.then((first) => first !== undefined)
      void serve(lane, taking).finally(() => {
        end()
        serving.down()
      })
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
        const { leased } = locked
        await turns.run(leased, () => workAt(leased, handle, () => isStopped, log))
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

  async function take(index: number, token: string): Promise<Locked | undefined> {
    const [lane, worker] = [lanes[index] as Lane, workers[index] as Worker<QueueEntry>]
    called.delete(index)
    if (isStopped) return undefined
    const until = performance.now() + lease
    try {
      const job = await context.call(() => worker.getNextJob(token, { block: false }))
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
}

/** Milliseconds. */
const betweenLooks = 1_000
const afterUseless = 5

/** Limits the load that many idle lanes put on Redis. */
const lanesPerLook = 100

/** Less than the time after which a silent connection is given up. */
const blockSeconds = 5
