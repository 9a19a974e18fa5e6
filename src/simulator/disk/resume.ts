import { systemClock } from '../../clock.js'
import type { SimulatorLog } from '../log.js'
import type { Command } from '../memory/commands.js'
import type { Moment, Moments } from '../memory/memory.js'
import type { Snapshot } from '../memory/parts.js'
import { realmCommands } from '../realm/commands.js'
import { type Assembled, assemble } from '../simulator.js'
import { DataError } from './dataError.js'
import type { DataOptions } from './dataOptions.js'
import type { Found, PlacedBatch } from './directory.js'
import type { KeptState } from './keptState.js'

/** Where the changes since a state have led to. */
export interface Reached {
  readonly moment: Moment
  readonly moments: Moments
  /** Number of the newest entry of the journal. */
  readonly journal: number
}

/**
 * Makes the changes since a state again, in a simulator of their own: by the rules of then, whatever they are now.
 * Nothing waits for its time there, and nothing is delivered.
 */
export function repeated(options: DataOptions, state: KeptState, { batches, torn }: Found, log: SimulatorLog): Reached {
  if (torn !== undefined) {
    log.warn(torn, 'The last change had not been written to its end when the simulator stopped; it is left out.')
  }
  const { seed, rules } = state
  const { assumptions = {}, dialect = 'svc' } = rules
  const { onUse: _, ...rest } = options
  const then = { ...rest, assumptions, dialect, randomSeed: seed.randomSeed, faults: [], clock: 'frozen' as const }
  const assembled = assemble(then)
  takeUp(assembled, state)
  for (const batch of batches) {
    for (const command of batch.commands) repeatCommand(assembled, command, batch, log)
  }
  const { memory, simulator } = assembled
  // What was taken from queues is not written down, so their clients make new ones.
  simulator.realm.queues.clear()
  const reached = {
    moment: memory.now(),
    moments: memory.moments,
    journal: (batches.at(-1)?.journal ?? state.journal) + unwritten,
  }
  simulator.close()
  return reached
}

/** Takes on what was reached. Nothing waits for its time yet, and nothing is delivered. */
export function takeUp({ commands, memory, journal }: Assembled, { moment, moments, journal: last }: Reached): void {
  memory.remember(moments)
  commands.repeat({ at: moment.time, name: 'state', args: [] }, () => memory.goTo(moment))
  journal.skipTo(last)
}

/** Lets time go on: what waits for its time waits again, and deliveries that had not ended are made once more. */
export function bringUp({ commands, memory, journal, simulator }: Assembled, options: DataOptions): void {
  const { clock, featureLevel, faults = [] } = options
  journal.note({ kind: 'memory', what: 'resume' })
  if (typeof clock === 'string' && simulator.clock.kind !== clock) simulator.clock.change(clock)
  if (simulator.clock.kind === 'real' && typeof clock !== 'object') commands.standAt(systemClock.now())
  memory.goTo(memory.now())
  if (featureLevel !== undefined && featureLevel !== simulator.realm.featureLevel) {
    simulator.setFeatureLevel(featureLevel)
  }
  if (faults.length > 0) {
    simulator.faults.clear()
    for (const fault of faults) simulator.faults.add(fault)
  }
}

/** Numbers of entries that may have been read since the last change; none of them is given again. */
const unwritten = 10_000

function repeatCommand(assembled: Assembled, command: Command, batch: PlacedBatch, log: SimulatorLog): void {
  const change = changeOf(assembled, command, batch)
  const { clock } = assembled.simulator
  if (clock.kind !== 'real' && command.at > clock.now()) clock.standAt(command.at)
  try {
    assembled.commands.repeat(command, change)
  } catch (error) {
    // A change that was refused is refused again; a delivery is not.
    if (command.name === 'delivery') log.warn({ error }, 'What came of a delivery could not be made again.')
  }
}

function changeOf(assembled: Assembled, command: Command, batch: PlacedBatch): () => void {
  const { memory, parts, courier, connections, simulator } = assembled
  const { name, args } = command
  if (name === 'parts') return () => parts.restore(args[0] as Snapshot)
  if (name === 'connect') return () => connections.connect(...(args as Parameters<typeof connections.connect>))
  if (name === 'delivery') return () => courier.repeat(...(args as Parameters<typeof courier.repeat>))
  if (Object.hasOwn(realmCommands, name)) return () => simulator.realm.repeat(name, args)
  if (memory.knows(name)) return () => memory.repeat(name, args)
  if (courier.knows(name)) return () => courier.repeatStep(name, args)
  const { path, line } = batch
  throw new DataError(
    'DATA_CORRUPT',
    path,
    `Line ${line} of ${path} speaks of a change "${name}" that this version does not know; use the version that wrote it.`,
    { line },
  )
}
