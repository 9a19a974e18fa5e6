import { age, type Clock } from '../../clock.js'
import { newestFeatureLevel } from '../../protocol/index.js'
import { ApiError, MalformedAnswerError } from '../errors/exchangeErrors.js'

/** Milliseconds after which the level is read again. */
const believed = 3_600_000
/** Minimum milliseconds between two reads after unexpected answers, or after a failed read. */
const apart = 60_000

/**
 * The server's feature level: read when it is first needed, then hourly, and when an answer doesn't fit that level.
 * All calls that wait for it share one read.
 *
 * If the server answers without settings, the newest level is assumed: the server's refusals are more accurate than a guess.
 * If it can't be reached or fails (5xx, 429), a known level is kept; without one, the call that needed the level fails.
 */
export class ServerLevel {
  readonly #read: () => Promise<number>
  readonly #clock: Clock
  readonly #pinned: boolean
  #known: { readonly level: number; readonly believed: number; readonly readAt: number } | undefined
  #reading: Promise<number> | undefined

  constructor(options: { read: () => Promise<number>; clock: Clock; pinned: number | undefined }) {
    const { read, clock, pinned } = options
    this.#read = read
    this.#clock = clock
    this.#pinned = pinned !== undefined
    if (pinned !== undefined) this.#known = { level: pinned, believed: Number.POSITIVE_INFINITY, readAt: 0 }
  }

  get known(): number | undefined {
    return this.#known !== undefined && age(this.#clock, this.#known.readAt) < this.#known.believed
      ? this.#known.level
      : undefined
  }

  async get(): Promise<number> {
    return this.known ?? this.read()
  }

  /** The level after an unexpected answer: read again, unless it was read less than a minute ago. */
  async again(): Promise<number | undefined> {
    const known = this.#known
    if (known === undefined) return undefined
    if (this.#pinned || age(this.#clock, known.readAt) < apart) return known.level
    return this.read()
  }

  /** Reads the settings, or joins the read under way. A configured level is kept. */
  read(): Promise<number> {
    this.#reading ??= this.#readAndKeep().finally(() => {
      this.#reading = undefined
    })
    // Prevents an unhandled rejection if every caller has given up before the read fails.
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
    this.#known = { level, believed: milliseconds, readAt: this.#clock.now() }
    return level
  }
}

function answeredWithoutSettings(error: unknown): boolean {
  const answered = error instanceof ApiError || error instanceof MalformedAnswerError
  return answered && error.status < 500 && error.status !== 429
}
