import { type Log, logOf } from '../bot/index.js'
import { Client, type ClientOptions, type Clock } from '../client/index.js'
import { endOfTurn } from '../clock.js'
import { openListener } from '../listener/createListener.js'
import type { ListenerOptions } from '../listener/index.js'
import { createQueue } from '../queue/createQueue.js'
import type { QueueEngine } from '../queue/engine.js'
import { openWorker } from '../queue/worker.js'
import { openReceiver } from '../receiver/createReceiver.js'
import type { BotBinding, ReceiverOptions } from '../receiver/index.js'
import { receiverOptions } from '../receiver/options.js'
import type { DeliveryTarget } from '../simulator/delivery/network.js'
import type { Simulator } from '../simulator/index.js'
import type { Storage } from '../storage/index.js'
import { checkOptions } from '../text/index.js'

export type SimulatedProcess = ReturnType<typeof startSimulatedProcess>

/** How a bot gets its messages: they are posted to it, or it reads them from an event queue. */
export type Way = 'webhook' | 'events'

export interface SimulatedProcessOptions {
  readonly by: Way
  readonly binding: BotBinding
  readonly simulator: Simulator
  readonly storage: Storage
  /** Keeps the deliveries of a queue across restarts. (default: there is no queue) */
  readonly engine?: QueueEngine | undefined
  readonly log: Log
  /** Spreads the waits before retries; from a seed, so that tests are reproducible. */
  readonly random: () => number
  readonly receiver: Omit<ReceiverOptions, 'bots' | 'fetch' | 'storage' | 'clock'> | undefined
}

/** Simulates a bot's process, from its start until it is killed. */
export function startSimulatedProcess(process: SimulatedProcessOptions) {
  const { binding, by, simulator, storage, engine, log, random, receiver: options = {} } = process
  const id = crypto.randomUUID()
  const isOther = (other: string) => other !== id
  const timers = new Set<() => void>()
  let count = 0
  let outside = 0
  let waiting = 0
  const note = () => {
    count += 1
  }
  const ending = new AbortController()
  const over = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()))

  const during = <Result>(work: Promise<Result>): Promise<Result> => {
    note()
    return work.finally(note)
  }
  /** The promises of a process never settle after its end. */
  const whileAlive = <Result>(ask: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const unlessOver =
        <Value>(settle: (value: Value) => void) =>
        (value: Value) => {
          if (!ending.signal.aborted) settle(value)
        }
      if (!ending.signal.aborted) during(ask()).then(unlessOver(resolve), unlessOver(reject))
    })
  const stored = <Result>(ask: () => Promise<Result>): Promise<Result> =>
    whileAlive(() => {
      outside += 1
      return during(ask()).finally(() => {
        outside -= 1
      })
    })

  /** A clock whose timers are cancelled when the process ends; `isWaiting` tells which timers the bot waits for. */
  const clockOf = (clock: Clock, isWaiting: (how: Parameters<Clock['later']>[2]) => boolean): Clock => ({
    now: () => clock.now(),
    later(milliseconds, action, how) {
      if (ending.signal.aborted) return () => {}
      const counts = isWaiting(how) ? 1 : 0
      waiting += counts
      note()
      const forget = () => {
        if (!timers.delete(cancel)) return
        waiting -= counts
        note()
      }
      const ring = () => {
        forget()
        action()
      }
      const cancelTimer = clock.later(milliseconds, ring, how)
      const cancel = () => {
        forget()
        cancelTimer()
      }
      timers.add(cancel)
      return cancel
    },
  })
  const clock = clockOf(simulator.clock, (how) => how?.sleeping === true)
  const { createClient = (given) => new Client(given) } = options

  // A timer of the queue ends no wait of a test but one before a suspect, which nothing else can end.
  const queueClock = clockOf(simulator.clock, (how) => how === undefined)
  const own: QueueEngine | undefined = engine && {
    ...engine,
    put: (...given) => whileAlive(() => engine.put(...given)),
    take: (...given) => whileAlive(() => engine.take(...given)),
    renew: (...given) => whileAlive(() => engine.renew(...given)),
    note: (...given) => whileAlive(() => engine.note(...given)),
    settle: (...given) => whileAlive(() => engine.settle(...given)),
    watch: (wake) => engine.watch(() => ending.signal.aborted || wake()),
  }
  const shared = {
    ...options,
    ...(own && { queue: createQueue(own, { clock: queueClock }) }),
    log: lasting(options.log ?? log, ending.signal),
    bots: [binding],
    clock,
    createClient: (given: ClientOptions) =>
      createClient({ ...given, random, clock: clockOf(given.clock ?? simulator.clock, () => true) }),
    storage: {
      get: (key) => stored(() => storage.get(key)),
      set: (key, value, how) => stored(() => storage.set(key, value, how)),
      delete: (key, how) => stored(() => storage.delete(key, how)),
      list: (prefix, how) => stored(() => storage.list(prefix, how)),
      close: () => whileAlive(() => storage.close()),
      // One process runs at a time.
      isLocal: true,
      // Any other has been killed.
      holder: { id, isDead: isOther, isGone: isOther, begin() {} },
    } satisfies Storage,
  }
  const reach = (...request: Parameters<typeof fetch>) => whileAlive(() => simulator.fetch(...request))
  const running =
    by === 'webhook'
      ? runReceiver({ ...shared, fetch: reach }, random)
      : runListener({ ...shared, fetch: reach }, random, ending.signal)

  const breakConnections = new Set<() => void>()

  return {
    /** Whether the bot makes progress, or waits for the clock. */
    progress: {
      /** Incremented by everything that happens. */
      get count() {
        return count
      },
      note,
      /** Whether it waits for something outside this process, such as a disk. */
      get waitsOutside() {
        return outside > 0
      },
      get waitsForTime() {
        return waiting > running.polls
      },
    },
    /** Takes a delivery. Rejects like a broken connection if the process ends meanwhile. */
    deliver: (notification: string) =>
      new Promise<DeliveryAnswer>((resolve, reject) => {
        const breakConnection = () => reject(new Error('The connection broke: the bot was killed.'))
        breakConnections.add(breakConnection)
        if (ending.signal.aborted) breakConnection()
        during(running.deliver(notification))
          .then(resolve, reject)
          .finally(() => breakConnections.delete(breakConnection))
      }),
    idle: () => Promise.race([running.idle(), over]),
    /** Ends the process at once: it no longer reaches the server, the storage, the log or the clock. */
    end() {
      ending.abort()
      for (const cancel of timers) cancel()
      for (const breakConnection of breakConnections) breakConnection()
    },
  }
}

