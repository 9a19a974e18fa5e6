import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '../../values.js'
import { DataError } from './dataError.js'

/** Keeps other processes out of a directory. */
export interface Lock {
  release(): Promise<void>
}

/**
 * Locks a directory for this process. The lock of a process that was killed is taken over.
 *
 * @throws {DataError} if another process has it
 */
export async function lockDirectory(directory: string): Promise<Lock> {
  const path = join(directory, 'lock')
  const own = `${path}.${process.pid}`
  const holder: Holder = { pid: process.pid, started: await startOf(process.pid) }
  await rm(own, { force: true })
  await writeFile(own, `${JSON.stringify(holder)}\n`, { flag: 'wx' })
  try {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      // Only one process succeeds.
      if (await linked(own, path)) {
        let released: Promise<void> | undefined
        return {
          release() {
            // Only once: later it may be the lock of another process.
            released ??= rm(path, { force: true })
            return released
          },
        }
      }
      const text = await textOf(path)
      if (text === undefined) continue
      const other = holderIn(text)
      if (other !== undefined && (await isAlive(other))) throw inUse(directory, other)
      await takeAway(path, text)
    }
    throw new DataError('data_in_use', directory, `${directory} is constantly locked by others; try again.`)
  } finally {
    await rm(own, { force: true })
  }
}

const mostAttempts = 20

interface Holder {
  readonly pid: number
  /** The start of the process in the system's own count; null if the system doesn't provide it. */
  readonly started: string | null
}

/** Gives a file a second name, unless there is a file of that name. */
async function linked(own: string, path: string): Promise<boolean> {
  return (await unless('EEXIST', () => link(own, path).then(() => true))) ?? false
}

const textOf = (path: string) => unless('ENOENT', () => readFile(path, 'utf8'))

/** The result, or undefined for an error with this code. */
async function unless<Result>(code: string, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (codeOf(error) === code) return undefined
    throw error
  }
}

function holderIn(text: string): Holder | undefined {
  const { pid, started } = Object(parseJson(text)) as Holder
  return Number.isSafeInteger(pid) && pid > 0 ? { pid, started } : undefined
}

/** A new process may have the ID of one that was killed. */
async function isAlive({ pid, started }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  // A process without a start time has just ended, on a system that provides them.
  return started === null || started === (await startOf(pid))
}

/** The 22nd field of the process's `stat`, on Linux; the fields before the last bracket may contain anything. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/** Removes a stale lock, unless another process has just replaced it. */
async function takeAway(path: string, text: string): Promise<void> {
  const aside = `${path}.${process.pid}.old`
  await unless('ENOENT', async () => {
    await rename(path, aside)
    if ((await textOf(aside)) !== text) await linked(aside, path)
  }).finally(() => rm(aside, { force: true }))
}

function inUse(directory: string, { pid }: Holder): DataError {
  const who = pid === process.pid ? 'another simulator of this process' : `the process ${pid}`
  return new DataError(
    'data_in_use',
    directory,
    `${directory} is used by ${who}; close that, or choose another directory.`,
  )
}

export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
