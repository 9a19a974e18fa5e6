import { type Delivery, errorFields } from '../../bot/index.js'
import { pause } from '../../clock.js'
import { noReply, type WebhookReply } from '../../protocol/index.js'
import { type RegisteredBot, sentencesFor } from '../bots/bots.js'
import type { WebhookOutcome } from '../dedupe.js'
import type { ReceiverSettings } from '../options.js'
import { HandlerTime, ignoredAbort, logStillRunning } from './handlerTime.js'

interface Watch {
  /** Called if it begins again, because nobody received its answer. */
  begun(): void
  answered(answer: WebhookOutcome): void
  ended(): void
}

/** A handler that has to wait for something. The webhook is answered in time; the handler may continue until its timeout. */
export class RunningHandler {
  readonly #delivery: Delivery
  readonly #bot: RegisteredBot
  readonly #settings: ReceiverSettings
  readonly #watch: Watch
  readonly #time: HandlerTime
  #settle: (answer: WebhookOutcome) => void = () => {}
  #given: WebhookOutcome | undefined
  /** The webhook's response. */
  answer: Promise<WebhookOutcome>
  /** Resolves when the handler has ended, or was abandoned after its timeout, and its replies are sent. Never rejects. */
  finished: Promise<void>
  isFinished = false
  /** The number of connections that wait for the answer or have received it. */
  #connections = 0
  /** When the last of them closed too early, in UNIX milliseconds. */
  #lostAt: number | undefined
  #isResending = false

  /** @param handling Resolves when the handler has ended, and rejects if it failed without telling anybody. */
  constructor(
    delivery: Delivery,
    handling: Promise<void>,
    bot: RegisteredBot,
    settings: ReceiverSettings,
    watch: Watch,
  ) {
    this.#delivery = delivery
    this.#bot = bot
    this.#settings = settings
    this.#watch = watch
    this.#time = new HandlerTime(delivery, settings.clock, delivery.arrived)
    this.answer = new Promise((resolve) => {
      this.#settle = resolve
    })
    const { answerBy, handlerTimeout } = settings
    // Most handlers end before the first timer, so the other one is set then.
    const isLimitedLater = answerBy < handlerTimeout
    this.#time.after(answerBy - delivery.duration, () => {
      this.#answerEarly()
      if (isLimitedLater) this.#time.limit(handlerTimeout)
    })
    if (!isLimitedLater) this.#time.limit(handlerTimeout)
    this.finished = this.#run(handling)
  }

  abort(reason: unknown): void {
    this.#time.stop(reason)
  }

  /** A request waits for the answer. */
  connected(): void {
    this.#connections += 1
  }

  /** Its connection closed before the response was written. */
  disconnected(): void {
    this.#connections -= 1
    if (this.#connections > 0) return
    this.#lostAt = this.#settings.clock.now()
    this.#delivery.log.debug({}, 'The connection closed before the response was written')
    if (!isReply(this.#given) || this.#isResending) return
    this.#resend(this.#given)
    if (!this.isFinished) return
    this.isFinished = false
    this.#watch.begun()
    this.finished = this.#delivery.outbox.sent().then(() => this.#end())
  }

  async #run(handling: Promise<void>): Promise<void> {
    const { outbox } = this.#delivery
    let failure: { readonly error: unknown } | undefined
    try {
      const abandoned = await this.#time.waitFor(handling)
      if (abandoned) {
        failure = { error: abandoned.reason }
        await this.#abandoned(abandoned.reason)
      }
    } catch (error) {
      failure = { error }
    }
    // A reply that can't be sent may still become the webhook's response.
    if (outbox.isSending) await outbox.sent()
    this.#time.end()
    let answer = this.#given ?? this.#give(failure && outbox.isUnanswered ? 'failed' : undefined)
    if (this.#isResending) {
      await outbox.sent()
      answer = this.#given ?? answer
    }
    this.#end()
    logHandled(this.#delivery, answer, failure)
  }

  #end(): void {
    this.isFinished = true
    this.#watch.ended()
  }

  /** Answers the webhook while the handler still runs. */
  #answerEarly(): void {
    const { log, handler, duration } = this.#delivery
    this.#give()
    logStillRunning(log, handler, duration, this.#settings.handlerTimeout)
  }

  async #abandoned(reason: unknown): Promise<void> {
    const { id, log, notification, storage, outbox } = this.#delivery
    log.warn({}, ignoredAbort)
    const sentences = await sentencesFor(this.#bot, { notification, storage, log })
    const telling = outbox.add({ content: sentences.stopped(id) })
    Promise.resolve(telling).catch((error) => log.error(errorFields(error), 'Failed to notify the sender'))
    outbox.close(reason)
  }

  #give(answer: WebhookOutcome = this.#delivery.outbox.takeAnswer()): WebhookOutcome {
    this.#given = answer
    this.#watch.answered(answer)
    this.#settle(answer)
    if (this.#lostAt !== undefined && this.#connections === 0 && isReply(answer)) this.#resend(answer)
    return answer
  }

  /** Sends an answer that nobody received as a message, unless the server repeats its request: then that gets it. */
  #resend(answer: Reply): void {
    const { log, outbox } = this.#delivery
    this.#isResending = true
    log.warn({}, 'Nobody received the answer, since the connection was closed; it is sent as a message instead')
    outbox
      .resend(answer, () => this.#isLost())
      .catch((error: unknown) => {
        this.#delivery.failed(error)
        log.error(errorFields(error), 'Failed to send the answer as a message')
      })
      .finally(() => {
        this.#isResending = false
      })
  }

  /** Waits for the server's own repeat. */
  async #isLost(): Promise<boolean> {
    const { clock, signal } = this.#settings
    const left = () => (this.#lostAt ?? 0) + repeatsWithin - clock.now()
    while (this.#connections === 0 && left() > 0 && !signal?.aborted) {
      await pause(clock, left(), signal).catch(() => {})
    }
    if (this.#connections > 0) return false
    this.#given = noReply
    this.answer = Promise.resolve(noReply)
    this.#watch.answered(noReply)
    return true
  }
}

/** Milliseconds within which a server repeats a request that failed; a proxy's error isn't repeated. */
const repeatsWithin = 5_000

type Reply = Extract<WebhookReply, { content: string }>

const isReply = (answer: WebhookOutcome | undefined): answer is Reply =>
  typeof answer === 'object' && 'content' in answer

/** @param failure What the handler threw and nothing caught. */
export function logHandled(
  delivery: Delivery,
  answer: WebhookOutcome,
  failure: { readonly error: unknown } | undefined,
): void {
  const { log, outbox } = delivery
  if (failure) {
    delivery.failed(failure.error)
    log.error({ ...delivery.ended('failed'), error: failure.error }, 'The handler failed')
    return
  }
  const outcome = isReply(answer) ? 'answered' : outbox.isEmpty ? 'quiet' : 'sent'
  log.info(delivery.ended(delivery.hasFailed ? 'failed' : outcome), 'Handled')
}
