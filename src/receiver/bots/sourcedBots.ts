import { errorFields } from '../../bot/index.js'
import type { ReceiverSettings } from '../options.js'
import { type Bots, checkToken, type KnownBot } from './bots.js'
import type { KnownBots } from './knownBots.js'

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
  readonly clock: ReceiverSettings['clock']
  /** When the source last answered for this address, in UNIX milliseconds. */
  answeredAt(email: string): number | undefined
  /** Queries the source; resolves within the timeout. Failures are already logged. */
  ask(email: string): Promise<KnownBot | 'unavailable' | undefined>
}

/**
 * The bots of a source. Results that accept a delivery are cached for longer than those that reject it, since the bot or its
 * new token may have been added meanwhile.
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

/** Addresses worth looking up: not too long, and without characters that a database can't store. */
const plausible = /^[^\s\p{C}]{1,320}$/u

/**
 * Protects a failing source and the log: after `most` failures in a row, the source is queried at most once a second. The first
 * failure is logged, then at most one a minute.
 */
export class Trouble {
  readonly #most: number
  readonly #settings: Pick<ReceiverSettings, 'clock' | 'log'>
  #failures = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #loggedAt = Number.NEGATIVE_INFINITY

  constructor(most: number, settings: Pick<ReceiverSettings, 'clock' | 'log'>) {
    this.#most = most
    this.#settings = settings
  }

  /** Whether the last failure is so recent that the source must not be queried yet. */
  get isFresh(): boolean {
    return this.#failures >= this.#most && this.#settings.clock.now() - this.#failedAt < betweenTries
  }

  failed(error: unknown, message: string): void {
    const { clock, log } = this.#settings
    this.#failures += 1
    this.#failedAt = clock.now()
    if (this.#failedAt - this.#loggedAt < reminder) return
    this.#loggedAt = this.#failedAt
    log.error({ ...errorFields(error), failures: this.#failures }, message)
  }

  worked(): void {
    if (this.#failures === 0) return
    this.#settings.log.info({ failures: this.#failures }, 'The bots can be looked up again')
    this.#failures = 0
    this.#loggedAt = Number.NEGATIVE_INFINITY
  }
}

/** Milliseconds. */
const betweenTries = 1_000
const reminder = 60_000
