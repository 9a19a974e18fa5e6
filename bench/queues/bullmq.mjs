import { setTimeout } from 'node:timers/promises'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { notification } from '../lib/payloads.mjs'

/**
 * BullMQ by itself: adds jobs as large as a notification, works on them, or both; `wait` milliseconds each. With `lanes` they are
 * divided among so many queues, each of which works on one at a time, as Earshot does to keep conversations in order.
 */
export async function start({ address, name, concurrency, wait = 0, lanes }) {
  const connect = () => new Redis(address, { maxRetriesPerRequest: null })
  const connection = connect()
  const names = lanes === undefined ? [name] : Array.from({ length: lanes }, (_, lane) => `${name}-${lane}`)
  const queues = names.map((one) => new Queue(one, { connection }))
  if (lanes !== undefined) await Promise.all(queues.map((queue) => queue.setGlobalConcurrency(1)))
  const { body } = notification({ apart: true })
  let handled = 0
  let workers = []
  return {
    put: ({ from, to }) =>
      inLine(from, to, (n) => {
        const data = body.replaceAll('{n}', `${n}`)
        return queues[n % queues.length].add('delivery', { data }, { jobId: `d${n}`, removeOnComplete: true })
      }),
    async work() {
      const handle = async () => {
        if (wait > 0) await setTimeout(wait)
        handled += 1
      }
      const shared = connect()
      workers = names.map(
        (one) => new Worker(one, handle, { connection: shared, concurrency: lanes === undefined ? concurrency : 1 }),
      )
      await Promise.all(workers.map((worker) => worker.waitUntilReady()))
      return true
    },
    handled: () => handled,
    async stop() {
      await Promise.all(workers.map((worker) => worker.close(true)))
      await Promise.all(queues.map((queue) => queue.close()))
      connection.disconnect()
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
