import { setTimeout } from 'node:timers/promises'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { notification } from '../lib/payloads.mjs'

/** BullMQ by itself: adds jobs as large as a notification, works on them, or both; `wait` milliseconds each. */
export function start({ address, name, concurrency, wait = 0 }) {
  const connect = () => new Redis(address, { maxRetriesPerRequest: null })
  const queue = new Queue(name, { connection: connect() })
  const { body } = notification({ apart: true })
  let handled = 0
  let worker
  return {
    put: ({ from, to }) =>
      inLine(from, to, (n) => {
        const data = body.replaceAll('{n}', `${n}`)
        return queue.add('delivery', { data }, { jobId: `d${n}`, removeOnComplete: true })
      }),
    work() {
      const handle = async () => {
        if (wait > 0) await setTimeout(wait)
        handled += 1
      }
      worker = new Worker(name, handle, { connection: connect(), concurrency })
      return worker.waitUntilReady().then(() => true)
    },
    handled: () => handled,
    async stop() {
      await worker?.close(true)
      await queue.close()
    },
  }
}

/** As many as a receiver has at a time. */
export async function inLine(from, to, put) {
  let next = from
  const one = async () => {
    while (next < to) {
      next += 1
      await put(next)
    }
  }
  await Promise.all(Array.from({ length: 32 }, one))
}
