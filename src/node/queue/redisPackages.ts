import type { Redis } from 'ioredis'
import { QueueError } from '../../queue/index.js'
import type { RedisQueueClient } from '../redisClient.js'
import { connectRedis, forgettingCalls, installing } from '../redisConnection.js'

export type BullMQ = typeof import('bullmq')

export async function redisClientAt(
  where: string | RedisQueueClient,
): Promise<{ readonly client: RedisQueueClient; readonly disconnect?: () => void }> {
  if (typeof where !== 'string') return { client: checkedClient(where) }
  const client = await connectRedis(where, queueFailure)
  return { client, disconnect: () => client.disconnect() }
}

export async function loadedBullMQ(): Promise<BullMQ> {
  try {
    return await import('bullmq')
  } catch (error) {
    throw queueFailure(
      'missing_package',
      `A queue in Redis needs the packages bullmq and ioredis, and bullmq is not installed. Run \`${installing(['bullmq@6', 'ioredis@5'])}\`.`,
      { cause: error },
    )
  }
}

/** Opens another connection, as BullMQ requires it: its calls wait while Redis is away. */
export function patient(client: RedisQueueClient): Redis {
  const options = { maxRetriesPerRequest: null, enableAutoPipelining: false, lazyConnect: false }
  const duplicate = client.duplicate as (...parts: unknown[]) => Redis
  const connection = client.isCluster
    ? duplicate.call(client, undefined, { redisOptions: options })
    : duplicate.call(client, options)
  connection.on('error', () => {})
  // A cluster has a connection for each node.
  return client.isCluster ? connection : forgettingCalls(connection)
}

function checkedClient(client: RedisQueueClient): RedisQueueClient {
  if (!client.options.keyPrefix) return client
  throw queueFailure(
    'invalid_option',
    'The client of Redis has a `keyPrefix`, which BullMQ does not support. Give a client without one, and set the option `prefix` of the queue.',
  )
}

export const queueFailure = (...parts: ConstructorParameters<typeof QueueError>) => new QueueError(...parts)
