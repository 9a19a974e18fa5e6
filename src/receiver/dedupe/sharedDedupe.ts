import { errorFields, type Log } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import { noReply, type WebhookReply } from '../../protocol/index.js'
import { type Storage, StorageConflictError, type Version } from '../../storage/index.js'
import type { Answer } from '../delivery/timedRun.js'

/** The exclusive right to handle a delivery. */
export interface Claim {
  /** Publishes the response. After a failure, a repeat is handled again. Never fails. */
  settle(answer: Answer): Promise<void>
}

export interface SharedDedupeOptions {
  readonly storage: Storage
  readonly clock: Clock
  /** Milliseconds for which a response is kept. */
  readonly age: number
}

/**
 * Recognises repeats across processes that share a storage. A process claims a delivery, renews the claim while the handler
 * runs, and then stores the response.
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
   * Claims a delivery, or returns the response of another process; no reply if that isn't known in time. Never fails: if the
   * storage can't be reached, the delivery is handled here.
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
      log.warn(
        errorFields(error),
        'The storage failed, so it is unknown whether another process handles this delivery; handling it here',
      )
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
        // A failed renewal is made up for by the next one, or by the response.
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
          log.warn(errorFields(error), 'Failed to share the response to a delivery with other processes')
        }
      },
    }
  }

  /** Undefined if `onlyIf` doesn't hold. */
  async #write(key: string, value: string, onlyIf: Version | 'absent' | undefined): Promise<Version | undefined> {
    try {
      return await this.#inTime(this.#storage.set(key, value, { expiresIn: lease, ...(onlyIf && { onlyIf }) }))
    } catch (error) {
      if (error instanceof StorageConflictError) return undefined
      throw error
    }
  }

  /** A hanging storage must not block the delivery. */
  async #inTime<T>(asked: Promise<T>): Promise<T> {
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      cancel = this.#clock.later(storageTimeout, () =>
        reject(new Error(`The storage did not answer within ${storageTimeout} ms.`)),
      )
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

/** Milliseconds after which the claim of a dead process expires: well before the server gives up. */
const lease = 5_000
/** Milliseconds. */
const storageTimeout = 2_000
/** Milliseconds between two polls for the response of another process. */
const shortestPause = 20
const longestPause = 500

/** Undefined while there is no response. */
function answerIn(text: string): WebhookReply | undefined {
  try {
    const { answered } = JSON.parse(text) as { answered?: WebhookReply }
    return answered
  } catch {
    // Not written by this version of Earshot.
    return noReply
  }
}
