import { errorFields, type Log } from '../bot/index.js'
import { type Clock, inTime, keepLease, pause } from '../clock.js'
import { noReply, type WebhookReply } from '../protocol/index.js'
import { type Storage, StorageConflictError, type Version } from '../storage/index.js'
import { parseJson } from '../values.js'

/** The webhook's response; `failed` if the handler threw before any reply. */
export type Answer = WebhookReply | 'failed'

/** Limits of the response cache. */
export interface DedupeLimits {
  /** Number of responses; 0 disables the cache. (default: 10,000) */
  readonly entries: number
  /** Total characters of all messages and responses. (default: 1,000,000) */
  readonly characters: number
  /** How long a response is kept, in milliseconds. (default: 10 minutes) */
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
  readonly #answered = new Map<string, Answered>()
  #characters = 0

  constructor(limits: DedupeLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  find(key: string): WebhookReply | Promise<Answer> | undefined {
    const inFlight = this.#inFlight.get(key)
    if (inFlight !== undefined) return inFlight
    const answered = this.#answered.get(key)
    return answered && this.#clock.now() - answered.at <= this.#limits.age ? answered.answer : undefined
  }

  /** Starts a run, until `ended`. @param answer Must not reject. */
  begun(key: string, answer: Promise<Answer>): void {
    this.#inFlight.set(key, answer)
  }

  /** Call it when the handler has ended, possibly long after the response. */
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
    for (const oldest of this.#answered.keys()) {
      if (this.#answered.size <= this.#limits.entries && this.#characters <= this.#limits.characters) return
      this.#forget(oldest)
    }
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

interface Claim {
  /** Publishes the response. After a failure, a repeat is handled again. Never rejects. */
  settle(answer: Answer): Promise<void>
}

/**
 * Recognises repeats across processes that share a storage. A process claims a delivery, renews the claim while the handler
 * runs, and then stores the response.
 */
export class SharedDedupe {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #age: number

  /** @param age How long a response is kept, in milliseconds. */
  constructor(storage: Storage, clock: Clock, age: number) {
    this.#storage = storage
    this.#clock = clock
    this.#age = age
  }

  async claim(deliveryKey: string, until: number, log: Log): Promise<Claim | WebhookReply> {
    const key = `delivery/${deliveryKey}`
    const value = JSON.stringify({ claimed: crypto.randomUUID() })
    try {
      for (let wait = shortestPause; ; wait = Math.min(wait * 1.5, longestPause)) {
        const version = await this.#write(key, value, 'absent')
        if (version !== undefined) return this.#claimed(key, value, version, log)
        const entry = await this.#inTime(this.#storage.get(key))
        if (entry === undefined) continue
        const answer = answerIn(entry.value)
        if (answer !== undefined) return answer
        const left = until - this.#clock.now()
        if (left <= 0) return noReply
        await pause(this.#clock, Math.min(wait, left))
      }
    } catch (error) {
      log.warn(
        errorFields(error),
        'The storage failed, so it is unknown whether another process handles this delivery; handling it here',
      )
      return this.#claimed(key, value, undefined, log)
    }
  }

  #claimed(key: string, value: string, version: Version | undefined, log: Log): Claim {
    const clock = this.#clock
    let current = version
    const renew = async () => {
      current = (await this.#write(key, value, current)) ?? current
      return true
    }
    const kept = version !== undefined && keepLease({ clock, lease, until: clock.now() + lease, renew })
    return {
      settle: async (answer) => {
        if (kept) await kept.stop()
        try {
          await this.#inTime<unknown>(
            answer === 'failed'
              ? this.#storage.delete(key, current === undefined ? {} : { onlyIf: current })
              : this.#storage.set(key, JSON.stringify({ answered: answer }), { expiresIn: this.#age }),
          )
        } catch (error) {
          log.warn(errorFields(error), 'Failed to share the response to a delivery with other processes')
        }
      },
    }
  }

  async #write(key: string, value: string, onlyIf: Version | 'absent' | undefined): Promise<Version | undefined> {
    try {
      return await this.#inTime(this.#storage.set(key, value, { expiresIn: lease, ...(onlyIf && { onlyIf }) }))
    } catch (error) {
      if (error instanceof StorageConflictError) return undefined
      throw error
    }
  }

  /** Keeps a storage that hangs from blocking the delivery. */
  #inTime<T>(asked: Promise<T>): Promise<T> {
    return inTime(this.#clock, storageTimeout, asked, () => {
      throw new Error(`The storage did not answer within ${storageTimeout} ms.`)
    })
  }
}

/** Milliseconds after which the claim of a dead process expires: well before the server stops waiting. */
const lease = 5_000
/** Milliseconds. */
const storageTimeout = 2_000
/** Minimum milliseconds between two polls for another process's response. */
const shortestPause = 20
const longestPause = 500

/** Undefined while there is no response; an empty reply if another version of Earshot wrote it. */
function answerIn(text: string): WebhookReply | undefined {
  const entry = parseJson(text) as { readonly answered?: WebhookReply } | undefined
  return entry === undefined ? noReply : entry.answered
}
