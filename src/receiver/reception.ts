import {
  callsOf,
  type DeliveryOutcome,
  type DeliveryWatch,
  type Log,
  type Queue,
  runWithin,
  sendToConversation,
  withFields,
} from '../bot/index.js'
import { noReply } from '../protocol/lean.js'
import { type Answer, type Attempt, startAttempt } from './attempt.js'
import { Dedupe } from './dedupe.js'
import { deliveryClients } from './deliveryClients.js'
import { deliveryKey } from './deliveryKey.js'
import { deliveryOf } from './deliveryOf.js'
import { type Enqueued, enqueue, queueEntry } from './enqueue.js'
import type { Received } from './notifications.js'
import type { ReceiverSettings } from './options.js'
import { Replies } from './replies.js'
import { SharedDedupe } from './sharedDedupe.js'

/** What becomes of a notification. */
export interface Reception {
  readonly answer: Promise<Answer | Unanswered>
  /** What goes on after the answer, if anything does: never for a repeat, or for what a bot said. */
  rest?(): Promise<void> | undefined
}

/** A notification that could not be put into the queue in time. */
export type Unanswered = Exclude<Enqueued, 'kept' | 'known'>

/** Starts a handler for each notification that needs one, and knows which are under way. */
export class Receptionist {
  readonly #settings: ReceiverSettings
  readonly #log: Log
  readonly #dedupe: Dedupe
  readonly #shared: SharedDedupe | undefined
  readonly #underWay = new Set<Attempt>()
  /** What other processes are asked and told. */
  readonly #sharing = new Set<Promise<unknown>>()

