import type { SimulatorLog } from '../log.js'
import type { Assembled, Keeper } from '../simulator.js'
import { written } from './batch.js'
import { createCommandLog } from './commandLog.js'
import { forgetBefore, logPath, statePath } from './directory.js'
import { encode } from './encoding.js'
import type { KeptState, Rules, Seed } from './keptState.js'
import { writeState } from './stateFile.js'

export interface KeeperOptions {
  readonly directory: string
  /** Of the first state file that is written. */
  readonly number: number
  /** After how many changes the state is written anew. */
  readonly stateEvery: number
  readonly seed: Seed
  readonly rules: Rules
  readonly log: SimulatorLog
}

export interface StartedKeeper extends Keeper {
  /** Resolves when the first state is on the disk. */
  readonly begun: Promise<void>
}

/** Writes down the state as it is, then every change, and the state anew from time to time. */
export function createKeeper(
  { commands, parts, memory, journal }: Assembled,
  { directory, number: first, stateEvery, seed, rules, log }: KeeperOptions,
): StartedKeeper {
  let number = first
  let changes = 0
  let writingState: Promise<void> | undefined
  let small = encode(parts.small()).json

  const begun = keepState(first)
  const commandLog = createCommandLog(logPath(directory, first), () => journal.last, begun)

  const forget = commands.onCommand((command) => {
    // The change is not made yet: the state is what all changes so far have led to.
    if (changes >= stateEvery && writingState === undefined) turn()
    addSmall()
    commandLog.add(written(command))
    changes += 1
  })

  function keepState(to: number): Promise<void> {
    const state: KeptState = { moment: memory.now(), moments: memory.moments, journal: journal.last, seed, rules }
    return writeState(statePath(directory, to), state).then(() => forgetBefore(directory, to))
  }

  /** Goes on with another file, for the changes to a state that is written beside. */
  function turn(): void {
    number += 1
    changes = 0
    commandLog.turnTo(logPath(directory, number))
    writingState = keepState(number)
      .catch((error: unknown) => log.error({ error }, 'The state could not be written; its changes are, all the same.'))
      .finally(() => {
        writingState = undefined
      })
  }

  /** Parts that change by themselves are looked at, and written down as a whole. */
  function addSmall(): void {
    const held = parts.small()
    const { json } = encode(held)
    if (json === small) return
    small = json
    commandLog.add(written({ at: commands.clock.now(), name: 'parts', args: [held] }))
  }

  return {
    begun,
    async saved() {
      addSmall()
      await commandLog.saved()
    },
    async close() {
      forget()
      try {
        addSmall()
        await commandLog.saved()
      } catch (error) {
        log.error({ error }, 'The last changes could not be written to the disk.')
      }
      await writingState
      await commandLog.close()
    },
  }
}
