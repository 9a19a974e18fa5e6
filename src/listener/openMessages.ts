import { errorFields, type Log, messageKey } from '../bot/index.js'
import type { Position, Seen } from './position.js'

/** The messages that were passed on, and whose handlers have not ended (or, in a queue in memory, not begun). */
export class OpenMessages {
  readonly #log: Log
  readonly #messages = new Map<number, Seen>()
  #position: Position | undefined
  /** Those that ended while another process may have listened. */
  #late: Seen[] = []

  constructor(log: Log) {
    this.#log = log
  }

  /** What this process keeps from now on, as the one that listens; undefined: another one may listen. */
  keep(position: Position | undefined): void {
    this.#position = position
    if (position === undefined) return
    for (const message of this.#late) position.add(message)
    this.#late = []
  }

  has(message: Seen): boolean {
    const waiting = this.#messages.get(message.id)
    return waiting !== undefined && messageKey(waiting) === messageKey(message)
  }

  find(id: number): Seen | undefined {
    return this.#messages.get(id)
  }

  get areAny(): boolean {
    return this.#messages.size > 0
  }

  add(message: Seen): void {
    this.#messages.set(message.id, message)
  }

  remove(id: number): void {
    this.#messages.delete(id)
  }

  /** A message counts as taken from now on. */
  async take(id: number): Promise<void> {
    const message = this.#messages.get(id)
    if (message === undefined) return
    this.#messages.delete(id)
    if (this.#position === undefined) {
      this.#late.push(message)
      return
    }
    const [oldest] = this.#messages.keys()
    if (this.#position.add(message, oldest)) {
      this.#log.warn(
        { message: oldest },
        'A handler has not ended while those of many newer messages have; if the process ends now, its message is not handled again',
      )
    }
    await this.save()
  }

  /** A failure is harmless: until the next save succeeds, messages may be looked at again. */
  async save(): Promise<void> {
    try {
      await this.#position?.save()
    } catch (error) {
      this.#log.warn(errorFields(error), 'Failed to save which messages were taken')
    }
  }
}
