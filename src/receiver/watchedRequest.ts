import { type ObservedRequest, type Observer, type RequestWatch, runWithin } from '../bot/index.js'
import type { Clock } from '../client/index.js'
import type { Told } from './told.js'

export interface WatchOptions {
  readonly observer?: Observer | undefined
  readonly clock: Clock
}

/** A request as long as it is not answered. */
export class Watched<Request extends ObservedRequest> {
  readonly request: Request
  /** UNIX milliseconds. */
  readonly arrived: number
  readonly #clock: Clock
  readonly #watch: RequestWatch | undefined

  /** Tells the observer that the request came, now. */
  constructor({ observer, clock }: WatchOptions, request: Request) {
    this.request = request
    this.arrived = clock.now()
    this.#clock = clock
    this.#watch = observer?.request?.(request)
  }

  /** Does what the request brings about, and tells the observer of its end. @param work Must not fail. */
  answer(work: () => Told | Promise<Told>): Told | Promise<Told> {
    const watch = this.#watch
    if (watch === undefined) return work()
    const told = runWithin(watch, work)
    return told instanceof Promise ? told.then((told) => this.#ended(told)) : this.#ended(told)
  }

  #ended(told: Told): Told {
    const { status, refusedFor: code, isHungUp } = told
    this.#watch?.ended?.({
      status: isHungUp === true ? undefined : status,
      ...(code && { code }),
      duration: this.#clock.now() - this.arrived,
    })
    return told
  }
}
