import type { RealmMemory } from '../realm/remembering.js'
import type { OrganisationSeed } from '../realm/seed/seed.js'
import { CheckpointError } from './checkpointError.js'
import type { Commands } from './commands.js'
import type { Parts, Snapshot } from './parts.js'

/** A moment that can be gone back to. */
export interface Checkpoint {
  readonly name: string
  /** UNIX milliseconds, by the simulator's clock. */
  readonly time: number
  /** What the organisation held. */
  readonly counts: CheckpointCounts
}

export interface CheckpointCounts {
  readonly users: number
  readonly bots: number
  readonly channels: number
  readonly messages: number
  readonly scheduledMessages: number
}

/** All that a simulator held at one moment. */
export interface Moment {
  /** UNIX milliseconds. */
  readonly time: number
  readonly parts: Snapshot
}

/** The moments that are remembered: the beginning, and the checkpoints by their names. */
export interface Moments {
  readonly beginning: Moment
  readonly checkpoints: ReadonlyMap<string, Moment>
}

/** Remembers moments, and goes back to them. */
export interface Memory {
  /** In the order in which they were made. */
  readonly checkpoints: readonly Checkpoint[]
  /** Remembers this moment; one of the same name is forgotten. @throws {CheckpointError} for a name that is none */
  checkpoint(name: string): Checkpoint
  /** Goes back to a checkpoint. It stays, and so do the others. @throws {CheckpointError} when there is none */
  restore(name: string): void
  /** Forgets a checkpoint. Nothing else changes. @throws {CheckpointError} when there is none */
  forget(name: string): void
  /** Goes back to the beginning. Checkpoints stay. */
  reset(): void
  /** Begins anew with another organisation. Checkpoints stay. */
  plant(organisation: OrganisationSeed): void
  /** Everything as it is now. */
  now(): Moment
  /** Takes on what was at another moment. */
  goTo(moment: Moment): void
  /** What is remembered; not copied. */
  readonly moments: Moments
  /** Remembers these moments in place of its own. */
  remember(moments: Moments): void
}

/** Makes a memory of these parts. The beginning is now. */
export function createMemory(
  commands: Commands,
  parts: Parts,
  planted: (organisation: OrganisationSeed) => Moment,
): Memory {
  const now = (): Moment => ({ time: commands.clock.now(), parts: parts.snapshot() })
  let beginning = now()
  let checkpoints = new Map<string, Moment>()

  function goTo({ time, parts: held }: Moment): void {
    commands.standAt(time)
    parts.restore(held)
  }

  function keep(name: string): void {
    checkpoints.delete(name)
    checkpoints.set(name, now())
  }

  function found(name: string): Moment {
    const moment = checkpoints.get(name)
    if (moment !== undefined) return moment
    const names = [...checkpoints.keys()].map((one) => `"${one}"`).join(', ')
    throw new CheckpointError(
      name,
      `There is no checkpoint "${name}"; ${names === '' ? 'none was made yet' : `there is ${names}`}.`,
    )
  }

  function plant(organisation: OrganisationSeed): void {
    beginning = planted(organisation)
    goTo(beginning)
  }

  return {
    get checkpoints() {
      return [...checkpoints].map(described)
    },
    checkpoint(name) {
      if (typeof name !== 'string' || name.trim() === '') {
        throw new CheckpointError(
          String(name),
          `"${String(name)}" is no name for a checkpoint; give it a text of its own.`,
        )
      }
      commands.perform('checkpoint', [name], () => keep(name))
      return described([name, found(name)])
    },
    restore(name) {
      const moment = found(name)
      commands.perform('restore', [name], () => goTo(moment))
    },
    forget(name) {
      found(name)
      commands.perform('forget', [name], () => checkpoints.delete(name))
    },
    reset: () => commands.perform('reset', [], () => goTo(beginning)),
    plant: (organisation) => commands.perform('plant', [organisation], () => plant(organisation)),
    now,
    goTo,
    get moments() {
      return { beginning, checkpoints }
    },
    remember(moments) {
      beginning = moments.beginning
      checkpoints = new Map(moments.checkpoints)
    },
  }
}

function described([name, { time, parts }]: readonly [string, Moment]): Checkpoint {
  const { accounts, channels, messages, scheduled } = parts.get('realm') as RealmMemory
  const bots = [...accounts.values()].filter((account) => account.botType !== null).length
  const counts = {
    users: accounts.size - bots,
    bots,
    channels: channels.size,
    messages: messages.size,
    scheduledMessages: [...scheduled.values()].filter((one) => one.state === 'pending').length,
  }
  return { name, time, counts }
}
