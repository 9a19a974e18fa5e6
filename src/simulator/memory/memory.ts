import { EarshotError } from '../../errors.js'
import { added } from '../../values.js'
import type { Clock } from '../base/clock.js'
import type { Stateful } from '../base/random.js'
import type { OrganisationSeed } from '../realm/seed/seed.js'
import type { State } from '../realm/world/state.js'
import { copyOf } from './copy.js'

export interface Checkpoint {
  readonly name: string
  /** UNIX milliseconds, by the simulator's clock. */
  readonly time: number
  readonly counts: Readonly<Record<'users' | 'bots' | 'channels' | 'messages' | 'scheduledMessages', number>>
}

/** The saved state of a simulator. */
export interface Moment {
  /** UNIX milliseconds. */
  readonly time: number
  readonly parts: Snapshot
}

/** The saved states: the initial one, and checkpoints by name. */
export interface Moments {
  readonly beginning: Moment
  readonly checkpoints: ReadonlyMap<string, Moment>
}

/** Saves and restores the state of a simulator. The initial one is made when it is needed, since it mostly isn't. */
export function createMemory(
  commands: Commands,
  parts: Parts,
  beginningOf: (organisation?: OrganisationSeed) => Moment,
) {
  const now = (): Moment => ({ time: commands.clock.now(), parts: parts.snapshot() })
  let made: Moment | undefined
  const beginning = (): Moment => {
    made ??= beginningOf()
    return made
  }
  let checkpoints = new Map<string, Moment>()

  function goTo({ time, parts: held }: Moment): void {
    commands.setTime(time)
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

  return {
    /** Oldest first. */
    get checkpoints(): readonly Checkpoint[] {
      return [...checkpoints].map(described)
    },
    /** Saves a checkpoint, in place of one with the same name. @throws {CheckpointError} for a blank name */
    checkpoint(name: string): Checkpoint {
      if (typeof name !== 'string' || name.trim() === '') {
        throw new CheckpointError(
          String(name),
          `"${String(name)}" can't be the name of a checkpoint; give one that isn't blank.`,
        )
      }
      commands.perform('checkpoint', [name], () => keep(name))
      return described([name, found(name)])
    },
    /** Restores a checkpoint. All checkpoints stay. @throws {CheckpointError} if there is none */
    restore(name: string): void {
      const moment = found(name)
      commands.perform('restore', [name], () => goTo(moment))
    },
    /** Deletes a checkpoint. @throws {CheckpointError} if there is none */
    forget(name: string): void {
      found(name)
      commands.perform('forget', [name], () => checkpoints.delete(name))
    },
    /** Restores the initial state; with another organisation, the initial state that it would have had. */
    reset(organisation?: OrganisationSeed): void {
      commands.perform('reset', organisation === undefined ? [] : [organisation], () => {
        if (organisation !== undefined) made = beginningOf(organisation)
        goTo(beginning())
      })
    },
    now,
    goTo,
    /** Not copied. */
    get moments(): Moments {
      return { beginning: beginning(), checkpoints }
    },
    /** Replaces the saved states. */
    remember(moments: Moments): void {
      made = moments.beginning
      checkpoints = new Map(moments.checkpoints)
    },
  }
}

export type Memory = ReturnType<typeof createMemory>

function described([name, { time, parts }]: readonly [string, Moment]): Checkpoint {
  const { accounts, channels, messages, scheduled } = parts.get('realm') as State
  const bots = [...accounts.values()].filter((account) => account.bot_type !== null).length
  const counts = {
    users: accounts.size - bots,
    bots,
    channels: channels.size,
    messages: messages.size,
    scheduledMessages: [...scheduled.values()].filter((one) => one.state === 'pending').length,
  }
  return { name, time, counts }
}

/** There is no such checkpoint, or its name is blank. */
export class CheckpointError extends EarshotError {
  override readonly name = 'CheckpointError'
  readonly checkpoint: string

  constructor(checkpoint: string, message: string) {
    super('no_such_checkpoint', message)
    this.checkpoint = checkpoint
  }
}

/** The states of all parts, by name. */
type Snapshot = ReadonlyMap<string, unknown>

/** The parts of a simulator that are saved. */
export function createParts() {
  const parts = new Map<string, Stateful>()
  const small = new Set<string>()

  const held = (names: Iterable<string>): Snapshot =>
    new Map([...names].map((name) => [name, parts.get(name)?.snapshot()]))

  return {
    /**
     * Adds a part under a permanent name. Parts are restored in this order. `changes` says how the disk notices changes:
     * by commands, or by comparing the part, which must be small.
     */
    register(name: string, part: Stateful, changes: 'by commands' | 'by itself'): void {
      if (parts.has(name)) throw new TypeError(`There is a part "${name}" already; give this one a name of its own.`)
      parts.set(name, part)
      if (changes === 'by itself') small.add(name)
    },
    // Copied together, since parts may share objects.
    snapshot: (): Snapshot => copyOf(held(parts.keys())),
    /** The state of the parts that change without a command. Not copied. */
    small: (): Snapshot => held(small),
    /** Restores a snapshot, which can be restored again later. Parts that it doesn't contain stay as they are. */
    restore(snapshot: Snapshot): void {
      const own = copyOf(snapshot)
      for (const [name, part] of parts) if (own.has(name)) part.restore(own.get(name))
    },
  }
}

export type Parts = ReturnType<typeof createParts>

export interface SimulatorCommand {
  readonly name: string
  readonly args: readonly unknown[]
}

/** Makes all changes of a simulator. */
export function createCommands(clock: Clock & { setTime(time: number): void }) {
  const listeners = new Set<(command: SimulatorCommand) => void>()
  let held: number | undefined

  return {
    /** Stands still during a change, so that all of it happens at the same time. */
    clock: { now: () => held ?? clock.now(), later: (wait, action, how) => clock.later(wait, action, how) } as Clock,
    /** Makes a change, and notifies the listeners unless it is part of another one. */
    perform<Result>(name: string, args: readonly unknown[], change: () => Result): Result {
      if (held !== undefined) return change()
      const at = clock.now()
      for (const listener of listeners) listener({ name, args })
      held = at
      try {
        return change()
      } finally {
        held = undefined
      }
    },
    /** Sets the time, also during a change. */
    setTime(time: number): void {
      if (held !== undefined) held = time
      clock.setTime(time)
    },
    /** Adds a listener called before every change. The function returned removes it. */
    onCommand: (listener: (command: SimulatorCommand) => void) => added(listeners, listener),
  }
}

export type Commands = ReturnType<typeof createCommands>
