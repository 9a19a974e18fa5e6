import type { Clock } from '../client/index.js'
import type { WebhookReply } from '../protocol/index.js'
import type { Answer } from './attempt.js'

/** About how much is remembered of what was answered. */
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
export const dedupeDefaults: DedupeLimits = { entries: 10_000, characters: 4_000_000, age: 10 * 60_000 }

/** What a delivery and its repeats have in common, and no other. */
export interface DeliveryMark {
  /** Stands for the bot and the message. */
  readonly number: number
  /** What was written: a message that was edited since is another delivery. */
  readonly data: string
}

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
  readonly #underWay = new Map<number, UnderWay>()
  #younger = new Map<number, Remembered>()
  #older = new Map<number, Remembered>()
  /** Of the younger generation. */
  #characters = 0

  constructor(limits: DedupeLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** The answer to a delivery that was seen before. */
  find({ number, data }: DeliveryMark): WebhookReply | Promise<Answer> | undefined {
    const remembered = withData(this.#younger.get(number), data) ?? withData(this.#older.get(number), data)
    if (remembered === undefined) return withData(this.#underWay.get(number), data)?.answer
    return this.#clock.now() - remembered.at > this.#limits.age ? undefined : remembered.answer
  }

  /** Notes an attempt; until it is `answered`. @param answer Must not reject. */
  begun({ number, data }: DeliveryMark, answer: Promise<Answer>): void {
    this.#underWay.set(number, { data, answer, other: this.#underWay.get(number) })
  }

  answered(mark: DeliveryMark, answer: Answer): void {
    this.#end(mark)
    if (answer !== 'failed' && this.#limits.entries > 0) this.#remember(mark, answer)
  }

  #end({ number, data }: DeliveryMark): void {
    const attempts = this.#underWay.get(number)
    if (attempts === undefined) return
    const attempt = withData(attempts, data)
    if (attempt !== undefined) attempt.answer = undefined
    if (attempts.other === undefined || areEnded(attempts)) this.#underWay.delete(number)
  }

  #remember({ number, data }: DeliveryMark, answer: WebhookReply): void {
    const { entries, characters } = this.#limits
    const size = data.length + sizeOf(answer)
    if ((this.#younger.size + 1) * 2 > entries || (this.#characters + size) * 2 > characters) {
      this.#older = this.#younger
      this.#younger = new Map()
      this.#characters = 0
    }
    this.#younger.set(number, { data, answer, at: this.#clock.now(), other: this.#younger.get(number) })
    this.#characters += size
  }
}

/** One of those that are of the same message and bot, which are many only where it was edited. */
interface Alike<Self> {
  readonly data: string
  readonly other: Self | undefined
}

/**
 * An attempt that is not answered yet. A map grows by moving to another place, and what it leaves behind holds what was in
 * it until memory is looked through as a whole: it must not be all that belongs to an attempt.
 */
interface UnderWay extends Alike<UnderWay> {
  answer: Promise<Answer> | undefined
}

interface Remembered extends Alike<Remembered> {
  readonly answer: WebhookReply
  /** UNIX milliseconds. */
  readonly at: number
}

function withData<One extends Alike<One>>(first: One | undefined, data: string): One | undefined {
  let one = first
  while (one !== undefined && one.data !== data) one = one.other
  return one
}

function areEnded(attempts: UnderWay): boolean {
  for (let one: UnderWay | undefined = attempts; one !== undefined; one = one.other) if (one.answer) return false
  return true
}

function sizeOf(answer: WebhookReply): number {
  return 'content' in answer ? answer.content.length + (answer.widget_content?.length ?? 0) : 0
}
