import type { Delivery, DeliveryReplyOptions, Log, Outgoing } from '../bot/index.js'
import type { Notification } from '../protocol/index.js'
import type { RegisteredBot } from './bots.js'
import type { ReceiverSettings } from './options.js'
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
  readonly signal: () => AbortSignal
  /** Hears of what the handler threw, but for what is an answer to the sender. */
  readonly failed?: Delivery['failed']
  /** Takes a reply as the server takes it, and gives its ID where it has one. */
  readonly send: (outgoing: Outgoing, options: DeliveryReplyOptions) => Promise<number | undefined>
}

/** The delivery as a bot has it. */
export function deliveryOf({
  id,
  notification,
  bot,
  clients = bot,
  log,
  settings,
  signal,
  failed,
  send,
}: DeliveryParts): Delivery {
  return {
    id,
    notification,
    get client() {
      return clients.client
    },
    get owner() {
      return clients.owner
    },
    ownEmails: bot.ownEmails,
    log,
    clock: settings.clock,
    storage: settings.storage,
    // Most handlers never look at it, and making one costs more than most handlers.
    get signal() {
      return signal()
    },
    reply: (content, options = {}) => reply(content, options),
    ...(failed && { failed }),
  }

  /** Not async, so that a reply which nobody awaits can't bring the process down by being refused. */
  function reply(content: string, options: DeliveryReplyOptions): Promise<number | undefined> {
    try {
      const outgoing = outgoingReply(content, options, log)
      if (outgoing === undefined) return Promise.resolve(undefined)
      const sending = send(outgoing, options)
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
