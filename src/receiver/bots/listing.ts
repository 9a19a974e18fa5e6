import { errorFields } from '../../bot/index.js'
import { inTime } from '../../clock.js'
import { EarshotError } from '../../errors.js'
import type { BotBinding, BotWithoutWebhook, ReceiverSettings } from '../options.js'
import type { Bots, End, RegisteredBot } from './bots.js'
import { KnownBots } from './knownBots.js'
import { type SourceLimits, sourcedBots, Trouble } from './sourcedBots.js'

/** Bots whose list is read repeatedly. */
export function listing(
  bindings: AsyncIterable<BotWithoutWebhook>,
  limits: SourceLimits,
  settings: ReceiverSettings,
): Bots {
  const { clock, log } = settings
  const known = new KnownBots(settings)
  const followers = new Set<Follower>()
  const trouble = new Trouble(1, settings)
  let listedAt: number | undefined
  let underWay: Reading | undefined

  return {
    ...sourcedBots({
      known,
      limits,
      clock,
      answeredAt: () => listedAt,
      async ask(email) {
        const isListed = await inTime(clock, limits.timeout, refresh(), tooLate, { background: true })
        return isListed ? known.get(email) : 'unavailable'
      },
    }),
    isFixed: false,
    async list() {
      if (!(await refresh())) throw new EarshotError('bots', "The bots can't be listed. See the log for the reason.")
      return known.all()
    },
    follow(begin) {
      const follower = new Follower(begin)
      followers.add(follower)
      follower.update(known.all())
      const stop = refreshRegularly()
      return {
        async stop() {
          stop()
          followers.delete(follower)
          follower.update([])
          await follower.idle()
        },
      }
    },
  }

  function tooLate(): false {
    trouble.failed(new Error(`The list was not read within ${limits.timeout} ms.`), notListed)
    return false
  }

  function refreshRegularly(): () => void {
    let isStopped = false
    let cancel = () => {}
    const again = async () => {
      await refresh()
      if (!isStopped) cancel = clock.later(limits.age, again, { background: true })
    }
    void again()
    return () => {
      isStopped = true
      cancel()
    }
  }

  /** Reads the list, or joins a read already in progress. On failure, logs the error and resolves to false. */
  function refresh(): Promise<boolean> {
    const now = clock.now()
    if (underWay !== undefined && now - underWay.since < stuckAfter) return underWay.isListed
    if (trouble.isFresh) return Promise.resolve(false)
    const current: Reading = { since: now, isListed: read(() => underWay === current) }
    underWay = current
    void current.isListed.finally(() => {
      if (underWay === current) underWay = undefined
    })
    return current.isListed
  }

  /** @param isWanted False once this read took too long and another one has replaced it. */
  async function read(isWanted: () => boolean): Promise<boolean> {
    const found = new Map<string, BotBinding>()
    let count = 0
    try {
      for await (const given of bindings) {
        add(given, `bots[${count}]`, found)
        count += 1
      }
    } catch (error) {
      trouble.failed(error, notListed)
      return false
    }
    if (!isWanted()) return false
    trouble.worked()
    apply(found)
    return true
  }

  /** Skips a bot that can't be used, so that the others keep working. */
  function add(given: BotWithoutWebhook, at: string, found: Map<string, BotBinding>): void {
    try {
      const binding = known.checked(given, at)
      const email = binding.credentials.email.toLowerCase()
      if (!found.has(email)) found.set(email, binding)
      else log.error({ bot: email, at }, 'Several bots in the list have the same address; using the first')
    } catch (error) {
      log.error(errorFields(error), "A bot in the list can't be used; it is skipped")
    }
  }

  function apply(found: ReadonlyMap<string, BotBinding>): void {
    const before = new Set(known.all())
    for (const email of known.emails()) if (!found.has(email)) known.remove(email)
    for (const binding of found.values()) known.put(binding)
    const now = known.all()
    const added = now.filter((bot) => !before.has(bot)).length
    const removed = before.size + added - now.length
    const isFirst = listedAt === undefined
    listedAt = clock.now()
    if (added > 0 || removed > 0) log.info({ bots: now.length, added, removed }, 'The list of bots has changed')
    if (now.length === 0 && (removed > 0 || isFirst)) log.warn({}, 'There is no bot in the list')
    for (const follower of followers) follower.update(now)
  }
}

interface Reading {
  /** UNIX milliseconds. */
  readonly since: number
  readonly isListed: Promise<boolean>
}

const notListed = "The bots can't be listed; the known ones keep running"

/** Milliseconds after which reading a list is abandoned and started again. */
const stuckAfter = 60_000

/** Runs `begin` for each bot in the list, and ends it when the bot is removed. */
class Follower {
  readonly #begin: (bot: RegisteredBot) => End
  readonly #ends = new Map<RegisteredBot, End>()
  readonly #ending = new Set<Promise<unknown>>()

  constructor(begin: (bot: RegisteredBot) => End) {
    this.#begin = begin
  }

  update(bots: readonly RegisteredBot[]): void {
    const wanted = new Set(bots)
    for (const [bot, end] of this.#ends) if (!wanted.has(bot)) this.#end(bot, end)
    for (const bot of wanted) if (!this.#ends.has(bot)) this.#ends.set(bot, this.#begun(bot))
  }

  async idle(): Promise<void> {
    await Promise.all(this.#ending)
  }

  #begun(bot: RegisteredBot): End {
    try {
      return this.#begin(bot)
    } catch (error) {
      bot.log.error({ bot: bot.email, ...errorFields(error) }, "A bot can't be started")
      return async () => {}
    }
  }

  #end(bot: RegisteredBot, end: End): void {
    this.#ends.delete(bot)
    const ending = end()
      .catch((error) => bot.log.error({ bot: bot.email, ...errorFields(error) }, 'A bot failed to stop'))
      .finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }
}
