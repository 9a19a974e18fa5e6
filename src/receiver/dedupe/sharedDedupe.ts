import { errorFields, type Log } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { noReply, type WebhookReply } from '../../protocol/index.js'
import { type Storage, StorageConflictError, type Version } from '../../storage/index.js'
import type { Answer } from '../delivery/timedRun.js'

/** The right to handle a delivery, which no other process has meanwhile. */
export interface Claim {
  /** Tells the others what it was answered, or that it failed, so that a repeat is handled anew. Never fails. */
  settle(answer: Answer): Promise<void>
}

export interface SharedDedupeOptions {
  readonly storage: Storage
  readonly clock: Clock
  /** Milliseconds for which an answer is known. */
  readonly age: number
}

/**
 * What the processes that share a storage tell each other, so that a repeat that reaches another one is not handled twice.
 * Whoever handles a delivery claims it, gives signs of life until it is answered, and then writes the answer down.
 */
export class SharedDedupe {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #age: number

  constructor({ storage, clock, age }: SharedDedupeOptions) {
    this.#storage = storage
    this.#clock = clock
    this.#age = age
  }

  /**
   * Claims a delivery, or gives what it was answered elsewhere; that nothing is to be said, where that is not known until
   * the time is up. Never fails: without the storage a delivery is handled, as it would be by one process alone.
   *
   * @param until UNIX milliseconds.
   */
  async claim(key: string, until: number, log: Log): Promise<Claim | WebhookReply> {
    const entryKey = `delivery/${key}`
    const value = JSON.stringify({ claimed: crypto.randomUUID() })
    try {
      for (let pause = shortestPause; ; pause = Math.min(pause * 1.5, longestPause)) {
        const version = await this.#write(entryKey, value, 'absent')
        if (version !== undefined) return this.#claimed(entryKey, { value, version, log })
        const entry = await this.#inTime(this.#storage.get(entryKey))
        if (entry === undefined) continue
        const answer = answerIn(entry.value)
        if (answer !== undefined) return answer
        const left = until - this.#clock.now()
        if (left <= 0) return noReply
        await this.#after(Math.min(pause, left))
      }
    } catch (error) {
      log.warn(errorFields(error), 'The storage could not be asked whether another process handles this; it is handled')
      return this.#claimed(entryKey, { value, version: undefined, log })
    }
  }

  #claimed(key: string, { value, version, log }: { value: string; version: Version | undefined; log: Log }): Claim {
    let current = version
    let isSettled = false
    let renewing = Promise.resolve()
    const renewLater = () => this.#clock.later(lease / 3, renew, { background: true })
    const renew = () => {
      renewing = (async () => {
        // What could not be written now is written with the next sign of life, or with the answer.
        current = (await this.#write(key, value, current).catch(() => undefined)) ?? current
        if (!isSettled) cancel = renewLater()
      })()
    }
    let cancel = version === undefined ? () => {} : renewLater()
    return {
      settle: async (answer) => {
        isSettled = true
        cancel()
        await renewing
        cancel()
        try {
          if (answer === 'failed')
            await this.#inTime(this.#storage.delete(key, current === undefined ? {} : { onlyIf: current }))
          else
            await this.#inTime(this.#storage.set(key, JSON.stringify({ answered: answer }), { expiresIn: this.#age }))
        } catch (error) {
          log.warn(errorFields(error), 'Other processes could not be told what a delivery was answered')
        }
      },
    }
  }

  /** Undefined when it is not as it should be. */
  async #write(key: string, value: string, onlyIf: Version | 'absent' | undefined): Promise<Version | undefined> {
    try {
      return await this.#inTime(this.#storage.set(key, value, { expiresIn: lease, ...(onlyIf && { onlyIf }) }))
    } catch (error) {
      if (error instanceof StorageConflictError) return undefined
      throw error
    }
  }

  /** A storage that says nothing must not keep the delivery from being handled. */
  async #inTime<T>(asked: Promise<T>): Promise<T> {
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      cancel = this.#clock.later(patience, () => reject(new Error(`The storage said nothing for ${patience} ms.`)))
    })
    try {
      return await Promise.race([asked, late])
    } finally {
      cancel()
    }
  }

  #after(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#clock.later(milliseconds, resolve))
  }
}

/** Milliseconds after which a claim whose process gave no sign of life is given up: well before the server does. */
const lease = 5_000
/** Milliseconds for which a storage may say nothing. */
const patience = 2_000
/** Milliseconds between two looks at what another process has answered. */
const shortestPause = 20
const longestPause = 500

/** Undefined where it is not answered yet. */
function answerIn(text: string): WebhookReply | undefined {
  try {
    const { answered } = JSON.parse(text) as { answered?: WebhookReply }
    return answered
  } catch {
    // Nobody here has written it: nothing is known but that there was something.
    return noReply
  }
}
