/**
 * A part of the simulator that has something to remember: checkpoints, branches, resets and the disk ask it.
 *
 * What it holds is handed over as data: primitives, plain objects, arrays, `Map`, `Set`, `Uint8Array` and `Blob`.
 * Functions stay what they are in this process, and are left out on disk.
 */
export interface Stateful {
  /** What it holds now. It is copied at once, so that live tables may be handed out. */
  snapshot(): unknown
  /**
   * Takes on what a snapshot held, in place of what it holds. What it gets is its own, to keep and to change. Its
   * timers of before are called off, and those that the snapshot needs are armed again: the clock stands right already.
   */
  restore(snapshot: unknown): void
}
