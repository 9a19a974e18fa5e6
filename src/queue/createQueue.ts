import { type Log, type Queue, type QueueEntry, type QueueJob, type QueueWork, silent } from '../bot/index.js'
import { type Clock, systemClock } from '../client/index.js'
import { isLease, leaseAdvice } from '../lease.js'
import { maskedLog } from '../receiver/log.js'
import { checkOptions, isWellFormed, longestDuration, type OptionNames } from '../text/index.js'
import { errorMessage } from '../values.js'
import type { QueueEngine } from './engine.js'
import { QueueError } from './errors.js'
import { LeasedJob } from './job.js'
import { Turns, WorkLoop } from './workLoop.js'

export interface QueueOptions {
  /** The clock for leases and retries (default: the platform's). */
  readonly clock?: Clock
  /** Maximum number of entries that wait or are being handled (default: 10,000). */
  readonly capacity?: number
  /**
   * Milliseconds without a sign of life after which others take over the entries of a process that they can't see, such as one on
   * another machine. Those of a process that has died on the same machine go to others at once, and those of one that lives stay with
   * it, even while a handler blocks it. From 100 to a day. (default: 30,000)
   */
  readonly lease?: number
  /** Milliseconds for which a finished delivery is recognised if it arrives again (default: a day). */
  readonly remember?: number
  /** The log for temporary failures of the store (default: none). */
  readonly log?: Log
}

export const queueOptions: OptionNames<QueueOptions> = {
  clock: true,
  capacity: true,
  lease: true,
  remember: true,
  log: true,
}

/**
 * Creates a queue from an engine: validates input, supplies the time, and renews the leases of entries being handled.
 *
 * @throws {QueueError} `invalid_option` for an invalid option.
 * @example const queue = createQueue(jobs, { capacity: 1_000 })
 */
export function createQueue(engine: QueueEngine, options: QueueOptions = {}): Queue {
  checkOptions('The queue', options, queueOptions)
  const settings = queueSettings(options)
  const { clock, capacity, lease, log } = settings
  const now = () => Math.floor(clock.now())
  const left = engine.watchesHolders ? Number.POSITIVE_INFINITY : lease
  const turns = new Turns(clock)
  const guard = queueGuard(now, (error) => {
    const reason = errorMessage(error).replace(/\.$/, '')
    return new QueueError(
      'failed',
      `The queue failed: ${reason}. The operation may or may not have happened. Check the queue's file or server.`,
      { cause: error },
    )
  })
  const jobContext = { ...settings, engine, call: guard.call }
  const take = async (most: number, hasEnough: (sender: string, taken: number) => boolean) => {
    const taken = await guard.call(() => engine.take(now() + left, now(), most, hasEnough))
    return taken.map((one) => new LeasedJob(jobContext, one, left))
  }
  return guard.queue({
    put: (entry) => engine.put(entry, { capacity }, now()),
    work: (handle, concurrency) => new WorkLoop({ engine, take, handle, turns, clock, log, concurrency }),
    ...(engine.checkWritable && { checkWritable: async () => engine.checkWritable?.() }),
    status: async () => ({ ...(await engine.status(now())), capacity }),
    dead: engine,
    close: async () => engine.close(),
  })
}

/** The options with their defaults. @throws {QueueError} `invalid_option` */
export function queueSettings(options: QueueOptions) {
  return {
    clock: options.clock ?? systemClock,
    log: maskedLog(options.log ?? silent, []),
    capacity: checkedCount('capacity', options.capacity ?? 10_000),
    lease: checkedLease(options.lease ?? 30_000),
    remember: checkedSpan('remember', options.remember ?? 86_400_000),
  }
}

/** The part that differs between queues. Input is already checked. */
interface QueueWays extends Pick<Queue, 'put' | 'status'> {
  work(handle: (job: QueueJob) => Promise<void>, concurrency: number): QueueWork
  checkWritable?(): Promise<void>
  readonly dead: Pick<QueueEngine, 'listDead' | 'getDead' | 'replayDead' | 'purgeDead'>
  /** Jobs still under way are abandoned, as if the process had died. */
  close(): Promise<void>
}

