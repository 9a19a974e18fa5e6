import type { Dialect, DialectName } from '../protocol/index.js'
import type { AccountCredentials, BotBinding } from '../receiver/index.js'
import { withoutUndefined } from '../values.js'
import type { CertificateOptions } from './certificates.js'

/** The contents of a bot's credentials file. */
export interface BotCredentials extends AccountCredentials, CertificateOptions {
  /** Address of the chat server. */
  readonly site: string
  /** The token of the bot's deliveries, or several while one is rotated. */
  readonly token: string | readonly string[]
  /** The account of the bot's owner, for `ctx.owner`. */
  readonly owner?: AccountCredentials
  /** The dialect of the server. (default: detected) */
  readonly dialect?: DialectName | Dialect
  /** Permits sending API keys over plain HTTP to another machine. (default: false) */
  readonly allowInsecure?: boolean
}

/**
 * A bot with its credentials, as `createReceiver` and `createWorker` take it.
 *
 * @example `createReceiver({ bots: [bindingOf(bot, credentials)] })`
 */
export function bindingOf(bot: BotBinding['bot'], credentials: BotCredentials): BotBinding {
  const { site, email, apiKey, owner, dialect, allowInsecure, certBundle, insecure } = credentials
  const account = { site, email, apiKey, allowInsecure, ...withoutUndefined({ certBundle, insecure }) }
  return { bot, credentials: account, tokens: tokensOf(credentials), owner, dialect }
}

/** A bot's tokens; none for a bot that listens. */
export function tokensOf({ token = [] }: Partial<Pick<BotCredentials, 'token'>>): readonly string[] {
  return typeof token === 'string' ? [token] : token
}
