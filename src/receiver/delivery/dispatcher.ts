import { type Log, type Queue, runWithin } from '../../bot/index.js'
import { noReply } from '../../protocol/index.js'
import { Dedupe } from '../dedupe/dedupe.js'
import { SharedDedupe } from '../dedupe/sharedDedupe.js'
import { deliveryKey, type Enqueued, enqueue, queueEntry } from '../enqueue.js'
import type { Received } from '../notifications.js'
import type { ReceiverSettings } from '../options.js'
import { DeliveryRun } from './deliveryRun.js'
import { IncomingDelivery } from './incomingDelivery.js'
import { type Answer, TimedRun } from './timedRun.js'

/** The outcome of a notification. */
export interface Dispatched {
  readonly answer: Promise<Answer | Unanswered>
  /** Resolves when the handler has ended, if it still runs after the response. */
  rest?(): Promise<void> | undefined
}

/** Why a notification couldn't be queued in time. */
export type Unanswered = Exclude<Enqueued, 'kept' | 'known'>

/** Starts a handler for each new notification, or queues it. */
export class Dispatcher {
  readonly #settings: ReceiverSettings
  readonly #log: Log
  readonly #dedupe: Dedupe
  readonly #shared: SharedDedupe | undefined
  readonly #inFlight = new Set<TimedRun>()
  /** Communication with other processes. */
  readonly #sharing = new Set<Promise<unknown>>()
  /** The last delivery that came: it goes into the queue before those after it. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(settings: ReceiverSettings, log: Log) {
    this.#settings = settings
    this.#log = log
    const { dedupe, clock, storage } = settings
    this.#dedupe = new Dedupe(dedupe, clock)
    this.#shared = dedupe.shared ? new SharedDedupe({ storage, clock, age: dedupe.age }) : undefined
    settings.signal?.addEventListener('abort', () => {
      for (const run of this.#inFlight) run.abort(settings.signal?.reason)
    })
  }

  /** @param arrived UNIX milliseconds. */
  take(received: Received, arrived: number): Dispatched {
    const { bot, notification, warnings } = received
    const incoming = new IncomingDelivery(received, arrived, this.#settings, this.#log)
    const { log, watch } = incoming
    if (warnings.length > 0) log.warn({ warnings }, 'Dropped mistyped fields of a notification')
    if (bot.ownEmails.has(notification.message.sender_email.toLowerCase())) {
      log.info(incoming.ended('own'), 'Ignored a message of one of our own bots')
      return { answer: Promise.resolve(noReply) }
    }
    const { queue } = this.#settings
    if (queue !== undefined) return { answer: runWithin(watch, () => this.#enqueue(queue, incoming)) }
    const key = dedupeKey(received)
    const known = this.#dedupe.find(key)
    if (known !== undefined) {
      log.info(incoming.ended('repeat'), 'A repeat; sending the same response')
      return { answer: Promise.resolve(known) }
    }
    const shared = this.#shared
    if (shared !== undefined) return runWithin(watch, () => this.#startOnce(shared, key, incoming))
    const run = runWithin(watch, () => this.#start(incoming, key))
    const { answer } = run
    this.#dedupe.begun(key, answer)
    return { answer, rest: () => (run.isFinished ? undefined : run.finished) }
  }

  get isBusy(): boolean {
    return this.#inFlight.size > 0 || this.#sharing.size > 0
  }

  /** Resolves when no handler is running. */
  async idle(): Promise<void> {
    while (this.isBusy) await Promise.all([...[...this.#inFlight].map(({ finished }) => finished), ...this.#sharing])
  }

  /** Starts a handler unless another process has done so. */
  #startOnce(shared: SharedDedupe, key: string, incoming: IncomingDelivery): Dispatched {
    const { answerBy, signal } = this.#settings
    const { arrived, log, received } = incoming
    let run: TimedRun | undefined
    let publishing: Promise<void> | undefined
    const answerOnce = async (): Promise<Answer> => {
      const claim = await shared.claim(await deliveryKey(received.notification), arrived + answerBy, log)
      if (!('settle' in claim)) {
        log.info(incoming.ended('repeat'), 'A repeat of a delivery to another process; sending the same response')
        this.#dedupe.answered(key, claim)
        this.#dedupe.ended(key)
        return claim
      }
      run = this.#start(incoming, key)
      // The process may have begun to shut down meanwhile.
      if (signal?.aborted) run.abort(signal.reason)
      const answer = await run.answer
      publishing = this.#share(claim.settle(answer))
      return answer
    }
    const answer = this.#share(answerOnce())
    this.#dedupe.begun(key, answer)
    return { answer, rest: () => publishing?.then(() => run?.finished) }
  }

  #share<T>(work: Promise<T>): Promise<T> {
    this.#sharing.add(work)
    void work.finally(() => this.#sharing.delete(work))
    return work
  }

  /** Resolves when the notification is durable. */
  async #enqueue(queue: Queue, incoming: IncomingDelivery): Promise<Answer | Unanswered> {
    const { id, received, log, arrived, watch } = incoming
    const { clock, answerBy, signal } = this.#settings
    const made = Promise.all([queueEntry(received.notification, { id, arrived, trace: watch?.carry?.() }), this.#last])
    // Nothing of it may stay, or each delivery would hold all that came before it.
    this.#last = made.then(
      () => {},
      () => {},
    )
    const [entry] = await made
    const enqueued = await enqueue({
      queue,
      entry,
      clock,
      until: arrived + answerBy,
      isOver: () => signal?.aborted === true,
      log,
    })
    if (enqueued === 'kept') log.info(incoming.ended('queued'), 'Queued')
    else if (enqueued === 'known') log.info(incoming.ended('repeat'), 'A repeat; it was queued before')
    else {
      log.error({ ...incoming.ended('refused'), queue: enqueued }, 'Failed to queue a delivery; it is not acknowledged')
      return enqueued
    }
    return noReply
  }

  #start(incoming: IncomingDelivery, key: string): TimedRun {
    const work = new DeliveryRun(incoming, {
      answered: (answer) => this.#dedupe.answered(key, answer),
      ended: () => {
        this.#dedupe.ended(key)
        this.#inFlight.delete(run)
      },
    })
    const run = new TimedRun(work, this.#settings)
    this.#inFlight.add(run)
    return run
  }
}

/** For this process only, without a hash. An edited message is another delivery. */
function dedupeKey({ bot, notification: { message, data } }: Received): string {
  return `${bot.place} ${message.id} ${data}`
}
