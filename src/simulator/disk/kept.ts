import { resolve } from 'node:path'
import { stderrLog } from '../log.js'
import type { Simulator } from '../publicSimulator.js'
import { randomId } from '../random.js'
import { type Assembled, assemble, type Keeper } from '../simulator.js'
import type { DataOptions } from './dataOptions.js'
import { type Found, look, makeDirectory, statePath } from './directory.js'
import { createKeeper } from './keeper.js'
import { type KeptState, rulesOf } from './keptState.js'
import { type Lock, lockDirectory } from './lock.js'
import { bringUp, repeated, takeUp } from './resume.js'
import { checkSeed, seedOf } from './seed.js'
import { readState } from './stateFile.js'

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
  const log = options.log ?? stderrLog
  let keeper: Keeper | undefined
  const randomSeed = state?.seed.randomSeed ?? options.randomSeed ?? randomId()
  const assembled: Assembled = assemble(
    { ...options, randomSeed },
    {
      saved: () => keeper?.saved() ?? Promise.resolve(),
      async close() {
        await keeper?.close()
        await lock.release()
      },
    },
  )
  if (state !== undefined) takeUp(assembled, repeated(options, state, found, log))
  const started = createKeeper(assembled, {
    directory,
    number: found.state === 0 ? 1 : found.log + 1,
    stateEvery: options.stateEvery ?? 10_000,
    seed: state?.seed ?? seedOf({ ...options, randomSeed }),
    rules: rulesOf(options),
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
