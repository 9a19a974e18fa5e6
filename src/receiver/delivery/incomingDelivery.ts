import { type DeliveryOutcome, type DeliveryWatch, type Log, withFields } from '../../bot/index.js'
import type { Received } from '../notifications.js'
import type { ReceiverSettings } from '../options.js'

/** A valid notification on its way to a handler or the queue. */
export class IncomingDelivery {
  readonly id: string
  readonly received: Received
  /** UNIX milliseconds. */
  readonly arrived: number
  readonly settings: ReceiverSettings
  readonly watch: DeliveryWatch | undefined
  readonly log: Log

  constructor(received: Received, arrived: number, settings: ReceiverSettings, log: Log) {
    const { bot, notification } = received
    const { message, trigger } = notification
    this.id = settings.newDeliveryId()
    this.received = received
    this.arrived = arrived
    this.settings = settings
    const facts = { delivery: this.id, bot: bot.email, trigger, message: message.id }
    this.watch = settings.observer?.delivery?.({ id: this.id, bot: bot.email, trigger, message: message.id })
    this.log = withFields(log, this.watch?.facts ? { ...facts, ...this.watch.facts } : facts)
  }

  /** Milliseconds since it arrived. */
  get duration(): number {
    return this.settings.clock.now() - this.arrived
  }

  /** Ends the delivery and logs its one line. */
  handled(outcome: DeliveryOutcome): void {
    this.log.info(this.ended(outcome), 'Handled')
  }

  /** Tells the observer that the delivery has ended; returns the fields for the log. */
  ended(outcome: DeliveryOutcome): { readonly outcome: DeliveryOutcome; readonly duration: number } {
    const end = { outcome, duration: this.duration }
    this.watch?.ended?.(end)
    return end
  }
}
