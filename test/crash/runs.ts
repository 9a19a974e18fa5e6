import { readFileSync } from 'node:fs'

/** What a member writes to the file of runs: a handler began or ended, at a time that all processes share. */
export interface RunLine {
  readonly kind: 'begin' | 'end'
  readonly pid: number
  readonly message: number
  /** Milliseconds on the system's monotonic clock. */
  readonly at: number
}

/** Milliseconds on the clock of the file of runs. */
export const monotonicNow = () => Number(process.hrtime.bigint() / 1_000n) / 1_000

/** Reads the file of runs; a process that was killed may have left half a line. */
export function readRuns(file: string): RunLine[] {
  const lines = readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n')
  return lines.flatMap((line) => {
    const [kind, pid, message, at] = line.split(' ')
    if ((kind !== 'begin' && kind !== 'end') || at === undefined) return []
    return { kind, pid: Number(pid), message: Number(message), at: Number(at) }
  })
}

/**
 * The messages whose handler ran twice at the same time.
 *
 * @param killed When each process that was killed was gone: a run that it left open ended then.
 */
export function overlapping(lines: readonly RunLine[], killed: ReadonlyMap<number, number>): number[] {
  const open = new Map<string, { message: number; begin: number; end: number }>()
  const runs: { message: number; begin: number; end: number }[] = []
  for (const { kind, pid, message, at } of lines) {
    const key = `${pid} ${message}`
    const run = open.get(key)
    if (kind === 'end') {
      if (run) run.end = at
      open.delete(key)
    } else {
      // A run that is still open in the same process overlaps this one.
      const begun = { message, begin: at, end: killed.get(pid) ?? Number.POSITIVE_INFINITY }
      open.set(key, begun)
      runs.push(begun)
    }
  }
  const overlaps = (one: (typeof runs)[number], other: (typeof runs)[number]) =>
    one !== other && one.message === other.message && one.begin < other.end && other.begin < one.end
  return [...new Set(runs.filter((one) => runs.some((other) => overlaps(one, other))).map(({ message }) => message))]
}
