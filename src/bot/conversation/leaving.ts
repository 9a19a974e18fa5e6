/**
 * Leaves a handler behind while it waits for an answer, perhaps for days: the promise that it waits for never settles, and
 * what stands around it goes on as if it had ended, so that middleware can clean up.
 */
export class Leaving {
  /** How to leave the layers that are under way, the innermost last. */
  readonly #layers: (() => void)[] = []

  /** Runs a layer. Gives what it gives; where it is left behind, nothing. */
  async run<T>(work: () => T | Promise<T>): Promise<T | undefined> {
    let leave = () => {}
    const left = new Promise<undefined>((resolve) => {
      leave = () => resolve(undefined)
    })
    this.#layers.push(leave)
    try {
      return await Promise.race([work(), left])
    } finally {
      const at = this.#layers.lastIndexOf(leave)
      if (at !== -1) this.#layers.splice(at, 1)
    }
  }

  /** Leaves the innermost layer behind, which is the one that has called this and waits for it. */
  leave(): Promise<never> {
    this.#layers.pop()?.()
    return new Promise(() => {})
  }
}
