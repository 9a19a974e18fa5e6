import { existsSync } from 'node:fs'
import { configuredQueue } from '../../node/configuration/configuration.js'
import type { Environment } from '../../node/configuration/sources.js'
import type { ConfigurationProblem } from '../../node/errors.js'
import { ConfigurationError, type Store } from '../../node/index.js'
import {
  type QueueAddress,
  queueAddress,
  redis,
  type StorageAddress,
  sqlite,
  storageAddress,
  storeAt,
} from '../../node/stores.js'
import { memoryStorage, type Storage } from '../../storage/index.js'
import { UsageError } from '../shared/usageError.js'

export interface QueuePlace {
  readonly queue?: string
  readonly prefix?: string
  readonly config?: string
}

/** Opens the queue named on the command line, in the environment or in the file, in this order. */
export async function openQueueFor(place: QueuePlace, environment: Environment) {
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

/** @throws {UsageError} if it names no kind of queue. */
export function queueAt(text: string): QueueAddress {
  return queueAddress(text) ?? unknownKind('queue', 'inline')
}

/** Reads `memory`, `sqlite:bots.db` or `redis://…` from a command line. @throws {UsageError} for others. */
export function storageAddressAt(text: string): StorageAddress {
  return storageAddress(text) ?? unknownKind('storage', 'memory')
}

/** The storage at such an address. @throws {UsageError} like `storageAddressAt` */
export function storageAt(text: string): Storage | Store {
  const address = storageAddressAt(text)
  return address.kind === 'memory' ? memoryStorage() : storeAt(address)
}

/** Reads `inline`, `sqlite:bots.db` or `redis://…` from a command line. @throws {UsageError} for others. */
export function queueNamed(text: string): 'inline' | Store {
  const address = queueAt(text)
  return address.kind === 'inline' ? 'inline' : storeAt(address)
}

function unknownKind(what: string, first: string): never {
  // The text isn't repeated: it may be an address with a typo and a password in it.
  throw new UsageError(
    `Earshot knows no such kind of ${what}. Give ${first}, sqlite:bots.db (the path of a file) or redis://localhost:6379.`,
  )
}
