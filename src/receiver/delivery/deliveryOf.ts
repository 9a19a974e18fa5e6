import type { Delivery, DeliveryReplyOptions, Log, Outgoing } from '../../bot/index.js'
import type { Client, Clock } from '../../client/index.js'
import type { Notification } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import type { RegisteredBot } from '../bots.js'
import type { ReceiverSettings } from '../options.js'
import { outgoingReply } from './outgoing.js'

/** What a delivery is made of, whether it comes from the server or out of a queue. */
export interface DeliveryParts {
  readonly id: string
  readonly notification: Notification
  readonly bot: RegisteredBot
  /** Act for the delivery; the bot's own unless given. */
  readonly clients?: Pick<Delivery, 'client' | 'owner'>
  readonly log: Log
  readonly settings: Pick<ReceiverSettings, 'clock' | 'storage'>
  readonly signal: AbortSignal
  /** Hears of what the handler threw, but for what is an answer to the sender. */
  readonly failed?: Delivery['failed']
  /** Is told which handler takes it. */
  readonly routed?: Delivery['routed']
  /** Holds a reply to be the webhook's answer, and says whether it could. */
  readonly hold?: (outgoing: Outgoing) => boolean
  /** Takes a reply as the server takes it, and gives its ID where it has one. */
  readonly send: (outgoing: Outgoing, options: DeliveryReplyOptions) => Promise<number | undefined>
}

/** The delivery as a bot has it. */
export function deliveryOf(parts: DeliveryParts): Delivery {
  return new ReceivedDelivery(parts)
}

class ReceivedDelivery implements Delivery {
  readonly id: string
  readonly notification: Notification
  readonly ownEmails: ReadonlySet<string>
  readonly log: Log
  readonly clock: Clock
  readonly storage: Storage
  readonly failed: Delivery['failed']
  readonly routed: Delivery['routed']
  /** By itself, so that a handler can hand it on. */
  readonly reply: Delivery['reply'] = (content, options = {}) => this.#reply(content, options)
  readonly #parts: DeliveryParts

  constructor(parts: DeliveryParts) {
    const { id, notification, bot, log, settings, failed, routed } = parts
    this.id = id
    this.notification = notification
    this.ownEmails = bot.ownEmails
    this.log = log
    this.clock = settings.clock
    this.storage = settings.storage
    this.failed = failed
    this.routed = routed
    this.#parts = parts
  }

  get client(): Client {
    const { clients, bot } = this.#parts
    return (clients ?? bot).client
  }

  get owner(): Delivery['owner'] {
    const { clients, bot } = this.#parts
    return (clients ?? bot).owner
  }

  get signal(): AbortSignal {
    return this.#parts.signal
  }

  answer(content: string): boolean {
    const { hold } = this.#parts
    const outgoing = hold && outgoingReply(content, {}, this.log)
    return outgoing !== undefined && hold?.(outgoing) === true
  }

  /** Not async, so that a reply which nobody awaits can't bring the process down by being refused. */
  #reply(content: string, options: DeliveryReplyOptions): Promise<number | undefined> {
    try {
      const outgoing = outgoingReply(content, options, this.log)
      if (outgoing === undefined) return Promise.resolve(undefined)
      const sending = this.#parts.send(outgoing, options)
      // A reply that nobody waits for may fail: that is in the log already.
      sending.catch(() => {})
      return sending
    } catch (error) {
      const rejected = Promise.reject(error)
      rejected.catch(() => {})
      return rejected
    }
  }
}
