import type { CallRepeat, CallWatch, ObserveCall, ObservedCall } from '../../client/index.js'
import { errorFields, type Log, silent } from '../base/log.js'
import type { DeadReason } from './queue.js'

/**
 * Observes work as it happens, for metrics and traces. A method is called when something begins, and returns a watch
 * that gets the rest. All methods are optional; none may throw or block.
 */
export interface Observer {
  /** A request reached the receiver. */
  request?(request: ObservedRequest): RequestWatch | undefined
  /** A notification was validated, and has an ID now. */
  delivery?(delivery: ObservedDelivery): DeliveryWatch | undefined
  /** A delivery was taken from a queue for processing. */
  job?(job: ObservedJob): JobWatch | undefined
  /** A bot calls the server. Not called for a delivery whose watch has its own `call`. */
  call?: ObserveCall
}

export interface ObservedRequest {
  readonly method: string
  readonly scheme: 'http' | 'https'
  /** The receiver's own path for notifications; undefined for a request to another path. */
  readonly route: string | undefined
  header(name: string): string | undefined
}

export interface RequestWatch {
  /** Runs the work that the request causes, so that it can be attributed to the request. */
  run?<Result>(work: () => Result): Result
  ended?(end: RequestEnd): void
}

export interface RequestEnd {
  /** HTTP status; undefined if the connection was closed without a response. */
  readonly status: number | undefined
  /** Why the request was rejected, if it was. */
  readonly code?: string
  /** Milliseconds since the request arrived. */
  readonly duration: number
}

export interface ObservedDelivery {
  /** Identifies it in logs. */
  readonly id: string
  /** The bot's address, in lower case. */
  readonly bot: string
  readonly trigger: string
  /** ID of the message. */
  readonly message: number
}

/** Callbacks for the progress of a delivery. */
export interface DeliveryWatch {
  /** Added to every line of the delivery's log, such as its trace ID. */
  readonly facts?: object
  /** Runs the work that the delivery causes, so that it can be attributed to the delivery. */
  run?<Result>(work: () => Result): Result
  /** Called when it is queued; returns the value of `ObservedJob.trace`. */
  carry?(): Readonly<Record<string, string>> | undefined
  /** The bot calls the server for this delivery. */
  call?: ObserveCall
  /** The bot has found the handler for it. */
  routed?(route: ObservedRoute): void
  /** A middleware called `next()`; it is identified by its index in the route. */
  passed?(middleware: number): void
  /** Its handler threw something that isn't a reply to the sender. */
  failed?(error: unknown): void
  ended?(end: DeliveryEnd): void
}

export interface ObservedRoute {
  /** The handler with its pattern, such as `command order <dish>`; undefined if no handler matches. */
  readonly name: string | undefined
  /** Names of the middleware around it, outermost first. */
  readonly middleware: readonly string[]
}

/**
 * `own`: a bot of the same receiver sent it. `repeat`: it was delivered before. `queued`: it is in the queue.
 * `refused`: it couldn't be queued, and isn't acknowledged. `answered`: the reply was the webhook's response. `sent`:
 * the reply was sent as a message. `quiet`: there was no reply. `failed`: the handler failed, whatever the sender was
 * told.
 */
export type DeliveryOutcome = 'own' | 'repeat' | 'queued' | 'refused' | 'answered' | 'sent' | 'quiet' | 'failed'

export interface DeliveryEnd {
  readonly outcome: DeliveryOutcome
  /** Milliseconds since the request arrived. */
  readonly duration: number
}

export interface ObservedJob extends ObservedDelivery {
  /** Milliseconds since its request arrived. */
  readonly waited: number
  /** 1 for the first attempt. */
  readonly attempt: number
  /** How many processes died with it. */
  readonly crashes: number
  /** What `carry` returned in the receiver. */
  readonly trace: Readonly<Record<string, string>> | undefined
}

/** Callbacks for the progress of a queued delivery. */
export interface JobWatch extends Omit<DeliveryWatch, 'carry' | 'ended'> {
  ended?(end: ObservedJobEnd): void
}

export interface ObservedJobEnd {
  /** How it was settled, or why it is a dead letter; `lost` if another worker had it by then. */
  readonly outcome: 'done' | 'again' | 'given back' | 'lost' | DeadReason
  /** Milliseconds since it was taken. */
  readonly duration: number
}

/** Runs work within the watched context, if there is one. */
export function runWithin<Result>(watch: Pick<DeliveryWatch, 'run'> | undefined, work: () => Result): Result {
  return watch?.run ? watch.run(work) : work()
}

/** The observer of a delivery's calls: its watch if that has `call`, or the general observer. */
export function callsOf(
  observer: Observer | undefined,
  watch: Pick<DeliveryWatch, 'call'> | undefined,
): ObserveCall | undefined {
  const hearing = watch?.call ? watch : observer
  return hearing?.call && ((call) => hearing.call?.(call))
}

/**
 * Combines several observers into one; undefined if there are none. An error in one affects neither the work nor the others.
 *
 * @param log Gets the first error of an observer; later ones aren't logged.
 * @example await serve(bot, { observer: combinedObserver([tracing(), figures]) })
 */
export function combinedObserver(
  observers: readonly (Observer | undefined)[],
  log: Pick<Log, 'error'> = silent,
): Observer | undefined {
  const all = observers.filter((observer) => observer !== undefined)
  const [only] = all
  if (only === undefined || (all.length === 1 && only instanceof CombinedObserver)) return only
  return new CombinedObserver(all, new Guard(log))
}

