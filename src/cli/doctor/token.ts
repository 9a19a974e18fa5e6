import { ApiError, CallError, EarshotError } from '../../client/index.js'
import { errors } from '../../protocol/index.js'
import type { BotCase } from './botCase.js'
import { about, type Finding } from './finding.js'
import type { Posting } from './managed.js'
import { patience } from './server.js'

/** Whether the token is the one by which the server posts, as far as it tells. */
export async function lookAtToken(bot: BotCase, posting: Posting | undefined): Promise<Finding> {
  const { ok, failed, skipped } = about('token', bot.email)
  const isKnown = (token: string) => bot.tokens.includes(token)
  if (posting !== undefined && posting.tokens.length > 0) {
    return posting.tokens.every(isKnown)
      ? ok('The token is the one that the server has for the bot')
      : failed(wrong, advice)
  }
  try {
    const { token } = await bot.client.outgoingWebhook.latest({}, { timeout: patience })
    return isKnown(token) ? ok('The token is the one of the latest notification') : failed(wrong, advice)
  } catch (error) {
    if (error instanceof ApiError && error.msg === errors.noNotificationYet.msg) {
      return skipped('Nobody has written to the bot yet, so the server has posted no token', askOwner)
    }
    if (error instanceof CallError || (error instanceof EarshotError && error.code === 'UNSUPPORTED_BY_SERVER')) {
      return skipped('The server tells nobody but the owner by which token it posts', askOwner)
    }
    throw error
  }
}

const wrong = 'The token is another than the one by which the server posts, so its notifications are refused'
const advice =
  'Copy it anew: the line token=... of the file that the chat server offers for the bot, or the token shown beside it.'
const askOwner =
  "Write to the bot and see whether it answers, or configure the owner's address and key, to have it looked up."
