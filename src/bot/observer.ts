import type { CallWatch, ObserveCall } from '../client/index.js'
import { errorFields, type Log, silent } from './log.js'
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
 */
export function combinedObserver(
  observers: readonly (Observer | undefined)[],
  log: Pick<Log, 'error'> = silent,
): Observer | undefined {
  const all = observers.filter((observer) => observer !== undefined)
  const [only] = all
  if (only === undefined || (all.length === 1 && safe.has(only))) return only
  let isLogged = false
  const failed = (error: unknown) => {
    if (!isLogged) log.error(errorFields(error), 'An observer failed; further errors are not logged')
    isLogged = true
    return undefined
  }
  const safely: Safely = (tell) => {
    try {
      const result = tell()
      if (result instanceof Promise) result.catch(failed)
      return result
    } catch (error) {
      return failed(error)
    }
  }
  const calls = (hearing: readonly { readonly call?: ObserveCall }[]): ObserveCall => {
    return (call) =>
      togetherInCall(
        safely,
        hearing.map((one) => safely(() => one.call?.(call))),
      )
  }
  const withCalls = <End>(watchOf: (observer: Observer) => AnyWatch<End> | undefined) => {
    const watches = all.map((observer) => safely(() => watchOf(observer)))
    const hearing = all.map((observer, at) => (watches[at]?.call ? watches[at] : observer))
    return { ...together(safely, watches), call: calls(hearing) }
  }
  const combined: Observer = {
    request: (request) =>
      together(
        safely,
        all.map((one) => safely(() => one.request?.(request))),
      ),
    delivery: (delivery) => withCalls((one) => one.delivery?.(delivery)),
    job: (job) => withCalls((one) => one.job?.(job)),
    call: calls(all),
  }
  if (log !== silent) safe.add(combined)
  return combined
}

/** Observers whose errors are caught and logged. */
const safe = new WeakSet<Observer>()

/** Calls an observer, and returns its result; undefined if it fails. */
type Safely = <Result>(tell: () => Result) => Result | undefined

interface AnyWatch<End> extends Omit<DeliveryWatch, 'ended'> {
  ended?(end: End): void
}

/** Tells each watch that is there. */
const telling =
  <Watch>(safely: Safely, watches: readonly (Watch | undefined)[]) =>
  (tell: (watch: Watch) => void): void => {
    for (const watch of watches) if (watch) safely(() => tell(watch))
  }

function together<End>(safely: Safely, watches: readonly (AnyWatch<End> | undefined)[]) {
  const each = telling(safely, watches)
  return {
    facts: Object.assign({}, ...watches.map((watch) => safely(() => watch?.facts))),
    run<Result>(work: () => Result): Result {
      return watches.reduceRight((inner, watch) => () => runOnce(safely, watch, inner), work)()
    },
    carry: () => Object.assign({}, ...watches.map((watch) => safely(() => watch?.carry?.()))),
    routed: (route: ObservedRoute) => each((watch) => watch.routed?.(route)),
    passed: (middleware: number) => each((watch) => watch.passed?.(middleware)),
    failed: (error: unknown) => each((watch) => watch.failed?.(error)),
    ended: (end: End) => each((watch) => watch.ended?.(end)),
  }
}

/** Runs work within a watch: once, and with its own result or error, whatever the watch does. */
function runOnce<Result>(safely: Safely, watch: Pick<DeliveryWatch, 'run'> | undefined, work: () => Result): Result {
  if (!watch?.run) return work()
  const outcomes: ({ readonly value: Result } | { readonly error: unknown })[] = []
  const outcome = () => {
    if (outcomes.length === 0) {
      try {
        outcomes.push({ value: work() })
      } catch (error) {
        outcomes.push({ error })
      }
    }
    const [first] = outcomes as [(typeof outcomes)[number]]
    if ('error' in first) throw first.error
    return first.value
  }
  safely(() => {
    try {
      watch.run?.(outcome)
    } catch (error) {
      const [first] = outcomes
      if (!first || !('error' in first) || first.error !== error) throw error
    }
  })
  return outcome()
}

function togetherInCall(safely: Safely, watches: readonly (CallWatch | undefined)[]): CallWatch {
  const each = telling(safely, watches)
  return {
    sending: (attempt) => Object.assign({}, ...watches.map((watch) => safely(() => watch?.sending?.(attempt)))),
    repeating: (repeat) => each((watch) => watch.repeating?.(repeat)),
    ended: (end) => each((watch) => watch.ended?.(end)),
  }
}
