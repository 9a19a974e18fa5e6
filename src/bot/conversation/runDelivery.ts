import type { Client, Clock } from '../../client/index.js'
import type { Notification } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import type { Delivery } from '../delivery/delivery.js'
import type { Log } from '../log.js'

/** What a run does in place of the delivery that brought it about. */
interface RunAnswers {
  readonly reply: Delivery['reply']
  readonly answer: (content: string) => boolean
  readonly again: Delivery['again']
}

/** A delivery as a run hands it on. A class, since getters of a literal are slow; what isn't asked for isn't made. */
export class RunDelivery implements Delivery {
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

  constructor(delivery: Delivery, notification: Notification, { reply, answer, again }: RunAnswers) {
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
