import type { LedgerLine } from '../../bot/index.js'
import type { Lane, LaneJob } from './redisLanes.js'

/**
 * Reads the lines of the job's log, where what was sent is written down. Lines are only ever added there, so that a process
 * which has lost a job can't undo what another one has written.
 */
export async function readNotes(job: LaneJob, lane: Lane): Promise<{ ledger: LedgerLine[]; crashes: number }> {
  const { logs } = await lane.getJobLogs(String(job.id))
  const lines = new Map<string, LedgerLine>()
  let crashesBefore = 0
  for (const line of logs.flatMap(noteIn)) {
    if ('replayed' in line) {
      crashesBefore = line.replayed
      for (const [key, { outcome }] of lines) if (outcome === undefined) lines.delete(key)
    } else lines.set(line.key, line)
  }
  return { ledger: [...lines.values()], crashes: job.stalledCounter - crashesBefore }
}

/**
 * Says that a dead letter was put back: from there on its crashes are counted anew, and what has an outcome stays written
 * down, since replaying must not do it again.
 */
export const replayedNote = (crashes: number) => JSON.stringify({ replayed: crashes } satisfies Replayed)

interface Replayed {
  readonly replayed: number
}

/** Others may have added lines of their own, say on a dashboard. */
function noteIn(text: string): (LedgerLine | Replayed)[] {
  try {
    const line = JSON.parse(text)
    return typeof line?.key === 'string' || typeof line?.replayed === 'number' ? [line] : []
  } catch {
    return []
  }
}
