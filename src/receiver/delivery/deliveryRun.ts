import { callsOf, type DeliveryReplyOptions, type Outgoing, sendToConversation } from '../../bot/index.js'
import { DeliveryClients } from './deliveryClients.js'
import { type DeliveryParts, deliveryOf } from './deliveryOf.js'
import type { IncomingDelivery } from './incomingDelivery.js'
import { Replies } from './replies.js'
import { type Answer, logStillRunning, type Outcome, type RunWork, type TimedRun } from './timedRun.js'

export interface DeliveryRunWatch {
  answered(answer: Answer): void
  ended(): void
}

/** The run of a handler in the receiver's process, without a queue. */
export class DeliveryRun implements RunWork {
  readonly replies: Replies
  readonly arrived: number
  readonly #incoming: IncomingDelivery
  readonly #clients: DeliveryClients
  readonly #watch: DeliveryRunWatch
  #handler: string | undefined
  #hasFailed = false

  constructor(incoming: IncomingDelivery, watch: DeliveryRunWatch) {
    const { received, log, settings } = incoming
    this.arrived = incoming.arrived
    this.#incoming = incoming
    this.#watch = watch
    this.#clients = new DeliveryClients(received.bot, log, callsOf(settings.observer, incoming.watch))
    this.replies = new Replies(
      (outgoing) => sendToConversation(this.#clients.client, received.notification, outgoing, log),
      (error) => log.error({ error }, 'Failed to send a reply'),
    )
  }

  async handle(run: TimedRun): Promise<void> {
    const { id, received, log, settings } = this.#incoming
    const { bot, notification } = received
    const parts: DeliveryParts = {
      id,
      notification,
      bot,
      clients: this.#clients,
      log,
      settings,
      get signal() {
        return run.signal
      },
      failed: (error) => this.#failed(error),
      routed: ({ name }) => {
        this.#handler = name
      },
      hold: (outgoing) => this.replies.hold(outgoing),
      send: (outgoing, options) => this.#send(outgoing, options),
    }
    await bot.bot.handle(deliveryOf(parts))
  }

  answered(answer: Answer): void {
    this.#watch.answered(answer)
  }

  answeredEarly(): void {
    const { log, duration, settings } = this.#incoming
    logStillRunning(log, { handler: this.#handler, duration, handlerTimeout: settings.handlerTimeout })
  }

  timedOut(): void {
    const { log, duration } = this.#incoming
    log.warn({ duration }, 'The handler timed out; its signal is aborted')
  }

  ended(outcome: Outcome, error: unknown): void {
    this.#watch.ended()
    if (outcome === 'failed') this.#failed(error)
    const incoming = this.#incoming
    if (outcome === 'failed') incoming.log.error({ ...incoming.ended('failed'), error }, 'The handler failed')
    else incoming.handled(this.#hasFailed ? 'failed' : outcome)
  }

  #send(outgoing: Outgoing, { asMessage = false }: DeliveryReplyOptions): Promise<number | undefined> {
    return asMessage ? this.replies.addMessage(outgoing) : this.replies.add(outgoing)
  }

  #failed(error: unknown): void {
    this.#hasFailed = true
    this.#incoming.watch?.failed?.(error)
  }
}
