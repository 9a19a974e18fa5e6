import type { Log } from '../bot/index.js'
import type { Clock } from '../clock.js'

/** Counts handlers that run without waiting for each other. */
export class UnderWay {
  readonly #clock: Clock
  readonly #log: Log
  #count = 0
  #wake = () => {}

  constructor(clock: Clock, log: Log) {
    this.#clock = clock
    this.#log = log
  }

  /** Waits while too many run. @throws the signal's reason */
  async room(signal: AbortSignal): Promise<void> {
    if (this.#count < mostUnderWay) return
    this.#log.warn({ handlers: this.#count }, 'Too many handlers run at once; the next message waits until one ends')
    signal.addEventListener('abort', () => this.#wake(), { once: true })
    while (this.#count >= mostUnderWay) {
      signal.throwIfAborted()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** @param work Must not fail. @param message The ID of the message that it is about. */
  async add(work: Promise<unknown>, message: number): Promise<void> {
    this.#count += 1
    const tell = () =>
      this.#log.warn(
        { message, after: noticed },
        'A handler still runs; if the process ends, its message is handled again',
      )
    const cancel = this.#clock.later(noticed, tell, { background: true, unref: true })
    await work
    cancel()
    this.#count -= 1
    this.#wake()
  }
}

/** Of one bot. */
const mostUnderWay = 1_000

/** Milliseconds after which the log says that a handler still runs. The Chat SDK keeps its lock of a thread for as long. */
const noticed = 600_000
