import { errorFields } from '../../bot/index.js'
import { settingsOf } from '../../client/options.js'
import { age } from '../../clock.js'
import { maskedLog, secretHider } from '../log.js'
import {
  type BotBinding,
  type BotLookup,
  type BotWithoutWebhook,
  checkedBinding,
  type DeliveryHandler,
  ReceiverOptionError,
  type ReceiverSettings,
  secretsOfBots,
} from '../options.js'
import { type BotRegistry, botByToken, type KnownBot, type RegisteredBot, registerBot, tokenCheck } from './bots.js'
import { warnOfDeafness } from './deafness.js'
import { LookupTurns } from './lookupTurns.js'

/** Milliseconds that a result is used which accepts a delivery. */
const keptFor = 60_000
/** Milliseconds that a result is used which rejects one: the bot or its new token may have been added meanwhile. */
const rejectedFor = 10_000
/** Milliseconds that known bots keep working while lookups fail. */
const keptWithoutAnswer = 3_600_000

interface LookedUpBot extends KnownBot {
  readonly binding: BotBinding
  readonly masking: Masking
  /** UNIX milliseconds. */
  readonly at: number
}

/** A lookup that found no bot, or one that can't be used. */
interface Miss {
  /** UNIX milliseconds. */
  readonly at: number
  readonly isBroken: boolean
}

/** Bots that a function finds by their address, cached. A bot keeps its clients while its account stays the same. */
export class LookedUpBots implements BotRegistry {
  readonly all = undefined
  readonly #find: BotLookup<BotWithoutWebhook>
  readonly #settings: ReceiverSettings
  readonly #most: number
  readonly #turns: LookupTurns
  /** The bots, most recently found last. */
  readonly #found = new Map<string, LookedUpBot>()
  readonly #emails = new Set<string>()
  readonly #misses = new Map<string, Miss>()
  readonly #underWay = new Map<string, Promise<KnownBot | 'unavailable' | undefined>>()
  readonly #warnedOf = new WeakSet<DeliveryHandler>()

  /** @param most How many bots are remembered, and as many addresses without one. */
  constructor(find: BotLookup<BotWithoutWebhook>, settings: ReceiverSettings, most = 10_000) {
    this.#find = find
    this.#most = most
    this.#settings = settings
    this.#turns = new LookupTurns(settings)
  }

  async find(email: string, token: string): Promise<RegisteredBot | 'bot' | 'token' | 'unavailable'> {
    const found = await this.#current(email, (bot) => typeof botByToken(bot, token) === 'object')
    return found === 'unavailable' ? found : botByToken(found, token)
  }

  async get(email: string): Promise<RegisteredBot | 'unavailable' | undefined> {
    const found = await this.#current(email, (bot) => bot !== undefined)
    return typeof found === 'object' ? found.registered : found
  }

  secrets(): string[] {
    return secretsOfBots([...this.#found.values()].map(({ binding }) => binding))
  }

  async #current(
    given: string,
    isRight: (bot: KnownBot | undefined) => boolean,
  ): Promise<KnownBot | 'unavailable' | undefined> {
    const email = given.toLowerCase()
    const before = this.#found.get(email)
    const wasRight = isRight(before)
    if (!plausible.test(email)) return undefined
    const miss = this.#misses.get(email)
    const since = age(
      this.#settings.clock,
      before?.at ?? (miss?.isBroken ? undefined : miss?.at) ?? Number.NEGATIVE_INFINITY,
    )
    if (since < (wasRight ? keptFor : rejectedFor)) return before
    // Simultaneous deliveries for one bot share one lookup.
    const asked = this.#underWay.get(email) ?? this.#ask(email).finally(() => this.#underWay.delete(email))
    this.#underWay.set(email, asked)
    const now = await asked
    return now === 'unavailable' && wasRight && since < keptWithoutAnswer ? before : now
  }

  async #ask(email: string): Promise<KnownBot | 'unavailable' | undefined> {
    const { clock, log } = this.#settings
    const miss = this.#misses.get(email)
    if (miss?.isBroken && age(clock, miss.at) < rejectedFor) return 'unavailable'
    const found = await this.#turns.take((signal) => this.#find(email, signal))
    if (found === 'unavailable') return found
    this.#misses.delete(email)
    if (found === undefined || found === null) {
      this.#remove(email)
      this.#keepMiss(email, false)
      return undefined
    }
    try {
      return this.#put(email, this.#checked(found, email))
    } catch (error) {
      this.#keepMiss(email, true)
      log.error({ bot: email, ...errorFields(error) }, "A bot that was looked up can't be used")
      return 'unavailable'
    }
  }

