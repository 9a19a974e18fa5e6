import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const bench = (path: string) => new URL(`../../bench/${path}`, import.meta.url)

interface Target {
  readonly atMost?: number
  /** What a test allows, for figures that no other work of the machine changes. */
  readonly held?: number
}

// The benchmarks are plain JavaScript: their types are said here.
const { targets }: { targets: Readonly<Record<string, Readonly<Record<string, Target>>>> } = await import(
  bench('targets.mjs').href
)

/** The names of all figures, by part. */
export const namesByPart = Object.entries(targets).map(([part, rows]) => ({ part, names: Object.keys(rows) }))

/** The figures that a test holds. */
export const heldTo = Object.values(targets)
  .flatMap((rows) => Object.entries(rows))
  .flatMap(([name, { atMost = 0, held }]) => (held === undefined ? [] : [{ name, atMost, held }]))

/** Runs the benchmarks with what is built and installed. */
export const runBench = (...flags: string[]) =>
  promisify(execFile)(process.execPath, [fileURLToPath(bench('run.mjs')), '--as-is', ...flags])
