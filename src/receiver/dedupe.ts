import type { Clock } from '../clock.js'
import type { WebhookReply } from '../protocol/index.js'

/** The webhook's response; `failed` if the handler threw before any reply. */
export type WebhookOutcome = WebhookReply | 'failed'

/** Limits of the response cache. */
export interface DedupeLimits {
  /** Number of responses; 0 disables the cache. (default: 10,000) */
  readonly entries: number
  /** Total characters of all responses. (default: 1,000,000) */
  readonly characters: number
  /** How long a response is kept, in milliseconds. (default: 10 minutes) */
  readonly age: number
}

export const dedupeDefaults: DedupeLimits = { entries: 10_000, characters: 1_000_000, age: 10 * 60_000 }

/**
 * Recognises repeated deliveries by key: a repeat joins the handler that is running or gets its response again.
 *
 * A delivery is never forgotten while its handler runs. When a limit is reached, the oldest response is dropped. Failed
 * deliveries aren't kept, since a repeat may succeed.
 */
export class Dedupe<Handler extends object> {
  readonly #limits: DedupeLimits
  readonly #clock: Clock
  readonly #running = new Map<string, { handler: Handler | undefined }>()
  readonly #answers = new Map<string, Answered>()
  #characters = 0

  constructor(limits: DedupeLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  find(key: string): WebhookReply | Handler | undefined {
    const running = this.#running.get(key)?.handler
    if (running) return running
    const answered = this.#answers.get(key)
    return answered && this.#clock.now() - answered.at <= this.#limits.age ? answered.answer : undefined
  }

  /** The handlers that are running. */
  running(): Handler[] {
    return [...this.#running.values()].flatMap(({ handler }) => handler ?? [])
  }

  /** A handler runs, until `ended`. */
  begun(key: string, running: Handler): void {
    this.#running.set(key, { handler: running })
  }

  answered(key: string, answer: WebhookOutcome): void {
    this.#forget(key)
    const characters = key.length + lengthOf(answer)
    if (answer === 'failed' || characters > this.#limits.characters) return
    this.#answers.set(key, { answer, at: this.#clock.now(), characters })
    this.#characters += characters
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#limits.entries && this.#characters <= this.#limits.characters) return
      this.#forget(oldest)
    }
  }

  /** Call it when the handler has ended, possibly long after the response. */
  ended(key: string): void {
    const running = this.#running.get(key)
    // Cleared, since a map may keep removed entries alive after it has grown.
    if (running) running.handler = undefined
    this.#running.delete(key)
  }

  #forget(key: string): void {
    this.#characters -= this.#answers.get(key)?.characters ?? 0
    this.#answers.delete(key)
  }
}

interface Answered {
  readonly answer: WebhookReply
  /** When it was answered, in UNIX milliseconds. */
  readonly at: number
  readonly characters: number
}

function lengthOf(answer: WebhookOutcome): number {
  if (answer === 'failed' || !('content' in answer)) return 0
  return answer.content.length + (answer.widget_content?.length ?? 0)
}

/** A text of at most 64 characters that stands for any text, so that long ones aren't kept. Not safe against forgery. */
export function shortText(text: string): string {
  if (text.length <= 64) return text
  let one = 0x811c9dc5
  let other = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other + code, 0x85ebca6b) ^ (other >>> 13)
  }
  return `${text.length} ${one >>> 0} ${other >>> 0}`
}