  constructor(settings: ReceiverSettings, log: Log) {
    this.#settings = settings
    this.#log = log
    const { dedupe, clock, storage } = settings
    this.#dedupe = new Dedupe(dedupe, clock)
    this.#shared = dedupe.shared ? new SharedDedupe({ storage, clock, age: dedupe.age }) : undefined
    settings.signal?.addEventListener('abort', () => {
      for (const attempt of this.#underWay) attempt.abort(settings.signal?.reason)
    })
  }

  /** @param arrived UNIX milliseconds. */
  take(received: Received, arrived: number): Reception {
    const { bot, notification, warnings } = received
    const { message, trigger } = notification
    const id = this.#settings.newDeliveryId()
    const facts = { delivery: id, bot: bot.email, trigger, message: message.id }
    const watch = this.#settings.observer?.delivery?.({ id, bot: bot.email, trigger, message: message.id })
    const log = withFields(this.#log, watch?.facts ? { ...facts, ...watch.facts } : facts)
    if (warnings.length > 0) log.warn({ warnings }, 'Some of the notification was mistyped and is left out')

    const duration = () => this.#settings.clock.now() - arrived
    const ended = (outcome: DeliveryOutcome) => {
      const end = { outcome, duration: duration() }
      watch?.ended?.(end)
      return end
    }
    if (bot.ownEmails.has(message.sender_email.toLowerCase())) {
      log.info(ended('own'), 'A bot of this receiver said it, so no bot answers')
      return { answer: Promise.resolve(noReply) }
    }
    const { queue } = this.#settings
    if (queue !== undefined) {
      return {
        answer: runWithin(watch, () => this.#enqueue(queue, received, { id, log, arrived, watch, duration, ended })),
      }
    }
    const key = deliveryKey(notification)
    const known = this.#dedupe.find(key)
    if (known !== undefined) {
      log.info(ended('repeat'), 'Delivered before; it gets the same answer')
      return { answer: known }
    }
    const start = () => this.#start(received, { id, log, arrived, watch, duration, ended })
    const shared = this.#shared
    if (shared !== undefined) {
      const reception = runWithin(watch, () => this.#startOnce(shared, key, start, { arrived, log, ended }))
      this.#dedupe.add(key, reception.answer)
      return reception
    }
    const attempt = runWithin(watch, start)
    this.#dedupe.add(key, attempt.answer)
    return { answer: attempt.answer, rest: () => restOf(attempt) }
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0 || this.#sharing.size > 0
  }

  /** Resolves when no handler is under way. */
  async idle(): Promise<void> {
    while (this.isBusy) await Promise.all([...[...this.#underWay].map(({ finished }) => finished), ...this.#sharing])
  }

  /** Starts a handler unless another process has done so. */
  #startOnce(shared: SharedDedupe, key: string, start: () => Attempt, { arrived, log, ended }: Starting) {
    const { answerBy, signal } = this.#settings
    let attempt: Attempt | undefined
    let telling: Promise<void> | undefined
    const run = async (): Promise<Answer> => {
      const claim = await shared.claim(key, arrived + answerBy, log)
      if (!('settle' in claim)) {
        log.info(ended('repeat'), 'Delivered before, to another process; it gets the same answer')
        return claim
      }
      attempt = start()
      // Whoever ends the process meanwhile could not know of it.
      if (signal?.aborted) attempt.abort(signal.reason)
      const answer = await attempt.answer
      telling = this.#share(claim.settle(answer))
      return answer
    }
    return {
      answer: this.#share(run()),
      rest: () => telling?.then(() => attempt?.finished),
    }
  }

  #share<T>(work: Promise<T>): Promise<T> {
    this.#sharing.add(work)
    void work.finally(() => this.#sharing.delete(work))
    return work
  }

  /** Answers as soon as the notification is durable. */
  async #enqueue(
    queue: Queue,
    { notification }: Received,
    { id, log, arrived, watch, ended }: Started,
  ): Promise<Answer | Unanswered> {
    const { clock, answerBy, signal } = this.#settings
    const enqueued = await enqueue({
      queue,
      entry: queueEntry(notification, { id, arrived, trace: watch?.carry?.() }),
      clock,
      until: arrived + answerBy,
      isOver: () => signal?.aborted === true,
      log,
    })
    if (enqueued === 'kept') log.info(ended('queued'), 'In the queue')
    else if (enqueued === 'known') log.info(ended('repeat'), 'Delivered before; it is in the queue, or was')
    else {
      log.error(
        { ...ended('refused'), queue: enqueued },
        'The queue could not take a delivery, which is not acknowledged',
      )
      return enqueued
    }
    return noReply
  }

  #start({ bot, notification }: Received, { id, log, arrived, watch, duration, ended }: Started): Attempt {
    const { clock, answerBy, handlerTimeout, observer } = this.#settings
    const clients = deliveryClients(bot, log, callsOf(observer, watch))
    const replies = new Replies(async (outgoing) => {
      try {
        return await sendToConversation(clients.client, notification, outgoing, log)
      } catch (error) {
        log.error({ error }, 'A reply could not be sent')
        throw error
      }
    })
    let hasFailed = false
    const failed = (error: unknown) => {
      hasFailed = true
      watch?.failed?.(error)
    }
    const deliveryWith = (signal: () => AbortSignal) =>
      deliveryOf({
        id,
        notification,
        bot,
        clients,
        log,
        settings: this.#settings,
        signal,
        failed,
        send: (outgoing, { asMessage = false }) => (asMessage ? replies.addMessage(outgoing) : replies.add(outgoing)),
      })
    const attempt = startAttempt({
      handle: async (signal) => bot.bot.handle(deliveryWith(signal)),
      replies,
      clock,
      arrived,
      answerBy,
      handlerTimeout,
      onAnsweredEarly: () => log.debug({ duration: duration() }, 'Answered before the handler has ended'),
      onTimeout: () => log.warn({ duration: duration() }, 'The time of the handler is up; its signal is aborted'),
      onEnd: (outcome, error) => {
        this.#underWay.delete(attempt)
        if (outcome === 'failed') failed(error)
        const facts = ended(hasFailed ? 'failed' : outcome)
        if (outcome === 'failed') log.error({ ...facts, error }, 'The handler failed')
        else log.info(facts, 'Handled')
      },
    })
    this.#underWay.add(attempt)
    return attempt
  }
}

function restOf(attempt: Attempt): Promise<void> | undefined {
  return attempt.isFinished() ? undefined : attempt.finished
}

/** A delivery for which a handler is started. */
interface Started extends Starting {
  readonly id: string
  readonly watch: DeliveryWatch | undefined
  /** Milliseconds since it arrived. */
  duration(): number
}

/** A delivery for which a handler may be started. */
interface Starting {
  readonly log: Log
  /** UNIX milliseconds. */
  readonly arrived: number
  /** Tells whoever watches, and gives the facts for the log. */
  ended(outcome: DeliveryOutcome): object
}
