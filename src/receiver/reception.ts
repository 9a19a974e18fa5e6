import {
  callsOf,
  type Delivery,
  type DeliveryOutcome,
  type DeliveryReplyOptions,
  type DeliveryWatch,
  type Log,
  runWithin,
  sendToConversation,
  withFields,
} from '../bot/index.js'
import { type Notification, noReply } from '../protocol/index.js'
import { type Answer, type Attempt, startAttempt } from './attempt.js'
import { Dedupe } from './dedupe.js'
import { deliveryClients } from './deliveryClients.js'
import type { Received } from './notifications.js'
import type { ReceiverSettings } from './options.js'
import { outgoingReply } from './outgoing.js'
import { Replies } from './replies.js'
import { digestKey, sha256 } from './sha256.js'

/** What becomes of a notification. */
export interface Reception {
  readonly answer: Promise<Answer>
  /** The handler that was started for it; none for a repeat, or for what a bot said. */
  readonly attempt?: Attempt
}

/** Starts a handler for each notification that needs one, and knows which are under way. */
export class Receptionist {
  readonly #settings: ReceiverSettings
  readonly #log: Log
  readonly #dedupe: Dedupe
  readonly #underWay = new Set<Attempt>()

  constructor(settings: ReceiverSettings, log: Log) {
    this.#settings = settings
    this.#log = log
    this.#dedupe = new Dedupe(settings.dedupe, settings.clock)
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
    const log = withFields(this.#log, facts)
    if (warnings.length > 0) log.warn({ warnings }, 'Some of the notification was mistyped and is left out')

    const watch = this.#settings.observer?.delivery?.({ id, bot: bot.email, trigger, message: message.id })
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
    const key = deliveryKey(notification)
    const known = this.#dedupe.find(key)
    if (known !== undefined) {
      log.info(ended('repeat'), 'Delivered before; it gets the same answer')
      return { answer: known }
    }
    const attempt = runWithin(watch, () => this.#start(received, { id, log, arrived, watch, duration, ended }))
    this.#dedupe.add(key, attempt.answer)
    return { answer: attempt.answer, attempt }
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0
  }

  /** Resolves when no handler is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all([...this.#underWay].map(({ finished }) => finished))
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
    const deliveryWith = (signal: () => AbortSignal): Delivery => ({
      id,
      notification,
      ...clients,
      ownEmails: bot.ownEmails,
      log,
      clock,
      storage: this.#settings.storage,
      // Most handlers never look at it, and making one costs more than most handlers.
      get signal() {
        return signal()
      },
      reply: (content, options) => reply(replies, content, options, log),
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
        if (outcome === 'failed') watch?.failed?.(error)
        const facts = ended(outcome)
        if (outcome === 'failed') log.error({ ...facts, error }, 'The handler failed')
        else log.info(facts, 'Handled')
      },
    })
    this.#underWay.add(attempt)
    return attempt
  }
}

/** A delivery for which a handler is started. */
interface Started {
  readonly id: string
  readonly log: Log
  /** UNIX milliseconds. */
  readonly arrived: number
  readonly watch: DeliveryWatch | undefined
  /** Milliseconds since it arrived. */
  duration(): number
  /** Tells whoever watches, and gives the facts for the log. */
  ended(outcome: DeliveryOutcome): object
}

/** Not async, so that a reply which nobody awaits can't bring the process down by being refused. */
function reply(
  replies: Replies,
  content: string,
  options: DeliveryReplyOptions = {},
  log: Log,
): Promise<number | undefined> {
  try {
    const outgoing = outgoingReply(content, options, log)
    if (outgoing === undefined) return Promise.resolve(undefined)
    const { asMessage = false } = options
    const adding = asMessage ? replies.addMessage(outgoing) : replies.add(outgoing)
    // A reply that nobody waits for may fail: that is in the log already.
    adding.catch(() => {})
    return adding
  } catch (error) {
    const rejected = Promise.reject(error)
    rejected.catch(() => {})
    return rejected
  }
}

/** The same for each attempt of the server to deliver one message to one bot. */
function deliveryKey({ bot_email, message, data }: Notification): string {
  return `${bot_email.toLowerCase()} ${message.id} ${digestKey(sha256(data))}`
}
