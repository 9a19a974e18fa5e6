import { Count } from './count.js'

/** Lets most work run side by side in a process, and some by itself. Whatever is to run alone goes before what comes later. */
export class Turns {
  readonly #beside = new Count()
  /** What runs alone, or waits to. */
  readonly #alone = new Count()
  #last: Promise<void> = Promise.resolve()

  /** Whether something runs alone, or waits to. */
  get isClosed(): boolean {
    return !this.#alone.isZero
  }

  /** Resolves when nothing runs alone, or waits to. */
  async opened(): Promise<void> {
    while (this.isClosed) await this.#alone.zero()
  }

  /** @param work Must not fail. */
  async run(work: () => Promise<void>): Promise<void> {
    // What was opened may be closed again.
    while (this.isClosed) await this.opened()
    this.#beside.up()
    await work()
    this.#beside.down()
  }

  /** @param work Must not fail. */
  async runAlone(work: () => Promise<void>): Promise<void> {
    this.#alone.up()
    this.#last = this.#last.then(() => this.#beside.zero()).then(work)
    await this.#last
    this.#alone.down()
  }
}
