import { ApiError, CallError } from '../../client/index.js'
import { botTypes, errors, type User } from '../../protocol/index.js'
import type { BotCase } from './botCase.js'
import { about, type Finding } from './finding.js'
import { callTimeout } from './server.js'

type Account = Pick<User, 'user_id' | 'full_name' | 'is_bot' | 'is_active' | 'bot_type' | 'bot_owner_id' | 'role'>

export async function checkCredentials(bot: BotCase): Promise<{ finding: Finding; account: Account | undefined }> {
  const { ok, failed } = about('credentials', bot.email)
  try {
    const account = await bot.client.users.me({}, { timeout: callTimeout })
    return {
      finding: ok(`The server accepts the address and the key: ${account.full_name}, user ${account.user_id}`),
      account,
    }
  } catch (error) {
    return { finding: failed(...refused(error, 'key')), account: undefined }
  }
}

export function checkAccount({ is_bot, is_active, bot_type }: Account, email: string): Finding {
  const { ok, failed } = about('account', email)
  if (!is_bot) {
    return failed(
      'The account is a person, not a bot',
      'Create a bot of the type "Outgoing webhook" in the settings of the chat, and use its address, key and token.',
    )
  }
  if (bot_type !== botTypes.outgoingWebhook) {
    return failed(
      `The bot is of the type ${typeNames[bot_type ?? 0] ?? String(bot_type)}; the server posts only to outgoing webhooks`,
      bot_type === botTypes.generic ? listenOrOther : otherBot,
    )
  }
  if (!is_active) return failed('The bot is deactivated', 'Reactivate it in the settings of the chat.')
  return ok('The account is an active bot of the type outgoing webhook')
}

/** Whether the account can listen to an event queue, for which it needs no token. */
export function checkListener({ is_bot, is_active, bot_type }: Account, email: string): Finding {
  const { ok, warning, failed } = about('account', email)
  if (!is_active) return failed('The account is deactivated', 'Reactivate it in the settings of the chat.')
  if (!is_bot)
    return warning(
      "The account is a person's, so the bot answers in that person's name",
      'Create a bot of the type "Generic bot".',
    )
  if (bot_type === botTypes.generic)
    return ok('The account is an active generic bot, which can listen: run it with `earshot listen`')
  if (bot_type === botTypes.outgoingWebhook) {
    return failed(
      'The server posts to this bot, and its token is missing',
      'Add token=... from the credentials file that the chat server offers for the bot, or create a bot of the type "Generic bot" to listen.',
    )
  }
  return failed(`The bot is of the type ${typeNames[bot_type ?? 0] ?? String(bot_type)}, which can't listen`, otherBot)
}

/** Whether anything brings what the bot's handlers of events wait for. */
export function checkEvents(handlers: readonly string[], isWebhook: boolean, email: string): Finding | undefined {
  const { ok, warning } = about('events', email)
  if (handlers.length === 0) return undefined
  const names = [...new Set(handlers)].join(', ')
  if (!isWebhook) return ok(`The event queue brings what the bot handles with ${names}`)
  return warning(
    `The server posts only messages for the bot, so these handlers never run: ${names}`,
    'Create a bot of the type "Generic bot" too, and run it with `earshot listen`.',
  )
}

const typeNames: Readonly<Record<number, string>> = {
  [botTypes.generic]: 'generic',
  [botTypes.incomingWebhook]: 'incoming webhook',
  [botTypes.embedded]: 'embedded',
}

export async function checkOwner(bot: BotCase, account: Account): Promise<Finding | undefined> {
  if (bot.owner === undefined) return undefined
  const { ok, warning, failed } = about('owner', bot.email)
  try {
    const owner = await bot.owner.users.me({}, { timeout: callTimeout })
    if (owner.user_id === account.bot_owner_id)
      return ok(`${owner.full_name} owns the bot, and the server accepts the key`)
    const advice =
      "Configure the credentials of the bot's owner: when the owner writes, handlers get a client that acts as the owner."
    return warning(`${owner.full_name} is not the owner of the bot`, advice)
  } catch (error) {
    return failed(...refused(error, "owner's key"))
  }
}

function refused(error: unknown, secret: string): [message: string, advice: string] {
  if (error instanceof ApiError && error.isAuthentication) {
    return [`The server rejects the address or the key: ${error.msg} (HTTP ${error.status})`, adviceOn(error, secret)]
  }
  if (error instanceof CallError) {
    return [`The request failed: ${error.message}`, "Try again. If it keeps failing, check the server's log."]
  }
  throw error
}

function adviceOn({ code, msg }: ApiError, secret: string): string {
  if (msg === errors.notForIncomingWebhooks.msg) return otherBot
  if (msg === errors.accountDeactivated.msg || code === 'USER_DEACTIVATED' || code === 'REALM_DEACTIVATED') {
    return 'Ask an administrator of the chat to reactivate it.'
  }
  return `Copy the ${secret} again from the settings of the chat; regenerating a key invalidates the old one. Check the address too.`
}

const listenOrOther =
  'Run it with `earshot listen`, which needs no address, or create another bot of the type "Outgoing webhook", and use its address, key and token.'

const otherBot =
  'Create another bot of the type "Outgoing webhook", and use its address, key and token: a bot\'s type can\'t be changed.'
