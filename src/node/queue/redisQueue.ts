import type { Redis } from 'ioredis'
import { type Queue, silent } from '../../bot/index.js'
import { systemClock } from '../../client/index.js'
import { createQueue, type QueueEngine, QueueError, type QueueOptions } from '../../queue/index.js'
import { installing } from '../installing.js'
import { connectRedis, forgettingCalls } from '../redisConnection.js'
import { redisReason } from '../redisReason.js'
import { engineOnRedis } from './engineOnRedis.js'
import type { RedisQueueClient } from './redisQueueClient.js'
import { warnOfSettings } from './redisSettings.js'
import { redisWakes } from './redisWakes.js'
import { runRedisScript } from './runRedisScript.js'

export interface RedisQueueOptions extends QueueOptions {
  /** What the names of all its keys begin with; `earshot`. Queues that share nothing take different ones. */
  readonly prefix?: string
}

/**
 * A queue in Redis 6 or newer, for receivers and workers on as many machines as needed; install `bullmq` 6 and
 * `ioredis` 5 beside Earshot. How much survives a crash of Redis is its own setting: with `appendfsync always` all that
 * was acknowledged. Set `maxmemory-policy noeviction`, or Redis may throw deliveries away.
 *
 * An address gets connections of its own. A client that is given stays open; make it with `maxRetriesPerRequest: 0`, so
 * that calls fail while Redis is away.
 *
 * @param where An address such as `redis://localhost:6379/1`, or a client of ioredis.
 * @throws {QueueError} when Redis can't be reached, or a package is not installed.
 * @example `const queue = await redisQueue('redis://localhost:6379')`
 */
export async function redisQueue(where: string | RedisQueueClient, options: RedisQueueOptions = {}): Promise<Queue> {
  const { prefix, ...rest } = options
  return createQueue(await redisQueueEngine(where, options), rest)
}

/** What a queue in Redis stands on, for `createQueue`. @throws {QueueError} */
export async function redisQueueEngine(
  where: string | RedisQueueClient,
  { prefix = 'earshot', clock = systemClock, log = silent }: RedisQueueOptions = {},
): Promise<QueueEngine> {
  const base = `{${checkedPrefix(prefix)}}:queue`
  const bullmq = await loaded()
  const { client, disconnect } = typeof where === 'string' ? await connected(where) : { client: checkedClient(where) }
  const run = runRedisScript(client, base)
  try {
    checkFormat(await run('format', format))
  } catch (error) {
    disconnect?.()
    throw error instanceof QueueError ? error : unusable(error)
  }
  await warnOfSettings(client, log)
  const wakes = redisWakes({ bullmq, connect: () => patient(client), prefix: base })
  return engineOnRedis({
    run,
    wakes,
    clock,
    async close() {
      await wakes.close()
      disconnect?.()
    },
  })
}

/** What is written down in Redis, and how; a later version may do so in another way. */
const format = 1

async function connected(address: string): Promise<{ client: RedisQueueClient; disconnect: () => void }> {
  const client = await connectRedis(address, fail)
  return { client, disconnect: () => client.disconnect() }
}

async function loaded() {
  try {
    return await import('bullmq')
  } catch (error) {
    throw fail(
      'missing_package',
      `A queue in Redis needs the packages bullmq and ioredis, and bullmq is not installed. Run \`${installing(['bullmq@6', 'ioredis@5'])}\`.`,
      { cause: error },
    )
  }
}

/** Another connection, as BullMQ wants it: its calls wait while Redis is away. */
function patient(client: RedisQueueClient): Redis {
  const options = { maxRetriesPerRequest: null, enableAutoPipelining: false, lazyConnect: false }
  const duplicate = client.duplicate as (...parts: unknown[]) => Redis
  const connection = client.isCluster
    ? duplicate.call(client, undefined, { redisOptions: options })
    : duplicate.call(client, options)
  connection.on('error', () => {})
  // The machines of a cluster have connections of their own.
  return client.isCluster ? connection : forgettingCalls(connection)
}

function checkedPrefix(prefix: string): string {
  if (typeof prefix === 'string' && /^[^{}]+$/.test(prefix)) return prefix
  throw fail(
    'invalid_option',
    `A queue in Redis can't have the prefix ${JSON.stringify(prefix)}. Its keys share a hash tag that is made of it. Give some text without braces.`,
  )
}

function checkedClient(client: RedisQueueClient): RedisQueueClient {
  if (!client.options.keyPrefix) return client
  throw fail(
    'invalid_option',
    'The client of Redis has a `keyPrefix`, and BullMQ works with none. Give the queue its `prefix`, and a client without.',
  )
}

function checkFormat(found: unknown): void {
  if (Number(found) <= format) return
  throw fail(
    'newer_tables',
    `What is in Redis was written by a later version of Earshot: format ${String(found)}, and this one knows ${format}. Use that version, or another prefix.`,
  )
}

function unusable(cause: unknown): QueueError {
  return fail(
    'failed',
    `Redis can't be used as a queue: ${redisReason(cause)}. Check that it is a Redis 6 or newer which takes writes.`,
    { cause },
  )
}

const fail = (...parts: ConstructorParameters<typeof QueueError>) => new QueueError(...parts)
