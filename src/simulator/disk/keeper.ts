import { serialize } from 'node:v8'
import { endpoints } from '../../protocol/index.js'
import { type SimulatorLog, stderrLog } from '../log.js'
import type { Moment, Moments } from '../memory/memory.js'
import type { Assembled, Keeper } from '../simulator.js'
import { writeState } from './stateFile.js'

/** What the file holds. */
export interface SavedState {
  readonly moment: Moment
  readonly moments: Moments
  /** Number of the journal's newest entry. */
  readonly journal: number
  readonly seed: Seed
}

/** What an organisation was made from. */
interface Seed {
  /** Its fingerprint. */
  readonly organisation: string
  readonly randomSeed: string
}

/** Saves the whole state into a file whenever it is asked to and something has changed. Calls that come together share a write. */
export function createKeeper(
  { commands, parts, memory, journal }: Assembled,
  path: string,
  seed: SavedState['seed'],
  log: SimulatorLog = stderrLog,
): Keeper {
  /** What of the parts that change by themselves is in the file, or being written. */
  let small: Buffer | undefined
  let isChanged = true
  let writing: Promise<void> | undefined
  let next: Promise<void> | undefined

  const forget = commands.onCommand(({ name, args: [endpoint] }) => {
    if (name !== 'call' || !readOnly.has(endpoint)) isChanged = true
  })

  async function write(): Promise<void> {
    next = undefined
    isChanged = false
    small = serialize(parts.small())
    const state: SavedState = { moment: memory.now(), moments: memory.moments, journal: journal.last, seed }
    try {
      await writeState(path, state)
    } catch (error) {
      isChanged = true
      log.error({ error }, `The simulator's state could not be written to ${path}.`)
      throw error
    }
  }

  async function saved(): Promise<void> {
    if (isChanged || small === undefined || !small.equals(serialize(parts.small()))) {
      next ??= (writing ?? Promise.resolve())
        .catch(() => {})
        .then(() => {
          writing = write()
          return writing
        })
    }
    await (next ?? writing)
  }

  return {
    saved,
    async close() {
      forget()
      // What went wrong is in the log.
      await saved().catch(() => {})
    },
  }
}

const readOnly = new Set<unknown>(endpoints.filter(({ method }) => method === 'GET').map(({ name }) => name))
