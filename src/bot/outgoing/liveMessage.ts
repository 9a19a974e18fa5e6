import { askedWait, isRefused } from '../../client/errors/exchangeErrors.js'
import type { CallOptions, Client, Clock } from '../../client/index.js'
import { errorFields, type Log } from '../base/log.js'
import { isMissing } from '../delivery/copies.js'

interface LiveMessageOptions {
  readonly id: number
  readonly client: Client
  readonly clock: Clock
  readonly log: Log
  /** Its current text; undefined if unknown. */
  readonly shown: string | undefined
}

/** A message that is edited repeatedly: at most once a second, and less often if the server is slow or asks for it. */
export class LiveMessage {
  readonly id: number
  readonly #options: LiveMessageOptions
  shown: string | undefined
  #nextAt: number
  #failures = 0
  #wasChanged = false
  /** The error of the last edit that failed. */
  problem: unknown

  constructor(options: LiveMessageOptions) {
    this.id = options.id
    this.#options = options
    this.shown = options.shown
    this.#nextAt = options.clock.now() + apart
  }

  /** Milliseconds until it may be edited again. */
  get wait(): number {
    return Math.max(0, this.#nextAt - this.#options.clock.now())
  }

  /**
   * Edits it. Never throws. `refused`: it can no longer be edited. `gone`: somebody has deleted it. `failed`: another try
   * may succeed.
   */
  async change(content: string, options?: CallOptions): Promise<'changed' | 'refused' | 'gone' | 'failed'> {
    const { id, client, clock, log } = this.#options
    if (content === this.shown) return 'changed'
    const begun = clock.now()
    try {
      await client.messages.edit({ message_id: id, content }, options)
      this.shown = content
      this.#wasChanged = true
      this.#failures = 0
      // The time that the client queued the call for counts as the server's.
      this.#nextAt = clock.now() + Math.max(apart, clock.now() - begun)
      return 'changed'
    } catch (error) {
      log.debug({ message: id, ...errorFields(error) }, 'Failed to edit a message')
      this.problem = error
      this.#failures += 1
      this.#nextAt = clock.now() + Math.max(askedWait(error) ?? 0, Math.min(apart * 2 ** this.#failures, longest))
      // A refusal would be repeated.
      if (!isRefused(error)) return 'failed'
      return isMissing(error) && (await this.#isKept()) ? 'gone' : 'refused'
    }
  }

  /** Whether the server keeps a copy for the bot until the message is deleted. Older ones don't, if it went to people. */
  async #isKept(): Promise<boolean> {
    return this.#wasChanged || this.#options.client.supports('serviceBotCopies').catch(() => true)
  }
}

/** Whether a message has this text, although the server's answers to edits didn't say so. Never throws. */
export async function isShown(client: Client, message_id: number, content: string): Promise<boolean> {
  const read = client.messages.get({ message_id, apply_markdown: false }, { timeout: 5_000 })
  return read.then(({ message }) => message.content.trim() === content.trim()).catch(() => false)
}

/** Milliseconds between two edits of a message. */
const apart = 1_000
const longest = 30_000
