import type { Redis } from 'ioredis'
import type { Queue } from '../../bot/index.js'
import { type Clock, systemClock } from '../../client/index.js'
import { createQueue, type QueueEngine, QueueError, type QueueOptions } from '../../queue/index.js'
import { connectRedis } from '../redisConnection.js'
import { engineOnRedis } from './engineOnRedis.js'
import type { RedisQueueClient } from './redisQueueClient.js'
import { redisWakes } from './redisWakes.js'

export interface RedisQueueOptions extends QueueOptions {
  /** What the names of all its keys begin with; `earshot`. Bots that share nothing take different ones. */
  readonly prefix?: string
}

/**
 * A queue in Redis 6 or newer, for receivers and workers on as many machines as needed; install `bullmq` 6 and
 * `ioredis` 5 beside Earshot. How much survives a crash of Redis is its own setting: with `appendfsync always` all that
 * was acknowledged. Set `maxmemory-policy noeviction`, or Redis may throw deliveries away.
 *
 * An address gets connections of its own. A client that is given stays open; make it with `maxRetriesPerRequest: 0`, so
 * that calls fail while Redis is away, and with `enableAutoPipelining: true` for speed.
 *
 * @param where An address such as `redis://localhost:6379/1`, or a client of ioredis.
 * @throws {QueueError} when Redis can't be reached, or a package is not installed.
 * @example `const queue = await redisQueue('redis://localhost:6379')`
 */
export async function redisQueue(where: string | RedisQueueClient, options: RedisQueueOptions = {}): Promise<Queue> {
  return createQueue(await redisQueueEngine(where, options), options)
}

/** What a queue in Redis stands on, for `createQueue`. */
export async function redisQueueEngine(
  where: string | RedisQueueClient,
  { prefix = 'earshot', clock = systemClock }: { readonly prefix?: string; readonly clock?: Clock } = {},
): Promise<QueueEngine> {
  const base = `{${checkedPrefix(prefix)}}:queue`
  const bullmq = await loaded()
  const client =
    typeof where === 'string' ? await connectRedis(where, fail, { enableAutoPipelining: true }) : checkedClient(where)
  const wakes = redisWakes({ bullmq, connect: () => patient(client), prefix: base })
  return engineOnRedis({
    client,
    base,
    wakes,
    clock,
    async close() {
      await wakes.close()
      if (typeof where === 'string') (client as Redis).disconnect()
    },
  })
}

async function loaded() {
  try {
    return await import('bullmq')
  } catch (error) {
    throw fail(
      'missing_package',
      'A queue in Redis needs the packages bullmq and ioredis, and bullmq is not installed. Run `npm install bullmq@6 ioredis@5`.',
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
  return connection
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

const fail = (...parts: ConstructorParameters<typeof QueueError>) => new QueueError(...parts)
