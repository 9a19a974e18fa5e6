import type { Log } from '../../bot/index.js'
import type { BotBinding } from '../options.js'

/** Warns about handlers that a webhook never calls: it delivers only messages addressed to the bot. */
export function warnOfDeafness({ bot, credentials }: BotBinding, log: Log): void {
  for (const { name, at } of bot.overhears?.handlers ?? []) {
    const facts = { bot: credentials.email, handler: name, at }
    log.warn(facts, `A webhook brings nothing for ${name}: also run the bot with listen or earshot listen`)
  }
}
