import type { Delivery, DeliveryReplyOptions, Log, Outgoing } from '../../bot/index.js'
import type { Client, Clock } from '../../client/index.js'
import type { Notification } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import type { RegisteredBot } from '../bots.js'
import type { ReceiverSettings } from '../options.js'
import { outgoingReply } from './outgoing.js'

/** The parts of a delivery, from the server or from a queue. */
export interface DeliveryParts {
  readonly id: string
  readonly notification: Notification
  readonly bot: RegisteredBot
  /** (default: the bot's own) */
  readonly clients?: Pick<Delivery, 'client' | 'owner'>
  readonly log: Log
  readonly settings: Pick<ReceiverSettings, 'clock' | 'storage'>
  readonly signal: AbortSignal
  /** Called with errors of the handler, except those that are replies to the sender. */
  readonly failed?: Delivery['failed']
  /** Called with the handler that was chosen. */
  readonly routed?: Delivery['routed']
  /** Keeps a reply for the webhook's response; returns whether that was possible. */
  readonly hold?: (outgoing: Outgoing) => boolean
  /** Sends a reply; returns its message ID if it has one. */
  readonly send: (outgoing: Outgoing, options: DeliveryReplyOptions) => Promise<number | undefined>
}

/** The delivery as passed to the handler. */
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
  /** Bound, so that handlers can destructure it. */
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

  /** A rejection that isn't awaited must not end the process. */
  #reply(content: string, options: DeliveryReplyOptions): Promise<number | undefined> {
    try {
      const outgoing = outgoingReply(content, options, this.log)
      if (outgoing === undefined) return Promise.resolve(undefined)
      const sending = this.#parts.send(outgoing, options)
      // Already logged.
      sending.catch(() => {})
      return sending
    } catch (error) {
      const rejected = Promise.reject(error)
      rejected.catch(() => {})
      return rejected
    }
  }
}
