import { ApiError, type CallOptions, type Client, type Clock } from '../../client/index.js'
import { invalidMessages } from '../../protocol/index.js'
import { errorFields, type Log } from '../log.js'
import { isRefused } from './sentMessage.js'

interface LiveMessageOptions {
  readonly id: number
  readonly client: Client
  readonly clock: Clock
  readonly log: Log
  /** What it says now; undefined if that isn't known. */
  readonly shown: string | undefined
}

/** A message that is changed again and again: once a second, and less often where its server takes longer or says so. */
export class LiveMessage {
  readonly id: number
  readonly #options: LiveMessageOptions
  #shown: string | undefined
  #nextAt: number
  #failures = 0
  #problem: unknown

  constructor(options: LiveMessageOptions) {
    this.id = options.id
    this.#options = options
    this.#shown = options.shown
    this.#nextAt = options.clock.now() + apart
  }

  /** Milliseconds until it may be changed again. */
  get wait(): number {
    return Math.max(0, this.#nextAt - this.#options.clock.now())
  }

  get shown(): string | undefined {
    return this.#shown
  }

  /** What the last change failed with. */
  get problem(): unknown {
    return this.#problem
  }

  /**
   * Puts another text in its place. Never fails. `refused`: it can't be changed any more. `gone`: somebody has deleted it.
   * `failed`: another try may succeed.
   */
  async change(content: string, options?: CallOptions): Promise<'changed' | 'refused' | 'gone' | 'failed'> {
    const { id, client, clock, log } = this.#options
    if (content === this.#shown) return 'changed'
    const begun = clock.now()
    try {
      await client.messages.edit({ message_id: id, content }, options)
      this.#shown = content
      this.#failures = 0
      // A client that had to wait for its turn has waited for the server.
      this.#nextAt = clock.now() + Math.max(apart, clock.now() - begun)
      return 'changed'
    } catch (error) {
      log.debug({ message: id, ...errorFields(error) }, 'A message could not be changed')
      this.#problem = error
      this.#failures += 1
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) : 0
      this.#nextAt = clock.now() + Math.max(asked, Math.min(apart * 2 ** this.#failures, longest))
      // What is refused once will be again.
      if (!isRefused(error)) return 'failed'
      return error instanceof ApiError && error.msg === invalidMessages.msg ? 'gone' : 'refused'
    }
  }
}

/** Milliseconds between two changes of one message. */
const apart = 1_000
const longest = 30_000
