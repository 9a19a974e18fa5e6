import { realClock } from '../clock.js'
import type { SimulatorLog } from '../log.js'
import type { Command } from '../memory/commands.js'
import type { Snapshot } from '../memory/parts.js'
import { realmCommands } from '../realm/commands.js'
import type { Assembled } from '../simulator.js'
import { DataError } from './dataError.js'
import type { Found, PlacedBatch } from './directory.js'
import type { KeptState } from './kept.js'
import type { DataOptions } from './openSimulator.js'

/** Makes the changes since a state again. Nothing waits for its time yet, and nothing is delivered. */
export function repeat(assembled: Assembled, state: KeptState, { batches, torn }: Found, log: SimulatorLog): void {
  const { commands, memory, journal, simulator } = assembled
  if (torn !== undefined) {
    log.warn(torn, 'The last change had not been written to its end when the simulator stopped; it is left out.')
  }
  memory.remember(state.moments)
  commands.repeat({ at: state.moment.time, name: 'state', args: [] }, () => memory.goTo(state.moment))
  for (const batch of batches) {
    for (const command of batch.commands) repeatCommand(assembled, command, batch, log)
  }
  // What was taken from queues is not written down, so their clients make new ones.
  simulator.realm.queues.clear()
  journal.skipTo((batches.at(-1)?.journal ?? state.journal) + unwritten)
  journal.note({ kind: 'memory', what: 'resume' })
}

/** Lets time go on: what waits for its time waits again, and deliveries that had not ended are made once more. */
export function bringUp({ commands, memory, simulator }: Assembled, options: DataOptions): void {
  const { clock, featureLevel } = options
  if (typeof clock === 'string' && simulator.clock.kind !== clock) simulator.clock.change(clock)
  if (simulator.clock.kind === 'real' && typeof clock !== 'object') commands.standAt(realClock.now())
  memory.goTo(memory.now())
  if (featureLevel !== undefined && featureLevel !== simulator.realm.featureLevel) {
    simulator.setFeatureLevel(featureLevel)
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
