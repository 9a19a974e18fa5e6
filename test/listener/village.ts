import { type Bot, type Log, type Storage, silent } from 'earshot'
import { createListener, type ListenerOptions } from 'earshot/listener'
import { createQueue, type QueueEngine } from 'earshot/queue'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { memoryStorage, StorageError } from 'earshot/storage'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../src/clock.js'
import { memoryEngine } from '../../src/queue/index.js'

export interface VillageOptions
  extends Partial<Pick<ListenerOptions, 'catchUp' | 'answerBots' | 'concurrency' | 'redeliver'>> {
  /** Whether the process puts its messages into the queue that all share. */
  readonly hasQueue?: boolean
  /** The village as it was before its server was restored or begun anew: the bot's processes keep their storage. */
  readonly before?: Village
  /** Answers calls of the process in place of the server. */
  readonly change?: (url: string) => Response | undefined | Promise<Response | undefined>
  /** The network of the process. (default: the server's own) */
  readonly fetch?: typeof globalThis.fetch
  /** By how many milliseconds the clock of the process is ahead of the server's. (default: 0) */
  readonly ahead?: number
  readonly featureLevel?: number
  readonly kind?: 'generic' | 'outgoing webhook'
}

/** An organisation with a generic bot, and processes that listen for it. */
export interface Village {
  readonly simulator: Simulator
  readonly storage: Storage
  /** What outlasts the server. */
  readonly kept: { clock: Clock; readonly storage: Storage; readonly engine: QueueEngine }
  /** The server that processes reach. */
  readonly server: { simulator: Simulator }
  readonly lines: { readonly message: string; readonly fields: object }[]
  /** Starts a process. */
  listen(bot: Bot, options?: VillageOptions): Process
  /** Somebody says something in a channel of the bot's. Gives the ID. */
  say(text: string, topic?: string, who?: string): number
  /** What the bot said in a topic, in order. */
  said(topic?: string): string[]
  settle(): Promise<void>
}

interface Process {
  readonly ready: Promise<void>
  readonly ended: Promise<readonly Error[]>
  stop(): Promise<void>
  /** Dies at once: nothing of it is sent any more. */
  die(): void
  /** The storage is away until it is mounted again. */
  unmount(): void
  mount(): void
  /** The network is away until it is plugged in again. */
  unplug(): void
  plugIn(): void
  /** Sets by how many milliseconds its clock is ahead of the server's. */
  setClock(milliseconds: number): void
}

export async function village({ featureLevel, kind = 'generic', before }: VillageOptions = {}): Promise<Village> {
  const simulator = createSimulator({
    clock: 'frozen',
    randomSeed: 1,
    ...(featureLevel !== undefined && { featureLevel }),
  })
  const { clock } = simulator
  if (before) clock.setTime(before.simulator.clock.now() + 600_000)
  const { token: _, ...credentials } = simulator.addBot({ full_name: 'Ear', type: kind })
  const owner = simulator.credentials('Desdemona')
  const subscriptions = JSON.stringify([{ name: 'Verona' }])
  const body = new URLSearchParams({ subscriptions, principals: JSON.stringify([credentials.email]) })
  const headers = { authorization: `Basic ${btoa(`${owner.email}:${owner.apiKey}`)}` }
  await simulator.fetch(`${simulator.url}/api/v1/users/me/subscriptions`, { method: 'POST', headers, body })
  const kept = before?.kept ?? newlyKept(clock)
  kept.clock = clock
  const { storage, engine } = kept
  const server = { simulator }
  const lines: Village['lines'] = []
  const note = (fields: object, message: string) => void lines.push({ fields, message })
  const log: Log = { ...silent, info: note, warn: note, error: note }
  onTestFinished(() => simulator.close())

  return {
    simulator,
    storage,
    kept,
    server,
    lines,
    listen(bot, { hasQueue = false, change, fetch, ahead = 0, ...options } = {}) {
      let state: 'up' | 'unplugged' | 'dead' = 'up'
      let isMounted = true
      let isAheadBy = ahead
      const isDead = () => state === 'dead'
      /** What a process that died has begun, or waits for, never comes. */
      const mortal =
        <Args extends unknown[], Result>(work: (...args: Args) => Result | Promise<Result>) =>
        async (...args: Args): Promise<Result> => {
          if (isDead()) await new Promise<never>(() => {})
          const result = await work(...args)
          if (isDead()) await new Promise<never>(() => {})
          return result
        }
      const mounted = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
        mortal(async (...args: Args) => {
          if (!isMounted) throw new StorageError('failed', 'The storage failed: it is not mounted.')
          return work(...args)
        })
      const ownClock: Clock = {
        now: () => clock.now() + isAheadBy,
        later: (milliseconds, action, how) => clock.later(milliseconds, () => isDead() || action(), how),
      }
      const ownEngine: QueueEngine = {
        ...engine,
        put: mortal(engine.put),
        take: mortal(engine.take),
        renew: mortal(engine.renew),
        settle: mortal(engine.settle),
        note: mortal(engine.note),
      }
      const listening = createListener({
        bots: [{ bot, credentials }],
        fetch: mortal(async (...request: Parameters<typeof globalThis.fetch>) => {
          const plugged = () => {
            if (state === 'unplugged') throw new TypeError('fetch failed')
          }
          plugged()
          const response = (await change?.(String(request[0]))) ?? (await (fetch ?? server.simulator.fetch)(...request))
          plugged()
          return response
        }),
        clock: ownClock,
        storage: {
          ...storage,
          isLocal: false,
          get: mounted(storage.get),
          set: mounted(storage.set),
          delete: mounted(storage.delete),
          list: mounted(storage.list),
        },
        ...(hasQueue && { queue: createQueue(ownEngine, { clock: ownClock }) }),
        log,
        random: () => 0.5,
        ...options,
      }).start()
      return {
        ready: listening.ready,
        ended: listening.ended,
        stop: () => listening.stop(),
        die() {
          state = 'dead'
        },
        unmount() {
          isMounted = false
        },
        mount() {
          isMounted = true
        },
        unplug() {
          state = 'unplugged'
        },
        plugIn() {
          state = 'up'
        },
        setClock(milliseconds) {
          isAheadBy = milliseconds
        },
      }
    },
    say: (text, topic = 'bread', who = 'Iago') => simulator.say(who, { channel: 'Verona', topic }, text),
    said: (topic = 'bread') =>
      simulator
        .messages({ channel: 'Verona', topic })
        .filter(({ sender_full_name }) => sender_full_name === 'Ear')
        .map(({ content }) => content),
    async settle() {
      for (let turn = 0; turn < 4; turn += 1) await clock.advance(500)
    },
  }
}

function newlyKept(first: Clock): Village['kept'] {
  const kept = { clock: first, engine: memoryEngine() }
  const clock: Clock = { now: () => kept.clock.now(), later: (...given) => kept.clock.later(...given) }
  return Object.assign(kept, { storage: memoryStorage({ clock }) })
}
