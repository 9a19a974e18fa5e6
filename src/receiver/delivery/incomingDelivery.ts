import { type DeliveryOutcome, type DeliveryWatch, type Log, withFields } from '../../bot/index.js'
import type { Received } from '../notifications.js'
import type { ReceiverSettings } from '../options.js'

/** A notification that is right, and has a name from here on. */
export class IncomingDelivery {
  readonly id: string
  readonly received: Received
  /** UNIX milliseconds. */
  readonly arrived: number
  readonly settings: ReceiverSettings
  readonly watch: DeliveryWatch | undefined
  readonly log: Log
  readonly #openLog: Log

  constructor(received: Received, arrived: number, settings: ReceiverSettings, log: Log) {
    const { bot, notification } = received
    const { message, trigger } = notification
    this.id = settings.newDeliveryId()
    this.received = received
    this.arrived = arrived
    this.settings = settings
    const facts = { delivery: this.id, bot: bot.email, trigger, message: message.id }
    this.watch = settings.observer?.delivery?.({ id: this.id, bot: bot.email, trigger, message: message.id })
    this.#openLog = log
    this.log = withFields(log, this.watch?.facts ? { ...facts, ...this.watch.facts } : facts)
  }

  /** Milliseconds since it arrived. */
  get duration(): number {
    return this.settings.clock.now() - this.arrived
  }

  /** Tells whoever watches what became of it, and the log: the one line that each delivery has, put together at once. */
  handled(outcome: DeliveryOutcome): void {
    const { duration } = this.ended(outcome)
    const { bot, notification } = this.received
    const { trigger, message } = notification
    const facts = { delivery: this.id, bot: bot.email, trigger, message: message.id, outcome, duration }
    this.#openLog.info(this.watch?.facts ? { ...this.watch.facts, ...facts } : facts, 'Handled')
  }

  /** Tells whoever watches what became of it, and gives the facts for the log. */
  ended(outcome: DeliveryOutcome): { readonly outcome: DeliveryOutcome; readonly duration: number } {
    const end = { outcome, duration: this.duration }
    this.watch?.ended?.(end)
    return end
  }
}
