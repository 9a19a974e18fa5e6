import type { Clock } from '../client/index.js'
import type { WebhookReply } from '../protocol/index.js'
import type { Answer } from './attempt.js'
import { type DeliveryMark, Remembered, type RememberedLimits } from './remembered.js'

/** About how much is remembered of what was answered. */
export interface DedupeLimits extends RememberedLimits {
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
 * What is being answered, and what was, so that a repeated delivery joins the attempt under way or gets its answer.
 *
 * An attempt is never forgotten while its handler runs; of answers the oldest are, when there are more than is allowed. A
 * failed attempt is not kept: nothing was said, and a repeat may fare better.
 */
export class Dedupe {
  readonly #limits: DedupeLimits
  readonly #clock: Clock
  readonly #underWay = new Map<number, UnderWay>()
  readonly #remembered: Remembered

  constructor(limits: DedupeLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
    this.#remembered = new Remembered(limits)
  }

  /** The answer to a delivery that was seen before. */
  find(mark: DeliveryMark): WebhookReply | Promise<Answer> | undefined {
    const remembered = this.#remembered.find(mark)
    if (remembered !== undefined && this.#clock.now() - remembered.at <= this.#limits.age) return remembered.answer
    return withData(this.#underWay.get(mark.number), mark.data)?.answer
  }

  /** Notes an attempt, until it has `ended`. @param answer Must not reject. */
  begun({ number, data }: DeliveryMark, answer: Promise<Answer>): void {
    this.#underWay.set(number, { data, answer, other: this.#underWay.get(number) })
  }

  answered(mark: DeliveryMark, answer: Answer): void {
    if (answer !== 'failed') this.#remembered.add(mark, answer, this.#clock.now())
  }

  /** The handler has ended, which may be long after the answer. */
  ended({ number, data }: DeliveryMark): void {
    const attempts = this.#underWay.get(number)
    if (attempts === undefined) return
    const attempt = withData(attempts, data)
    if (attempt !== undefined) attempt.answer = undefined
    if (attempts.other === undefined || areEnded(attempts)) this.#underWay.delete(number)
  }
}

/**
 * An attempt whose handler has not ended yet. A map grows by moving to another place, and what it leaves behind holds what was in
 * it until memory is looked through as a whole: it must not be all that belongs to an attempt.
 */
interface UnderWay {
  readonly data: string
  /** Another of the same message and bot: there are more only where it was edited. */
  readonly other: UnderWay | undefined
  answer: Promise<Answer> | undefined
}

function withData(first: UnderWay | undefined, data: string): UnderWay | undefined {
  let one = first
  while (one !== undefined && one.data !== data) one = one.other
  return one
}

function areEnded(attempts: UnderWay): boolean {
  for (let one: UnderWay | undefined = attempts; one !== undefined; one = one.other) if (one.answer) return false
  return true
}
