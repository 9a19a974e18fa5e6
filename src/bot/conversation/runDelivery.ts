import type { Client, Clock } from '../../client/index.js'
import type { Notification } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import type { Delivery, DeliveryReplyOptions } from '../delivery/delivery.js'
import type { Log } from '../log.js'

/** What a run does in place of the delivery that brought it about. */
export interface RunAnswers {
  reply(content: string, options?: DeliveryReplyOptions): Promise<number | undefined>
  answer(content: string): boolean
  comesAgain(error: unknown): boolean
}

/** A delivery as a run hands it on. What the handler does not ask for is not made. */
export class RunDelivery implements Delivery {
  readonly notification: Notification
  readonly again: Delivery['again']
  readonly #delivery: Delivery
  readonly #run: RunAnswers

  constructor(delivery: Delivery, notification: Notification, run: RunAnswers) {
    this.notification = notification
    this.again = delivery.again && ((error) => run.comesAgain(error))
    this.#delivery = delivery
    this.#run = run
  }

  get id(): string {
    return this.#delivery.id
  }

  get client(): Client {
    return this.#delivery.client
  }

  get owner(): Delivery['owner'] {
    return this.#delivery.owner
  }

  get ownEmails(): ReadonlySet<string> {
    return this.#delivery.ownEmails
  }

  get signal(): AbortSignal {
    return this.#delivery.signal
  }

  get log(): Log {
    return this.#delivery.log
  }

  get clock(): Clock {
    return this.#delivery.clock
  }

  get storage(): Storage {
    return this.#delivery.storage
  }

  reply(content: string, options?: DeliveryReplyOptions): Promise<number | undefined> {
    return this.#run.reply(content, options)
  }

  answer(content: string): boolean {
    return this.#run.answer(content)
  }

  routed(route: Parameters<NonNullable<Delivery['routed']>>[0]): void {
    this.#delivery.routed?.(route)
  }

  failed(error: unknown): void {
    this.#delivery.failed?.(error)
  }
}
