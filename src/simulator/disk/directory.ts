import { mkdir, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { type Batch, batchIn } from './batch.js'
import { DataError } from './dataError.js'
import { codeOf } from './lock.js'

/** A line of commands, and where it stands. */
export interface PlacedBatch extends Batch {
  readonly path: string
  readonly line: number
}

/** What a directory holds: a state, and the commands since. */
export interface Found {
  /** The number of the state; 0 for a directory that is new. */
  readonly state: number
  /** The number of the file that commands go on in. */
  readonly log: number
  readonly batches: readonly PlacedBatch[]
  /** The line that was cut off. */
  readonly torn?: { readonly path: string; readonly line: number }
}

export const statePath = (directory: string, number: number) => join(directory, `state-${number}`)
export const logPath = (directory: string, number: number) => join(directory, `commands-${number}.jsonl`)

/** Makes a directory where there is none. @throws {DataError} */
export async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new DataError('DATA_UNUSABLE', directory, `${directory} cannot be made (${why}); choose another.`, { cause })
  }
}

/**
 * Looks a directory through. A line that was being written when the process was killed is cut off: nobody was told that
 * it was kept.
 *
 * @throws {DataError} when a line before the last is not as it was written
 */
export async function look(directory: string): Promise<Found> {
  const names = await readdir(directory)
  const numbers = (pattern: RegExp) => names.flatMap((name) => pattern.exec(name)?.[1] ?? []).map(Number)
  const state = Math.max(0, ...numbers(/^state-(\d+)$/))
  const logs = numbers(/^commands-(\d+)\.jsonl$/)
    .filter((number) => number >= state)
    .sort((one, other) => one - other)
  if (state === 0 && logs.length > 0) throw stateIsMissing(directory)
  const read = await Promise.all(logs.map((number) => batchesIn(logPath(directory, number), number === logs.at(-1))))
  const torn = read.at(-1)?.torn
  return {
    state,
    log: logs.at(-1) ?? Math.max(state, 1),
    batches: read.flatMap(({ batches }) => batches),
    ...(torn && { torn }),
  }
}

/** Forgets what came before a state. */
export async function forgetBefore(directory: string, number: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const [, found] = /^(?:state-|commands-)(\d+)(?:\.jsonl)?$/.exec(name) ?? []
    if (found !== undefined && Number(found) < number) await rm(join(directory, name), { force: true })
  }
}

async function batchesIn(path: string, isLast: boolean): Promise<Pick<Found, 'batches' | 'torn'>> {
  const bytes = await bytesOf(path)
  const batches: PlacedBatch[] = []
  for (let at = 0, line = 1; at < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, at)
    const batch = end < 0 ? undefined : batchIn(bytes.subarray(at, end).toString('utf8'))
    if (batch !== undefined) {
      batches.push({ ...batch, path, line })
      at = end + 1
      continue
    }
    const isTorn = isLast && (end < 0 || end === bytes.length - 1)
    if (!isTorn) throw corruptLine(path, line)
    await truncate(path, at)
    return { batches, torn: { path, line } }
  }
  return { batches }
}

async function bytesOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

function corruptLine(path: string, line: number): DataError {
  return new DataError(
    'DATA_CORRUPT',
    path,
    `Line ${line} of ${path} is not as it was written, and more was written after it; bring the file back from a copy, or begin with another directory.`,
    { line },
  )
}

function stateIsMissing(directory: string): DataError {
  return new DataError(
    'DATA_CORRUPT',
    directory,
    `${directory} has changes, but not the state that they were made to; bring the file state-1 back, or begin with another directory.`,
  )
}
