import { settingsOf } from '../../client/options.js'
import type { Clock } from '../../clock.js'
import { maskedLog, secretHider } from '../log.js'
import {
  type BotBinding,
  type BotWithoutWebhook,
  checkedBinding,
  type DeliveryHandler,
  type ReceiverSettings,
  secretsOf,
} from '../options.js'
import { type Bots, checkToken, type KnownBot, type RegisteredBot, registerBot, tokenCheck } from './bots.js'
import { warnOfDeafness } from './deafness.js'

/** A bot that was found. */
interface FoundBot extends KnownBot {
  readonly binding: BotBinding
  /** UNIX milliseconds. */
  readonly at: number
}

/** The bots of a source that are known now, those found last at the end. A bot keeps its clients while its account stays the same. */
export class KnownBots {
  readonly #settings: ReceiverSettings
  readonly #found = new Map<string, FoundBot>()
  readonly #emails = new Set<string>()
  readonly #seen = new WeakSet<DeliveryHandler>()

  constructor(settings: ReceiverSettings) {
    this.#settings = settings
  }

  get(email: string): FoundBot | undefined {
    return this.#found.get(email)
  }

  emails(): string[] {
    return [...this.#emails]
  }

  all(): RegisteredBot[] {
    return [...this.#found.values()].map(({ registered }) => registered)
  }

  secrets(): string[] {
    return secretsOf([...this.#found.values()].map(({ binding }) => binding))
  }

  put(binding: BotBinding): KnownBot {
    const email = binding.credentials.email.toLowerCase()
    const before = this.#found.get(email)
    const isSame = before !== undefined && accountOf(before.binding) === accountOf(binding)
    const registered =
      isSame && before.binding.bot === binding.bot && before.binding.dialect === binding.dialect
        ? before.registered
        : this.#register(binding)
    const at = this.#settings.clock.now()
    const known = { binding, registered, accepts: tokenCheck(binding.tokens), at }
    this.remove(email)
    this.#found.set(email, known)
    this.#emails.add(email)
    return known
  }

  remove(email: string): void {
    this.#found.delete(email)
    this.#emails.delete(email)
  }

  /** Keeps so many, those that were found last. */
  keep(most: number): void {
    for (const email of this.#found.keys()) {
      if (this.#found.size <= most) return
      this.remove(email)
    }
  }

  #register(binding: BotBinding): RegisteredBot {
    // Only what comes by a webhook has a token. Most organisations have the same bot.
    if (this.#settings.needsTokens && !this.#seen.has(binding.bot)) warnOfDeafness(binding, this.#settings.log)
    this.#seen.add(binding.bot)
    const secrets = secretsOf([binding])
    const shared = {
      log: maskedLog(this.#settings.log, secrets),
      hide: secretHider(secrets),
      ownEmails: this.#emails,
    }
    return registerBot(binding, this.#settings, shared)
  }
}

const accountOf = ({ credentials, owner }: BotBinding) => {
  const { site, email, apiKey, allowInsecure } = credentials
  return JSON.stringify([site, email, apiKey, allowInsecure, owner?.email, owner?.apiKey])
}

/** What a source gave, checked. @param at What errors call it. @throws {EarshotError} saying what can't be used. */
export function checkedFound(found: BotWithoutWebhook, at: string, settings: ReceiverSettings): BotBinding {
  const binding = checkedBinding(Object(found), at, settings.needsTokens)
  const { credentials, owner } = binding
  // Its clients are made when they are needed.
  settingsOf(credentials)
  if (owner) settingsOf({ ...credentials, ...owner })
  return binding
}

/** Milliseconds; `entries` is a number of bots. */
export interface SourceLimits {
  readonly age: number
  readonly unknownAge: number
  readonly timeout: number
  readonly outage: number
  readonly entries: number
}

interface Source {
  readonly known: KnownBots
  readonly limits: SourceLimits
  readonly clock: Clock
  /** When the source last said something of this address, in UNIX milliseconds. */
  answeredAt(email: string): number | undefined
  /** Asks the source; resolves in time. What failed has been logged. */
  ask(email: string): Promise<KnownBot | 'unavailable' | undefined>
}

/**
 * The bots of a source. An answer that a delivery is accepted by holds for longer than one that it is refused by, since the
 * bot, or its new token, may have been added meanwhile.
 */
export function sourcedBots({ known, limits, clock, answeredAt, ask }: Source): Pick<Bots, 'find' | 'get' | 'secrets'> {
  return {
    async find(given, token) {
      const found = await current(given, (bot) => typeof checkToken(bot, token) === 'object')
      return found === 'unavailable' ? found : checkToken(found, token)
    },
    async get(given) {
      const found = await current(given, (bot) => bot !== undefined)
      return typeof found === 'object' ? found.registered : found
    },
    secrets: () => known.secrets(),
  }

  async function current(
    given: string,
    isRight: (bot: KnownBot | undefined) => boolean,
  ): Promise<KnownBot | 'unavailable' | undefined> {
    const email = given.toLowerCase()
    const before = known.get(email)
    const wasRight = isRight(before)
    if (!plausible.test(email)) return undefined
    const age = clock.now() - (answeredAt(email) ?? Number.NEGATIVE_INFINITY)
    if (age < (wasRight ? limits.age : limits.unknownAge)) return before
    const now = await ask(email)
    return now === 'unavailable' && wasRight && age < limits.outage ? before : now
  }
}

/** An address that a source may be asked for: nothing long, and nothing that can't be stored. */
const plausible = /^[^\s\p{C}]{1,320}$/u
