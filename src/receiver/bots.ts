import { callsOf, type Delivery } from '../bot/index.js'
import type { Client } from '../client/index.js'
import { type Dialect, dialectOf } from '../protocol/index.js'
import type { Account, BotBinding, DeliveryHandler, ReceiverSettings } from './options.js'

/** A bot with all that its deliveries need. */
export interface RegisteredBot {
  readonly bot: DeliveryHandler
  /** In lower case. */
  readonly email: string
  /** Undefined while the server's may be any. */
  readonly dialect: Dialect | undefined
  readonly client: Client
  readonly owner: Delivery['owner']
  readonly ownEmails: ReadonlySet<string>
  /** Its place among the bots, from 0 on. */
  readonly place: number
}

/** The bots behind one receiver. */
export interface Bots {
  /** The bot that has the address and the token; the time taken does not say which of the two was wrong. */
  find(email: string, token: string): RegisteredBot | undefined
  /** Whether a bot has the address: for the log alone. */
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
  const nobody: { registered: undefined; accepts: TokenCheck } = { registered: undefined, accepts: checkForNobody }
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

/** Everything that must not be seen in a log. */
export function secretsOf(bots: readonly BotBinding[]): string[] {
  return bots.flatMap(({ credentials, owner, tokens }) => {
    const accounts: Account[] = owner === undefined ? [credentials] : [credentials, owner]
    return [...tokens, ...accounts.flatMap(({ email, apiKey }) => [apiKey, basic(email, apiKey)])]
  })
}

/** As it stands in the header of a request. */
function basic(email: string, apiKey: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${email}:${apiKey}`)))
}

/** Says whether a token is one of those that are valid. */
type TokenCheck = (token: string) => boolean

/**
 * Makes the check for a bot's tokens, several of which are valid while one is rotated. Each is compared to its end, and all
 * of them every time, so that the time taken says neither how much of a guess is right nor which token it comes near: it
 * depends on the length of the guess alone.
 */
export function tokenCheck(tokens: readonly string[]): TokenCheck {
  return (token) => {
    let matches = 0
    for (const valid of tokens) matches += isSame(token, valid) ? 1 : 0
    return matches > 0
  }
}

/** Stands in where there is no such bot: does the same work for a token that nobody has. */
export const checkForNobody: TokenCheck = (token) => tokenCheckForNobody(token) && false

const tokenCheckForNobody = tokenCheck(['-'.repeat(32)])

/** Compares all characters of what was given, wherever the first is that differs. */
function isSame(given: string, valid: string): boolean {
  let difference = given.length ^ valid.length
  for (let at = 0; at < given.length; at += 1) difference |= given.charCodeAt(at) ^ valid.charCodeAt(at % valid.length)
  return difference === 0
}
