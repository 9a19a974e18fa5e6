import { bindingOf, credentialsFromEnvironment, redisStorage } from 'earshot/node'
import { createReceiver } from 'earshot/receiver'
import { bot } from '../bot.js'

const { REDIS_URL } = process.env
const credentials = credentialsFromEnvironment()
if (credentials === undefined || REDIS_URL === undefined) {
  throw new Error('EARSHOT_SITE, EARSHOT_EMAIL, EARSHOT_API_KEY, EARSHOT_TOKEN and REDIS_URL have to be set.')
}

/**
 * One for all requests to this process. Several processes share the storage. If a repeat that reaches another process must not be
 * handled twice, begin bot.ts with `bot.use(idempotence())`.
 */
export const receiver = createReceiver({
  bots: [bindingOf(bot, credentials)],
  storage: await redisStorage(REDIS_URL),
  // Shorter than `maxDuration` in vercel.json.
  handlerTimeout: 280_000,
})
