import type { Log } from '../../bot/index.js'
import type { BotBinding } from '../options.js'

/** A webhook delivers only messages addressed to the bot, so a bot with other handlers is warned. */
export function warnOfDeafness({ bot, credentials }: BotBinding, log: Log): void {
  for (const { name, at } of bot.overhears?.handlers ?? []) {
    const facts = { bot: credentials.email, handler: name, at }
    log.warn(facts, `${name} hears nothing by a webhook: run the bot by events too, with listen or earshot listen`)
  }
}
