import { setTimeout } from 'node:timers/promises'
import { Bot } from '../../dist/index.js'
import { redis } from '../../dist/node/index.js'
import { createWorker } from '../../dist/queue/index.js'
import { createReceiver } from '../../dist/receiver/index.js'
import { accounts, notification } from '../lib/payloads.mjs'

/** One of several workers on a queue in Redis, whose handlers wait as long as a call to a server takes. It can also fill the queue. */
export async function start({ address, name, concurrency, wait }) {
  const queue = await redis(address, { prefix: name, capacity: 1_000_000 }).openQueue()
  const bot = new Bot()
  let handled = 0
  bot.onMention(async () => {
    await setTimeout(wait)
    handled += 1
  })
  const { site, email, apiKey, token } = accounts
  const quiet = { debug() {}, info() {}, warn() {}, error() {} }
  const shared = { bots: [{ bot, credentials: { site, email, apiKey }, tokens: [token] }], queue, log: quiet }
  const receiver = createReceiver(shared)
  const { body, headers } = notification({ apart: true })
  let working
  return {
    /** Puts the messages with these numbers, as many at a time as a receiver has. */
    async put({ from, to }) {
      let n = from
      const one = async () => {
        while (n < to) {
          n += 1
          const request = new Request(`${site}/`, { method: 'POST', headers, body: body.replaceAll('{n}', `${n}`) })
          const { status } = await receiver.fetch(request)
          if (status !== 200) throw new Error(`The receiver answered ${status}.`)
        }
      }
      await Promise.all(Array.from({ length: 32 }, one))
    },
    work() {
      working = createWorker({ ...shared, concurrency }).start()
      return true
    },
    rest: () => working.stop(),
    handled: () => handled,
    async stop() {
      await working?.stop()
      await queue.close()
    },
  }
}
