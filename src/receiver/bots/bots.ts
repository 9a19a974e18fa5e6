import { type ChooseSentences, callsOf, type Delivery, english, type Log, type Sentences } from '../../bot/index.js'
import type { Client } from '../../client/index.js'
import type { Notification, NotificationProblem } from '../../protocol/index.js'
import { type Dialect, dialectOf } from '../../protocol/index.js'
import type { MaybePromise } from '../../values.js'
import type { AccountCredentials, BotBinding, DeliveryHandler, ReceiverSettings } from '../options.js'

export interface RegisteredBot {
  readonly bot: DeliveryHandler
  /** In lower case. */
  readonly email: string
  /** Undefined if not configured. */
  readonly dialect: Dialect | undefined
  readonly client: Client
  readonly owner: Delivery['owner']
  readonly ownEmails: ReadonlySet<string>
  /** Masks the bot's secrets. */
  readonly log: Log
  /** Masks the bot's secrets in a string. */
  readonly hide: (text: string) => string
}

/** The built-in texts for the author of a message. */
export function sentencesFor({ bot }: RegisteredBot, about: Parameters<ChooseSentences>[0]): MaybePromise<Sentences> {
  return bot.sentencesFor?.(about) ?? english
}

export interface Received {
  readonly bot: RegisteredBot
  readonly notification: Notification
  /** Fields that were dropped because they had the wrong type. */
  readonly warnings: readonly NotificationProblem[]
}

/** The bots of a receiver or worker: a list, or a function that looks them up. */
export interface BotRegistry {
  /**
   * The bot with this address and token, or which of them is wrong. The comparison takes equally long in either case. A promise
   * only if they are looked up.
   */
  find(email: string, token: string): MaybePromise<RegisteredBot | 'bot' | 'token' | 'unavailable'>
  get(email: string): Promise<RegisteredBot | 'unavailable' | undefined>
  /** All bots; undefined if they are looked up. */
  readonly all: readonly RegisteredBot[] | undefined
  /** Secrets of the currently known bots, which must not appear in a log. */
  secrets(): readonly string[]
}

/** A bot with its clients, which are created on first use. */
export function registerBot(
  { bot, credentials, owner, dialect }: BotBinding,
  { fetch, clock, createClient, observer }: ReceiverSettings,
  shared: Pick<RegisteredBot, 'ownEmails' | 'log' | 'hide'>,
): RegisteredBot {
  const observe = callsOf(observer, undefined)
  const clientOf = ({ email, apiKey }: AccountCredentials): Client =>
    createClient({ ...credentials, email, apiKey, dialect, fetch, clock, ...(observe && { observe }) })
  let client: Client | undefined
  let own: Delivery['owner']
  return {
    bot,
    ownEmails: shared.ownEmails,
    get log() {
      return shared.log
    },
    get hide() {
      return shared.hide
    },
    email: credentials.email.toLowerCase(),
    dialect: dialect && dialectOf(dialect),
    get client() {
      client ??= clientOf(credentials)
      return client
    },
    get owner() {
      own ??= owner && { email: owner.email, client: clientOf(owner) }
      return own
    },
  }
}

/** A bot whose tokens can be checked. */
export interface KnownBot {
  readonly registered: RegisteredBot
  readonly accepts: TokenCheck
}

export function botByToken(known: KnownBot | undefined, token: string): RegisteredBot | 'bot' | 'token' {
  const isRight = (known?.accepts ?? rejectToken)(token)
  if (known === undefined) return 'bot'
  return isRight ? known.registered : 'token'
}

type TokenCheck = (token: string) => boolean

/**
 * Checks a token against a bot's tokens in constant time: every token is always compared in full, so that the time
 * depends only on the length of the guess.
 */
export function tokenCheck(tokens: readonly string[]): TokenCheck {
  return (token) => {
    let matches = 0
    for (const valid of tokens) matches += isSame(token, valid) ? 1 : 0
    return matches > 0
  }
}

/** For unknown bots: always fails, after the same time as a real check. */
export const rejectToken: TokenCheck = (token) => unknownToken(token) && false

const unknownToken = tokenCheck(['-'.repeat(32)])

function isSame(given: string, valid: string): boolean {
  let difference = given.length ^ valid.length
  for (let at = 0; at < given.length; at += 1) difference |= given.charCodeAt(at) ^ valid.charCodeAt(at % valid.length)
  return difference === 0
}
