import type { Client, Clock } from '../../client/index.js'
import type { Notification } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import type { Log } from '../log.js'
import type { Delivery } from './delivery.js'

/** What answers in place of the delivery that is wrapped. */
interface Replacement {
  readonly reply: Delivery['reply']
  readonly answer: (content: string) => boolean
  readonly again: Delivery['again']
}

/** A delivery that is answered in another way. Its client and owner are made when they are asked for. */
export class WrappedDelivery implements Delivery {
  readonly id: string
  readonly notification: Notification
  readonly ownEmails: ReadonlySet<string>
  readonly log: Log
  readonly clock: Clock
  readonly storage: Storage
  readonly reply: Delivery['reply']
  readonly answer: (content: string) => boolean
  readonly again: Delivery['again']
  readonly #delivery: Delivery

  constructor(delivery: Delivery, notification: Notification, { reply, answer, again }: Replacement) {
    this.id = delivery.id
    this.notification = notification
    this.ownEmails = delivery.ownEmails
    this.log = delivery.log
    this.clock = delivery.clock
    this.storage = delivery.storage
    this.reply = reply
    this.answer = answer
    this.again = again
    this.#delivery = delivery
  }

  get client(): Client {
    return this.#delivery.client
  }

  get owner(): Delivery['owner'] {
    return this.#delivery.owner
  }

  get signal(): AbortSignal {
    return this.#delivery.signal
  }

  routed(route: Parameters<NonNullable<Delivery['routed']>>[0]): void {
    this.#delivery.routed?.(route)
  }

  passed(middleware: number): void {
    this.#delivery.passed?.(middleware)
  }

  failed(error: unknown): void {
    this.#delivery.failed?.(error)
  }
}
