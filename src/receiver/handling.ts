import { callsOf, type DeliveryReplyOptions, type Outgoing, sendToConversation } from '../bot/index.js'
import type { Arrival } from './arrival.js'
import { type Answer, type Attempt, type AttemptWork, logStillRunning, type Outcome } from './attempt.js'
import { DeliveryClients } from './deliveryClients.js'
import { type DeliveryParts, deliveryOf } from './deliveryOf.js'
import { Replies } from './replies.js'

/** Who hears of a handling. */
export interface HandlingWatch {
  answered(answer: Answer): void
  ended(): void
}

/** What is done for an arrival that a bot handles here. */
export class Handling implements AttemptWork {
  readonly replies: Replies
  readonly arrived: number
  readonly #arrival: Arrival
  readonly #clients: DeliveryClients
  readonly #watch: HandlingWatch
  #handler: string | undefined
  #hasFailed = false

  constructor(arrival: Arrival, watch: HandlingWatch) {
    const { received, log, settings } = arrival
    this.arrived = arrival.arrived
    this.#arrival = arrival
    this.#watch = watch
    this.#clients = new DeliveryClients(received.bot, log, callsOf(settings.observer, arrival.watch))
    this.replies = new Replies(
      (outgoing) => sendToConversation(this.#clients.client, received.notification, outgoing, log),
      (error) => log.error({ error }, 'A reply could not be sent'),
    )
  }

  async handle(attempt: Attempt): Promise<void> {
    const { id, received, log, settings } = this.#arrival
    const { bot, notification } = received
    const parts: DeliveryParts = {
      id,
      notification,
      bot,
      clients: this.#clients,
      log,
      settings,
      signal: attempt.signal,
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
    const { log, duration, settings } = this.#arrival
    logStillRunning(log, { handler: this.#handler, duration, handlerTimeout: settings.handlerTimeout })
  }

  timedOut(): void {
    const { log, duration } = this.#arrival
    log.warn({ duration }, 'The time of the handler is up; its signal is aborted')
  }

  ended(outcome: Outcome, error: unknown): void {
    this.#watch.ended()
    if (outcome === 'failed') this.#failed(error)
    const arrival = this.#arrival
    if (outcome === 'failed') arrival.log.error({ ...arrival.ended('failed'), error }, 'The handler failed')
    else arrival.handled(this.#hasFailed ? 'failed' : outcome)
  }

  #send(outgoing: Outgoing, { asMessage = false }: DeliveryReplyOptions): Promise<number | undefined> {
    return asMessage ? this.replies.addMessage(outgoing) : this.replies.add(outgoing)
  }

  #failed(error: unknown): void {
    this.#hasFailed = true
    this.#arrival.watch?.failed?.(error)
  }
}
