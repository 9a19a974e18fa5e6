import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { systemClock } from '../../clock.js'
import type { Moment } from '../memory/memory.js'
import type { DataOptions } from '../options.js'
import type { Simulator } from '../publicSimulator.js'
import { fingerprint, randomId } from '../random.js'
import { bakery } from '../realm/seed/seed.js'
import { type Assembled, assemble, type Keeper } from '../simulator.js'
import { DataError } from './dataError.js'
import { createKeeper, type SavedState } from './keeper.js'
import { type Lock, lockDirectory } from './lock.js'
import { readState } from './stateFile.js'

/** Opens a directory: with what it holds, or with a new organisation if it holds nothing. */
export async function openSaved(options: DataOptions): Promise<Simulator> {
  const directory = resolve(options.data)
  await makeDirectory(directory)
  const lock = await lockDirectory(directory)
  try {
    const path = join(directory, 'state')
    // Only this version writes the file, and whole.
    const saved = (await readState(path)) as SavedState | undefined
    if (saved !== undefined) checkSeed(directory, saved.seed, options)
    return await opened(options, path, lock, saved)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function opened(
  options: DataOptions,
  path: string,
  lock: Lock,
  saved: SavedState | undefined,
): Promise<Simulator> {
  let keeper: Keeper | undefined
  const randomSeed = saved?.seed.randomSeed ?? options.randomSeed ?? randomId()
  const assembled = assemble(
    { ...options, randomSeed },
    {
      saved: () => keeper?.saved() ?? Promise.resolve(),
      async close() {
        await keeper?.close()
        await lock.release()
      },
    },
  )
  const seed = saved?.seed ?? seedOf({ ...options, randomSeed })
  keeper = createKeeper(assembled, path, seed, options.log)
  if (saved !== undefined) resume(assembled, saved, options)
  // What was under way is delivered again in a later turn.
  for (const [bot, to] of Object.entries(options.bots ?? {})) assembled.simulator.connect(bot, to)
  try {
    await keeper.saved()
  } catch (error) {
    await assembled.simulator.close()
    throw error
  }
  return assembled.simulator
}

/** Goes on from what was saved, at the time that the clock is to show now. */
function resume({ memory, journal, simulator }: Assembled, saved: SavedState, options: DataOptions): void {
  const { clock: wanted, featureLevel, faults = [] } = options
  memory.remember(saved.moments)
  journal.skipTo(saved.journal + unsaved)
  journal.note({ kind: 'memory', what: 'resume' })
  memory.goTo(momentFor(saved.moment, wanted))
  // What a client has read of a queue is not saved, so clients make new ones.
  simulator.realm.queues.clear()
  if (featureLevel !== undefined && featureLevel !== simulator.realm.featureLevel) {
    simulator.setFeatureLevel(featureLevel)
  }
  if (faults.length === 0) return
  simulator.faults.clear()
  for (const fault of faults) simulator.faults.add(fault)
}

/** Numbers of journal entries that may have been read since the last save; none of them is given again. */
const unsaved = 10_000

function momentFor({ time, parts }: Moment, wanted: DataOptions['clock']): Moment {
  const held = parts.get('clock') as { readonly kind: string }
  const kind = typeof wanted === 'string' ? wanted : held.kind
  if (kind !== 'real') return { time, parts: new Map([...parts, ['clock', { kind, time }]]) }
  const now = typeof wanted === 'object' ? time : systemClock.now()
  return { time: now, parts: new Map([...parts, ['clock', { kind }]]) }
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new DataError('DATA_UNUSABLE', directory, `${directory} can't be made (${why}). Choose another.`, cause)
  }
}

function seedOf({ organisation = bakery, randomSeed }: DataOptions): SavedState['seed'] {
  return { organisation: fingerprint(JSON.stringify(organisation)), randomSeed: String(randomSeed) }
}

/** What a directory was made from stays; whoever leaves it out gets that. */
function checkSeed(directory: string, saved: SavedState['seed'], options: DataOptions): void {
  const given = seedOf(options)
  const other =
    options.organisation !== undefined && given.organisation !== saved.organisation
      ? 'organisation'
      : options.randomSeed !== undefined && given.randomSeed !== saved.randomSeed
        ? 'random seed'
        : undefined
  if (other === undefined) return
  throw new DataError(
    'DATA_OF_ANOTHER_SEED',
    directory,
    `${directory} was made from another ${other}. Leave the ${other} out to go on with it, or choose another directory.`,
  )
}
