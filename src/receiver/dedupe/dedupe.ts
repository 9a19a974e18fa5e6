import type { Clock } from '../../client/index.js'
import type { WebhookReply } from '../../protocol/index.js'
import type { Answer } from '../delivery/timedRun.js'

/** Limits of the response cache. */
export interface DedupeLimits {
  /** Number of responses; 0 disables the cache. (default: 10,000) */
  readonly entries: number
  /** Characters of all messages and responses together. (default: 1,000,000) */
  readonly characters: number
  /** Milliseconds for which a response is kept. (default: 10 minutes) */
  readonly age: number
}

export interface DedupeOptions extends Partial<DedupeLimits> {
  /**
   * Also recognises repeats that reach another process with the same storage, at the cost of two writes to the storage per
   * delivery. (default: false)
   */
  readonly shared?: boolean
}

export const dedupeDefaults: DedupeLimits = { entries: 10_000, characters: 1_000_000, age: 10 * 60_000 }

/**
 * Recognises repeated deliveries by key: a repeat waits for the run in flight or gets its response again.
 *
 * A run is never forgotten while its handler runs. When a limit is reached, the oldest response is dropped. Failed runs aren't
 * kept, since a repeat may succeed.
 */
export class Dedupe {
  readonly #limits: DedupeLimits
  readonly #clock: Clock
  readonly #inFlight = new Map<string, Promise<Answer>>()
  /** Oldest first. */
  readonly #answered = new Map<string, Answered>()
  #characters = 0

  constructor(limits: DedupeLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** The response to an earlier delivery with this key. */
  find(key: string): WebhookReply | Promise<Answer> | undefined {
    const inFlight = this.#inFlight.get(key)
    if (inFlight !== undefined) return inFlight
    const answered = this.#answered.get(key)
    return answered === undefined || this.#isTooOld(answered) ? undefined : answered.answer
  }

  /** Starts a run, until `ended`. @param answer Must not reject. */
  begun(key: string, answer: Promise<Answer>): void {
    this.#inFlight.set(key, answer)
  }

  /** The handler has ended, possibly long after the response. */
  ended(key: string): void {
    this.#inFlight.delete(key)
  }

  answered(key: string, answer: Answer): void {
    if (answer === 'failed') return
    this.#forget(key)
    const characters = key.length + lengthOf(answer)
    if (characters > this.#limits.characters) return
    this.#answered.set(key, { answer, at: this.#clock.now(), characters })
    this.#characters += characters
    while (this.#isFull) this.#forgetOldest()
  }

  get #isFull(): boolean {
    return this.#answered.size > this.#limits.entries || this.#characters > this.#limits.characters
  }

  #forgetOldest(): void {
    const [oldest] = this.#answered.keys()
    if (oldest !== undefined) this.#forget(oldest)
  }

  #isTooOld({ at }: Answered): boolean {
    return this.#clock.now() - at > this.#limits.age
  }

  #forget(key: string): void {
    this.#characters -= this.#answered.get(key)?.characters ?? 0
    this.#answered.delete(key)
  }
}

function lengthOf(answer: WebhookReply): number {
  return 'content' in answer ? answer.content.length + (answer.widget_content?.length ?? 0) : 0
}

interface Answered {
  readonly answer: WebhookReply
  /** UNIX milliseconds. */
  readonly at: number
  readonly characters: number
}
