import type { Context, ErrorHandler } from './context.js'
import type { Delivery } from './delivery/delivery.js'
import { noteError } from './delivery/deliveryContext.js'
import { UserError } from './errors.js'
import { isOverheard } from './events/notification.js'
import { errorFields } from './log.js'
import { type Replies, returnedReply } from './outgoing/replies.js'
import { sentencesOf } from './sentences/choose.js'
import type { Widget } from './widgets.js'

/**
 * Reports the errors of one delivery. A handler's error goes to the error handlers, then to the log with the delivery's
 * ID; the sender gets the first reply of an error handler, or a standard sentence, once. The text of a `UserError` goes
 * to the sender as it is; error handlers don't get it. Senders who didn't address the bot get no reply.
 */
export class Failures {
  readonly #ctx: Context
  readonly #delivery: Delivery
  readonly #replies: Replies
  readonly #handlers: readonly ErrorHandler[]
  readonly #known = new Set<unknown>()
  #isToldOf = false
  /** The reply to the sender about an error, unless a later error causes a retry. */
  #unsaid: { readonly error: unknown; readonly reply: string | Widget } | undefined

  constructor(ctx: Context, delivery: Delivery, replies: Replies, handlers: readonly ErrorHandler[]) {
    this.#ctx = ctx
    this.#delivery = delivery
    this.#replies = replies
    this.#handlers = handlers
  }

  isKnown(error: unknown): boolean {
    return this.#known.has(error)
  }

  /** Reports an error, to the nearest error handlers before the bot's own. Never fails. */
  async report(error: unknown, nearest: readonly ErrorHandler[] = []): Promise<void> {
    const ctx = this.#ctx
    this.#known.add(error)
    noteError(ctx, error)
    if (error instanceof UserError) {
      ctx.log.info({ code: error.code }, `The handler refused: ${error.message}`)
      await this.#tell(() => ctx.reply(error.message))
      return
    }
    this.#delivery.failed?.(error)
    if (this.#delivery.again?.(error) === true) {
      ctx.log.warn(errorFields(error), 'The handler failed; the delivery will be retried')
      return
    }
    const answer = await this.#answered(error, [...nearest, ...this.#handlers])
    if (ctx.signal.aborted) ctx.log.warn(errorFields(error), 'The handler was stopped before it finished')
    else ctx.log.error(errorFields(error), 'The handler failed')
    if (this.#isToldOf) return
    this.#isToldOf = true
    this.#unsaid = { error, reply: answer ?? apology(ctx) }
    if (this.#delivery.again === undefined) await this.settle()
  }

  /**
   * Tells the sender about a failure, unless the delivery is retried. Call it when no reply is being sent. Never fails.
   */
  async settle(): Promise<void> {
    const unsaid = this.#unsaid
    this.#unsaid = undefined
    if (unsaid === undefined || this.#delivery.again?.(unsaid.error) === true) return
    await this.#tell(() => this.#replies.send(unsaid.reply, { name: 'failure' }))
  }

  async #answered(error: unknown, handlers: readonly ErrorHandler[]): Promise<string | Widget | undefined> {
    for (const handler of handlers) {
      try {
        const answer = returnedReply(await handler(error, this.#ctx), 'What an error handler returned')
        if (answer !== undefined) return answer
      } catch (another) {
        this.#known.add(another)
        this.#ctx.log.error(errorFields(another), 'An error handler failed')
      }
    }
    return undefined
  }

  async #tell(say: () => Promise<void>): Promise<void> {
    if (isOverheard(this.#delivery.notification)) return
    try {
      await say()
    } catch (error) {
      this.#known.add(error)
      const { name, message } = errorFields(error).error
      this.#ctx.log.warn({ error: { name, message } }, 'Failed to tell the sender')
    }
  }
}

function apology(ctx: Context): string {
  const sentences = sentencesOf(ctx)
  return ctx.signal.aborted ? sentences.stopped(ctx.deliveryId) : sentences.failed(ctx.deliveryId)
}
