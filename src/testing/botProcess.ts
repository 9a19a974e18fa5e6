import type { Log } from '../bot/index.js'
import { Client, type Clock } from '../client/index.js'
import { type BotBinding, createReceiver, type ReceiverOptions } from '../receiver/index.js'
import type { RequestHandler, Simulator } from '../simulator/index.js'
import type { Storage } from '../storage/index.js'
import { type Progress, trackProgress } from './progress.js'

/** Stands for a bot's process, from its start until it is killed. */
export interface BotProcess {
  /** Takes a delivery. Rejects like a broken connection if the process ends meanwhile. */
  readonly take: RequestHandler
  /** Resolves when the bot has nothing left to do, or the process has ended. */
  idle(): Promise<void>
  readonly progress: Progress
  readonly isOver: boolean
  /** Ends the process at once: it no longer reaches the server, the storage, the log or the clock. */
  end(): void
}

export interface BotProcessOptions {
  readonly binding: BotBinding
  readonly simulator: Simulator
  readonly storage: Storage
  readonly log: Log
  readonly receiver: Omit<ReceiverOptions, 'bots' | 'fetch' | 'storage' | 'clock'> | undefined
}

/** Starts a bot. */
export function startBot({ binding, simulator, storage, log, receiver: options = {} }: BotProcessOptions): BotProcess {
  const progress = trackProgress()
  const timers = new Set<() => void>()
  let isOver = false
  let finish: () => void = () => {}
  const over = new Promise<void>((resolve) => {
    finish = resolve
  })

  /** What a process awaits never settles once it has ended. */
  const whileAlive = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    if (isOver) return never()
    const settled = await progress.during(ask()).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if (isOver) return never()
    if ('error' in settled) throw settled.error
    return settled.value
  }

  const base: Clock = {
    now: () => simulator.clock.now(),
    later(milliseconds, action, how) {
      if (isOver) return () => {}
      const cancel = simulator.clock.later(
        milliseconds,
        () => {
          timers.delete(cancel)
          progress.note()
          action()
        },
        how,
      )
      timers.add(cancel)
      return () => {
        timers.delete(cancel)
        cancel()
      }
    },
  }
  const watched = progress.watching(base)
  const clock: Clock = {
    now: base.now,
    later: (milliseconds, action, how) => (how?.sleeping ? watched : base).later(milliseconds, action, how),
  }
  const { createClient = (given) => new Client(given) } = options

  const receiver = createReceiver({
    ...options,
    log: lasting(options.log ?? log, () => !isOver),
    bots: [binding],
    clock,
    createClient: (given) => createClient({ ...given, clock: progress.watching(given.clock ?? clock) }),
    fetch: (input, init) => whileAlive(() => simulator.fetch(input, init)),
    storage: {
      get: (key) => whileAlive(() => progress.outside(storage.get(key))),
      set: (key, value, how) => whileAlive(() => progress.outside(storage.set(key, value, how))),
      delete: (key, how) => whileAlive(() => progress.outside(storage.delete(key, how))),
      list: (prefix, how) => whileAlive(() => progress.outside(storage.list(prefix, how))),
      close: () => whileAlive(() => storage.close()),
    },
  })

  receiver.start()

  const broken = over.then(() => Promise.reject(new Error('The connection broke: the bot was killed.')))
  // Mostly nothing is on its way to a process that ends.
  broken.catch(() => {})
  const whileConnected = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    Promise.race([progress.during(answer), broken])

  return {
    progress,
    get isOver() {
      return isOver
    },
    take: (request) => whileConnected(Promise.resolve(receiver.fetch(request))),
    idle: () => Promise.race([receiver.idle(), over]),
    end() {
      isOver = true
      for (const cancel of timers) cancel()
      timers.clear()
      finish()
    },
  }
}

const never = () => new Promise<never>(() => {})

function lasting(log: Log, isAlive: () => boolean): Log {
  const line = (level: keyof Log) => (fields: object, message: string) => {
    if (isAlive()) log[level](fields, message)
  }
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}
