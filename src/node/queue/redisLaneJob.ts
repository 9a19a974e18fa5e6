import type { Worker } from 'bullmq'
import type { JobEnd, Log, QueueEntry } from '../../bot/index.js'
import { type Clock, systemClock } from '../../client/index.js'
import { LeasedJob } from '../../queue/job.js'
import { failedReason, readNotes } from './redisDeadLetters.js'
import type { Lane, LaneJob } from './redisLanes.js'
import type { BullMQ } from './redisPackages.js'

export interface LaneJobContext {
  readonly bullmq: BullMQ
  readonly call: <T>(work: () => Promise<T>) => Promise<T>
  /** The clock for the times of next attempts. Locks use the time of Redis. */
  readonly clock: Clock
  readonly log: Log
  /** Milliseconds that a lock lasts unless it is renewed. */
  readonly lease: number
}

interface TakenFrom {
  readonly lane: Lane
  readonly worker: Worker<QueueEntry>
  /** Milliseconds on the system's clock until which the lock certainly lasts. */
  readonly until: number
  /** Whether to take the lane's next job when this one is done. */
  readonly goesOn: () => boolean
  /** Called with the number of milliseconds for which the lane is paused. */
  readonly onPause: (milliseconds: number) => void
}

export interface Locked {
  readonly leased: LeasedJob
  /** The lane's next job, if it was taken; undefined if the lane was empty, `unasked` if it wasn't checked. It is given once. */
  next(): Promise<Locked> | undefined | 'unasked'
}

/** Keeps a job locked that was just taken. If its log can't be read, it is given back. */
export async function lockedJob(job: LaneJob, from: TakenFrom, context: LaneJobContext): Promise<Locked> {
  try {
    return await locked(job, from, context)
  } catch (error) {
    await job.moveToWait(job.token).catch(() => {})
    throw error
  }
}

async function locked(job: LaneJob, from: TakenFrom, context: LaneJobContext): Promise<Locked> {
  const { lane, worker, until, goesOn, onPause } = from
  const { bullmq, call, clock, log, lease } = context
  const token = String(job.token)
  const isNew = job.attemptsStarted <= 1 && job.stalledCounter === 0
  const notes = isNew ? { ledger: [], crashes: 0 } : await call(() => readNotes(job, lane))
  let next: ReturnType<Locked['next']> = 'unasked'
  let isDoubtful = false
  const engine = {
    renew: async () => (await job.extendLock(token, lease)) === 1,
    async note(_: unknown, line: object) {
      // BullMQ lets any process write to a log, so renew the lock first.
      if (!(await engine.renew())) return false
      await job.log(JSON.stringify(line))
      return true
    },
    async settle(_: unknown, end: JobEnd) {
      try {
        await settle(end)
        return true
      } catch (error) {
        // If this repeats a call whose response was lost, the first one may have succeeded.
        if (typeof (error as { code?: unknown }).code === 'number') return isDoubtful
        isDoubtful = true
        throw error
      }
    },
  }
  const taken = {
    // BullMQ distinguishes locks by their tokens.
    lease: { id: job.data.id, number: 0 },
    entry: job.data,
    attempt: job.attemptsMade + 1,
    ...notes,
  }
  const leasedContext = { engine, call, clock: systemClock, lease, remember: 0, log }
  return { leased: new LeasedJob(leasedContext, taken, Math.floor(until)), next: releaseNext }

  /** Forgets the next job with it: a lane that never runs empty would otherwise keep all its jobs, each holding the next. */
  function releaseNext(): ReturnType<Locked['next']> {
    const given = next
    next = 'unasked'
    return given
  }

  async function settle(end: JobEnd): Promise<void> {
    if (end.kind === 'done') {
      const isAsked = goesOn()
      const until = systemClock.now() + lease
      const answer = await job.moveToCompleted(null, token, isAsked)
      const [data, jobId] = Array.isArray(answer) ? answer : []
      if (isAsked) next = data ? takenAlong(bullmq.Job.fromJSON(worker, data, jobId), until) : undefined
      return
    }
    if (end.kind === 'dead') {
      job.opts = { ...job.opts, attempts: 0 }
      await job.moveToFailed(withoutStack(failedReason(end.reason, end.error)), token)
      return
    }
    if (end.at !== undefined) await pause(end.at - Math.floor(clock.now()))
    if (end.kind === 'given back') await job.moveToWait(token)
    else {
      // First in its lane again.
      job.opts = { ...job.opts, attempts: Number.POSITIVE_INFINITY, lifo: true }
      await job.moveToFailed(withoutStack(end.error), token)
    }
  }

  function takenAlong(job: LaneJob, until: number): Promise<Locked> {
    job.token = token
    const taken = lockedJob(job, { ...from, until }, context)
    // The caller of `next` gets the failure.
    taken.catch(() => {})
    return taken
  }

  /** A job that waits for its next attempt must not be overtaken, so its whole lane waits. */
  async function pause(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return
    await lane.rateLimit(milliseconds)
    onPause(milliseconds)
  }
}

/** The stack would only show where this error was created. */
function withoutStack(message: string): Error {
  return Object.assign(new Error(message), { stack: '' })
}
