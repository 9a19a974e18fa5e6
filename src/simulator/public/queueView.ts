/** A queue in which deliveries wait for their bots, as the simulator shows it. A `Queue` of `earshot` is one. */
export interface QueueView {
  status(): Promise<QueueViewStatus>
  readonly dead: {
    /** The oldest first. */
    list(options: { readonly after?: string; readonly limit: number }): Promise<readonly DeadLetterView[]>
    get(id: string): Promise<DeadLetterView | undefined>
    /** Puts a letter back into the queue. Returns false if there is none. */
    replay(id: string): Promise<boolean>
    /** Deletes a letter. Returns false if there is none. */
    purge(id: string): Promise<boolean>
  }
}

interface QueueViewStatus {
  readonly waiting: number
  readonly working: number
  readonly dead: number
  /** When the oldest unfinished delivery arrived, in UNIX milliseconds by the queue's clock. */
  readonly oldest: number | undefined
}

/** A delivery that couldn't be handled. Times are UNIX milliseconds by the queue's clock. */
export interface DeadLetterView {
  readonly entry: {
    readonly id: string
    /** The bot's address. */
    readonly bot: string
    /** The ID of the message. */
    readonly message: number
    readonly sender: string
    /** As JSON. */
    readonly notification: string
    readonly arrived: number
  }
  readonly reason: 'failed' | 'uncertain' | 'crashed'
  readonly error: string
  readonly attempts: number
  readonly crashes: number
  readonly died: number
  /** What was done for it and must not be repeated; without an outcome if that is unknown. */
  readonly ledger: readonly { readonly key: string; readonly outcome?: string }[]
}
