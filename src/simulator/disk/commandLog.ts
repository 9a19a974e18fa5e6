import { type FileHandle, open } from 'node:fs/promises'
import { lineOf, type WrittenCommand } from './batch.js'

/** Writes commands behind each other, many at a time. */
export interface CommandLog {
  add(command: WrittenCommand): void
  /** Resolves when all that was added is on the disk. Rejects, now and ever after, when it could not be written. */
  saved(): Promise<void>
  /** Lets what is added from now on go into another file. */
  turnTo(path: string): void
  /** Writes what is left, and lets the file go. */
  close(): Promise<void>
}

/**
 * Makes a log that goes on in a file, and writes nothing until it may begin. `journal` tells the number of the journal's
 * newest entry.
 */
export function createCommandLog(path: string, journal: () => number, mayBegin: Promise<void>): CommandLog {
  const waiting: (WrittenCommand | { readonly turnTo: string })[] = []
  let file: FileHandle | undefined
  let current = path
  let writing: Promise<void> | undefined
  let failure: { readonly error: unknown } | undefined

  async function work(): Promise<void> {
    // What happens together is written together.
    await mayBegin
    while (waiting.length > 0) {
      const turn = waiting.findIndex((one) => 'turnTo' in one)
      const batch = waiting.splice(0, turn < 0 ? waiting.length : turn) as WrittenCommand[]
      if (batch.length > 0) await write(batch)
      const [next] = waiting
      if (next === undefined || !('turnTo' in next)) continue
      waiting.shift()
      await file?.close()
      file = undefined
      current = next.turnTo
    }
  }

  async function write(batch: readonly WrittenCommand[]): Promise<void> {
    const line = await lineOf(batch, journal())
    file ??= await open(current, 'a', 0o600)
    await file.appendFile(line)
    await file.datasync()
  }

  function start(): Promise<void> {
    writing ??= work()
      .catch((error: unknown) => {
        failure = { error }
      })
      .finally(() => {
        writing = undefined
      })
    return writing
  }

  return {
    add(command) {
      if (failure !== undefined) throw failure.error
      waiting.push(command)
      start()
    },
    turnTo(next) {
      waiting.push({ turnTo: next })
    },
    async saved() {
      while (failure === undefined && waiting.length + (writing === undefined ? 0 : 1) > 0) await start()
      if (failure !== undefined) throw failure.error
    },
    async close() {
      await writing
      await file?.close()
      file = undefined
    },
  }
}
