import { ValidationError } from '@chat-adapter/shared'
import type { Logger } from 'chat'
import type { Client, ClientOptions, Clock } from '../client/index.js'
import { checkOptions, type Duration, type OptionNames } from '../text/index.js'
import { withoutUndefined } from '../values.js'

export interface ZulipAdapterOptions {
  /** The organisation's address, such as `https://chat.example.com`. (default: the environment's `ZULIP_SITE`) */
  readonly site?: string
  /** The bot's address. (default: the environment's `ZULIP_EMAIL`) */
  readonly email?: string
  /** The bot's key for the API. (default: the environment's `ZULIP_API_KEY`) */
  readonly apiKey?: string
  /**
   * The token of an outgoing webhook, by which it recognises the server; several while it is rotated. Only needed by webhook.
   * (default: the environment's `ZULIP_TOKEN`)
   */
  readonly token?: string | readonly string[]
  /**
   * How messages come. `webhook`: the server posts mentions and direct messages to `bot.webhooks.zulip`. `events`: the bot
   * reads an event queue, and gets everything that happens where it is: follow-ups, reactions, edits, renamed topics. `auto`
   * asks the server which kind of bot the account is. (default: `auto`)
   */
  readonly mode?: 'auto' | 'webhook' | 'events'
  /** The bot's name until the server has told it. (default: `zulip-bot`) */
  readonly userName?: string
  /** Messages to the bot that begin with one of these, such as `/status`, are slash commands. (default: none) */
  readonly slashCommands?: readonly string[]
  /** Topic of messages that are posted to a channel instead of a thread. (default: the topic without a name) */
  readonly topic?: string
  /** By events: messages that came while the bot was down are handled if they aren't older. (default: `1h`) */
  readonly catchUp?: Duration
  /** By webhook: maximum size of a request's body in bytes. (default: 1 MiB) */
  readonly maxBodyBytes?: number
  /** Permits plain HTTP to a server that isn't on this machine. (default: false) */
  readonly allowInsecure?: boolean
  /** (default: the Chat SDK's own) */
  readonly logger?: Logger
  /** The `fetch` of the client. (default: the platform's) */
  readonly fetch?: ClientOptions['fetch']
  /** Creates the client, such as Node's with proxies and private certificates: `(options) => new NodeClient(options)`. */
  readonly createClient?: (options: ClientOptions) => Client
  /** The clock of pauses and leases. (default: the system's) */
  readonly clock?: Clock
}

const adapterOptions: OptionNames<ZulipAdapterOptions> = {
  site: true,
  email: true,
  apiKey: true,
  token: true,
  mode: true,
  userName: true,
  slashCommands: true,
  topic: true,
  catchUp: true,
  maxBodyBytes: true,
  allowInsecure: true,
  logger: true,
  fetch: true,
  createClient: true,
  clock: true,
}

/** @throws {ValidationError} for an unknown mode. @throws {UnknownOptionError} */
export function checkAdapterOptions(options: ZulipAdapterOptions): ZulipAdapterOptions {
  checkOptions('createZulipAdapter', options, adapterOptions)
  const given = withoutUndefined(options)
  const { mode = 'auto', slashCommands = [] } = given
  if (!['auto', 'webhook', 'events'].includes(mode)) {
    throw invalid(`mode is ${JSON.stringify(mode)}; give auto, webhook or events`)
  }
  const wrong = slashCommands.find((command) => !/^\/\S+$/.test(command))
  if (wrong !== undefined) throw invalid(`slashCommands has ${JSON.stringify(wrong)}; give words that begin with /`)
  return given
}

/** The credentials, of the options or the environment. @throws {ValidationError} that names what is missing. */
export function credentialsIn(options: ZulipAdapterOptions): Pick<ClientOptions, 'site' | 'email' | 'apiKey'> {
  const found = {
    site: options.site ?? environment('ZULIP_SITE'),
    email: options.email ?? environment('ZULIP_EMAIL'),
    apiKey: options.apiKey ?? environment('ZULIP_API_KEY'),
  }
  const { site, email, apiKey } = found
  if (site !== undefined && email !== undefined && apiKey !== undefined) return { site, email, apiKey }
  const names = { site: 'ZULIP_SITE', email: 'ZULIP_EMAIL', apiKey: 'ZULIP_API_KEY' } as const
  const missing = (Object.keys(names) as (keyof typeof names)[]).filter((name) => found[name] === undefined)
  const asOptions = missing.map((name) => `\`${name}\``).join(', ')
  throw invalid(`${asOptions} missing; pass it, or set ${missing.map((name) => names[name]).join(', ')}`)
}

export function tokensIn({ token }: ZulipAdapterOptions): readonly string[] {
  const tokens = token ?? environment('ZULIP_TOKEN') ?? []
  return typeof tokens === 'string' ? [tokens] : tokens
}

function environment(name: string): string | undefined {
  const value = globalThis.process?.env?.[name]?.trim()
  return value === '' ? undefined : value
}

const invalid = (problem: string) => new ValidationError('zulip', `createZulipAdapter: ${problem}.`)
