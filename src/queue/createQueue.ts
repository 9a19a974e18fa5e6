import { errorFields, type Log, type Queue, type QueueJob, silent } from '../bot/index.js'
import { type Clock, systemClock } from '../client/index.js'
import { type OptionNames, unknownOption } from '../text/index.js'
import { checkedCount, checkedEntry, checkedId, checkedSpan } from './checks.js'
import { Count } from './count.js'
import type { Offering, QueueEngine, Taken } from './engine.js'
import { QueueError } from './errors.js'
import { LeasedJob } from './job.js'
import { Turns } from './turns.js'

export interface QueueOptions {
  /** What leases and retries go by; the platform's time when not given. */
  readonly clock?: Clock
  /** How many entries may wait and be worked on at most. 10,000. */
  readonly capacity?: number
  /** Milliseconds that whoever works on an entry may be silent before somebody else may have it. 30,000. */
  readonly lease?: number
  /** Milliseconds for which a delivery that is done is known, should it come once more. A day. */
  readonly remember?: number
  /** Where it is told what the queue could not do for a moment. Nowhere when not given. */
  readonly log?: Log
}

const queueOptions: OptionNames<QueueOptions> = { clock: true, capacity: true, lease: true, remember: true, log: true }

/** @throws {QueueError} `invalid_option` for a name that no option has. */
export function checkQueueOptions(options: object, more: Readonly<Record<string, true>> = {}): void {
  const unknown = unknownOption(options, { ...queueOptions, ...more })
  if (unknown === undefined) return
  throw new QueueError('invalid_option', `The queue's option \`${unknown.name}\` is unknown. ${unknown.advice}`)
}

/**
 * Makes a queue of an engine: refuses what makes no sense, gives it the time, and keeps the leases of what is worked on.
 *
 * @throws {QueueError} `invalid_option` for an option that makes no sense.
 */
export function createQueue(engine: QueueEngine, options: QueueOptions = {}): Queue {
  checkQueueOptions(options)
  const { clock = systemClock, log = silent } = options
  const capacity = checkedCount('capacity', options.capacity ?? 10_000)
  const lease = checkedSpan('lease', options.lease ?? 30_000)
  const remember = checkedSpan('remember', options.remember ?? 86_400_000)
  const offerings = new Set<Offering>()
  let closing: Promise<void> | undefined
  const now = () => Math.floor(clock.now())
  const turns = new Turns()
  let isLost = false
  const ground = { engine, asked, clock, lease, remember, log }

  return {
    put: (entry) => asked(() => engine.put(checkedEntry(entry), { capacity }, now())),
    work(handle, { concurrency }) {
      checkedCount('concurrency', concurrency)
      if (closing) throw closed()
      const stopping = new AbortController()
      const underWay = new Count()
      const offering = engine.offer(() => workOnOne(handle, underWay, stopping.signal), concurrency)
      offerings.add(offering)
      return {
        async idle() {
          do {
            await underWay.zero()
            await offering.idle()
          } while (!underWay.isZero)
        },
        async stop() {
          stopping.abort()
          await Promise.all([offering.stop(), underWay.zero()])
          offerings.delete(offering)
        },
      }
    },
    ...(engine.checkWritable && { checkWritable: () => asked(async () => engine.checkWritable?.()) }),
    status: () => asked(async () => ({ ...(await engine.status(now())), capacity })),
    dead: {
      list: ({ after, limit = 100 } = {}) =>
        asked(() => engine.listDead(after === undefined ? undefined : checkedId(after), checkedCount('limit', limit))),
      get: (id) => asked(() => engine.getDead(checkedId(id))),
      replay: (id) => asked(() => engine.replayDead(checkedId(id), now())),
      purge: (id) => asked(() => engine.purgeDead(checkedId(id))),
    },
    close() {
      closing ??= Promise.resolve().then(async () => {
        // Whoever works has stopped before, or is left like one whose process has died.
        for (const offering of offerings) offering.stop().catch(() => {})
        await engine.close()
      })
      return closing
    },
  }

  /** Takes an entry and has it worked on. Never fails: a store that does is asked again after a while. */
  async function workOnOne(handle: Handle, underWay: Count, stopping: AbortSignal): Promise<boolean> {
    if (turns.isClosed) await turns.opened()
    if (closing || stopping.aborted) return false
    const leaseUntil = now() + lease
    let taken: Taken | undefined
    try {
      taken = await asked(() => engine.take(leaseUntil, now()))
    } catch (error) {
      if (closing) return false
      if (!isLost) log.warn(errorFields(error), 'Nothing could be taken from the queue; it is tried again every second')
      isLost = true
      await pause(afterFailure, stopping)
      return true
    }
    if (isLost) log.info({}, 'Deliveries can be taken from the queue again')
    isLost = false
    if (taken === undefined) return false
    return new Promise((resolve) => {
      const free = () => resolve(true)
      const job = new LeasedJob(ground, taken, leaseUntil, engine.settlesBeside === true ? free : undefined)
      underWay.up()
      const work = () => workOff(job, handle, stopping)
      void (job.isSuspect ? turns.runAlone(work) : turns.run(work)).finally(() => {
        underWay.down()
        free()
      })
    })
  }

  async function workOff(job: LeasedJob, handle: Handle, stopping: AbortSignal): Promise<void> {
    try {
      if (job.isSuspect && !stopping.aborted) await job.beginAlone()
      // What had to wait for something else to end may find the worker stopped.
      if (!stopping.aborted && !job.isLost) await handle(job)
    } catch (error) {
      log.error({ delivery: job.entry.id, ...errorFields(error) }, 'What works on the queue failed')
    }
    await job.end()
  }

  function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel()
        stopping.removeEventListener('abort', end)
        resolve()
      }
      const cancel = clock.later(milliseconds, end, { background: true })
      if (stopping.aborted) end()
      else stopping.addEventListener('abort', end)
    })
  }

  async function asked<T>(work: () => Promise<T>): Promise<T> {
    if (closing) throw closed()
    try {
      return await work()
    } catch (error) {
      if (error instanceof QueueError) throw error
      const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
      throw new QueueError(
        'failed',
        `The queue failed: ${reason}. What was asked may or may not be done. Look at what the queue stands on.`,
        { cause: error },
      )
    }
  }
}

type Handle = (job: QueueJob) => Promise<void>

/** Milliseconds. */
const afterFailure = 1_000

function closed(): QueueError {
  return new QueueError('closed', 'The queue is closed. It was asked for something after that. Close it last.')
}
