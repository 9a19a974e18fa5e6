import type { Log } from '../../bot/index.js'
import { settingsOf } from '../../client/options.js'
import { maskedLog, secretHider } from '../log.js'
import {
  type BotBinding,
  type BotWithoutWebhook,
  checkedBinding,
  type DeliveryHandler,
  type ReceiverSettings,
  secretsOf,
} from '../options.js'
import { type KnownBot, type RegisteredBot, registerBot, tokenCheck } from './bots.js'
import { warnOfDeafness } from './deafness.js'

interface FoundBot extends KnownBot {
  readonly binding: BotBinding
  /** UNIX milliseconds. */
  readonly at: number
}

/** The known bots of a source, most recently found last. A bot keeps its clients while its account stays the same. */
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

  /** Checks a binding from the source, unless it is unchanged. @param at Its name in errors. @throws {EarshotError} */
  checked(given: BotWithoutWebhook, at: string): BotBinding {
    const { credentials }: Partial<BotWithoutWebhook> = Object(given)
    const before = this.#found.get(String(credentials?.email).toLowerCase())?.binding
    return before && areSame(fieldsOf(before), fieldsOf(given)) ? before : checkedFound(given, at, this.#settings)
  }

  put(binding: BotBinding): KnownBot {
    const email = binding.credentials.email.toLowerCase()
    const before = this.#found.get(email)
    const isSame = before !== undefined && areSame(accountOf(before.binding), accountOf(binding))
    const known = {
      binding,
      registered: isSame ? before.registered : this.#register(binding),
      accepts: before?.binding === binding ? before.accepts : tokenCheck(binding.tokens),
      at: this.#settings.clock.now(),
    }
    this.remove(email)
    this.#found.set(email, known)
    this.#emails.add(email)
    return known
  }

  remove(email: string): void {
    this.#found.delete(email)
    this.#emails.delete(email)
  }

  /** Drops all but the `most` most recently found. */
  keep(most: number): void {
    for (const email of this.#found.keys()) {
      if (this.#found.size <= most) return
      this.remove(email)
    }
  }

  #register(binding: BotBinding): RegisteredBot {
    // Only webhook deliveries have tokens. Many organisations usually share one bot, so each bot is warned about once.
    if (this.#settings.needsTokens && !this.#seen.has(binding.bot)) warnOfDeafness(binding, this.#settings.log)
    this.#seen.add(binding.bot)
    return registerBot(binding, this.#settings, new Masking(binding, this.#settings.log, this.#emails))
  }
}

/** Masks the secrets of a bot. Built on first use: of thousands of bots, most never log anything. */
class Masking implements Pick<RegisteredBot, 'log' | 'hide' | 'ownEmails'> {
  readonly ownEmails: ReadonlySet<string>
  readonly #binding: BotBinding
  readonly #openLog: Log
  #log: Log | undefined
  #hide: RegisteredBot['hide'] | undefined

  constructor(binding: BotBinding, log: Log, ownEmails: ReadonlySet<string>) {
    this.#binding = binding
    this.#openLog = log
    this.ownEmails = ownEmails
  }

  get log(): Log {
    this.#log ??= maskedLog(this.#openLog, secretsOf([this.#binding]))
    return this.#log
  }

  get hide(): RegisteredBot['hide'] {
    this.#hide ??= secretHider(secretsOf([this.#binding]))
    return this.#hide
  }
}

function checkedFound(given: BotWithoutWebhook, at: string, settings: ReceiverSettings): BotBinding {
  const binding = checkedBinding(Object(given), at, settings.needsTokens)
  const { credentials, owner } = binding
  // Only to check them: the clients are created on first use.
  const { certBundle: _, insecure: __, ...account } = credentials
  settingsOf(account)
  if (owner) settingsOf({ ...account, ...owner })
  return binding
}

/** The fields that need a new client when they change. */
function accountOf({ bot, credentials, owner, dialect }: BotWithoutWebhook): readonly unknown[] {
  const { site, email, apiKey, allowInsecure, certBundle, insecure } = credentials
  return [bot, site, email, apiKey, allowInsecure, certBundle, insecure, owner?.email, owner?.apiKey, dialect]
}

const fieldsOf = (binding: BotWithoutWebhook) => [...accountOf(binding), ...[binding.tokens ?? []].flat()]

const areSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((field, at) => field === other[at])
