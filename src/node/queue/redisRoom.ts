import type { Log, QueueEntry } from '../../bot/index.js'
import { errorMessage } from '../../values.js'
import type { RedisQueueClient } from '../redisClient.js'
import { type Lane, waitingStates } from './redisLanes.js'

/**
 * Counts what the lanes hold, and says for each new entry whether there is room. They are counted again when half of the free
 * room may be taken, and after a second, since what other processes add meanwhile is unknown.
 */
export function roomIn(lanes: readonly Lane[], capacity: number): { take(): Promise<boolean>; giveBack(): void } {
  let free = 0
  let taken = 0
  let countedAt = Number.NEGATIVE_INFINITY
  let counting: Promise<void> | undefined
  return {
    async take() {
      if (2 * taken >= free || performance.now() - countedAt > longestTrusted) {
        counting ??= count().finally(() => {
          counting = undefined
        })
        await counting
      }
      if (taken >= free) return false
      taken += 1
      return true
    },
    giveBack() {
      taken = Math.max(0, taken - 1)
    },
  }

  async function count(): Promise<void> {
    const counts = await Promise.all(lanes.map((lane) => lane.getJobCountByTypes('active', ...waitingStates)))
    free = capacity - counts.reduce((total, one) => total + one, 0)
    taken = 0
    countedAt = performance.now()
  }
}

/**
 * The memory of Redis that is left to new entries. The rest is kept for workers: with none left, they could neither take an
 * entry nor remove one, and the queue would stay full for ever.
 *
 * Between two looks, and until Redis has answered, each process adds no more than its share. The shares of all connections
 * together fit into what is kept, so the workers' part of that stays free however many processes add at once.
 */
export class RedisMemory {
  readonly #client: RedisQueueClient
  readonly #log: Log
  /** Bytes that may be added before the next look. */
  #left = 0
  /** Bytes that are being added. */
  #adding = 0
  #lookedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<Memory> | undefined
  /** Entries of so many bytes or more were refused after the last look. */
  #refused = Number.POSITIVE_INFINITY
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(client: RedisQueueClient, log: Log) {
    this.#client = client
    this.#log = log
  }

  /** Whether there is memory for so many more bytes. If so, call `added` when Redis has answered. */
  async take(bytes: number): Promise<boolean> {
    while (bytes > this.#left || this.#age > longestTrusted) {
      if (bytes >= this.#refused && this.#age < betweenRefusals) return false
      const { free, connections } = await this.look()
      // What is being added is waited for.
      if (bytes <= this.#left || (bytes <= free && this.#adding > 0)) continue
      // An entry that is larger than a share goes alone, if there is memory for one such of each connection.
      if (bytes * connections > free) return this.#refuse(bytes)
      this.#left = bytes
    }
    this.#left -= bytes
    this.#adding += bytes
    return true
  }

  added(bytes: number): void {
    this.#adding -= bytes
  }

  look(): Promise<Memory> {
    this.#looking ??= memoryOf(this.#client)
      .then((memory) => {
        this.#left = Math.min(memory.free, memory.share) - this.#adding
        this.#lookedAt = performance.now()
        this.#refused = Number.POSITIVE_INFINITY
        return memory
      })
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  #refuse(bytes: number): false {
    this.#refused = Math.min(bytes, this.#refused)
    if (performance.now() - this.#warnedAt > betweenWarnings) {
      this.#warnedAt = performance.now()
      this.#log.warn({}, shortOfMemory)
    }
    return false
  }

  get #age(): number {
    return performance.now() - this.#lookedAt
  }
}

export const shortOfMemory =
  'Redis has too little memory left for more deliveries: the rest is for the workers. Raise its maxmemory, or remove other data and dead letters.'

interface Memory {
  /** Bytes that are left to new entries; negative if workers need some of what is used. */
  readonly free: number
  /** Bytes that each connection may add between two looks. */
  readonly share: number
  readonly connections: number
}

const unlimited: Memory = { free: Number.POSITIVE_INFINITY, share: Number.POSITIVE_INFINITY, connections: 1 }

async function memoryOf(client: RedisQueueClient): Promise<Memory> {
  // In a cluster, any of its servers would answer.
  if (client.isCluster) return unlimited
  const info = (await Promise.all(['memory', 'clients'].map(ask))).join('')
  const number = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  const most = number('maxmemory')
  // With another policy its memory may always be full, and it makes room by itself.
  if (most === 0 || !/^maxmemory_policy:noeviction/m.test(info)) return unlimited
  const connections = Math.max(1, number('connected_clients'))
  const used = number('used_memory') - number('mem_not_counted_for_evict')
  return { free: most - used - forWorkers - forShares * most, share: (forShares * most) / connections, connections }

  async function ask(section: string): Promise<unknown> {
    try {
      return await client.call('INFO', section)
    } catch (error) {
      // A user of Redis may not be allowed to ask.
      if (/^(NOPERM|ERR unknown command)/.test(errorMessage(error))) return ''
      throw error
    }
  }
}

/** Bytes that an entry takes in Redis at most, with what is needed to add it. */
export function bytesOf({ notification }: QueueEntry): number {
  return 3 * Buffer.byteLength(notification) + 3_000
}

/** Bytes for what workers add before they remove something: locks, ledgers, events, and the data under way. */
const forWorkers = 1_500_000

/** The part of the memory that all shares together may exceed what a look found. */
const forShares = 0.05

/** Milliseconds after which what was counted or looked up is no longer trusted. */
const longestTrusted = 1_000

/** Milliseconds. */
const betweenRefusals = 100
const betweenWarnings = 60_000
