import { setTimeout } from 'node:timers/promises'
import { Bot } from '../../dist/index.js'
import { redis } from '../../dist/node/index.js'
import { createWorker } from '../../dist/queue/index.js'
import { createReceiver } from '../../dist/receiver/index.js'
import { accounts, notification } from '../lib/payloads.mjs'
import { inLine } from './bullmq.mjs'

/** A receiver that puts notifications into Redis, a worker that takes them out, or both, without a socket before them. */
export async function start({ address, name, concurrency, wait = 0 }) {
  const queue = await redis(address, { prefix: name, capacity: 1_000_000 }).openQueue()
  const bot = new Bot()
  let handled = 0
  bot.onMention(async () => {
    if (wait > 0) await setTimeout(wait)
    handled += 1
  })
  const { site, email, apiKey, token } = accounts
  const quiet = { debug() {}, info() {}, warn() {}, error() {} }
  const shared = { bots: [{ bot, credentials: { site, email, apiKey }, tokens: [token] }], queue, log: quiet }
  const receiver = createReceiver(shared)
  const { body, headers } = notification({ apart: true })
  let working
  return {
    put: ({ from, to }) =>
      inLine(from, to, async (n) => {
        const request = new Request(`${site}/`, { method: 'POST', headers, body: body.replaceAll('{n}', `${n}`) })
        const { status } = await receiver.fetch(request)
        if (status !== 200) throw new Error(`The receiver answered ${status}.`)
      }),
    work() {
      working = createWorker({ ...shared, concurrency }).start()
      return true
    },
    handled: () => handled,
    async stop() {
      await working?.stop()
      await queue.close()
    },
  }
}
