import { Bot, type Log, type Storage, silent } from 'earshot'
import { createQueue, createWorker, type QueueEngine, type WorkerOptions } from 'earshot/queue'
import { createReceiver } from 'earshot/receiver'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import type { Clock } from '../../src/clock.js'
import { memoryEngine } from '../../src/queue/index.js'

export interface TownOptions
  extends Partial<
    Pick<WorkerOptions, 'attempts' | 'maxCrashes' | 'handlerTimeout' | 'log' | 'observer' | 'createClient'>
  > {
  /** Stands in for the network between the bot's processes and the server. */
  readonly through?: (request: Request, send: () => Promise<Response>) => Promise<Response>
  /** Is waited for before something is written down of a delivery. */
  readonly beforeNote?: () => Promise<void>
  /** Stands in for the storage. */
  readonly troubled?: (storage: Storage) => Storage
}

/** An organisation, a receiver, a queue in memory that outlives processes, and processes that work on it. */
export interface Town {
  readonly simulator: Simulator
  readonly engine: QueueEngine
  readonly storage: Storage
  readonly echo: number
  /** Starts a process that works. It dies where it does its step of that number, if one is given. */
  start(bot: Bot, dieAt?: number): Process
  /** Iago says something where the bot hears it, and it is acknowledged. Gives the ID. */
  say(text: string, topic?: string): Promise<number>
  /** Lets all happen that can, with as much time as that needs. */
  settle(): Promise<void>
  /** What the bot said, in order. */
  said(topic?: string): string[]
  dead(): Promise<{ reason: string; error: string; message: number }[]>
  close(): Promise<void>
}

interface Process {
  readonly isDead: boolean
  /** How many steps it has done. */
  readonly steps: number
  /** What was begun, and not written down as ended, when it died: keys of the ledger, by delivery. */
  readonly open: readonly string[]
  die(): void
  /** Tells its handlers to stop, as a process does that is told to end. */
  abort(): void
  /** Stops it in an orderly way. */
  stop(): Promise<void>
}

export async function town({
  through = (_, send) => send(),
  beforeNote,
  troubled = (storage) => storage,
  ...workerOptions
}: TownOptions = {}): Promise<Town> {
  const simulator = createSimulator({ clock: 'frozen' })
  const { clock } = simulator
  const account = simulator.realm.account('echo')
  const { token = '', ...credentials } = simulator.credentials(account.id)
  const engine = memoryEngine()
  const storage = troubled(memoryStorage({ clock }))
  const processes = new Set<Process>()
  const queue = createQueue(engine, { clock })
  const bots = (bot: Bot) => [{ bot, credentials, tokens: [token] }]
  const receiving = createReceiver({ bots: bots(new Bot()), queue, clock, storage, log: silent })
  simulator.connect(account.id, async (request) => receiving.fetch(request))

  const start: Town['start'] = (bot, dieAt = Number.POSITIVE_INFINITY) => {
    const stopping = new AbortController()
    const open = new Set<string>()
    let steps = 0
    let isDead = false
    const die = () => {
      isDead = true
      processes.delete(process)
    }
    /** What a process does is seen by others from one step to the next; where it dies, it goes no further. */
    const step = async () => {
      steps += 1
      if (steps >= dieAt) die()
      if (isDead) await new Promise<never>(() => {})
    }
    const lasting =
      <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        await step()
        const result = await work(...args)
        await step()
        return result
      }
    const own: QueueEngine = {
      ...engine,
      take: lasting(engine.take),
      renew: lasting(engine.renew),
      settle: lasting(engine.settle),
      note: lasting(async (lease, line) => {
        await beforeNote?.()
        const noted = isDead ? false : await engine.note(lease, line)
        if (line.outcome === undefined) open.add(`${lease.id} ${line.key}`)
        else open.delete(`${lease.id} ${line.key}`)
        return noted
      }),
    }
    const ownClock: Clock = {
      now: () => clock.now(),
      later: (milliseconds, action, how) => clock.later(milliseconds, () => isDead || action(), how),
    }
    const log: Log = workerOptions.log ?? silent
    const ownQueue = createQueue(own, { clock: ownClock })
    const worker = createWorker({
      ...workerOptions,
      log,
      bots: bots(bot),
      queue: ownQueue,
      clock: ownClock,
      random: () => 0.5,
      signal: stopping.signal,
      storage: {
        ...storage,
        get: lasting(storage.get),
        set: lasting(storage.set),
        delete: lasting(storage.delete),
        list: lasting(storage.list),
      },
      fetch: lasting(async (input, init) => {
        const request = new Request(input, init)
        return through(request, () => simulator.fetch(request))
      }),
    })
    const process: Process = {
      get isDead() {
        return isDead
      },
      get steps() {
        return steps
      },
      get open() {
        return [...open]
      },
      die,
      abort: () => stopping.abort(new DOMException('The process ends.', 'AbortError')),
      async stop() {
        processes.delete(process)
        await working.stop()
      },
    }
    processes.add(process)
    const working = worker.start()
    return process
  }

  return {
    simulator,
    engine,
    storage,
    echo: account.id,
    start,
    async say(text, topic = 'bread') {
      const id = simulator.say('iago', { channel: 'kitchen', topic }, `@**${account.full_name}** ${text}`)
      await simulator.idle()
      return id
    },
    async settle() {
      for (;;) {
        await turns()
        const { waiting, working } = await engine.status(clock.now())
        if ((waiting === 0 && working === 0) || processes.size === 0) return
        const due = clock.next()
        await clock.advance(due === undefined ? 1_000 : Math.max(1, due - clock.now()))
      }
    },
    said: (topic = 'bread') =>
      simulator
        .messages({ channel: 'kitchen', topic })
        .filter(({ sender_id }) => sender_id === account.id)
        .map(({ content }) => content),
    async dead() {
      const letters = await queue.dead.list()
      return letters.map(({ reason, error, entry }) => ({ reason, error, message: entry.message }))
    },
    async close() {
      for (const process of processes) process.die()
      await simulator.close()
    },
  }
}

/** Lets happen what needs neither time nor anybody else. */
export async function turns(count = 25): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
