import { AsyncLocalStorage } from 'node:async_hooks'
import { isOverheard, senderOf } from '../../bot/base/notification.js'
import type { BotRun, BotRuntime, Delivery } from '../../bot/index.js'
import { pause } from '../../clock.js'
import type { DeliveryHandler } from '../../receiver/index.js'
import type { Storage, Version } from '../../storage/index.js'
import { type MaybePromise, parseJson } from '../../values.js'
import type { Tested } from '../chat.js'

/** A bot's work on one message, observed from outside. */
export interface Work {
  /** The message's ID. */
  readonly message: number
  /** Who wrote the message or caused the event; `nobody` if the server doesn't say. */
  readonly sender: number
  /** Whether the message isn't for the bot, or is an event, so that no answer is expected. */
  readonly isOverheard: boolean
  /** UNIX milliseconds. */
  readonly begun: number
  /** The handler's name in the log; undefined until one is chosen. */
  route: string | undefined
  /** The errors of its handler, except those that are answers to the sender. */
  readonly errors: unknown[]
  /** UNIX milliseconds of the first thing that the sender can notice. */
  noticed: number | undefined
  /** The versions of the values that it has read from the storage, by key. */
  readonly read: Map<string, Version | undefined>
}

/** The ID of an unknown sender. */
export const nobody = 0

/** A problem seen in the storage. */
interface StorageTrouble {
  readonly kind: 'lost update' | 'silent time-out'
  readonly what: string
  /** The handler. */
  readonly by?: string | undefined
}

/** Shared, since Node propagates every instance with every promise. */
const current = new AsyncLocalStorage<Work>()

export type Watch = ReturnType<typeof createWatch>

/** Tracks which message the bot is working on in its calls, replies and storage. */
export function createWatch() {
  const works: Work[] = []
  const troubles: StorageTrouble[] = []
  const runs: BotRun[] = []
  let isSlow = false

  return {
    works,
    troubles,
    /** Stops the bot's scheduled work, which would outlive the conversation if the bot isn't created for it. */
    close(): void {
      for (const run of runs) void run.stop()
    },
    /** Delays handlers' reads from the storage until the next message has arrived. */
    slow(how: boolean): void {
      isSlow = how
    },
    /** The work of the current async context. */
    current: () => current.getStore(),
    bot: async (tested: Tested): Promise<DeliveryHandler> => {
      const bot = typeof tested === 'function' ? await tested() : tested
      return new Proxy(bot, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if (name === 'handle') return handle
          if (name === 'start' && bot.start !== undefined) return start
          return typeof value === 'function' ? value.bind(target) : value
        },
      })

      function start(runtime: BotRuntime): BotRun | undefined {
        const run = bot.start?.(runtime)
        if (run !== undefined) runs.push(run)
        return run
      }

      function handle(delivery: Delivery): MaybePromise<void> {
        const { message } = delivery.notification
        const { id: sender } = senderOf(delivery.notification)
        const work: Work = {
          message: message.id,
          sender,
          isOverheard: isOverheard(delivery.notification),
          begun: delivery.clock.now(),
          route: undefined,
          errors: [],
          noticed: undefined,
          read: new Map(),
        }
        works.push(work)
        return current.run(work, () => bot.handle(watched(delivery, work, () => isSlow)))
      }
    },
    storage: (storage: Storage): Storage => ({
      async get(key) {
        const entry = await storage.get(key)
        current.getStore()?.read.set(key, entry?.version)
        return entry
      },
      async set(key, value, how) {
        const work = current.getStore()
        // The new value is based on what was read.
        if (work?.read.has(key) && how?.onlyIf === undefined) {
          const now = await storage.get(key)
          if (now?.version !== work.read.get(key)) {
            const what = `${key} was read, then changed by another handler, then overwritten with ${value.slice(0, 200)}`
            troubles.push({ kind: 'lost update', what, by: work.route })
          }
        }
        const version = await storage.set(key, value, how)
        work?.read.set(key, version)
        if (isSilentEnd(key, value)) troubles.push({ kind: 'silent time-out', what: key })
        return version
      },
      delete: (key, how) => storage.delete(key, how),
      list: (prefix, how) => storage.list(prefix, how),
      close: () => storage.close(),
    }),
  }
}

/** The delivery with hooks that track the work. */
function watched(delivery: Delivery, work: Work, isSlow: () => boolean): Delivery {
  const hooks: Pick<Delivery, 'routed' | 'failed' | 'storage'> = {
    storage: {
      ...delivery.storage,
      async get(key) {
        const entry = await delivery.storage.get(key)
        if (isSlow() && !ownKeys.test(key)) await pause(delivery.clock, slowRead, undefined, { sleeping: true })
        return entry
      },
    },
    routed(name, ...more) {
      work.route = name
      delivery.routed(name, ...more)
    },
    failed(error) {
      work.errors.push(error)
      delivery.failed(error)
    },
  }
  return new Proxy(delivery, {
    get(target, name) {
      if (Object.hasOwn(hooks, name)) return Reflect.get(hooks, name)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Milliseconds: longer than a webhook waits for its answer, so that the server delivers the next message. */
const slowRead = 9_000
/** Earshot's own keys, which aren't slowed down. */
const ownKeys = /^(?:conversation|claim|schedule|stream|stop|lock)\//

/** Whether this value ends a conversation by a time-out without a reply. */
function isSilentEnd(key: string, value: string): boolean {
  if (!/^conversation\/[^/]+\/of\//.test(key)) return false
  const { state, turn } = Object(parseJson(value)) as {
    readonly state?: string
    readonly turn?: { readonly message?: number; readonly replies: readonly unknown[] }
  }
  return state === 'ended' && turn !== undefined && turn.message === undefined && turn.replies.length === 0
}
