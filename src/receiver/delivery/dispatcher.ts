import { type Log, type Queue, runWithin } from '../../bot/index.js'
import { noReply } from '../../protocol/index.js'
import { Dedupe, deliveryKey } from '../dedupe/dedupe.js'
import { SharedDedupe } from '../dedupe/sharedDedupe.js'
import { type Enqueued, enqueue, queueEntry } from '../enqueue.js'
import type { Received } from '../notifications.js'
import type { ReceiverSettings } from '../options.js'
import { DeliveryRun } from './deliveryRun.js'
import { IncomingDelivery } from './incomingDelivery.js'
import { type Answer, TimedRun } from './timedRun.js'

/** What becomes of a notification. */
export interface Dispatched {
  readonly answer: Promise<Answer | Unanswered>
  /** What goes on after the answer, if anything does: never for a repeat, or for what a bot said. */
  rest?(): Promise<void> | undefined
}

/** A notification that could not be put into the queue in time. */
export type Unanswered = Exclude<Enqueued, 'kept' | 'known'>

/** Starts a handler for each notification that needs one, and knows which are under way. */
export class Dispatcher {
  readonly #settings: ReceiverSettings
  readonly #log: Log
  readonly #dedupe: Dedupe
  readonly #shared: SharedDedupe | undefined
  readonly #underWay = new Set<TimedRun>()
  /** What other processes are asked and told. */
  readonly #sharing = new Set<Promise<unknown>>()

  constructor(settings: ReceiverSettings, log: Log) {
    this.#settings = settings
    this.#log = log
    const { dedupe, clock, storage } = settings
    this.#dedupe = new Dedupe(dedupe, clock)
    this.#shared = dedupe.shared ? new SharedDedupe({ storage, clock, age: dedupe.age }) : undefined
    settings.signal?.addEventListener('abort', () => {
      for (const run of this.#underWay) run.abort(settings.signal?.reason)
    })
  }

  /** @param arrived UNIX milliseconds. */
  take(received: Received, arrived: number): Dispatched {
    const { bot, notification, warnings } = received
    const incoming = new IncomingDelivery(received, arrived, this.#settings, this.#log)
    const { log, watch } = incoming
    if (warnings.length > 0) log.warn({ warnings }, 'Some of the notification was mistyped and is left out')
    if (bot.ownEmails.has(notification.message.sender_email.toLowerCase())) {
      log.info(incoming.ended('own'), 'A bot of this receiver said it, so no bot answers')
      return { answer: Promise.resolve(noReply) }
    }
    const { queue } = this.#settings
    if (queue !== undefined) return { answer: runWithin(watch, () => this.#enqueue(queue, incoming)) }
    const key = dedupeKey(received)
    const known = this.#dedupe.find(key)
    if (known !== undefined) {
      log.info(incoming.ended('repeat'), 'Delivered before; it gets the same answer')
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
    return this.#underWay.size > 0 || this.#sharing.size > 0
  }

  /** Resolves when no handler is under way. */
  async idle(): Promise<void> {
    while (this.isBusy) await Promise.all([...[...this.#underWay].map(({ finished }) => finished), ...this.#sharing])
  }

  /** Starts a handler unless another process has done so. */
  #startOnce(shared: SharedDedupe, key: string, incoming: IncomingDelivery): Dispatched {
    const { answerBy, signal } = this.#settings
    const { arrived, log, received } = incoming
    let run: TimedRun | undefined
    let telling: Promise<void> | undefined
    const answerOnce = async (): Promise<Answer> => {
      const claim = await shared.claim(deliveryKey(received.notification), arrived + answerBy, log)
      if (!('settle' in claim)) {
        log.info(incoming.ended('repeat'), 'Delivered before, to another process; it gets the same answer')
        this.#dedupe.answered(key, claim)
        this.#dedupe.ended(key)
        return claim
      }
      run = this.#start(incoming, key)
      // Whoever ends the process meanwhile could not know of it.
      if (signal?.aborted) run.abort(signal.reason)
      const answer = await run.answer
      telling = this.#share(claim.settle(answer))
      return answer
    }
    const answer = this.#share(answerOnce())
    this.#dedupe.begun(key, answer)
    return { answer, rest: () => telling?.then(() => run?.finished) }
  }

  #share<T>(work: Promise<T>): Promise<T> {
    this.#sharing.add(work)
    void work.finally(() => this.#sharing.delete(work))
    return work
  }

  /** Answers as soon as the notification is durable. */
  async #enqueue(queue: Queue, incoming: IncomingDelivery): Promise<Answer | Unanswered> {
    const { id, received, log, arrived, watch } = incoming
    const { clock, answerBy, signal } = this.#settings
    const enqueued = await enqueue({
      queue,
      entry: queueEntry(received.notification, { id, arrived, trace: watch?.carry?.() }),
      clock,
      until: arrived + answerBy,
      isOver: () => signal?.aborted === true,
      log,
    })
    if (enqueued === 'kept') log.info(incoming.ended('queued'), 'In the queue')
    else if (enqueued === 'known') log.info(incoming.ended('repeat'), 'Delivered before; it is in the queue, or was')
    else {
      log.error(
        { ...incoming.ended('refused'), queue: enqueued },
        'The queue could not take a delivery, which is not acknowledged',
      )
      return enqueued
    }
    return noReply
  }

  #start(incoming: IncomingDelivery, key: string): TimedRun {
    const work = new DeliveryRun(incoming, {
      answered: (answer) => this.#dedupe.answered(key, answer),
      ended: () => {
        this.#dedupe.ended(key)
        this.#underWay.delete(run)
      },
    })
    const run = new TimedRun(work, this.#settings)
    this.#underWay.add(run)
    return run
  }
}

/** In this process alone; other than `deliveryKey` it needs no hash. A message that was edited since is another delivery. */
function dedupeKey({ bot, notification: { message, data } }: Received): string {
  return `${bot.place} ${message.id} ${data}`
}
