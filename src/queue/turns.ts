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

  async run(work: () => Promise<void>): Promise<void> {
    // The last word before it begins: what was opened may be closed again.
    while (this.isClosed) await this.opened()
    this.#beside.up()
    try {
      await work()
    } finally {
      this.#beside.down()
    }
  }

  async runAlone(work: () => Promise<void>): Promise<void> {
    this.#alone.up()
    const turn = this.#last.then(async () => {
      await this.#beside.zero()
      await work()
    })
    this.#last = turn.catch(() => {})
    try {
      await turn
    } finally {
      this.#alone.down()
    }
  }
}
