import { type BotRun, type BotRuntime, withFields } from '../../bot/index.js'
import type { Bots, RegisteredBot } from '../bots/bots.js'
import type { ReceiverSettings } from '../options.js'

export function createTimedWork(bots: Bots, settings: ReceiverSettings) {
  const runs = new Set<BotRun>()
  const ticks = new Set<Promise<unknown>>()

  return {
    start() {
      return bots.follow((registered) => {
        const run = registered.bot.start?.(runtimeOf(registered, settings))
        if (run === undefined) return async () => {}
        runs.add(run)
        return async () => {
          await run.stop()
          runs.delete(run)
        }
      })
    },
    async tick(): Promise<number | undefined> {
      const ticking = tickAll()
      ticks.add(ticking)
      try {
        const times = (await ticking).filter((time) => time !== undefined)
        return times.length === 0 ? undefined : Math.min(...times)
      } finally {
        ticks.delete(ticking)
      }
    },
    async idle() {
      await Promise.all([...runs].map((run) => run.idle()))
      await Promise.allSettled(ticks)
    },
  }

  async function tickAll(): Promise<(number | undefined)[]> {
    return Promise.all((await bots.list()).map((registered) => registered.bot.tick?.(runtimeOf(registered, settings))))
  }
}

function runtimeOf(registered: RegisteredBot, settings: ReceiverSettings): BotRuntime {
  const { email, ownEmails } = registered
  const { storage, clock, signal = new AbortController().signal } = settings
  return {
    email,
    // Usually nothing is due, and no client is needed.
    get client() {
      return registered.client
    },
    get owner() {
      return registered.owner
    },
    ownEmails,
    storage,
    clock,
    log: withFields(registered.log, { bot: email }),
    signal,
  }
}
