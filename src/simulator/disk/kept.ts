import { resolve } from 'node:path'
import { consoleLog } from '../log.js'
import type { Moment, Moments } from '../memory/memory.js'
import { type Assembled, assemble, type Keeper, type Simulator } from '../simulator.js'
import { type Found, look, makeDirectory, statePath } from './directory.js'
import { createKeeper } from './keeper.js'
import { type Lock, lockDirectory } from './lock.js'
import type { DataOptions } from './openSimulator.js'
import { bringUp, repeat } from './resume.js'
import { checkSeed, type Seed, seedOf } from './seed.js'
import { readState } from './stateFile.js'

/** What a state file holds. */
export interface KeptState {
  readonly moment: Moment
  readonly moments: Moments
  /** Number of the journal's newest entry. */
  readonly journal: number
  readonly seed: Seed
}

/** Opens a directory: with what it holds, or with a new organisation where it holds nothing. */
export async function openKept(options: DataOptions): Promise<Simulator> {
  const directory = resolve(options.data)
  await makeDirectory(directory)
  const lock = await lockDirectory(directory)
  try {
    const found = await look(directory)
    const state = found.state === 0 ? undefined : ((await readState(statePath(directory, found.state))) as KeptState)
    if (state !== undefined) checkSeed(directory, state.seed, options)
    return await opened(options, directory, lock, found, state)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function opened(
  options: DataOptions,
  directory: string,
  lock: Lock,
  found: Found,
  state: KeptState | undefined,
): Promise<Simulator> {
  const log = options.log ?? consoleLog
  let keeper: Keeper | undefined
  const assembled: Assembled = assemble(options, {
    saved: () => keeper?.saved() ?? Promise.resolve(),
    async close() {
      await keeper?.close()
      await lock.release()
    },
  })
  if (state !== undefined) repeat(assembled, state, found, log)
  const started = createKeeper(assembled, {
    directory,
    number: found.state === 0 ? 1 : found.log + 1,
    stateEvery: options.stateEvery ?? 10_000,
    seed: state?.seed ?? seedOf(options),
    log,
  })
  keeper = started
  for (const [bot, to] of Object.entries(options.bots ?? {})) assembled.simulator.connect(bot, to)
  if (state !== undefined) bringUp(assembled, options)
  try {
    await started.begun
  } catch (error) {
    await assembled.simulator.close()
    throw error
  }
  return assembled.simulator
}
