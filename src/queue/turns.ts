/**
 * Lets most work of a process run concurrently, and some of it alone. Exclusive work goes before everything that
 * arrives later.
 */
export class Turns {
  readonly #concurrent = new Count()
  /** Includes what waits to run alone. */
  readonly #alone = new Count()
  #last: Promise<void> = Promise.resolve()

  /** Resolves when nothing runs alone or waits to. */
  opened(): Promise<void> {
    return this.#alone.zero()
  }

  /** @param work Must not fail. */
  async run(work: () => Promise<void>): Promise<void> {
    // Something else may have come to run alone since the wait ended.
    while (!this.#alone.isZero) await this.#alone.zero()
    this.#concurrent.up()
    await work()
    this.#concurrent.down()
  }

  /** @param work Must not fail. */
  async runAlone(work: () => Promise<void>): Promise<void> {
    this.#alone.up()
    this.#last = this.#last.then(() => this.#concurrent.zero()).then(work)
    await this.#last
    this.#alone.down()
  }
}

/** A counter whose `zero` resolves when it reaches zero. */
export class Count {
  #count = 0
  #waiting: (() => void)[] = []

  get isZero(): boolean {
    return this.#count === 0
  }

  up(): void {
    this.#count += 1
  }

  down(): void {
    this.#count -= 1
    if (this.#count > 0 || this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  async zero(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
