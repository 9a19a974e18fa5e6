import type { Log, Queue, QueueEntry } from '../../bot/index.js'
import { systemClock } from '../../client/index.js'
import { checkedCount, queueGuard, queueOptions, queueSettings } from '../../queue/createQueue.js'
import { QueueError, type QueueOptions } from '../../queue/index.js'
import { Turns } from '../../queue/workLoop.js'
import { checkOptions } from '../../text/index.js'
import type { RedisQueueClient } from '../redisClient.js'
import { redisReason, withoutCommand } from '../redisConnection.js'
import { redisHolder } from '../redisHolder.js'
import { isScriptRefusal, redisDeadLetters } from './redisDeadLetters.js'
import { laneHolders } from './redisHolders.js'
import { lockKept } from './redisLaneJob.js'
import { addEntry, isKnown, isSetUp, onConnection, openLanes, statusOf } from './redisLanes.js'
import { queueFailure as fail, loadedBullMQ, patient, redisClientAt } from './redisPackages.js'
import { bytesOf, RedisMemory, roomIn, shortOfMemory } from './redisRoom.js'
import { workOnLanes } from './redisWork.js'

export interface RedisQueueOptions extends QueueOptions {
  /** Prefix of all keys. Queues that share nothing need different ones. (default: `earshot`) */
  readonly prefix?: string
  /**
   * Number of BullMQ queues over which conversations are spread, and so the maximum number of deliveries that all
   * processes together handle at once. It must be the same in every process. (default: that of the first process, or
   * 32)
   */
  readonly lanes?: number
  /** Milliseconds after a delivery's arrival for which repeats of it are recognised. (default: a day) */
  readonly remember?: number
}

/**
 * A queue in Redis 6.2 or newer, for receivers and workers on as many machines as needed; install `bullmq` 6 and
 * `ioredis` 5 beside Earshot. How much survives a crash of Redis depends on its settings: with `appendfsync always`,
 * everything that was acknowledged. Set `maxmemory-policy noeviction`, or Redis may evict deliveries.
 *
 * For an address, the queue opens its own connections. A client that is passed in stays open; create it with
 * `maxRetriesPerRequest: 0`, so that calls fail while Redis is away.
 *
 * @param where An address such as `redis://localhost:6379/1`, or a client of ioredis.
 * @throws {QueueError} if Redis can't be reached or a package isn't installed.
 * @example `const queue = await redisQueue('redis://localhost:6379')`
 */
export async function redisQueue(where: string | RedisQueueClient, options: RedisQueueOptions = {}): Promise<Queue> {
  checkOptions('redisQueue', options, { ...queueOptions, prefix: true, lanes: true })
  const settings = queueSettings(options)
  const { log, capacity, lease, remember } = settings
  const base = `{${checkedPrefix(options.prefix ?? 'earshot')}}:queue`
  const wanted = options.lanes === undefined ? undefined : checkedCount('lanes', options.lanes)
  const bullmq = await loadedBullMQ()
  const { client, disconnect } = await redisClientAt(where)
  const place = { bullmq, client, prefix: base }
  let lanes: ReturnType<typeof openLanes>
  try {
    lanes = openLanes({ ...place, count: await laneCount(client, base, wanted) })
    if (Number(await client.call('HGET', base, 'format')) !== format) await setUp()
  } catch (error) {
    disconnect?.()
    throw error instanceof QueueError ? error : unusable(error)
  }
  await warnOfSettings(client, log)

  const room = roomIn(lanes, capacity)
  const memory = new RedisMemory(client, log)
  const turns = new Turns(systemClock)
  const guard = queueGuard(Date.now, (error) => {
    if (isScriptRefusal(error)) return error
    return fail(
      'failed',
      `The queue failed: ${redisReason(error)}. The operation may or may not have happened. Check that Redis is running.`,
      { cause: withoutCommand(error) },
    )
  })
  const connect = () => patient(client)
  const holder = redisHolder(client, `${base}:beat:`, systemClock, () => log.warn({}, onlyHere))
  const holders = laneHolders({ client, holder, lease })
  const context = { ...settings, holders, bullmq, call: guard.call, client, lanes, turns, openWorker, connect }
  let settingUp: Promise<void> | undefined

  return guard.queue({
    async put(entry) {
      const bytes = bytesOf(entry)
      if (!(await memory.take(bytes))) return refused(entry)
      try {
        if (!(await room.take())) return await refused(entry)
        if (!(await isSetUp(entry, lanes))) await setUpAgain()
        const added = await addEntry(entry, lanes, remember, client)
        if (added === 'known') room.giveBack()
        return added
      } finally {
        memory.added(bytes)
      }
    },
    work: (handle, concurrency) => workOnLanes(handle, concurrency, context),
    async checkWritable() {
      await client.call('SET', `${base}:writable`, '', 'PX', '1000')
      if ((await memory.look()).free <= 0) throw fail('failed', shortOfMemory)
    },
    status: async () => ({ ...(await statusOf(lanes)), capacity }),
    dead: redisDeadLetters(client, lanes),
    async close() {
      await holders.leave(lanes).catch(() => {})
      await holder.close()
      await Promise.all(lanes.map((lane) => lane.close()))
      disconnect?.()
    },
  })

  async function setUp(): Promise<void> {
    await Promise.all(lanes.map((lane) => lane.setGlobalConcurrency(1)))
    await client.call('HSET', base, 'format', String(format), 'lanes', String(lanes.length))
  }

  /** Redis was emptied, came back empty, or evicted a lane. Puts that notice it together do this once. */
  function setUpAgain(): Promise<void> {
    settingUp ??= setUp()
      .then(() => log.warn({}, emptied))
      .finally(() => {
        settingUp = undefined
      })
    return settingUp
  }

  async function refused(entry: QueueEntry): Promise<'known' | 'full'> {
    return (await isKnown(entry, lanes, client)) ? 'known' : 'full'
  }

  function openWorker({ name }: { readonly name: string }) {
    const { options: shared, backend } = onConnection(place)
    const worker = new bullmq.Worker(name, undefined, { ...shared, ...unhurried, ...lockedFor(lease) }, backend)
    return worker.on('error', () => {})
  }
}

