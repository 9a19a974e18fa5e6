import { ApiError, CallError, EarshotError } from '../../client/index.js'
import { errors } from '../../protocol/index.js'
import type { BotCase } from './botCase.js'
import { about, type Finding } from './finding.js'
import type { Posting } from './managed.js'
import { callTimeout } from './server.js'

/** Whether the token is the one that the server posts with, as far as the server tells. */
export async function checkToken(bot: BotCase, posting: Posting | undefined): Promise<Finding> {
  const { ok, failed, skipped } = about('token', bot.email)
  const isKnown = (token: string) => bot.tokens.includes(token)
  if (posting !== undefined && posting.tokens.length > 0) {
    return posting.tokens.every(isKnown)
      ? ok('The token is the one the server has for the bot')
      : failed(wrongToken, copyAgain)
  }
  try {
    const { token } = await bot.client.outgoingWebhook.latest({}, { timeout: callTimeout })
    return isKnown(token) ? ok('The token matches the latest notification') : failed(wrongToken, copyAgain)
  } catch (error) {
    if (error instanceof ApiError && error.msg === errors.noNotificationYet.msg) {
      return skipped('Nobody has written to the bot yet, so the server has posted no token', askOwner)
    }
    if (error instanceof CallError || (error instanceof EarshotError && error.code === 'unsupported_by_server')) {
      return skipped("Only the bot's owner can look up the token", askOwner)
    }
    throw error
  }
}

const wrongToken = 'The server posts with another token, so its notifications are refused'
const copyAgain =
  "Copy it again: it is in the bot's settings, and after token= in the credentials file that they offer."
const askOwner =
  "Write to the bot and see whether it answers, or configure the owner's address and key, so that doctor can look up the token."
