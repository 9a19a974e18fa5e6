import type { Clock } from '../client/index.js'
import type { Answer } from './attempt.js'

/** How much is remembered of what was answered. */
export interface DedupeLimits {
  /** Answers. */
  readonly entries: number
  /** Characters of all answers together. */
  readonly characters: number
  /** Milliseconds. */
  readonly age: number
}

/** The server repeats at once, up to three times, so that minutes are plenty; the rest is memory. */
export const dedupeDefaults: DedupeLimits = { entries: 10_000, characters: 8_000_000, age: 10 * 60_000 }

/**
 * What is being answered, and what was, so that a repeated delivery joins the attempt under way or gets its answer.
 *
 * Attempts under way are never forgotten. An answer is kept within the limits, the oldest going first. A failed attempt
 * is not kept: nothing was said, and a repeat may fare better.
 */
export class Dedupe {
  readonly #limits: DedupeLimits
  readonly #clock: Clock
  readonly #underWay = new Map<string, Promise<Answer>>()
  readonly #answered = new Map<string, Remembered>()
  #characters = 0

  constructor(limits: DedupeLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** The answer to a delivery that was seen before. */
  find(key: string): Promise<Answer> | undefined {
    const remembered = this.#answered.get(key)
    if (remembered === undefined) return this.#underWay.get(key)
    return remembered.at < this.#oldest() ? undefined : Promise.resolve(remembered.answer)
  }

  /** Notes an attempt. @param answer Must not reject. */
  add(key: string, answer: Promise<Answer>): void {
    this.#underWay.set(key, answer)
    void answer.then((settled) => {
      this.#underWay.delete(key)
      if (settled !== 'failed') this.#remember(key, settled)
    })
  }

  #remember(key: string, answer: Exclude<Answer, 'failed'>): void {
    const size = key.length + ('content' in answer ? answer.content.length + (answer.widget_content?.length ?? 0) : 0)
    this.#forget(key)
    this.#answered.set(key, { answer, size, at: this.#clock.now() })
    this.#characters += size
    const oldest = this.#oldest()
    for (const [other, { at }] of this.#answered) {
      if (at >= oldest && !this.#isFull()) return
      this.#forget(other)
    }
  }

  #isFull(): boolean {
    return this.#answered.size > this.#limits.entries || this.#characters > this.#limits.characters
  }

  #forget(key: string): void {
    this.#characters -= this.#answered.get(key)?.size ?? 0
    this.#answered.delete(key)
  }

  #oldest(): number {
    return this.#clock.now() - this.#limits.age
  }
}

interface Remembered {
  readonly answer: Answer
  readonly size: number
  /** UNIX milliseconds. */
  readonly at: number
}
