import { Bot } from '../../dist/index.js'
import { redis, serve, sqlite } from '../../dist/node/index.js'
import { accounts } from '../lib/payloads.mjs'

/**
 * Earshot as `serve` gives it, with all that it does by itself: limits, timeouts, token, validation, known repeats, log and metrics.
 * The bot says what the message says; with `silent` it only takes note, and `queue` is where deliveries wait.
 */
export async function start({ silent = false, queue, work } = {}) {
  const bot = new Bot()
  let handled = 0
  bot.onMention((ctx) => {
    handled += 1
    return silent ? undefined : ctx.text
  })
  const { site, email, apiKey, token } = accounts
  const { url, close } = await serve(bot, {
    credentials: { site, email, apiKey, token },
    port: 0,
    hostname: '127.0.0.1',
    environment: {},
    handleSignals: false,
    ...(queue && { queue: queueOf(queue), work }),
  })
  return { url, handled: () => handled, stop: close }
}

const queueOf = ({ kind, where }) => {
  const options = { capacity: 1_000_000 }
  return kind === 'sqlite' ? sqlite(where, options) : redis(where, options)
}
