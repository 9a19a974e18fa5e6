import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { serialize } from 'node:v8'
import { systemClock } from '../clock.js'
import { endpoints } from '../protocol/index.js'
import { errorMessage } from '../values.js'
import type { LoadPlayground } from './app.js'
import { type SimulatorLog, stderrLog } from './base/log.js'
import { fingerprint, randomId } from './base/random.js'
import { DataError } from './disk/dataError.js'
import { type Lock, lockDirectory } from './disk/lock.js'
import { corrupt, readState, writeState } from './disk/stateFile.js'
import { checkShape } from './disk/stateShape.js'
import type { Moment, Moments } from './memory/memory.js'
import type { DataOptions } from './public/options.js'
import type { Simulator } from './public/publicSimulator.js'
import { bakery } from './realm/seed/seed.js'
import { type Assembled, assemble, type Keeper } from './simulator.js'

/** Opens a directory: with its saved state, or with a new organisation if it is empty. */
export async function openSaved(options: DataOptions, playground?: LoadPlayground): Promise<Simulator> {
  const directory = resolve(options.data)
  await makeDirectory(directory)
  const lock = await lockDirectory(directory)
  try {
    const path = join(directory, 'state')
    const saved = (await readState(path)) as SavedState | undefined
    if (saved !== undefined) {
      checkShape(path, saved, { seed: { organisation: '', randomSeed: '' } })
      checkSeed(directory, saved.seed, options)
    }
    return await opened(options, path, lock, saved, playground)
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
  playground: LoadPlayground | undefined,
): Promise<Simulator> {
  let keeper: Keeper | undefined
  const randomSeed = saved?.seed.randomSeed ?? options.randomSeed ?? randomId()
  const assembled = assemble(
    { ...options, randomSeed },
    {
      keeper: {
        saved: () => keeper?.saved() ?? Promise.resolve(),
        async close() {
          await keeper?.close()
          await lock.release()
        },
      },
      playground,
    },
  )
  const seed = saved?.seed ?? seedOf({ ...options, randomSeed })
  keeper = createKeeper(assembled, path, seed, options.log)
  if (saved !== undefined) resume(assembled, path, saved, options)
  // Unfinished deliveries are made again in a later turn.
  for (const [bot, to] of Object.entries(options.bots ?? {})) assembled.simulator.connect(bot, to)
  try {
    await keeper.saved()
  } catch (error) {
    await assembled.simulator.close()
    throw error
  }
  return assembled.simulator
}

/** Continues from the saved state, at the time that the clock shows now. */
function resume(
  { memory, journal, simulator }: Assembled,
  path: string,
  saved: SavedState,
  options: DataOptions,
): void {
  const { clock: wanted, featureLevel, faults = [] } = options
  // A seed is whatever its author wrote.
  const { time, parts } = memory.now()
  const own = { time, parts: new Map([...parts, ['seed', undefined]]) }
  const moments = { beginning: own, checkpoints: new Map([['', own]]) }
  checkShape(path, saved, { moment: own, moments, journal: 0 })
  try {
    memory.remember(saved.moments)
    journal.skipTo(saved.journal + unsaved)
    journal.note({ kind: 'memory', what: 'resume' })
    memory.goTo(momentFor(saved.moment, wanted))
    // The reading position of a queue isn't saved, so clients make new queues.
    simulator.realm.queues.clear()
  } catch (cause) {
    throw corrupt(path, cause)
  }
  if (featureLevel !== undefined && featureLevel !== simulator.realm.featureLevel) {
    simulator.setFeatureLevel(featureLevel)
  }
  if (faults.length === 0) return
  simulator.faults.clear()
  for (const fault of faults) simulator.faults.add(fault)
}

/** Journal entries after the last save may have been read; their numbers are skipped. */
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
    const says = `${directory} can't be made (${errorMessage(cause)}). Choose another.`
    throw new DataError('data_unusable', directory, says, cause)
  }
}

function seedOf({ organisation = bakery, randomSeed }: DataOptions): SavedState['seed'] {
  return { organisation: fingerprint(JSON.stringify(organisation)), randomSeed: String(randomSeed) }
}

/** The options that a directory was made with can't change; they may be left out. */
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
    'data_of_another_seed',
    directory,
    `${directory} was made from another ${other}. Leave the ${other} out to continue with it, or choose another directory.`,
  )
}

/** The content of the file. */
interface SavedState {
  readonly moment: Moment
  readonly moments: Moments
  /** Number of the journal's newest entry. */
  readonly journal: number
  readonly seed: Seed
}

/** The options that an organisation was made with. */
interface Seed {
  /** Its fingerprint. */
  readonly organisation: string
  readonly randomSeed: string
}

/** Saves the whole state to a file on request, if it has changed. Simultaneous calls share one write. */
function createKeeper(
  { commands, parts, memory, journal }: Assembled,
  path: string,
  seed: SavedState['seed'],
  log: SimulatorLog = stderrLog,
): Keeper {
  /** The saved state of the parts that change without a command. */
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
      // Errors are in the log.
      await saved().catch(() => {})
    },
  }
}

const readOnly = new Set<unknown>(endpoints.filter(({ method }) => method === 'GET').map(({ name }) => name))
