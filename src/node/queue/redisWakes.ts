import type { EventEmitter } from 'node:events'
import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'

/** Tells workers in all processes that there may be something to take, by jobs of BullMQ that say no more than that. */
export interface RedisWakes {
  /** Sends a wake-up, unless its number is empty. Nobody waits for it: what it is about is safe. */
  send(number: string): void
  /** The numbers of the wake-ups that were heard since this was asked last. */
  heard(): string[]
  /** Calls for each wake-up, for as many at once as it says. A call that is under way for long wakes nobody else. */
  hear(wake: () => Promise<void>, concurrency: number): { stop(): Promise<void> }
  close(): Promise<void>
}

export interface RedisWakesOptions {
  readonly bullmq: typeof import('bullmq')
  /** Makes a connection that waits while Redis is away; it is closed at the end. */
  readonly connect: () => Redis
  readonly prefix: string
}

export function redisWakes({ bullmq, connect, prefix }: RedisWakesOptions): RedisWakes {
  const sending = new Set<Promise<unknown>>()
  let connection: Redis | undefined
  let queue: Queue | undefined
  let heard: string[] = []
  const common = () => {
    connection ??= connect()
    return { connection, prefix, skipVersionCheck: true }
  }

  return {
    send(number) {
      if (number === '') return
      queue ??= quiet(new bullmq.Queue(name, { ...common(), streams: { events: { maxLen: 100 } } }))
      const sent = queue
        .add(name, number, { jobId: `wake-${number}`, removeOnComplete: true, removeOnFail: true })
        .catch(() => {})
        .finally(() => sending.delete(sent))
      sending.add(sent)
    },
    heard() {
      const numbers = heard
      heard = []
      return numbers
    },
    hear(wake, concurrency) {
      const onWake = async ({ data }: { data: string }) => {
        heard.push(data)
        await wake()
      }
      const worker = quiet(new bullmq.Worker(name, onWake, { ...common(), ...restless, concurrency }))
      return { stop: () => inTime(worker.close()) }
    },
    async close() {
      await inTime(Promise.all([...sending]))
      await inTime(queue?.close())
      connection?.disconnect()
    },
  }
}

/** What BullMQ calls the queue of wake-ups, and each of them. */
const name = 'wakes'

/** However often a worker died with a wake-up, it is for the next one. */
const restless = { maxStalledCount: Number.MAX_SAFE_INTEGER, runRetryDelay: 1_000 }

/** A failure of BullMQ's is a wake-up that is late, and nothing else. */
function quiet<Emitter extends EventEmitter>(emitter: Emitter): Emitter {
  emitter.on('error', () => {})
  return emitter
}

/** While Redis is away BullMQ waits for it; whoever ends does not. */
function inTime(ending: Promise<unknown> | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 2_000)
    Promise.resolve(ending)
      .catch(() => {})
      .finally(() => {
        clearTimeout(timer)
        resolve()
      })
  })
}
