import { type Delivery, errorFields } from '../../bot/index.js'
import { type RegisteredBot, sentencesOf } from '../bots/bots.js'
import type { Answer } from '../dedupe.js'
import type { ReceiverSettings } from '../options.js'
import { abortGrace, HandlerTime, ignoredAbort, logStillRunning, timeoutReason } from './handlerTime.js'

interface Watch {
  answered(answer: Answer): void
  ended(): void
}

/**
 * A handler that has to wait for something. The webhook is answered in time; the handler may continue until its timeout.
 */
export class RunningHandler {
  /** The webhook's response. */
  readonly answer: Promise<Answer>
  /** Resolves when the handler has ended, or was abandoned after its timeout, and its replies are sent. Never rejects. */
  readonly finished: Promise<void>
  readonly #delivery: Delivery
  readonly #bot: RegisteredBot
  readonly #settings: ReceiverSettings
  readonly #watch: Watch
  readonly #time: HandlerTime
  #settle: (answer: Answer) => void = () => {}
  #given: Answer | undefined
  #isFinished = false

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
    this.#time = new HandlerTime(delivery, settings.clock)
    this.answer = new Promise((resolve) => {
      this.#settle = resolve
    })
    const { answerBy, handlerTimeout } = settings
    const { duration } = delivery
    // Most handlers end before the first of them.
    if (answerBy < handlerTimeout) this.#time.after(answerBy - duration, () => this.#answerEarly(handlerTimeout))
    else {
      this.#time.after(answerBy - duration, () => this.#answerEarly())
      this.#time.after(handlerTimeout - duration, () => this.#timeOut())
    }
    this.finished = this.#run(handling)
  }

  get isFinished(): boolean {
    return this.#isFinished
  }

  abort(reason: unknown): void {
    this.#time.stop(reason)
  }

  async #run(handling: Promise<void>): Promise<void> {
    const { replies } = this.#delivery
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
    if (replies.isSending) await replies.sent()
    this.#time.end()
    const answer = this.#given ?? this.#give(failure && replies.isUnanswered ? 'failed' : undefined)
    this.#isFinished = true
    this.#watch.ended()
    logHandled(this.#delivery, answer, failure)
  }

  /** Answers the webhook while the handler still runs. @param handlerTimeout If its timer has yet to be set. */
  #answerEarly(handlerTimeout?: number): void {
    const { log, handler, duration } = this.#delivery
    this.#give()
    logStillRunning(log, handler, duration, this.#settings.handlerTimeout)
    if (handlerTimeout !== undefined) this.#time.after(handlerTimeout - duration, () => this.#timeOut())
  }

  #timeOut(): void {
    const { log, duration } = this.#delivery
    this.#time.stop(timeoutReason(this.#settings.handlerTimeout), abortGrace)
    log.warn({ duration }, 'The handler timed out; its signal is aborted')
  }

  async #abandoned(reason: unknown): Promise<void> {
    const { id, log, notification, storage, replies } = this.#delivery
    log.warn({}, ignoredAbort)
    if (replies.isUnanswered) {
      const sentences = await sentencesOf(this.#bot, { notification, storage, log })
      const telling = replies.add({ content: sentences.failed(id) })
      Promise.resolve(telling).catch((error) => log.error(errorFields(error), 'Failed to notify the sender'))
    }
    replies.close(reason)
  }

  #give(answer: Answer = this.#delivery.replies.takeAnswer()): Answer {
    this.#given = answer
    this.#watch.answered(answer)
    this.#settle(answer)
    return answer
  }
}

/** @param failure What the handler threw and nothing caught. */
export function logHandled(delivery: Delivery, answer: Answer, failure: { readonly error: unknown } | undefined): void {
  const { log, replies } = delivery
  if (failure) {
    delivery.failed(failure.error)
    log.error({ ...delivery.ended('failed'), error: failure.error }, 'The handler failed')
    return
  }
  const isAnswered = typeof answer === 'object' && 'content' in answer
  const outcome = isAnswered ? 'answered' : replies.isEmpty ? 'quiet' : 'sent'
  log.info(delivery.ended(delivery.hasFailed ? 'failed' : outcome), 'Handled')
}
