import { type BotRun, type BotRuntime, type Following, withFields } from '../../bot/index.js'
import { least } from '../../values.js'
import type { BotRegistry, RegisteredBot } from '../bots/bots.js'
import { ReceiverOptionError, type ReceiverSettings } from '../options.js'

type FollowingOf = (registered: RegisteredBot) => Following

export function createTimedWork(bots: BotRegistry, settings: ReceiverSettings, followingOf?: FollowingOf) {
  const runs = new Set<BotRun>()
  const ticks = new Set<Promise<unknown>>()

  return {
    start() {
      const { all } = bots
      if (!all)
        settings.log.info({}, 'Bots are looked up one by one: their questions time out only at the next message')
      const started = (all ?? []).flatMap(
        (registered) => registered.bot.start?.(runtimeOf(registered, settings, followingOf)) ?? [],
      )
      for (const run of started) runs.add(run)
      return {
        async stop() {
          await Promise.all(started.map((run) => run.stop()))
          for (const run of started) runs.delete(run)
        },
      }
    },
    async tick(): Promise<number | undefined> {
      const ticking = tickAll()
      ticks.add(ticking)
      try {
        return least(await ticking)
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
    if (bots.all === undefined) {
      const problem = 'is a function, so the bots whose schedules are due are unknown'
      throw new ReceiverOptionError('bots', problem, 'Give the bots as a list.')
    }
    return Promise.all(
      bots.all.map((registered) => registered.bot.tick?.(runtimeOf(registered, settings, followingOf))),
    )
  }
}

function runtimeOf(registered: RegisteredBot, settings: ReceiverSettings, followingOf?: FollowingOf): BotRuntime {
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
    following: followingOf?.(registered),
    storage,
    clock,
    log: withFields(registered.log, { bot: email }),
    signal,
  }
}
