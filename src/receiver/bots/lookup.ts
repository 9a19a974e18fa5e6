import { errorFields } from '../../bot/index.js'
import {
  type BotBinding,
  type BotWithoutWebhook,
  type DeliveryHandler,
  ReceiverOptionError,
  type ReceiverSettings,
} from '../options.js'
import type { Bots, KnownBot } from './bots.js'
import { KnownBots } from './knownBots.js'
import { type SourceLimits, sourcedBots, Trouble } from './sourcedBots.js'

/**
 * Finds the bot with a given address, such as in a database table.
 *
 * @param email In lower case. It is from a request whose token isn't checked yet, so anyone can send any address.
 * @param signal Aborts when nothing waits for the result any more.
 * @returns Nothing if no bot has this address. If it throws, the error is logged and the chat server retries the delivery.
 */
export type BotLookup<Binding extends BotWithoutWebhook = BotBinding> = (
  email: string,
  signal: AbortSignal,
) => Binding | null | undefined | Promise<Binding | null | undefined>

/** Bots that are looked up one by one. */
export function lookup(find: BotLookup<BotWithoutWebhook>, limits: SourceLimits, settings: ReceiverSettings): Bots {
  const { clock, log } = settings
  const known = new KnownBots(settings)
  /** When a lookup last found no bot for each address, in UNIX milliseconds. */
  const unknown = new Map<string, number>()
  /** When a lookup last found a bot that can't be used for each address, in UNIX milliseconds. */
  const broken = new Map<string, number>()
  const trouble = new Trouble(mostAtOnce, settings)
  const underWay = new Map<string, Promise<KnownBot | 'unavailable' | undefined>>()
  const turns = new Turns(mostAtOnce)

  return {
    ...sourcedBots({
      known,
      limits,
      clock,
      answeredAt: (email) => known.get(email)?.at ?? unknown.get(email),
      // Simultaneous deliveries for one bot share one lookup.
      ask(email) {
        const asked = underWay.get(email) ?? ask(email).finally(() => underWay.delete(email))
        underWay.set(email, asked)
        return asked
      },
    }),
    isFixed: false,
    async list() {
      throw new ReceiverOptionError(
        'bots',
        'is a lookup, so the bots whose schedules are due are unknown',
        giveIterable,
      )
    },
    follow() {
      log.info({}, 'Bots are looked up one by one: their questions time out only at the next message')
      return { stop: async () => {} }
    },
  }

  async function ask(email: string): Promise<KnownBot | 'unavailable' | undefined> {
    const brokenAt = broken.get(email) ?? Number.NEGATIVE_INFINITY
    if (trouble.isFresh || clock.now() - brokenAt < limits.unknownAge) return 'unavailable'
    const found = await foundIn(email)
    if (found === 'unavailable') return found
    if (found === undefined || found === null) {
      known.remove(email)
      note(email, unknown)
      return undefined
    }
    try {
      const binding = known.checked(found, nameOf(email))
      checkLookedUp(binding.bot, binding.credentials.email, email)
      for (const times of [unknown, broken]) times.delete(email)
      const bot = known.put(binding)
      known.keep(limits.entries)
      return bot
    } catch (error) {
      note(email, broken)
      log.error({ bot: email, ...errorFields(error) }, "A bot that was looked up can't be used")
      return 'unavailable'
    }
  }

  async function foundIn(email: string) {
    const late = new AbortController()
    const cancel = clock.later(limits.timeout, () => late.abort(tooLate(limits.timeout)), { background: true })
    try {
      const found = await untilAborted(
        late.signal,
        turns.take(late.signal, () => find(email, late.signal)),
      )
      trouble.worked()
      return found
    } catch (error) {
      trouble.failed(error, "Bots can't be looked up; their deliveries are not acknowledged")
      return 'unavailable'
    } finally {
      cancel()
    }
  }

  /** Records the current time for an address. */
  function note(email: string, times: Map<string, number>): void {
    times.delete(email)
    times.set(email, clock.now())
    const [oldest] = times.size > limits.entries ? times.keys() : []
    if (oldest !== undefined) times.delete(oldest)
  }
}

/** Maximum number of concurrent lookups, the size of a typical database connection pool. */
const mostAtOnce = 10

/** @throws {ReceiverOptionError} for a bot with a different address, or with schedules, which a lookup can't run. */
function checkLookedUp(bot: DeliveryHandler, found: string, email: string): void {
  const at = nameOf(email)
  if (found.toLowerCase() !== email) {
    throw new ReceiverOptionError(
      at,
      `has the address ${found}`,
      'Return the bot with the requested address, or nothing.',
    )
  }
  const [schedule] = bot.schedules ?? []
  if (schedule === undefined) return
  throw new ReceiverOptionError(at, `has the schedule '${schedule}', which needs a list of all bots`, giveIterable)
}

const nameOf = (email: string) => `bots('${email}')`

const giveIterable = 'Give the bots as an async iterable: `botsFrom(iterable)`.'

const tooLate = (timeout: number) => new Error(`The lookup did not finish within ${timeout} ms.`)

/** The result of the work, unless the signal aborts first. The work isn't stopped. @throws the signal's reason. */
function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

/** Limits how much work runs at once; the rest waits in line. */
class Turns {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Runs the work in turn. The turn ends with the work, or when the signal aborts. @throws the signal's reason. */
  async take<Result>(signal: AbortSignal, work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      signal.throwIfAborted()
      return await untilAborted(signal, Promise.resolve(work()))
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }
}
