import type { Cancel, Clock } from '../../clock.js'
import { nameErrors } from '../../errors.js'

/** Limits of a request. */
export interface Bounds {
  /** Aborts the request at any stage. */
  readonly signal: AbortSignal
  /** Maximum size of the response; a longer one isn't read to its end. */
  readonly maxBytes: number
  /** `reply` if a person waits for this message; `bulk` if nobody waits for it. */
  readonly priority?: Priority | undefined
  /** UNIX milliseconds until which it may wait for a rate limit before it is sent. (default: until `signal` aborts) */
  readonly waitUntil?: number | undefined
}

/** Which calls a rate limit lets through first: replies, then those without a priority, then bulk. */
export type Priority = 'reply' | 'bulk'

/** What a transport needs of an `AbortSignal`. */
export interface Abort {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: AbortListener): void
  removeEventListener(type: 'abort', listener: AbortListener): void
}

export interface AbortListener {
  handleEvent(): void
}

/** What aborts the request; unlike `bounds.signal`, it makes no `AbortSignal` where the client made the bounds. */
export function abortOf(bounds: Bounds): Abort {
  return bounds instanceof TimedAttempt ? bounds : bounds.signal
}

export class DeadlineExceeded extends Error {}

/**
 * One attempt at something. It is aborted with `DeadlineExceeded` when its time is up, or with the caller's own reason.
 * The signal is made when it is first read: that takes longer than everything else that the client does for a call.
 */
export class TimedAttempt implements Bounds, Abort {
  /** An own property, so that a transport that copies its bounds (`{ ...bounds, maxBytes }`) keeps the signal. */
  static readonly #signal: PropertyDescriptor & ThisType<TimedAttempt> = {
    enumerable: true,
    get() {
      this.#controller ??= new AbortController()
      if (this.aborted) this.#controller.abort(this.reason)
      return this.#controller.signal
    },
  }

  declare readonly signal: AbortSignal
  readonly maxBytes: number
  readonly priority: Priority | undefined
  readonly waitUntil: number | undefined
  readonly #clock: Clock
  readonly #milliseconds: number
  readonly #caller: AbortSignal | undefined
  #cancelTimer: Cancel
  #heldSince: number | undefined
  /** Milliseconds for which it was held. */
  waited = 0
  readonly #listeners = new Set<AbortListener>()
  #controller: AbortController | undefined
  aborted = false
  reason: unknown

  /** @throws the caller's own reason if its signal is already aborted. */
  constructor(
    clock: Clock,
    milliseconds: number,
    caller: AbortSignal | undefined,
    maxBytes = Number.POSITIVE_INFINITY,
    { priority, waitUntil }: Pick<Bounds, 'priority' | 'waitUntil'> = {},
  ) {
    caller?.throwIfAborted()
    this.maxBytes = maxBytes
    this.priority = priority
    this.waitUntil = waitUntil
    this.#clock = clock
    this.#milliseconds = milliseconds
    Object.defineProperty(this, 'signal', TimedAttempt.#signal)
    this.#caller = caller
    caller?.addEventListener('abort', this)
    this.#cancelTimer = this.#abortAfter(milliseconds)
  }

  /** Stops its time until `release`. It is aborted at `waitUntil` if it is still held then. */
  hold(): void {
    this.#heldSince = this.#clock.now()
    this.#cancelTimer()
    if (this.waitUntil !== undefined) this.#cancelTimer = this.#abortAfter(this.waitUntil - this.#heldSince)
  }

  /** It is sent now: its whole time begins. */
  release(): void {
    if (this.#heldSince === undefined) return
    this.waited += this.#clock.now() - this.#heldSince
    this.#heldSince = undefined
    this.#cancelTimer()
    this.#cancelTimer = this.#abortAfter(this.#milliseconds)
  }

  addEventListener(_: 'abort', listener: AbortListener): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_: 'abort', listener: AbortListener): void {
    this.#listeners.delete(listener)
  }

  /** The caller's signal was aborted. */
  handleEvent(): void {
    this.#abort(this.#caller?.reason)
  }

  /** Ends the attempt: from now on, nothing aborts it. */
  end(): void {
    this.#cancelTimer()
    this.#caller?.removeEventListener('abort', this)
  }

  #abortAfter(milliseconds: number): Cancel {
    return this.#clock.later(milliseconds, () => this.#abort(new DeadlineExceeded()))
  }

  #abort(reason: unknown): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.#controller?.abort(reason)
    for (const listener of this.#listeners) listener.handleEvent()
  }
}

/** @throws {DeadlineExceeded} when the time is up, or the caller's own reason if the caller's signal aborts. */
export async function within<Result>(
  clock: Clock,
  milliseconds: number,
  caller: AbortSignal | undefined,
  step: () => Promise<Result>,
): Promise<Result> {
  const attempt = new TimedAttempt(clock, milliseconds, caller)
  try {
    return await unlessAborted(attempt, step())
  } finally {
    attempt.end()
  }
}

/** Settles like the promise, unless it is aborted first: then it rejects with the reason of that. */
export function unlessAborted<Result>(abort: Abort, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const listener = { handleEvent: () => reject(abort.reason) }
    if (abort.aborted) listener.handleEvent()
    abort.addEventListener('abort', listener)
    promise.then(resolve, reject).finally(() => abort.removeEventListener('abort', listener))
  })
}

nameErrors({ DeadlineExceeded })
