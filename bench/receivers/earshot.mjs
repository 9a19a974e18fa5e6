import v8 from 'node:v8'
import { Bot } from '../../dist/index.js'
import { redis, serve, sqlite } from '../../dist/node/index.js'
import { accounts } from '../lib/payloads.mjs'
import { handledTo } from './handled.mjs'

/**
 * Earshot as `serve` gives it, with all that it does by itself: limits, timeouts, token, validation, known repeats, log and metrics.
 * The bot says what the message says; with `silent` it only takes note. `queue` is where deliveries wait, and `site` the server that
 * a reply from there is sent to.
 */
export async function start({ silent = false, queue, site = accounts.site } = {}) {
  const bot = new Bot()
  let handled = 0
  bot.onMention((ctx) => {
    handled += 1
    return silent ? undefined : ctx.text
  })
  const { email, apiKey, token } = accounts
  const { url, close } = await serve(bot, {
    credentials: { site, email, apiKey, token },
    port: 0,
    hostname: '127.0.0.1',
    environment: {},
    handleSignals: false,
    ...(queue && { queue: queueOf(queue) }),
  })
  return {
    url,
    handled: () => handled,
    handledTo: (total) => handledTo(total, () => handled),
    async liveJobs() {
      const { Job } = await import('bullmq')
      return v8.queryObjects(Job, { format: 'count' })
    },
    stop: close,
  }
}

const queueOf = ({ kind, where }) => {
  const options = { capacity: 1_000_000 }
  return kind === 'sqlite' ? sqlite(where, options) : redis(where, options)
}
