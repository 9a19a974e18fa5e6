/**
 * The end that a step may come to before it is done. It says what an `AbortSignal` says, without the cost of an event
 * target for every request; `signal` makes one for those who need it.
 */
export class Ending {
  #ended = false
  #reason: unknown
  #listeners: readonly (() => void)[] = nobody
  #controller: AbortController | undefined

  get ended(): boolean {
    return this.#ended
  }

  /** Why; undefined until then. */
  get reason(): unknown {
    return this.#reason
  }

  /** The same as a signal of the platform; made when it is first asked for. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#ended) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  /** Hears of the end, unless it has come already; the answer stops listening. */
  onEnd(listener: () => void): () => void {
    this.#listeners = this.#listeners === nobody ? [listener] : [...this.#listeners, listener]
    return () => {
      const others = this.#listeners.filter((other) => other !== listener)
      this.#listeners = others.length === 0 ? nobody : others
    }
  }

  end(reason: unknown): void {
    if (this.#ended) return
    this.#ended = true
    this.#reason = reason
    this.#controller?.abort(reason)
    for (const listener of this.#listeners) listener()
    this.#listeners = nobody
  }
}

const nobody: readonly (() => void)[] = []
