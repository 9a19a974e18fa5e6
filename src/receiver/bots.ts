import { type ChooseSentences, callsOf, type Delivery, english, type Sentences } from '../bot/index.js'
import type { Client } from '../client/index.js'
import type { Notification, NotificationProblem } from '../protocol/index.js'
import { type Dialect, dialectOf } from '../protocol/index.js'
import type { Account, BotBinding, DeliveryHandler, ReceiverSettings } from './options.js'

export interface RegisteredBot {
  readonly bot: DeliveryHandler
  /** In lower case. */
  readonly email: string
  /** Undefined if not configured. */
  readonly dialect: Dialect | undefined
  readonly client: Client
  readonly owner: Delivery['owner']
  readonly ownEmails: ReadonlySet<string>
  /** Its index among the bots. */
  readonly place: number
}

/** What is said to whoever wrote a message. */
export async function sentencesOf({ bot }: RegisteredBot, ...about: Parameters<ChooseSentences>): Promise<Sentences> {
  return (await bot.sentencesFor?.(...about)) ?? english
}

export interface Received {
  readonly bot: RegisteredBot
  readonly notification: Notification
  /** Mistyped fields, which were dropped. */
  readonly warnings: readonly NotificationProblem[]
}

export interface Bots {
  /** Takes the same time whether the address or the token is wrong. */
  find(email: string, token: string): RegisteredBot | undefined
  /** For the log only: whether a bot has this address. */
  has(email: string): boolean
  readonly all: readonly RegisteredBot[]
}

export function registerBots({ bots, fetch, clock, createClient, observer }: ReceiverSettings): Bots {
  const ownEmails = new Set(bots.map(({ credentials }) => credentials.email.toLowerCase()))
  const observe = callsOf(observer, undefined)
  const byEmail = new Map(
    bots.map((binding, place) => {
      const registered = register(binding, place)
      return [registered.email, { registered, accepts: tokenCheck(binding.tokens) }]
    }),
  )
  const nobody: { registered: undefined; accepts: TokenCheck } = { registered: undefined, accepts: rejectToken }
  return {
    all: [...byEmail.values()].map(({ registered }) => registered),
    has: (email) => byEmail.has(email.toLowerCase()),
    find(email, token) {
      const { registered, accepts } = byEmail.get(email.toLowerCase()) ?? nobody
      return accepts(token) ? registered : undefined
    },
  }

  function register({ bot, credentials, owner, dialect }: BotBinding, place: number): RegisteredBot {
    const clientOf = (account: Account): Client =>
      createClient({
        ...credentials,
        email: account.email,
        apiKey: account.apiKey,
        dialect,
        fetch,
        clock,
        ...(observe && { observe }),
      })
    return {
      bot,
      email: credentials.email.toLowerCase(),
      dialect: dialect && dialectOf(dialect),
      client: clientOf(credentials),
      owner: owner && { email: owner.email, client: clientOf(owner) },
      ownEmails,
      place,
    }
  }
}

type TokenCheck = (token: string) => boolean

/**
 * Checks a token against a bot's tokens in constant time: all tokens are compared in full every time, so that the time
 * depends only on the length of the guess.
 */
export function tokenCheck(tokens: readonly string[]): TokenCheck {
  return (token) => {
    let matches = 0
    for (const valid of tokens) matches += isSame(token, valid) ? 1 : 0
    return matches > 0
  }
}

/** For unknown bots: takes the same time and always fails. */
export const rejectToken: TokenCheck = (token) => unknownToken(token) && false

const unknownToken = tokenCheck(['-'.repeat(32)])

function isSame(given: string, valid: string): boolean {
  let difference = given.length ^ valid.length
  for (let at = 0; at < given.length; at += 1) difference |= given.charCodeAt(at) ^ valid.charCodeAt(at % valid.length)
  return difference === 0
}
