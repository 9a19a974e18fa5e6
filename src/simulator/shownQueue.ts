/**
 * A queue in which deliveries wait for their bots, as far as it is shown and dealt with by hand: a `Queue` of `earshot` is
 * one. The simulator has nothing to do with it but to show it.
 */
export interface ShownQueue {
  status(): Promise<ShownStatus>
  readonly dead: {
    /** Those that died first come first. */
    list(options: { readonly after?: string; readonly limit: number }): Promise<readonly ShownLetter[]>
    get(id: string): Promise<ShownLetter | undefined>
    /** Puts it back to be worked on. Says whether there was one. */
    replay(id: string): Promise<boolean>
    /** Forgets it. Says whether there was one. */
    purge(id: string): Promise<boolean>
  }
}

export interface ShownStatus {
  readonly waiting: number
  readonly working: number
  readonly dead: number
  /** When the oldest came that is not done, in UNIX milliseconds by the queue's clock. */
  readonly oldest: number | undefined
}

/** A delivery that could not be dealt with. Times are UNIX milliseconds by the queue's clock. */
export interface ShownLetter {
  readonly entry: {
    /** Names it. */
    readonly id: string
    /** The bot's address. */
    readonly bot: string
    /** The ID of the message. */
    readonly message: number
    readonly sender: string
    /** What the bot got, in JSON. */
    readonly notification: string
    readonly arrived: number
  }
  readonly reason: 'failed' | 'uncertain' | 'crashed'
  readonly error: string
  readonly attempts: number
  readonly crashes: number
  readonly died: number
  /** What was done for it that must not be done twice; without an outcome, nobody knows. */
  readonly ledger: readonly { readonly key: string; readonly outcome?: string }[]
}
