import type { Context, ErrorHandler } from './context.js'
import type { Delivery } from './delivery/delivery.js'
import { noteError } from './delivery/deliveryContext.js'
import { UserError } from './errors.js'
import { errorFields } from './log.js'
import type { Replies } from './outgoing/replies.js'
import { returnedText } from './outgoing/replyText.js'

/**
 * What is told of the errors of one delivery, and whom. An error of a handler goes to the bot's own error handlers, then to
 * the log with the delivery's ID; the sender gets what the first of them answered, or a plain sentence, once. A `UserError`
 * goes to the sender as it is and nowhere else.
 */
export class Failures {
  readonly #ctx: Context
  readonly #delivery: Delivery
  readonly #replies: Replies
  readonly #handlers: readonly ErrorHandler[]
  #known: Set<unknown> | undefined
  #isToldOf = false

  constructor(ctx: Context, delivery: Delivery, replies: Replies, handlers: readonly ErrorHandler[]) {
    this.#ctx = ctx
    this.#delivery = delivery
    this.#replies = replies
    this.#handlers = handlers
  }

  isKnown(error: unknown): boolean {
    return this.#known?.has(error) === true
  }

  /** Tells of an error, those nearest to where it happened before the bot's own error handlers. Never fails. */
  async report(error: unknown, nearest: readonly ErrorHandler[] = []): Promise<void> {
    const ctx = this.#ctx
    this.#note(error)
    noteError(ctx, error)
    if (error instanceof UserError) {
      ctx.log.info({ code: error.code }, `The handler refused: ${error.message}`)
      await this.#tell(() => ctx.reply(error.message))
      return
    }
    this.#delivery.failed?.(error)
    if (!this.#isToldOf && this.#delivery.again?.(error) === true) {
      ctx.log.warn(errorFields(error), 'The handler failed; the delivery comes again')
      return
    }
    const answer = await this.#answered(error, [...nearest, ...this.#handlers])
    if (ctx.signal.aborted) ctx.log.warn(errorFields(error), 'The handler was stopped before it had ended')
    else ctx.log.error(errorFields(error), 'The handler failed')
    if (this.#isToldOf) return
    this.#isToldOf = true
    await this.#tell(() => this.#replies.send(answer ?? apology(ctx), { name: 'failure' }))
  }

  async #answered(error: unknown, told: readonly ErrorHandler[]): Promise<string | undefined> {
    for (const handler of told) {
      try {
        const answer = returnedText(await handler(error, this.#ctx), 'What an error handler returned')
        if (answer !== undefined) return answer
      } catch (another) {
        this.#note(another)
        this.#ctx.log.error(errorFields(another), 'An error handler failed itself')
      }
    }
    return undefined
  }

  async #tell(say: () => Promise<void>): Promise<void> {
    try {
      await say()
    } catch (error) {
      this.#note(error)
      const { name, message } = errorFields(error).error
      this.#ctx.log.warn({ error: { name, message } }, 'The sender could not be told')
    }
  }

  #note(error: unknown): void {
    this.#known ??= new Set()
    this.#known.add(error)
  }
}

function apology({ signal, deliveryId }: Context): string {
  return signal.aborted
    ? `I had to stop before I was done with that; delivery ${deliveryId}.`
    : `Something went wrong; delivery ${deliveryId}.`
}