type DeliveryAnswer = Awaited<ReturnType<DeliveryTarget['deliver']>>

interface RunningBot {
  deliver: DeliveryTarget['deliver']
  /** How many requests wait for events: their time limits are nothing that the bot waits for. */
  readonly polls: number
  idle(): Promise<void>
}

function runReceiver(options: ReceiverOptions, random: () => number): RunningBot {
  checkOptions('createReceiver', options, receiverOptions)
  const receiver = openReceiver(options)
  const { queue } = options
  const worker = queue && openWorker({ ...options, queue, random }, receiver.bots)
  const running = worker ?? receiver
  running.start()
  return {
    deliver: (notification) => receiver.deliver(notification),
    polls: 0,
    async idle() {
      await receiver.idle()
      await worker?.idle()
    },
  }
}

function runListener(
  { fetch: reach, ...options }: ReceiverOptions & Pick<ListenerOptions, 'bots'> & { readonly fetch: typeof fetch },
  random: () => number,
  ended: AbortSignal,
): RunningBot {
  let requests = 0
  let polls = 0
  let isRefused = false
  // The same options as by webhook; a listener has no use for some of them.
  checkOptions('createReceiver', options, receiverOptions)
  const listener = openListener({
    ...options,
    random,
    // As with a webhook, there is only one attempt without a queue.
    ...(options.queue === undefined && { attempts: 1 }),
    // No other process listens, so the lease needs few renewals.
    lease: 86_400_000,
    async fetch(...request) {
      const isPoll = /\/events\?/.test(String(request[0]))
      requests += 1
      if (isPoll) polls += 1
      try {
        return await reach(...request)
      } finally {
        requests -= 1
        if (isPoll) polls -= 1
      }
    },
  })
  void listener.start().ended.then(() => {
    isRefused = true
  })
  return {
    deliver: async () => ({ status: 404, body: '' }),
    get polls() {
      return polls
    },
    async idle() {
      // A bot that was killed never waits again.
      for (let turns = 0; turns < enoughTurns && !ended.aborted; ) {
        await listener.idle()
        turns = isRefused || (listener.isPolling() && requests > 0) ? turns + 1 : 0
        await endOfTurn()
      }
    },
  }
}

/** Turns of the event loop in which any event on the server would arrive. */
const enoughTurns = 10

function lasting(log: Log, ended: AbortSignal): Log {
  return logOf((level) => (fields, message) => {
    if (!ended.aborted) log[level](fields, message)
  })
}