/** Has only the methods that one of its observers has. */
class CombinedObserver implements Observer {
  readonly request?: Observer['request']
  readonly delivery?: Observer['delivery']
  readonly job?: Observer['job']
  readonly call?: ObserveCall | undefined

  constructor(all: readonly Observer[], guard: Guard) {
    const watching = (method: keyof Observer) => {
      if (!all.some((one) => one[method])) return undefined
      return (fact: never) => {
        const watches = all.map((one) => guard.ask<Observer, never, Maybe<AnyWatch<never>>>(one, one[method], fact))
        return watches.some(Boolean) ? new Watches(all, watches, guard) : undefined
      }
    }
    this.request = watching('request')
    this.delivery = watching('delivery')
    this.job = watching('job')
    this.call = watching('call') as ObserveCall | undefined
  }
}

/** Calls observers, and logs the first error of one. */
class Guard {
  readonly #log: Pick<Log, 'error'>
  #hasFailed = false

  constructor(log: Pick<Log, 'error'>) {
    this.#log = log
  }

  /** Calls a method, if it is there. @returns Its result; undefined if it fails. */
  ask<Target, Fact, Result>(
    target: Target,
    method: ((this: Target, fact: Fact) => Result) | undefined,
    fact: Fact,
  ): Result | undefined {
    try {
      const result = method?.call(target, fact)
      if (result instanceof Promise) result.catch((error) => this.failed(error))
      return result
    } catch (error) {
      this.failed(error)
      return undefined
    }
  }

  failed(error: unknown): void {
    if (!this.#hasFailed) this.#log.error(errorFields(error), 'An observer failed; further errors are not logged')
    this.#hasFailed = true
  }
}

type Maybe<Watch> = Watch | undefined

/** A watch of a request, a delivery, a job or a call. */
interface AnyWatch<End> extends Omit<DeliveryWatch, 'ended'>, Omit<CallWatch, 'ended'> {
  ended?(end: End): void
}

/** What several observers watch of the same thing. */
class Watches<End> implements AnyWatch<End> {
  readonly #observers: readonly Maybe<Pick<Observer, 'call'>>[]
  /** Of each observer; undefined if it doesn't watch this one. */
  readonly #watches: readonly Maybe<AnyWatch<End>>[]
  readonly #guard: Guard

  constructor(
    observers: readonly Maybe<Pick<Observer, 'call'>>[],
    watches: readonly Maybe<AnyWatch<End>>[],
    guard: Guard,
  ) {
    this.#observers = observers
    this.#watches = watches
    this.#guard = guard
  }

  get facts(): object | undefined {
    let all: object | undefined
    for (const watch of this.#watches) {
      const facts = this.#guard.ask(watch, factsOf, undefined)
      if (facts !== undefined) all = { ...all, ...facts }
    }
    return all
  }

  run<Result>(work: () => Result): Result {
    let inner = work
    for (let at = this.#watches.length - 1; at >= 0; at -= 1) {
      const watch = this.#watches[at]
      if (watch?.run) inner = workWithin(watch, inner, this.#guard)
    }
    return inner()
  }

  carry(): Readonly<Record<string, string>> {
    return Object.assign({}, ...this.#watches.map((watch) => this.#guard.ask(watch, watch?.carry, undefined)))
  }

  call(call: ObservedCall): CallWatch | undefined {
    const hearing = this.#watches.map((watch, at) => (watch?.call ? watch : this.#observers[at]))
    const watches = hearing.map((one) => this.#guard.ask(one, one?.call, call))
    return watches.some(Boolean) ? new Watches(hearing, watches, this.#guard) : undefined
  }

  sending(attempt: number): Readonly<Record<string, string>> {
    return Object.assign({}, ...this.#watches.map((watch) => this.#guard.ask(watch, watch?.sending, attempt)))
  }

  repeating(repeat: CallRepeat): void {
    for (const watch of this.#watches) this.#guard.ask(watch, watch?.repeating, repeat)
  }

  routed(route: ObservedRoute): void {
    for (const watch of this.#watches) this.#guard.ask(watch, watch?.routed, route)
  }

  passed(middleware: number): void {
    for (const watch of this.#watches) this.#guard.ask(watch, watch?.passed, middleware)
  }

  failed(error: unknown): void {
    for (const watch of this.#watches) this.#guard.ask(watch, watch?.failed, error)
  }

  ended(end: End): void {
    for (const watch of this.#watches) this.#guard.ask(watch, watch?.ended, end)
  }
}

function factsOf(this: Maybe<Pick<DeliveryWatch, 'facts'>>): object | undefined {
  return this?.facts
}

/** The work within a watch: done once, and with its own result or error, whatever the watch does. */
function workWithin<Result>(watch: Pick<DeliveryWatch, 'run'>, work: () => Result, guard: Guard): () => Result {
  let outcome: { readonly value: Result } | { readonly error: unknown } | undefined
  const once = () => {
    if (outcome === undefined) {
      try {
        outcome = { value: work() }
      } catch (error) {
        outcome = { error }
      }
    }
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
  return () => {
    try {
      const result: unknown = watch.run?.(once)
      // It may be made of the work's own promise, and fail when that fails.
      if (result instanceof Promise) result.catch(() => {})
    } catch (error) {
      if (!(outcome && 'error' in outcome && outcome.error === error)) guard.failed(error)
    }
    return once()
  }
}
