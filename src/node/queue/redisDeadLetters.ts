import type { DeadLetter, DeadReason, LedgerLine } from '../../bot/index.js'
import { parseJson } from '../../values.js'
import type { RedisQueueClient } from '../redisClient.js'
import { jobIdOf, type Lane, type LaneJob } from './redisLanes.js'

/** The dead letters, which are exactly BullMQ's failed jobs. */
export function redisDeadLetters(client: Pick<RedisQueueClient, 'call'>, lanes: readonly Lane[]) {
  return {
    async listDead(after: string | undefined, limit: number): Promise<DeadLetter[]> {
      const all = (await Promise.all(lanes.map(diedIn))).flat()
      all.sort((one, other) => one.died - other.died || (one.jobId < other.jobId ? -1 : 1))
      const last = after === undefined ? -1 : all.findIndex(({ jobId }) => jobId === jobIdOf(after))
      if (after !== undefined && last === -1) return []
      const page = all.slice(last + 1, last + 1 + limit)
      const letters = await Promise.all(page.map(({ lane, jobId }) => letterIn(lane, jobId)))
      return letters.filter((letter) => letter !== undefined)
    },
    async getDead(id: string): Promise<DeadLetter | undefined> {
      const letters = await Promise.all(lanes.map((lane) => letterIn(lane, jobIdOf(id))))
      return letters.find((letter) => letter !== undefined)
    },
    async replayDead(id: string): Promise<boolean> {
      const job = await find(id)
      if (job === undefined) return false
      await job.log(replayedNote(job.stalledCounter))
      return wasThere(() => job.retry('failed', { resetAttemptsMade: true }))
    },
    async purgeDead(id: string): Promise<boolean> {
      const job = await find(id)
      return job === undefined ? false : wasThere(() => job.remove())
    },
  }

  async function find(id: string): Promise<LaneJob | undefined> {
    const jobs = await Promise.all(lanes.map((lane) => lane.getJob(jobIdOf(id))))
    return jobs.find(isDead)
  }

  async function diedIn(lane: Lane) {
    const found = (await client.call('ZRANGE', lane.toKey('failed'), '0', '-1', 'WITHSCORES')) as string[]
    return Array.from({ length: found.length / 2 }, (_, index) => ({
      lane,
      jobId: String(found[2 * index]),
      died: Number(found[2 * index + 1]),
    }))
  }
}

/** Completed jobs are removed, so a finished job that still exists has failed. */
const isDead = (job: LaneJob | undefined): job is LaneJob => typeof job?.finishedOn === 'number'

/** Whether it changed a job. Another process may have been faster. */
export async function wasThere(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change()
    return true
  } catch (error) {
    if (isScriptRefusal(error)) return false
    throw error
  }
}

/** Whether BullMQ refused to change a job, such as one whose lock another process has. */
export const isScriptRefusal = (error: unknown) => typeof (error as { code?: unknown }).code === 'number'

async function letterIn(lane: Lane, jobId: string): Promise<DeadLetter | undefined> {
  const job = await lane.getJob(jobId)
  if (!isDead(job)) return undefined
  const { ledger, crashes } = await readNotes(job, lane)
  return {
    entry: job.data,
    ...causeOf(job.failedReason ?? ''),
    attempts: job.attemptsMade,
    crashes,
    died: job.finishedOn ?? 0,
    ledger,
  }
}

export const failedReason = (reason: DeadReason, error: string) => `${reason}: ${error}`

function causeOf(text: string): Pick<DeadLetter, 'reason' | 'error'> {
  const [, reason, error] = /^(failed|uncertain|crashed): (.*)$/s.exec(text) ?? []
  return reason === undefined ? { reason: 'failed', error: text } : { reason: reason as DeadReason, error: error ?? '' }
}

export interface Notes {
  readonly ledger: readonly LedgerLine[]
  readonly crashes: number
}

/**
 * Reads the ledger from the job's log. Lines are only ever added there, so that a process which has lost a job can't
 * undo what another one has written.
 */
export async function readNotes(job: LaneJob, lane: Lane): Promise<Notes> {
  const { logs } = await lane.getJobLogs(String(job.id))
  const lines = new Map<string, LedgerLine>()
  const lost = new Set<string>()
  let crashesBefore = 0
  for (const line of logs.flatMap(noteIn)) {
    if ('lost' in line) lost.add(line.lost)
    else if ('replayed' in line) {
      crashesBefore = line.replayed
      lost.clear()
      for (const [key, { outcome }] of lines) if (outcome === undefined) lines.delete(key)
    } else lines.set(line.key, line)
  }
  return { ledger: [...lines.values()], crashes: lost.size + job.stalledCounter - crashesBefore }
}

/**
 * Marks in the log that a dead letter was replayed: from there on crashes are counted from zero, and of the lines
 * before only those with an outcome are kept, since they must not be repeated.
 */
const replayedNote = (crashes: number) => JSON.stringify({ replayed: crashes } satisfies Replayed)

/** Marks that it was taken from a process that is gone. Several that see this say so once. @param token Of the lock that it had. */
export const lostNote = (token: string) => JSON.stringify({ lost: token } satisfies Lost)

interface Replayed {
  readonly replayed: number
}

interface Lost {
  readonly lost: string
}

/** Others may have added their own lines, such as from a dashboard. */
function noteIn(text: string): (LedgerLine | Replayed | Lost)[] {
  const line = Object(parseJson(text))
  const isOurs = [line.key, line.lost].some((value) => typeof value === 'string') || typeof line.replayed === 'number'
  return isOurs ? [line] : []
}
