import { errorFields, eventOf, type Queue, type QueueJob, withFields } from '../bot/index.js'
import { unlessAborted } from '../client/exchange/bounds.js'
import { type Clock, pause } from '../client/index.js'
import { checkedLease } from '../queue/createQueue.js'
import { memoryQueue, type Working } from '../queue/index.js'
import { openWorker, type WorkerOptions, workerOptions } from '../queue/worker.js'
import type { BotRegistry, RegisteredBot } from '../receiver/bots/bots.js'
import { openBots } from '../receiver/bots/openBots.js'
import { Dispatcher, isEvent } from '../receiver/delivery/dispatcher.js'
import type { ReceiverOptions } from '../receiver/index.js'
import { type BotWithoutWebhook, ReceiverOptionError, receiverSettings } from '../receiver/options.js'
import { LockError } from '../storage/index.js'
import { type Lock, lockFreeAt, withLock } from '../storage/lock.js'
import { checkOptions, type Duration, type OptionNames, readDuration } from '../text/index.js'
import { deferred } from '../values.js'
import { ListenerError } from './errors.js'
import { EventFeed } from './eventFeed.js'
import { countUnderWay } from './underWay.js'

export interface ListenerOptions extends Omit<WorkerOptions, 'bots' | 'queue'>, Pick<ReceiverOptions, 'newDeliveryId'> {
  /** Bots with credentials; tokens aren't needed. */
  readonly bots: readonly BotWithoutWebhook[]
  /** Where messages wait for their handlers. (default: memory; messages under way are lost if the process dies) */
  readonly queue?: Queue | undefined
  /** `false` only queues messages, for workers in other processes. Needs a queue. (default: true) */
  readonly work?: boolean
  /** What to do about messages that came while nobody listened. */
  readonly catchUp?: CatchUpOptions
  /**
   * Whether to answer other bots. Two that answer each other would never end, so the bot stops after some turns in a conversation
   * until a person writes there. (default: false; `true` is `{ turns: 5 }`)
   */
  readonly answerBots?: boolean | AnswerBotsOptions
  /**
   * Whether a message counts as taken only when its handler has ended: one whose handler ran when the process died is handled
   * again. By default it counts when its handler starts, and isn't. A queue that outlives the process decides by itself.
   */
  readonly redeliver?: boolean
  /**
   * Milliseconds that the process that listens may be silent before one that can't see it takes over, such as one on another
   * machine. On the same machine another one takes over when it has died, and not before. From 100 to a day. (default: 30,000)
   */
  readonly lease?: number
}

export interface CatchUpOptions {
  /** Older messages aren't answered; 0 answers none that was missed. (default: `1h`) */
  readonly atMost?: Duration
}

export interface AnswerBotsOptions {
  /** How many messages or events of other bots are answered in a row without a person in the conversation. (default: 5) */
  readonly turns?: number
}

const listenerOptions: OptionNames<ListenerOptions> = {
  ...workerOptions,
  work: true,
  catchUp: true,
  answerBots: true,
  redeliver: true,
  lease: true,
  newDeliveryId: true,
}

/** Feeds bots from event queues of their server. */
export interface Listener {
  /** Listens, runs handlers and schedules until stopped. Call it once. */
  start(): ListeningBots
  /** Resolves when no handler is running and none could start now. */
  idle(): Promise<void>
}

export interface ListeningBots {
  /**
   * Resolves when every bot listens: a message that is sent from now on is heard. Also when none can (see `ended`), or when
   * stopped.
   */
  readonly ready: Promise<void>
  /** Resolves when no bot can listen any more: to the reasons, which have been logged. */
  readonly ended: Promise<readonly ListenerError[]>
  /** Takes nothing more. Resolves when all handlers have ended; abort the listener's `signal` to abort them. */
  stop(): Promise<void>
}

/**
 * Creates a listener: the same bots, fed by event queues instead of a webhook, so that no public address is needed. The
 * accounts have to be generic bots. Replies are sent as messages.
 *
 * Which messages were taken is kept in the storage: messages that come while the process is down are answered when it
 * is back. Of several processes that share a storage, one listens for a bot; when it dies, another one takes over.
 *
 * @throws {ReceiverOptionError} or {QueueError} for options that can't be used.
 * @example `const listening = createListener({ bots: [{ bot, credentials }], storage }).start()`
 */
export function createListener(options: ListenerOptions): Listener {
  checkOptions('createListener', options, listenerOptions)
  return openListener(options)
}

/** A listener with its internals. */
export interface OpenedListener extends Listener {
  readonly bots: BotRegistry
  /** Why some bot doesn't listen; undefined if all do. */
  whyNotReady(): string | undefined
  /** Whether every bot has taken all events so far, and asks the server for the next. */
  isPolling(): boolean
}

