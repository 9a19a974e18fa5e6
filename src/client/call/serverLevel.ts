import type { Clock } from '../../clock.js'
import { newestFeatureLevel } from '../../protocol/index.js'
import { ApiError, MalformedAnswerError } from '../errors/exchangeErrors.js'

/** Milliseconds for which a level is believed. */
const believed = 3_600_000
/** Milliseconds between two readings that something unexpected asks for, or after one that failed. */
const apart = 60_000

/**
 * The server's feature level: read when it is first needed, again when an hour has passed, and when an answer is not
 * what a server of that level gives. However many calls wait for it, it is read once.
 *
 * A server that answers but has no settings to read is taken to be of the newest level, since its own answers say more
 * than a refusal on suspicion. A server that can't be reached, or is in trouble, fails the call that asked; one whose
 * level was known before keeps it.
 *
 * @see spec 9.2
 */
export class ServerLevel {
  readonly #read: () => Promise<number>
  readonly #clock: Clock
  readonly #pinned: boolean
  #known: { readonly level: number; readonly until: number; readonly readAt: number } | undefined
  #reading: Promise<number> | undefined

  constructor(options: { read: () => Promise<number>; clock: Clock; pinned: number | undefined }) {
    const { read, clock, pinned } = options
    this.#read = read
    this.#clock = clock
    this.#pinned = pinned !== undefined
    if (pinned !== undefined) this.#known = { level: pinned, until: Number.POSITIVE_INFINITY, readAt: 0 }
  }

  get known(): number | undefined {
    return this.#known !== undefined && this.#clock.now() < this.#known.until ? this.#known.level : undefined
  }

  async get(): Promise<number> {
    return this.known ?? this.read()
  }

  /** The level after something unexpected: read again, unless that was done a moment ago. */
  async again(): Promise<number | undefined> {
    const known = this.#known
    if (known === undefined) return undefined
    if (this.#pinned || this.#clock.now() - known.readAt < apart) return known.level
    return this.read()
  }

  /** Reads the settings, unless they are being read; a configured level stays. */
  read(): Promise<number> {
    this.#reading ??= this.#readAndKeep().finally(() => {
      this.#reading = undefined
    })
    // Those who wait may all have given up by the time it fails.
    this.#reading.catch(() => {})
    return this.#reading
  }

  async #readAndKeep(): Promise<number> {
    try {
      return this.#keep(await this.#read(), believed)
    } catch (error) {
      if (this.#known !== undefined) return this.#keep(this.#known.level, apart)
      if (answeredWithoutSettings(error)) return this.#keep(newestFeatureLevel, believed)
      throw error
    }
  }

  #keep(level: number, milliseconds: number): number {
    if (this.#pinned && this.#known !== undefined) return this.#known.level
    const readAt = this.#clock.now()
    this.#known = { level, until: readAt + milliseconds, readAt }
    return level
  }
}

function answeredWithoutSettings(error: unknown): boolean {
  const answered = error instanceof ApiError || error instanceof MalformedAnswerError
  return answered && error.status < 500 && error.status !== 429
}
