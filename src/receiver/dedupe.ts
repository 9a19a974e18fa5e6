import type { Clock } from '../client/index.js'
import type { WebhookReply } from '../protocol/index.js'
import type { Answer } from './attempt.js'

/** About how much is remembered of what was answered. */
export interface DedupeLimits {
  /** Answers; 0 for none. */
  readonly entries: number
  /** Characters of all answers together. */
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
export const dedupeDefaults: DedupeLimits = { entries: 10_000, characters: 8_000_000, age: 10 * 60_000 }

/**
 * What is being answered, and what was, so that a repeated delivery joins the attempt under way or gets its answer.
 *
 * Attempts under way are never forgotten. Answers are kept in two generations: when the younger has half of what is
 * allowed, the older goes as a whole, which costs nothing per answer. A failed attempt is not kept: nothing was said,
 * and a repeat may fare better.
 */
export class Dedupe {
  readonly #limits: DedupeLimits
  readonly #clock: Clock
  readonly #underWay = new Map<string, UnderWay>()
  #younger = new Map<string, Remembered>()
  #older = new Map<string, Remembered>()
  /** Of the younger generation. */
  #characters = 0

  constructor(limits: DedupeLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** The answer to a delivery that was seen before. */
  find(key: string): WebhookReply | Promise<Answer> | undefined {
    const remembered = this.#younger.get(key) ?? this.#older.get(key)
    if (remembered === undefined) return this.#underWay.get(key)?.answer
    return this.#clock.now() - remembered.at > this.#limits.age ? undefined : remembered.answer
  }

  /** Notes an attempt; until it is `answered`. @param answer Must not reject. */
  begun(key: string, answer: Promise<Answer>): void {
    this.#underWay.set(key, { answer })
  }

  answered(key: string, answer: Answer): void {
    const attempt = this.#underWay.get(key)
    if (attempt !== undefined) attempt.answer = undefined
    this.#underWay.delete(key)
    if (answer !== 'failed' && this.#limits.entries > 0) this.#remember(key, answer)
  }

  #remember(key: string, answer: WebhookReply): void {
    const { entries, characters } = this.#limits
    const size = sizeOf(answer)
    if ((this.#younger.size + 1) * 2 > entries || (this.#characters + size) * 2 > characters) {
      this.#older = this.#younger
      this.#younger = new Map()
      this.#characters = 0
    }
    this.#younger.set(key, { answer, at: this.#clock.now() })
    this.#characters += size
  }
}

/**
 * An attempt that is not answered yet. A map grows by moving to another place, and what it leaves behind holds what was in
 * it until memory is looked through as a whole: it must not be all that belongs to an attempt.
 */
interface UnderWay {
  answer: Promise<Answer> | undefined
}

interface Remembered {
  readonly answer: WebhookReply
  /** UNIX milliseconds. */
  readonly at: number
}

function sizeOf(answer: WebhookReply): number {
  return 'content' in answer ? answer.content.length + (answer.widget_content?.length ?? 0) : 0
}