/** The part that all queues share. @param failed Converts an error of the store into one of the queue. */
export function queueGuard(now: () => number, failed: (error: unknown) => unknown) {
  const works = new Set<QueueWork>()
  let closing: Promise<void> | undefined
  return { call, queue }

  async function call<T>(work: () => Promise<T>): Promise<T> {
    throwIfClosed()
    try {
      return await work()
    } catch (error) {
      throw error instanceof QueueError ? error : failed(error)
    }
  }

  function throwIfClosed(): void {
    if (!closing) return
    throw new QueueError('closed', 'The queue is closed. Nothing can be put in or taken out any more. Close it last.')
  }

  function queue({ checkWritable, dead, ...ways }: QueueWays): Queue {
    return {
      put: (entry) => call(() => ways.put(checkedEntry(entry))),
      work(handle, { concurrency }) {
        checkedCount('concurrency', concurrency)
        throwIfClosed()
        const work = ways.work(handle, concurrency)
        works.add(work)
        return {
          idle: () => work.idle(),
          async stop() {
            await work.stop()
            works.delete(work)
          },
        }
      },
      ...(checkWritable && { checkWritable: () => call(checkWritable) }),
      status: () => call(ways.status),
      dead: {
        list: ({ after, limit = 100 } = {}) =>
          call(() => dead.listDead(after === undefined ? undefined : checkedId(after), checkedCount('limit', limit))),
        get: (id) => call(() => dead.getDead(checkedId(id))),
        replay: (id) => call(() => dead.replayDead(checkedId(id), now())),
        purge: (id) => call(() => dead.purgeDead(checkedId(id))),
      },
      close() {
        closing ??= Promise.resolve().then(() => {
          for (const work of works) work.stop().catch(() => {})
          return ways.close()
        })
        return closing
      },
    }
  }
}

const longest = 2_048
const words = ['id', 'key', 'bot', 'conversation', 'sender'] as const satisfies readonly (keyof QueueEntry)[]

/** Drops trace values that can't be stored. @throws {QueueError} `invalid_option` for an invalid entry. */
function checkedEntry(entry: QueueEntry): QueueEntry {
  for (const field of words) checkWord(`entry.${field}`, entry[field])
  const { message, arrived, notification, trace } = entry
  if (!Number.isSafeInteger(message) || message < 0) throw bad('entry.message', message, 'Give the ID of a message')
  if (!Number.isFinite(arrived)) throw bad('entry.arrived', arrived, 'Give UNIX milliseconds')
  if (typeof notification !== 'string' || !isStorable(notification)) {
    throw bad('entry.notification', `a ${typeof notification} that can't be stored`, 'Give it as JSON')
  }
  return trace
    ? { ...entry, trace: Object.fromEntries(Object.entries(trace).filter(([, value]) => isWord(value))) }
    : entry
}

function checkedId(id: string): string {
  checkWord('id', id)
  return id
}

export function checkedCount(option: string, count: number): number {
  if (Number.isSafeInteger(count) && count > 0) return count
  throw bad(option, count, 'Give a whole number, at least 1')
}

/** Milliseconds, rounded up. @throws {QueueError} `invalid_option` for an invalid duration. */
export function checkedSpan(option: string, milliseconds: number): number {
  const whole = typeof milliseconds === 'number' ? Math.ceil(milliseconds) : Number.NaN
  if (whole > 0 && whole <= longestDuration) return whole
  throw bad(option, milliseconds, 'Give milliseconds, more than 0')
}

/** Milliseconds, rounded up. @throws {QueueError} `invalid_option` */
export function checkedLease(milliseconds: number): number {
  if (isLease(milliseconds)) return Math.ceil(milliseconds)
  throw bad('lease', milliseconds, leaseAdvice)
}

function checkWord(option: string, value: unknown): void {
  if (isWord(value)) return
  const given = typeof value === 'string' ? `a string of ${value.length} characters` : typeof value
  throw bad(option, given, `Give 1 to ${longest} characters of well-formed text without NUL`)
}

const isWord = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= longest && isStorable(value)

/** Stores differ in how they treat NUL and lone surrogates, so both are refused. */
const isStorable = (text: string) => !text.includes('\0') && isWellFormed(text)

function bad(option: string, given: unknown, advice: string): QueueError {
  return new QueueError('invalid_option', `The queue can't do that: \`${option}\` is ${String(given)}. ${advice}.`)
}
