/**
 * Abandons a handler that waits for an answer, perhaps for days: the promise that it awaits never settles, and its
 * middleware goes on as if it had ended, to clean up.
 */
export class Leaving {
  /** Functions that abandon the running layers, the innermost last. */
  readonly #layers: (() => void)[] = []

  /** Runs a layer. Returns its result, or undefined if it is abandoned. */
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

  /** Abandons the innermost layer, which is the caller. */
  leave(): Promise<never> {
    this.#layers.pop()?.()
    return new Promise(() => {})
  }
}
