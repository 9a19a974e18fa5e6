import { existsSync } from 'node:fs'
import type { Queue } from '../../bot/index.js'
import { configuredQueue } from '../../node/configuration/configuration.js'
import type { ConfigurationProblem } from '../../node/errors.js'
import { ConfigurationError, type Environment } from '../../node/index.js'
import { type QueueAddress, queueAddress, redis, sqlite } from '../../node/stores.js'
import { UsageError } from '../shared/usageError.js'

/** What the command line says of where a queue is. */
export interface QueuePlace {
  readonly queue?: string
  readonly prefix?: string
  readonly config?: string
}

/**
 * Opens the queue that is meant: that of the command line, else that of the environment, else that of the file.
 *
 * @throws {UsageError} when none is, or it is not there. @throws {QueueError} when it can't be had.
 */
export async function openQueueFor(
  place: QueuePlace,
  environment: Environment,
): Promise<{ readonly queue: Queue; readonly name: string }> {
  const address = addressOf(place, environment)
  if (address === undefined || address.kind === 'inline') {
    throw new UsageError(
      `${address === undefined ? 'No queue is configured' : 'Deliveries are handled inline, so there is no queue'}. ` +
        'Give --queue sqlite:bots.db or --queue redis://localhost:6379, or set EARSHOT_QUEUE.',
    )
  }
  if (address.kind === 'sqlite' && !existsSync(address.path)) {
    throw new UsageError(`There is no file ${address.path}. Give the path that the bot is served with.`)
  }
  const { prefix } = place
  const store =
    address.kind === 'sqlite' ? sqlite(address.path) : redis(address.url, prefix === undefined ? {} : { prefix })
  return { queue: await store.openQueue(), name: store.name }
}

function addressOf({ queue, config }: QueuePlace, environment: Environment): QueueAddress | undefined {
  if (queue !== undefined) return queueAt(queue)
  const problems: ConfigurationProblem[] = []
  const address = configuredQueue({ configFile: config, environment }, problems)
  if (address === undefined && problems.length > 0) throw new ConfigurationError(problems)
  return address
}

/** @throws {UsageError} for what is none. */
export function queueAt(text: string): QueueAddress {
  const address = queueAddress(text)
  if (address !== undefined) return address
  // It may be an address with a typo in it, and hold a password, so it is not repeated.
  throw new UsageError(
    'Earshot knows no such kind of queue: write inline, sqlite:bots.db (the path of a file), ' +
      'or as redis://localhost:6379.',
  )
}