const onlyHere =
  "The client of Redis can't be opened again in a thread, so a handler that blocks its process for longer than the lease loses its delivery to another machine. Give the address of Redis, or a client whose options are plain data."

const emptied =
  'Redis has lost data of the queue: deliveries that waited there may be lost. New ones are taken as before.'

/** Version of the format of the data in Redis, which a later version may change. */
const format = 1

/**
 * Options of BullMQ's workers: they only take a job when asked, a job may be found without a lock any number of times,
 * and lanes can be paused, for which BullMQ requires a limit.
 */
const unhurried = {
  autorun: false,
  maxStalledCount: Number.MAX_SAFE_INTEGER,
  limiter: { max: Number.MAX_SAFE_INTEGER, duration: 1_000 },
}

const lockedFor = (lease: number) => ({ lockDuration: lockKept, stalledInterval: Math.ceil(lease / 2) })

/** The number that the first process to open the queue stored. @throws {QueueError} if the option differs. */
async function laneCount(client: RedisQueueClient, base: string, wanted: number | undefined): Promise<number> {
  const [found, lanes] = (await client.call('HMGET', base, 'format', 'lanes')) as (string | null)[]
  checkFormat(Number(found ?? format))
  const count = lanes ? Number(lanes) : (wanted ?? 32)
  if (wanted === undefined || wanted === count) return count
  throw fail(
    'invalid_option',
    `The queue in Redis has ${count} lanes, and the option \`lanes\` is ${wanted}. Give ${count}, or another prefix.`,
  )
}

function checkedPrefix(prefix: string): string {
  if (typeof prefix === 'string' && /^[^{}]+$/.test(prefix)) return prefix
  throw fail(
    'invalid_option',
    `A queue in Redis can't have the prefix ${JSON.stringify(prefix)}. Its keys share a hash tag made of it. Give a string without braces.`,
  )
}

function checkFormat(found: number): void {
  if (found <= format) return
  throw fail(
    'newer_tables',
    `The queue in Redis was written by a later version of Earshot: format ${found}, and this version knows ${format}. Use that version, or another prefix.`,
  )
}

function unusable(cause: unknown): QueueError {
  return fail(
    'failed',
    `Redis can't be used as a queue: ${redisReason(cause)}. Check that it is a Redis 6.2 or newer which accepts writes.`,
    { cause: withoutCommand(cause) },
  )
}

/** Warns of Redis settings that can lose acknowledged deliveries, if Redis reveals them. */
async function warnOfSettings(client: Pick<RedisQueueClient, 'info' | 'call'>, log: Log): Promise<void> {
  const info = await client.info().catch(() => '')
  const setting = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1]
  const policy = setting('maxmemory_policy')
  if (setting('maxmemory') !== '0' && policy !== undefined && policy !== 'noeviction') {
    log.warn(
      { maxmemory_policy: policy },
      'Redis evicts entries of the queue when its memory is full; set maxmemory-policy to noeviction',
    )
  }
  if (setting('aof_enabled') === '0') {
    log.warn(
      { appendonly: 'no' },
      'Redis keeps the queue only in memory, so a crash loses acknowledged deliveries; set appendonly to yes and appendfsync to always',
    )
    return
  }
  const [, fsync] = ((await client.call('CONFIG', 'GET', 'appendfsync').catch(() => [])) ?? []) as string[]
  if (fsync !== undefined && fsync !== 'always') {
    log.warn(
      { appendfsync: fsync },
      "A crash of Redis's machine may lose deliveries acknowledged in the last second; set appendfsync to always",
    )
  }
}
