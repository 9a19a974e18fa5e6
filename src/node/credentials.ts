import type { Dialect, DialectName } from '../protocol/index.js'
import type { Account, BotBinding } from '../receiver/index.js'

/** What a bot needs to be served: the contents of its credentials file. */
export interface BotCredentials extends Account {
  /** Address of the chat server. */
  readonly site: string
  /** The token of the bot's deliveries, or several while one is rotated. */
  readonly token: string | readonly string[]
  /** The account of the bot's owner, for what the owner alone may have done. */
  readonly owner?: Account
  /** The server's words; found out from its settings and payloads unless given. */
  readonly dialect?: DialectName | Dialect
  /** Lets the API keys travel over plain HTTP to another machine. */
  readonly allowInsecure?: boolean
}

/**
 * A bot with its credentials, as `createReceiver` and `createWorker` take it.
 *
 * @example `createReceiver({ bots: [bindingOf(bot, credentials)] })`
 */
export function bindingOf(bot: BotBinding['bot'], credentials: BotCredentials): BotBinding {
  const { site, email, apiKey, owner, dialect, allowInsecure } = credentials
  return { bot, credentials: { site, email, apiKey, allowInsecure }, tokens: tokensOf(credentials), owner, dialect }
}

/** A bot's tokens, of which there may be one. */
export function tokensOf({ token }: BotCredentials): readonly string[] {
  return typeof token === 'string' ? [token] : token
}
