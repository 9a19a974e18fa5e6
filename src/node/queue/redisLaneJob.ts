import type { Worker } from 'bullmq'
import type { JobEnd, Log, QueueEntry } from '../../bot/index.js'
import { type Clock, systemClock } from '../../client/index.js'
import { LeasedJob } from '../../queue/job.js'
import { failedReason, isScriptRefusal, type Notes, readNotes } from './redisDeadLetters.js'
import type { Lane, LaneJob } from './redisLanes.js'
import type { BullMQ } from './redisPackages.js'

export interface LaneJobContext {
  readonly bullmq: BullMQ
  readonly call: <T>(work: () => Promise<T>) => Promise<T>
  /** The clock for the times of next attempts. Locks use the time of Redis. */
  readonly clock: Clock
  readonly log: Log
  /** Milliseconds for which Redis may be out of reach before a job that is under way is lost. */
  readonly lease: number
}

/** Milliseconds. A lock lasts until its holder releases it or is gone; one that nobody asks for any more ends by itself. */
export const lockKept = 30 * 86_400_000

interface TakenFrom {
  readonly lane: Lane
  readonly worker: Worker<QueueEntry>
  /** Whether to take the lane's next job when this one is done. */
  readonly goesOn: () => boolean
  /** Called with the number of milliseconds for which the lane is paused. */
  readonly onPause: (milliseconds: number) => void
}

/**
 * Keeps a job locked that was just taken from its lane. If its log can't be read, it is given back; if Redis has evicted its
 * content, there is nothing to do.
 *
 * @param until When the lock may end, on the clock of `performance`.
 */
export async function lockedJob(
  job: LaneJob,
  from: TakenFrom,
  until: number,
  context: LaneJobContext,
): Promise<Locked | undefined> {
  try {
    if (job.data.id === undefined) {
      context.log.error({ job: job.id }, 'Redis has evicted a delivery that waited, so its message stays unanswered')
      await job.moveToCompleted(null, String(job.token), false)
      return undefined
    }
    const isNew = job.attemptsStarted <= 1 && job.stalledCounter === 0
    const notes = isNew ? { ledger: [], crashes: 0 } : await context.call(() => readNotes(job, from.lane))
    return new Locked(job, notes, from, until, context)
  } catch (error) {
    await job.moveToWait(job.token).catch(() => {})
    throw error
  }
}

/** A locked job of a lane, as the engine of its own lease. */
export class Locked {
  readonly leased: LeasedJob
  readonly #job: LaneJob
  readonly #token: string
  readonly #from: TakenFrom
  readonly #context: LaneJobContext
  #next: Promise<Locked | undefined> | undefined | 'unasked' = 'unasked'
  #isDoubtful = false

  constructor(job: LaneJob, notes: Notes, from: TakenFrom, until: number, context: LaneJobContext) {
    this.#job = job
    this.#token = String(job.token)
    this.#from = from
    this.#context = context
    const { call, lease, log } = context
    const taken = {
      // BullMQ distinguishes locks by their tokens.
      lease: { id: job.data.id, number: 0 },
      entry: job.data,
      attempt: job.attemptsMade + 1,
      ...notes,
    }
    const leasedContext = { engine: this, call, clock: systemClock, lease, remember: 0, log }
    this.leased = new LeasedJob(leasedContext, taken, until - performance.now())
  }

  /**
   * The lane's next job, if it was taken; undefined if the lane was empty, `unasked` if it wasn't checked. It is given once: a
   * lane that never runs empty would otherwise keep all its jobs, each holding the next.
   */
  next(): Promise<Locked | undefined> | undefined | 'unasked' {
    const given = this.#next
    this.#next = 'unasked'
    return given
  }

  async renew(): Promise<boolean> {
    return (await this.#job.extendLock(this.#token, lockKept)) === 1
  }

  async note(_: unknown, line: object): Promise<boolean> {
    // BullMQ lets any process write to a log, so renew the lock first.
    if (!(await this.renew())) return false
    await this.#job.log(JSON.stringify(line))
    return true
  }

  async settle(_: unknown, end: JobEnd): Promise<boolean> {
    try {
      await (end.kind === 'done' ? this.#complete() : this.#release(end))
      return true
    } catch (error) {
      // If this repeats a call whose response was lost, the first one may have succeeded.
      if (isScriptRefusal(error)) return this.#isDoubtful
      this.#isDoubtful = true
      throw error
    }
  }

  async #complete(): Promise<void> {
    const { worker, goesOn } = this.#from
    const { bullmq, lease } = this.#context
    // What was interrupted has no slot, and the next would need one.
    const isAsked = this.leased.interruptions === 0 && goesOn()
    const until = performance.now() + lease
    const answer = await this.#job.moveToCompleted(null, this.#token, isAsked)
    const [data, jobId] = Array.isArray(answer) ? answer : []
    if (isAsked) this.#next = data ? this.#takenAlong(bullmq.Job.fromJSON(worker, data, jobId), until) : undefined
  }

  async #release(end: Exclude<JobEnd, { kind: 'done' }>): Promise<void> {
    const [job, token] = [this.#job, this.#token]
    if (end.kind === 'dead') {
      job.opts = { ...job.opts, attempts: 0 }
      await job.moveToFailed(withoutStack(failedReason(end.reason, end.error)), token)
      return
    }
    if (end.at !== undefined) await this.#pause(end.at - Math.floor(this.#context.clock.now()))
    if (end.kind === 'given back') await job.moveToWait(token)
    else await tryAgain(job, token, end.error)
  }

  #takenAlong(job: LaneJob, until: number): Promise<Locked | undefined> {
    job.token = this.#token
    const taken = lockedJob(job, this.#from, until, this.#context)
    // The caller of `next` gets the failure.
    taken.catch(() => {})
    return taken
  }

  /** A job that waits for its next attempt must not be overtaken, so its whole lane waits. */
  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return
    await this.#from.lane.rateLimit(milliseconds)
    this.#from.onPause(milliseconds)
  }
}

/** Counts a try, and puts it first in its lane again. */
export async function tryAgain(job: LaneJob, token: string, error: string): Promise<void> {
  job.opts = { ...job.opts, attempts: Number.POSITIVE_INFINITY, lifo: true }
  await job.moveToFailed(withoutStack(error), token)
}

/** The stack would only show where this error was created. */
function withoutStack(message: string): Error {
  return Object.assign(new Error(message), { stack: '' })
}
