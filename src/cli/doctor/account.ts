import { ApiError, CallError } from '../../client/index.js'
import { botTypes, errors, type User } from '../../protocol/index.js'
import type { BotCase } from './botCase.js'
import { about, type Finding } from './finding.js'
import { callTimeout } from './server.js'

type Account = Pick<User, 'user_id' | 'full_name' | 'is_bot' | 'is_active' | 'bot_type' | 'bot_owner_id'>

/** Whether the server takes the credentials, and whose they are. */
export async function lookAtCredentials(bot: BotCase): Promise<{ finding: Finding; account: Account | undefined }> {
  const { ok, failed } = about('credentials', bot.email)
  try {
    const account = await bot.client.users.me({}, { timeout: callTimeout })
    return { finding: ok(`The server takes address and key: ${account.full_name}, user ${account.user_id}`), account }
  } catch (error) {
    return { finding: failed(...refused(error, 'key')), account: undefined }
  }
}

/** Whether the account is one that the server posts notifications to. */
export function lookAtAccount({ is_bot, is_active, bot_type }: Account, email: string): Finding {
  const { ok, failed } = about('account', email)
  if (!is_bot) {
    return failed(
      'The account is a person, not a bot',
      'Create a bot of the type "Outgoing webhook" in the settings of the chat, and use its address, key and token.',
    )
  }
  if (bot_type !== botTypes.outgoingWebhook) {
    return failed(
      `The bot is of the type ${typeNames[bot_type ?? 0] ?? String(bot_type)}, which the server posts nothing to`,
      otherBot,
    )
  }
  if (!is_active) return failed('The bot is deactivated', 'Reactivate it in the settings of the chat.')
  return ok('The account is an active bot of the type outgoing webhook')
}

const typeNames: Readonly<Record<number, string>> = {
  [botTypes.generic]: 'generic',
  [botTypes.incomingWebhook]: 'incoming webhook',
  [botTypes.embedded]: 'embedded',
}

/** Whether the owner's credentials are the owner's. */
export async function lookAtOwner(bot: BotCase, account: Account): Promise<Finding | undefined> {
  if (bot.owner === undefined) return undefined
  const { ok, warning, failed } = about('owner', bot.email)
  try {
    const owner = await bot.owner.users.me({}, { timeout: callTimeout })
    if (owner.user_id === account.bot_owner_id)
      return ok(`${owner.full_name} owns the bot, and the server takes the key`)
    const advice =
      "Give the credentials of the bot's owner: handlers get a client of the owner when that person writes."
    return warning(`${owner.full_name} is not the owner of the bot`, advice)
  } catch (error) {
    return failed(...refused(error, "owner's key"))
  }
}

/** A call that failed, as message and advice. */
export function refused(error: unknown, secret: string): [message: string, advice: string] {
  if (error instanceof ApiError && error.isAuthentication) {
    return [`The server refuses address and key: ${error.msg} (HTTP ${error.status})`, adviceOn(error, secret)]
  }
  if (error instanceof CallError) {
    return [`The server could not be asked: ${error.message}`, 'Try again, and look into its log if this stays so.']
  }
  throw error
}

function adviceOn({ code, msg }: ApiError, secret: string): string {
  if (msg === errors.notForIncomingWebhooks.msg) return otherBot
  if (msg === errors.accountDeactivated.msg || code === 'USER_DEACTIVATED' || code === 'REALM_DEACTIVATED') {
    return 'Have it reactivated by an administrator of the chat.'
  }
  return `Copy the ${secret} again from the settings of the chat; regenerating a key invalidates the old one. Check the address too.`
}

const otherBot =
  'Create another bot, of the type "Outgoing webhook", and use its address, key and token: a bot\'s type can\'t be changed.'
