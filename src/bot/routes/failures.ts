import type { MaybePromise } from '../../values.js'
import { UserError } from '../base/errors.js'
import { errorFields } from '../base/log.js'
import { isOverheard } from '../base/notification.js'
import type { Context, ErrorHandler } from '../context/context.js'
import type { Widget } from '../context/widgets.js'
import { noteError } from '../conversation/deliveryContext.js'
import type { Run } from '../conversation/run.js'
import { returnedReply } from '../outgoing/reply.js'

/**
 * Reports the errors of one delivery. A handler's error goes to the error handlers, then to the log with the delivery's
 * ID; the sender gets the first reply of an error handler, or a standard sentence, once. The text of a `UserError` goes
 * to the sender as it is; error handlers don't get it. Senders who didn't address the bot get no reply.
 */
export class Failures {
  readonly #ctx: Context
  readonly #run: Run
  readonly #handlers: readonly ErrorHandler[]
  readonly #reported = new Set<unknown>()
  #hasTold = false

  constructor(ctx: Context, run: Run, handlers: readonly ErrorHandler[]) {
    this.#ctx = ctx
    this.#run = run
    this.#handlers = handlers
  }

  isReported(error: unknown): boolean {
    return this.#reported.has(error)
  }

  /**
   * Reports an error, to the nearest error handlers before the bot's own. Never fails.
   * @param isQuiet Whether the sender isn't told of a `UserError`.
   */
  async report(error: unknown, nearest: readonly ErrorHandler[], isQuiet: boolean): Promise<void> {
    const ctx = this.#ctx
    this.#reported.add(error)
    noteError(ctx, error)
    if (error instanceof UserError) {
      ctx.log.info({ code: error.code }, `The handler refused: ${error.message}`)
      if (!isQuiet) await this.#tell(() => this.#run.answer(error.message))
      return
    }
    this.#run.delivery.failed(error)
    if (!this.#hasTold && this.#run.again(error)) {
      ctx.log.warn(errorFields(error), 'The handler failed; the delivery will be retried')
      return
    }
    const answer = await this.#answered(error, [...nearest, ...this.#handlers])
    if (this.#run.delivery.isAborted) ctx.log.warn(errorFields(error), 'The handler was stopped before it finished')
    else ctx.log.error(errorFields(error), 'The handler failed')
    if (this.#hasTold) return
    this.#hasTold = true
    await this.#tell(() => this.#run.answer(answer ?? this.#apology(), { name: 'failure' }))
  }

  async #answered(error: unknown, handlers: readonly ErrorHandler[]): Promise<string | Widget | undefined> {
    for (const handler of handlers) {
      try {
        const answer = returnedReply(await handler(error, this.#ctx), 'an error handler')
        if (answer !== undefined) return answer
      } catch (another) {
        this.#reported.add(another)
        this.#ctx.log.error(errorFields(another), 'An error handler failed')
      }
    }
    return undefined
  }

  async #tell(say: () => MaybePromise<void>): Promise<void> {
    if (isOverheard(this.#run.notification)) return
    try {
      await say()
    } catch (error) {
      this.#reported.add(error)
      const { name, message } = errorFields(error).error
      this.#ctx.log.warn({ error: { name, message } }, 'Failed to tell the sender')
    }
  }

  #apology(): string {
    const { sentences, delivery } = this.#run
    return delivery.isAborted ? sentences.stopped(delivery.id) : sentences.failed(delivery.id)
  }
}
