import { type Log, type Queue, silent } from '../bot/index.js'
import { type Clock, systemClock } from '../client/index.js'
import { type OptionNames, unknownOption } from '../text/index.js'
import { checkedCount, checkedEntry, checkedId, checkedSpan } from './checks.js'
import type { QueueEngine } from './engine.js'
import { QueueError } from './errors.js'
import { LeasedJob } from './job.js'
import { Turns } from './turns.js'
import { WorkLoop } from './workLoop.js'

export interface QueueOptions {
  /** The clock for leases and retries (default: the platform's). */
  readonly clock?: Clock
  /** The most entries that may wait or be worked on (default: 10,000). */
  readonly capacity?: number
  /** Milliseconds that a process may be silent before another may take over its entries (default: 30,000). */
  readonly lease?: number
  /** Milliseconds for which a finished delivery is recognised if it arrives again (default: a day). */
  readonly remember?: number
  /** Where passing failures of the store are logged (default: nowhere). */
  readonly log?: Log
}

const queueOptions: OptionNames<QueueOptions> = { clock: true, capacity: true, lease: true, remember: true, log: true }

/** @throws {QueueError} `invalid_option` for an unknown option. */
export function checkQueueOptions(options: object, more: Readonly<Record<string, true>> = {}): void {
  const unknown = unknownOption(options, { ...queueOptions, ...more })
  if (unknown === undefined) return
  throw new QueueError('invalid_option', `The queue's option \`${unknown.name}\` is unknown. ${unknown.advice}`)
}

/**
 * Creates a queue from an engine: validates input, supplies the time, and renews the leases of what is being worked on.
 *
 * @throws {QueueError} `invalid_option` for an invalid option.
 */
export function createQueue(engine: QueueEngine, options: QueueOptions = {}): Queue {
  checkQueueOptions(options)
  const { clock = systemClock, log = silent } = options
  const capacity = checkedCount('capacity', options.capacity ?? 10_000)
  const lease = checkedSpan('lease', options.lease ?? 30_000)
  const remember = checkedSpan('remember', options.remember ?? 86_400_000)
  const loops = new Set<WorkLoop>()
  let closing: Promise<void> | undefined
  const now = () => Math.floor(clock.now())
  const turns = new Turns()
  const jobContext = { engine, call, clock, lease, remember, log }

  return {
    put: (entry) => call(() => engine.put(checkedEntry(entry), { capacity }, now())),
    work(handle, { concurrency }) {
      checkedCount('concurrency', concurrency)
      if (closing) throw closed()
      const loop = new WorkLoop({ engine, take, handle, turns, clock, log, concurrency })
      loops.add(loop)
      return {
        idle: () => loop.idle(),
        async stop() {
          await loop.stop()
          loops.delete(loop)
        },
      }
    },
    ...(engine.checkWritable && { checkWritable: () => call(async () => engine.checkWritable?.()) }),
    status: () => call(async () => ({ ...(await engine.status(now())), capacity })),
    dead: {
      list: ({ after, limit = 100 } = {}) =>
        call(() => engine.listDead(after === undefined ? undefined : checkedId(after), checkedCount('limit', limit))),
      get: (id) => call(() => engine.getDead(checkedId(id))),
      replay: (id) => call(() => engine.replayDead(checkedId(id), now())),
      purge: (id) => call(() => engine.purgeDead(checkedId(id))),
    },
    close() {
      closing ??= closeAll()
      return closing
    },
  }

  /** Jobs still under way are abandoned, as if the process had died. */
  async function closeAll(): Promise<void> {
    for (const loop of loops) void loop.stop()
    await engine.close()
  }

  async function take(most: number, hasEnough: (sender: string, taken: number) => boolean): Promise<LeasedJob[]> {
    const leaseUntil = now() + lease
    const taken = await call(() => engine.take(leaseUntil, now(), most, hasEnough))
    return taken.map((one) => new LeasedJob(jobContext, one, leaseUntil))
  }

  async function call<T>(work: () => Promise<T>): Promise<T> {
    if (closing) throw closed()
    try {
      return await work()
    } catch (error) {
      if (error instanceof QueueError) throw error
      const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
      throw new QueueError(
        'failed',
        `The queue failed: ${reason}. The operation may or may not have happened. Check the queue's file or server.`,
        { cause: error },
      )
    }
  }
}

function closed(): QueueError {
  return new QueueError('closed', 'The queue is closed. Nothing can be put in or taken out any more. Close it last.')
}
