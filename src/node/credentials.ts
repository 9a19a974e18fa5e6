import { type Dialect, type DialectName, dialects } from '../protocol/index.js'
import type { Account, BotBinding } from '../receiver/index.js'
import type { ConfigurationError } from './errors.js'

/** What a bot needs to be served: the contents of its credentials file. */
export interface BotCredentials extends Account {
  /** Address of the chat server. */
  readonly site: string
  /** The token of the bot's deliveries, or several while one is rotated. */
  readonly token: string | readonly string[]
  /** The account of the bot's owner, for what the owner alone may have done. */
  readonly owner?: Account
  /** The server's words; the spec's own (`svc`) when not given. */
  readonly dialect?: DialectName | Dialect
  /** Lets the API keys travel over plain HTTP to another machine. */
  readonly allowInsecure?: boolean
}

/** How each setting is called where it may stand: in the environment, and in a file (the first name is the usual one). */
export const settings = {
  site: { variable: 'EARSHOT_SITE', options: ['site'] },
  email: { variable: 'EARSHOT_EMAIL', options: ['email'] },
  apiKey: { variable: 'EARSHOT_API_KEY', options: ['key', 'api_key', 'apikey'] },
  /** Several are separated by commas. */
  token: { variable: 'EARSHOT_TOKEN', options: ['token', 'tokens'] },
  ownerEmail: { variable: 'EARSHOT_OWNER_EMAIL', options: ['owner_email'] },
  ownerApiKey: { variable: 'EARSHOT_OWNER_API_KEY', options: ['owner_key', 'owner_api_key'] },
  dialect: { variable: 'EARSHOT_DIALECT', options: ['dialect'] },
  allowInsecure: { variable: 'EARSHOT_ALLOW_INSECURE', options: ['insecure', 'allow_insecure'] },
} as const

export type SettingName = keyof typeof settings

/** What no bot can do without. */
export const neededSettings = ['site', 'email', 'apiKey', 'token'] as const satisfies readonly SettingName[]

/**
 * Puts settings together, wherever they stand.
 *
 * @param get The text of a setting; undefined when it is not there or empty.
 * @param fault Makes the error for a setting that is missing or can't be used.
 */
export function credentialsOf(
  get: (name: SettingName) => string | undefined,
  fault: (name: SettingName, problem: string) => ConfigurationError,
): BotCredentials {
  const need = (name: SettingName) => {
    const text = get(name)
    if (text === undefined) throw fault(name, 'is missing')
    return text
  }
  const token = tokensIn(need('token'))
  if (token.length === 0) throw fault('token', 'holds no token')
  const hasOwner = get('ownerEmail') !== undefined || get('ownerApiKey') !== undefined
  const dialect = get('dialect')
  if (dialect !== undefined && !isDialectName(dialect)) {
    throw fault('dialect', `is none of ${Object.keys(dialects).join(', ')}`)
  }
  const allowInsecure = get('allowInsecure')
  if (allowInsecure !== undefined && allowInsecure !== 'true' && allowInsecure !== 'false') {
    throw fault('allowInsecure', 'is neither true nor false')
  }
  return {
    site: need('site'),
    email: need('email'),
    apiKey: need('apiKey'),
    token,
    owner: hasOwner ? { email: need('ownerEmail'), apiKey: need('ownerApiKey') } : undefined,
    dialect,
    allowInsecure: allowInsecure === 'true',
  }
}

/** A bot with its credentials, as a receiver takes it. */
export function bindingOf(bot: BotBinding['bot'], credentials: BotCredentials): BotBinding {
  const { site, email, apiKey, token, owner, dialect, allowInsecure } = credentials
  const tokens = typeof token === 'string' ? [token] : token
  return { bot, credentials: { site, email, apiKey, allowInsecure }, tokens, owner, dialect }
}

function tokensIn(text: string): string[] {
  return text
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '')
}

function isDialectName(text: string): text is DialectName {
  return Object.hasOwn(dialects, text)
}
