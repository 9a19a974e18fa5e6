/** The order of what a handler says, and what became of it. */
export class PendingReplies {
  count = 0
  last: Promise<unknown> = Promise.resolve()
  readonly failures: unknown[] = []
  readonly atEnd: (() => Promise<void>)[] = []
  #onAllSettled: (() => void) | undefined

  /** A handler need not await its reply, and a failure that isn't awaited must not end the process. */
  add<T>(turn: Promise<T>): Promise<T> {
    this.count += 1
    this.last = turn.then(
      () => this.#ended(),
      (error: unknown) => {
        this.failures.push(error)
        this.#ended()
      },
    )
    return turn
  }

  allSettled(): Promise<void> {
    return new Promise((resolve) => {
      this.#onAllSettled = resolve
    })
  }

  #ended(): void {
    this.count -= 1
    if (this.count === 0) this.#onAllSettled?.()
  }
}
