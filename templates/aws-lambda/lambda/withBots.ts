import type { Storage } from 'earshot'
import { bindingOf, credentialsFromEnvironment, redis } from 'earshot/node'
import type { Queue } from 'earshot/queue'
import type { BotBinding } from 'earshot/receiver'
import { bot } from '../bot.js'

/** What receivers and workers are made of. */
export interface Bots {
  readonly bots: readonly BotBinding[]
  readonly queue: Queue
  readonly storage: Storage
}

/** Does something with the bot and its Redis. The connections end with it, since none outlives the sleep of a function. */
export async function withBots<Result>(work: (bots: Bots) => Promise<Result> | Result): Promise<Result> {
  const { EARSHOT_QUEUE } = process.env
  const credentials = credentialsFromEnvironment()
  if (credentials === undefined || EARSHOT_QUEUE === undefined) {
    throw new Error('EARSHOT_SITE, EARSHOT_EMAIL, EARSHOT_API_KEY, EARSHOT_TOKEN and EARSHOT_QUEUE have to be set.')
  }
  const store = redis(EARSHOT_QUEUE)
  const queue = await store.openQueue()
  try {
    const storage = await store.openStorage()
    try {
      return await work({ bots: [bindingOf(bot, credentials)], queue, storage })
    } finally {
      await storage.close()
    }
  } finally {
    await queue.close()
  }
}
