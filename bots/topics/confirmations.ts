/** Who has been asked what, and until when a yes counts. Each question is answered once. */
export class Confirmations {
  readonly #now: () => number
  readonly #within: number
  readonly #until = new Map<string, number>()

  /** @param within Milliseconds for which a question stands. */
  constructor(now: () => number, within: number) {
    this.#now = now
    this.#within = within
  }

  ask(user: number, channel: number, topic: string): void {
    for (const [key, until] of this.#until) if (until < this.#now()) this.#until.delete(key)
    this.#until.set(keyOf(user, channel, topic), this.#now() + this.#within)
  }

  /** Whether that was asked of that user and still stands; it is answered by this. */
  take(user: number, channel: number, topic: string): boolean {
    const key = keyOf(user, channel, topic)
    const until = this.#until.get(key)
    this.#until.delete(key)
    return until !== undefined && until >= this.#now()
  }
}

const keyOf = (user: number, channel: number, topic: string) => `${user}/${channel}/${topic.toLowerCase()}`
