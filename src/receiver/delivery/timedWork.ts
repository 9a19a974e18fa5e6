import { type BotRun, type BotRuntime, withFields } from '../../bot/index.js'
import type { RegisteredBot } from '../bots.js'
import type { ReceiverSettings } from '../options.js'

export function createTimedWork(bots: readonly RegisteredBot[], settings: ReceiverSettings) {
  const runs = new Set<BotRun>()
  const ticks = new Set<Promise<unknown>>()
  const { storage, clock, log } = settings
  const signal = settings.signal ?? new AbortController().signal

  const runtimeOf = ({ email, client, owner, ownEmails }: RegisteredBot): BotRuntime => ({
    email,
    client,
    ...(owner && { owner }),
    ownEmails,
    storage,
    clock,
    log: withFields(log, { bot: email }),
    signal,
  })

  return {
    start() {
      const started = bots.flatMap((registered) => registered.bot.start?.(runtimeOf(registered)) ?? [])
      for (const run of started) runs.add(run)
      return {
        async stop() {
          await Promise.all(started.map((run) => run.stop()))
          for (const run of started) runs.delete(run)
        },
      }
    },
    async tick(): Promise<number | undefined> {
      const ticking = Promise.all(bots.map((registered) => registered.bot.tick?.(runtimeOf(registered))))
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
}