export function openListener(options: ListenerOptions): OpenedListener {
  const {
    queue: given,
    work = true,
    catchUp = {},
    answerBots = false,
    redeliver = false,
    lease,
    random = Math.random,
    ...shared
  } = options
  checkOptions('The listener', catchUp, { atMost: true }, 'catchUp')
  const atMost = checkedAge(catchUp.atMost ?? '1h')
  const { turns = 5 } = Object(answerBots) as AnswerBotsOptions
  if (typeof answerBots !== 'boolean') checkOptions('The listener', answerBots, { turns: true }, 'answerBots')
  if (!Number.isSafeInteger(turns) || turns < 1)
    throw new ReceiverOptionError('answerBots.turns', `is ${String(turns)}`, 'Give a whole number, at least 1.')
  const feeds = new Map<string, EventFeed>()
  /** The feeds that listen or are about to. For one that waits for a lease: when that expires, in UNIX milliseconds. */
  const running = new Map<EventFeed, number | undefined>()
  const queue = given ?? memoryQueue({ ...(shared.clock && { clock: shared.clock }) })
  if (!work && given === undefined) throw noQueue()
  if (lease !== undefined) checkedLease(lease)
  const settings = receiverSettings({ ...shared, queue }, { needsTokens: false })
  const { storage, clock } = settings
  if (typeof settings.bots === 'function') throw cannotListen()
  // One client for each account.
  const bots = openBots(settings)
  const dispatcher = new Dispatcher(settings)
  const worker = work
    ? openWorker(
        { ...shared, bots: settings.bots, random, storage, queue: given ?? whileListening(queue, feeds, clock) },
        bots,
      )
    : undefined

  return {
    bots,
    start() {
      const stopping = new AbortController()
      const listening = (bots.all ?? []).map((bot) => listenFor(bot, stopping.signal))
      const ready = Promise.all(listening.map((one) => Promise.race([one.ready, one.ended]))).then(() => {})
      const ended = Promise.all(listening.map((one) => one.ended)).then((errors) =>
        errors.filter((error) => error !== undefined),
      )
      const working: Working | undefined = worker?.start()
      return {
        ready,
        ended,
        async stop() {
          stopping.abort(new DOMException('The listener was stopped.', 'AbortError'))
          await ended
          await working?.stop()
          await endedUnlessAborted(dispatcher.idle(), settings.signal)
          if (given === undefined) await queue.close()
        },
      }
    },
    async idle() {
      await worker?.idle()
      await dispatcher.idle()
    },
    whyNotReady() {
      const [first] = [...running].filter(([{ isListening }]) => !isListening)
      return first && whyNotListening(first[1], clock.now())
    },
    isPolling: () => [...running.keys()].every(({ isPolling }) => isPolling),
  }

  /** Listens for one bot until stopped. `ended` resolves to why it can't any more. */
  function listenFor(bot: RegisteredBot, signal: AbortSignal) {
    const { promise: ready, resolve: onListening } = deferred<void>()
    return { ready, ended: keepListening(bot, signal, onListening) }
  }

  async function keepListening(
    bot: RegisteredBot,
    signal: AbortSignal,
    onListening: () => void,
  ): Promise<ListenerError | undefined> {
    const botLog = withFields(bot.log, { bot: bot.email })
    const underWay = countUnderWay(clock, botLog)
    const feed = new EventFeed({
      client: bot.client,
      email: bot.email,
      overhears: bot.bot.overhears,
      storage,
      clock,
      log: botLog,
      random,
      catchUp: atMost,
      answerBots: answerBots !== false,
      botTurns: turns,
      isDurable: given !== undefined,
      redeliver,
      onListening,
      queue: async (notification, listening) => {
        const { id } = notification.message
        for (;;) {
          await underWay.room(listening)
          const works: Promise<unknown>[] = []
          try {
            const received = { bot, notification, warnings: [] }
            const answer = await dispatcher.take(received, clock.now(), (work) => works.push(work))
            if (works.length > 0) {
              const ended = underWay.add(Promise.all(works), id)
              if (eventOf(notification) === undefined) void ended.then(() => feed.end(id))
            }
            // Any other answer means that it couldn't be queued in time.
            if (typeof answer === 'object') return true
          } catch (error) {
            botLog.error({ message: id, ...errorFields(error) }, "The queue can't take a message; it stays unanswered")
            return false
          }
          listening.throwIfAborted()
        }
      },
    })
    feeds.set(bot.email, feed)
    running.set(feed, undefined)
    const [name, options] = [listenerLock(bot.email), { clock, ...(lease !== undefined && { lease }) }]
    const waiting = new AbortController()
    let isHeld = false
    // Whoever has the lock releases it when its handlers have ended.
    const stopWaiting = () => isHeld || waiting.abort(signal.reason)
    signal.addEventListener('abort', stopWaiting)
    const waitForTurn = async (error: unknown) => {
      if (!(error instanceof LockError && error.code === 'locked')) throw error
      const until = (await lockFreeAt(storage, name, options)) ?? clock.now()
      running.set(feed, until)
      const atMost = Number.isFinite(until) ? secondsUntil(until, clock.now()) : undefined
      botLog.info({ atMost }, "Not listening yet: waiting for another instance's lease")
      return withLock(storage, name, listenNow, { ...options, signal: waiting.signal })
    }
    const listenNow = async ({ signal: held }: Lock) => {
      isHeld = true
      running.set(feed, undefined)
      try {
        return await feed.run(AbortSignal.any([signal, held]))
      } finally {
        // Another process would begin anew what still runs here.
        if (signal.aborted) await endedUnlessAborted(dispatcher.idle(), held, settings.signal)
        feed.release()
        isHeld = false
      }
    }
    while (!signal.aborted) {
      try {
        await withLock(storage, name, listenNow, { ...options, wait: 0 }).catch(waitForTurn)
      } catch (error) {
        if (signal.aborted) break
        if (error instanceof ListenerError) {
          running.delete(feed)
          botLog.error({ problem: error.message }, "The bot can't listen any more")
          return error
        }
        const isTakenOver = error instanceof LockError || (error as { name?: unknown })?.name === 'AbortError'
        botLog.warn(errorFields(error), isTakenOver ? 'Another process listens now' : 'Listening failed; trying again')
        await pause(clock, betweenTries, signal, { sleeping: true }).catch(() => {})
      }
    }
    signal.removeEventListener('abort', stopWaiting)
    running.delete(feed)
    if (feeds.get(bot.email) === feed) feeds.delete(bot.email)
    return undefined
  }
}

