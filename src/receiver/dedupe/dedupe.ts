import type { Clock } from '../../client/index.js'
import type { Notification, WebhookReply } from '../../protocol/index.js'
import { sha256 } from '../../protocol/sha256.js'
import type { Answer } from '../delivery/timedRun.js'

/** How much is remembered of what was answered. */
export interface DedupeLimits {
  /** Answers; 0 for none. */
  readonly entries: number
  /** Characters of all messages and answers together. */
  readonly characters: number
  /** Milliseconds. */
  readonly age: number
}

export interface DedupeOptions extends Partial<DedupeLimits> {
  /**
   * Whether all processes that share the storage know what any of them has answered, or is handling, where a server's
   * repeat may reach another process than the delivery did. It costs two writes to the storage for each delivery.
   */
  readonly shared?: boolean
}

/** The server repeats at once, up to three times, so that minutes are plenty; the rest is memory. */
export const dedupeDefaults: DedupeLimits = { entries: 10_000, characters: 1_000_000, age: 10 * 60_000 }

/**
 * What is being answered, and what was, so that a repeated delivery joins the attempt under way or gets its answer. A key is
 * the same for all repeats of one delivery, and different for every other.
 *
 * An attempt is never forgotten while its handler runs; of answers the oldest are, when there are more than is allowed. A
 * failed attempt is not kept: nothing was said, and a repeat may fare better.
 */
export class Dedupe {
  readonly #limits: DedupeLimits
  readonly #clock: Clock
  readonly #underWay = new Map<string, Promise<Answer>>()
  /** The oldest first. */
  readonly #answered = new Map<string, Answered>()
  #characters = 0

  constructor(limits: DedupeLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** The answer to a delivery that was seen before. */
  find(key: string): WebhookReply | Promise<Answer> | undefined {
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    const answered = this.#answered.get(key)
    return answered === undefined || this.#isTooOld(answered) ? undefined : answered.answer
  }

  /** Notes an attempt, until it has `ended`. @param answer Must not reject. */
  begun(key: string, answer: Promise<Answer>): void {
    this.#underWay.set(key, answer)
  }

  /** The handler has ended, which may be long after the answer. */
  ended(key: string): void {
    this.#underWay.delete(key)
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

/** The same for each attempt of the server to deliver one message to one bot. */
export function deliveryKey({ bot_email, message, data }: Notification): string {
  return `${bot_email.toLowerCase()} ${message.id} ${sha256(data)}`
}
