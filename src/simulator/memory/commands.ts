import type { Clock } from '../clock.js'

/** One change of a simulator: what was done, with what, and when. It is data, so that it can be made again. */
export interface Command {
  /** UNIX milliseconds. */
  readonly at: number
  readonly name: string
  readonly args: readonly unknown[]
}

/** The way of everything that changes a simulator. */
export interface Commands {
  /** Stands still while something is changed, so that the whole change happens at one time. */
  readonly clock: Clock
  /** Whether changes of before are being made again. Nothing waits for its time then, and nothing leaves. */
  readonly isRepeating: boolean
  /** Makes a change, and tells of it unless it is part of another. */
  perform<Result>(name: string, args: readonly unknown[], change: () => Result): Result
  /** Makes changes of before again, each at its own time; what one of them threw, it may throw again. */
  repeat(command: Command, change: () => void): void
  /** Takes time to a moment, also within a change: what remains of it happens then. */
  standAt(time: number): void
  /** Hears of every change before it is made. Gives back how to stop that. */
  onCommand(listener: (command: Command) => void): () => void
}

/** `clock` is the one that everybody sees. */
export function createCommands(clock: Clock & { standAt(time: number): void }): Commands {
  const listeners = new Set<(command: Command) => void>()
  let held: number | undefined
  let isRepeating = false

  function holding<Result>(at: number, change: () => Result): Result {
    held = at
    try {
      return change()
    } finally {
      held = undefined
    }
  }

  return {
    clock: {
      now: () => held ?? clock.now(),
      later: (wait, action, how) => (isRepeating ? () => {} : clock.later(wait, action, how)),
    },
    get isRepeating() {
      return isRepeating
    },
    perform(name, args, change) {
      if (held !== undefined) return change()
      const at = clock.now()
      for (const listener of listeners) listener({ at, name, args })
      return holding(at, change)
    },
    repeat({ at }, change) {
      isRepeating = true
      try {
        holding(at, change)
      } finally {
        isRepeating = false
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
