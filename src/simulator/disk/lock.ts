import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DataError } from './dataError.js'

/** Keeps others out of a directory. */
export interface Lock {
  release(): Promise<void>
}

/**
 * Takes a directory for this process. One whose process was killed is taken over.
 *
 * @throws {DataError} when somebody else has it
 */
export async function lockDirectory(directory: string): Promise<Lock> {
  const path = join(directory, 'lock')
  const own = `${path}.${process.pid}`
  const holder: Holder = { pid: process.pid, started: await startOf(process.pid) }
  await writeFile(own, `${JSON.stringify(holder)}\n`)
  try {
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      // Of all who try, one gets the name.
      if (await named(own, path)) return releasable(path)
      const text = await textOf(path)
      if (text === undefined) continue
      const other = holderIn(text)
      if (other !== undefined && (await isAlive(other))) throw inUse(directory, other)
      await takeAway(path, text)
    }
    throw new DataError('DATA_IN_USE', directory, `${directory} is being taken by others all the time; try again.`)
  } finally {
    await rm(own, { force: true })
  }
}

const mostAttempts = 20

/** It is taken away once: later it may be somebody else's. */
function releasable(path: string): Lock {
  let released: Promise<void> | undefined
  return {
    release() {
      released ??= rm(path, { force: true })
      return released
    },
  }
}

interface Holder {
  readonly pid: number
  /** When the process started, in the machine's own count; null where that is not told. */
  readonly started: string | null
}

async function named(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function holderIn(text: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(text) as Holder
    return Number.isSafeInteger(pid) && pid > 0 ? { pid, started } : undefined
  } catch {
    return undefined
  }
}

/** A process that got the number of one that was killed is not that one. */
async function isAlive({ pid, started }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  // Where the machine tells it of processes that live, one that it no longer tells it of has just ended.
  return started === null || started === (await startOf(pid))
}

/** The 22nd word about a process, where the machine tells it; the words before the last bracket may hold anything. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/** Takes a lock of nobody away, unless somebody has just put another in its place. */
async function takeAway(path: string, text: string): Promise<void> {
  const aside = `${path}.${process.pid}.old`
  try {
    await rename(path, aside)
    if ((await textOf(aside)) !== text) await named(aside, path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  } finally {
    await rm(aside, { force: true })
  }
}

function inUse(directory: string, { pid }: Holder): DataError {
  const who = pid === process.pid ? 'another simulator of this process' : `the process ${pid}`
  return new DataError(
    'DATA_IN_USE',
    directory,
    `${directory} is used by ${who}; close that, or choose another directory.`,
  )
}

export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