  /** Checks a bot, unless it is unchanged. @throws {EarshotError} */
  #checked(given: BotWithoutWebhook, email: string): BotBinding {
    const before = this.#found.get(email)?.binding
    if (before && Object(given).credentials && areSame(fieldsOf(before), fieldsOf(given))) return before
    const at = `bots('${email}')`
    const binding = checkedBinding(Object(given), at, this.#settings.needsTokens)
    const { bot, credentials, owner } = binding
    // Only to check them: the clients are created on first use.
    const { certBundle: _, insecure: __, ...account } = credentials
    settingsOf(account)
    if (owner) settingsOf({ ...account, ...owner })
    if (credentials.email.toLowerCase() !== email) {
      const advice = 'Return the bot with the requested address, or nothing.'
      throw new ReceiverOptionError(at, `has the address ${credentials.email}`, advice)
    }
    const [schedule] = bot.schedules ?? []
    if (schedule === undefined) return binding
    throw new ReceiverOptionError(
      at,
      `has the schedule '${schedule}', which needs a list of all bots`,
      'Give the bots as a list.',
    )
  }

  #put(email: string, binding: BotBinding): KnownBot {
    const before = this.#found.get(email)
    const isSame = before !== undefined && areSame(accountOf(before.binding), accountOf(binding))
    const masking = isSame ? before.masking : new Masking(this.#settings, this.#emails)
    masking.add(binding)
    const known = {
      binding,
      masking,
      registered: isSame ? before.registered : this.#register(binding, masking),
      accepts: before?.binding === binding ? before.accepts : tokenCheck(binding.tokens),
      at: this.#settings.clock.now(),
    }
    this.#remove(email)
    this.#found.set(email, known)
    this.#emails.add(email)
    const [oldest] = this.#found.size > this.#most ? this.#found.keys() : []
    if (oldest !== undefined) this.#remove(oldest)
    return known
  }

  #register(binding: BotBinding, masking: Masking): RegisteredBot {
    const { bot } = binding
    // Only webhook deliveries have tokens. Many organisations usually share one bot, so each bot is warned about once.
    if (this.#settings.needsTokens && !this.#warnedOf.has(bot)) {
      this.#warnedOf.add(bot)
      warnOfDeafness(binding, this.#settings.log)
    }
    return registerBot(binding, this.#settings, masking)
  }

  #remove(email: string): void {
    this.#found.delete(email)
    this.#emails.delete(email)
  }

  #keepMiss(email: string, isBroken: boolean): void {
    this.#misses.set(email, { at: this.#settings.clock.now(), isBroken })
    const [oldest] = this.#misses.size > this.#most ? this.#misses.keys() : []
    if (oldest !== undefined) this.#misses.delete(oldest)
  }
}

/** Addresses worth looking up: not too long, and without characters that a database can't store. */
const plausible = /^[^\s\p{C}]{1,320}$/u

/** Masks the secrets of a bot. Built on first use: of thousands of bots, most never log anything. */
class Masking implements Pick<RegisteredBot, 'log' | 'hide' | 'ownEmails'> {
  readonly ownEmails: ReadonlySet<string>
  /** Those of former tokens too: they may still be in something that is under way. */
  readonly #secrets = new Set<string>()
  readonly #settings: ReceiverSettings
  #log: RegisteredBot['log'] | undefined
  #hide: RegisteredBot['hide'] | undefined

  constructor(settings: ReceiverSettings, ownEmails: ReadonlySet<string>) {
    this.#settings = settings
    this.ownEmails = ownEmails
  }

  add(binding: BotBinding): void {
    const before = this.#secrets.size
    for (const secret of secretsOfBots([binding])) this.#secrets.add(secret)
    if (this.#secrets.size > before) this.#log = this.#hide = undefined
  }

  get log(): RegisteredBot['log'] {
    this.#log ??= maskedLog(this.#settings.log, [...this.#secrets])
    return this.#log
  }

  get hide(): RegisteredBot['hide'] {
    this.#hide ??= secretHider([...this.#secrets])
    return this.#hide
  }
}

/** The fields that need a new client when they change. */
function accountOf({ bot, credentials, owner, dialect }: BotWithoutWebhook): readonly unknown[] {
  const { site, email, apiKey, allowInsecure, certBundle, insecure } = credentials
  return [bot, site, email, apiKey, allowInsecure, certBundle, insecure, owner?.email, owner?.apiKey, dialect]
}

const fieldsOf = (binding: BotWithoutWebhook) => [...accountOf(binding), ...[binding.tokens ?? []].flat()]

const areSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((field, at) => field === other[at])
