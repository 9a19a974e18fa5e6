import type { CallWatch, ObserveCall, ObservedCall } from '../client/index.js'
import type { DeadReason } from './queue.js'

/**
 * Hears of the work while it is done: what metrics and traces are made of. It is asked at the beginning of something, and
 * gives what is told of the rest. All parts are optional, and nothing of it may throw or wait.
 */
export interface Observer {
  /** A request came to where notifications are taken. */
  request?(request: ObservedRequest): RequestWatch | undefined
  /** A notification was found to be right, and has a name now. */
  delivery?(delivery: ObservedDelivery): DeliveryWatch | undefined
  /** A delivery was taken out of a queue to be worked on. */
  job?(job: ObservedJob): JobWatch | undefined
  /** A bot calls the server, and not for a delivery whose watch hears of calls itself. */
  call?: ObserveCall
}

export interface ObservedRequest {
  readonly method: string
  readonly scheme: 'http' | 'https'
  /** The path that notifications come to, as the receiver itself knows it; undefined when the request went elsewhere. */
  readonly route: string | undefined
  header(name: string): string | undefined
}

export interface RequestWatch {
  /** Does what the request brings about, which is known by this to belong to it. */
  run?<Result>(work: () => Result): Result
  ended?(end: RequestEnd): void
}

export interface RequestEnd {
  /** HTTP; undefined when the connection was ended without an answer. */
  readonly status: number | undefined
  /** Why the request was refused, if it was. */
  readonly code?: string
  /** Milliseconds since the request came. */
  readonly duration: number
}

export interface ObservedDelivery {
  /** Names it in logs. */
  readonly id: string
  /** The bot's address, in lower case. */
  readonly bot: string
  readonly trigger: string
  /** ID of the message. */
  readonly message: number
}

/** What is told of a delivery as it goes on. */
export interface DeliveryWatch {
  /** Stands on every line of the delivery's log, such as the ID of its trace. */
  readonly facts?: object
  /** Does what the delivery brings about, which is known by this to belong to it. */
  run?<Result>(work: () => Result): Result
  /** Called where it is put into a queue: what goes along there for `ObservedJob.trace`. */
  carry?(): Readonly<Record<string, string>> | undefined
  /** The bot calls the server for it. */
  call?: ObserveCall
  /** Its handler threw something that is no answer to whoever wrote. */
  failed?(error: unknown): void
  ended?(end: DeliveryEnd): void
}

/**
 * `own`: a bot of the same receiver said it. `repeat`: it came before. `queued`: it is in the queue. `refused`: it could
 * not be put there, and is not acknowledged. `answered`: the reply was the webhook's own answer. `sent`: it went as a
 * message. `quiet`: there was none. `failed`: the handler failed, whatever its sender was told.
 */
export type DeliveryOutcome = 'own' | 'repeat' | 'queued' | 'refused' | 'answered' | 'sent' | 'quiet' | 'failed'

export interface DeliveryEnd {
  readonly outcome: DeliveryOutcome
  /** Milliseconds since the request came. */
  readonly duration: number
}

export interface ObservedJob extends ObservedDelivery {
  /** Milliseconds since its request came. */
  readonly waited: number
  /** 1 the first time. */
  readonly attempt: number
  readonly crashes: number
  /** What its receiver gave along. */
  readonly trace: Readonly<Record<string, string>> | undefined
}

/** What is told of a delivery out of a queue as it goes on. */
export interface JobWatch extends Omit<DeliveryWatch, 'carry' | 'ended'> {
  ended?(end: ObservedJobEnd): void
}

export interface ObservedJobEnd {
  /** As it was settled, or the reason why it is a dead letter; `lost` when somebody else had it by then. */
  readonly outcome: 'done' | 'again' | 'given back' | 'lost' | DeadReason
  /** Milliseconds since it was taken. */
  readonly duration: number
}

/** Does work within what is watched, if anything is. */
export function runWithin<Result>(watch: Pick<DeliveryWatch, 'run'> | undefined, work: () => Result): Result {
  return watch?.run ? watch.run(work) : work()
}

/** Who hears of the calls that are made for a delivery. */
export function callsOf(
  observer: Observer | undefined,
  watch: Pick<DeliveryWatch, 'call'> | undefined,
): ObserveCall | undefined {
  const hearing = watch?.call ? watch : observer
  return hearing?.call && ((call) => hearing.call?.(call))
}

/** One observer of several; undefined of none. */
export function combinedObserver(observers: readonly (Observer | undefined)[]): Observer | undefined {
  const all = observers.filter((observer) => observer !== undefined)
  if (all.length < 2) return all[0]
  return {
    request: (request) => together(all.map((one) => one.request?.(request))),
    delivery: (delivery) => withCalls(all, (one) => one.delivery?.(delivery)),
    job: (job) => withCalls(all, (one) => one.job?.(job)),
    call: (call) => combinedCall(all, call),
  }
}

interface AnyWatch<End> extends Pick<DeliveryWatch, 'facts' | 'run' | 'failed' | 'carry'> {
  ended?(end: End): void
}

/** Those that are watching, the first the outermost. */
function together<End>(watches: readonly (AnyWatch<End> | undefined)[]) {
  return {
    facts: Object.assign({}, ...watches.map((watch) => watch?.facts)),
    run<Result>(work: () => Result): Result {
      return watches.reduceRight((inner, watch) => () => runWithin(watch, inner), work)()
    },
    carry: () => Object.assign({}, ...watches.map((watch) => watch?.carry?.())),
    failed(error: unknown) {
      for (const watch of watches) watch?.failed?.(error)
    },
    ended(end: End) {
      for (const watch of watches) watch?.ended?.(end)
    },
  }
}

function withCalls<End>(
  observers: readonly Observer[],
  watchOf: (observer: Observer) => (AnyWatch<End> & Pick<DeliveryWatch, 'call'>) | undefined,
) {
  const watches = observers.map(watchOf)
  const hearing = observers.map((observer, at) => (watches[at]?.call ? watches[at] : observer))
  return { ...together(watches), call: (call: ObservedCall) => combinedCall(hearing, call) }
}

function combinedCall(hearing: readonly { readonly call?: ObserveCall }[], call: ObservedCall): CallWatch {
  const watches = hearing.map((one) => one.call?.(call))
  return {
    sending: (attempt) => Object.assign({}, ...watches.map((watch) => watch?.sending?.(attempt))),
    repeating(repeat) {
      for (const watch of watches) watch?.repeating?.(repeat)
    },
    ended(end) {
      for (const watch of watches) watch?.ended?.(end)
    },
  }
}
