import type { Clock } from '../clock.js'

/** One change of a simulator: what was done, and with what. */
export interface Command {
  readonly name: string
  readonly args: readonly unknown[]
}

/** The way of everything that changes a simulator. */
export interface Commands {
  /** Stands still while something is changed, so that the whole change happens at one time. */
  readonly clock: Clock
  /** Makes a change, and tells of it unless it is part of another. */
  perform<Result>(name: string, args: readonly unknown[], change: () => Result): Result
  /** Takes time to a moment, also within a change: what remains of it happens then. */
  standAt(time: number): void
  /** Hears of every change before it is made. Gives back how to stop that. */
  onCommand(listener: (command: Command) => void): () => void
}

/** `clock` is the one that everybody sees. */
export function createCommands(clock: Clock & { standAt(time: number): void }): Commands {
  const listeners = new Set<(command: Command) => void>()
  let held: number | undefined

  return {
    clock: {
      now: () => held ?? clock.now(),
      later: (wait, action, how) => clock.later(wait, action, how),
    },
    perform(name, args, change) {
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
    standAt(time) {
      if (held !== undefined) held = time
      clock.standAt(time)
    },
    onCommand(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