/** @param until When another instance's lease expires, if it isn't renewed. */
function whyNotListening(until: number | undefined, now: number): string {
  if (until === undefined) return 'has not reached the chat server yet'
  if (until > now && Number.isFinite(until))
    return `waits for another instance's lease, at most ${secondsUntil(until, now)}`
  return 'waits until the instance that listens stops'
}

/** Resolves when the work has ended, or a signal aborts. */
function endedUnlessAborted(work: Promise<void>, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  return unlessAborted(AbortSignal.any(signals.filter((signal) => signal !== undefined)), work).catch(() => {})
}

const secondsUntil = (until: number, now: number) => `${Math.ceil(Math.max(0, until - now) / 1_000)} s`

/** The lock held by the process that listens for a bot. */
const listenerLock = (email: string) => `listener/${email.toLowerCase()}/lock`

/** Milliseconds. */
const betweenTries = 1_000

/** A queue in memory, whose messages are handled only while this process listens. */
function whileListening(queue: Queue, feeds: ReadonlyMap<string, EventFeed>, clock: Clock): Queue {
  return {
    ...queue,
    work: (handle, options) =>
      queue.work(async (job) => {
        const when = isEvent(job.entry) ? 'now' : await feeds.get(job.entry.bot)?.begin(job.entry.message)
        if (when === 'never') await job.settle({ kind: 'done' })
        else if (when === 'later') await job.settle({ kind: 'given back', at: clock.now() + betweenTries })
        else await handle(whenHandled(job, () => feeds.get(job.entry.bot)?.end(job.entry.message)))
      }, options),
  }
}

/** A job that calls back once it is settled for good. */
function whenHandled(job: QueueJob, handled: () => Promise<void> | undefined): QueueJob {
  const settle: QueueJob['settle'] = async (end) => {
    await job.settle(end)
    if (end.kind === 'done' || end.kind === 'dead') await handled()
  }
  return new Proxy(job, {
    get(_, name) {
      const value: unknown = name === 'settle' ? settle : Reflect.get(job, name, job)
      return typeof value === 'function' ? value.bind(job) : value
    },
  })
}

function checkedAge(given: Duration): number {
  const milliseconds = readDuration(given)
  if (milliseconds !== undefined) return milliseconds
  const advice = "Give a duration, such as '1h', or milliseconds from 0."
  throw new ReceiverOptionError('catchUp.atMost', `is ${JSON.stringify(given)}`, advice)
}

function cannotListen(): ReceiverOptionError {
  const problem = 'is a function, so it is not known which bots to listen for'
  return new ReceiverOptionError('bots', problem, 'Give the bots as a list.')
}

function noQueue(): ReceiverOptionError {
  const advice = 'Give a `queue` that the processes share, such as one of SQLite or Redis.'
  return new ReceiverOptionError('work', 'is false, but there is no queue for the workers', advice)
}
