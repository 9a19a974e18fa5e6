import { CallError } from '../../client/index.js'
import type { BotCase } from './botCase.js'
import { about, type Finding } from './finding.js'
import { patience } from './server.js'

/** Whether the bot is in channels, which late and further replies need in private ones. */
export async function lookAtChannels(bot: BotCase): Promise<Finding> {
  const { ok, warning, skipped } = about('channels', bot.email)
  try {
    const { subscriptions } = await bot.client.subscriptions.list({}, { timeout: patience })
    const names = subscriptions.map(({ name }) => `#${name}`)
    const more = names.length > shownAtMost ? ` and ${names.length - shownAtMost} more` : ''
    if (names.length > 0) return ok(`The bot is in ${names.slice(0, shownAtMost).join(', ')}${more}`)
    return warning(
      'The bot is in no channel. In a private channel, a reply that comes late or goes out as a message of its own may be refused, and goes to the sender alone',
      'Add the bot to the private channels in which it is to answer; in public ones it need not be.',
    )
  } catch (error) {
    if (error instanceof CallError) return skipped(`Its channels could not be asked for: ${error.message}`)
    throw error
  }
}

const shownAtMost = 5
