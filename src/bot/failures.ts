import type { Context, ErrorHandler } from './context.js'
import { noteError } from './deliveryContext.js'
import { UserError } from './errors.js'
import { errorFields } from './log.js'
import { returnedText } from './replyText.js'

/** What is told of the errors of one delivery, and whom. */
export interface Failures {
  /** Tells of an error, those nearest to where it happened before the bot's own error handlers. Never fails. */
  report(error: unknown, nearest?: readonly ErrorHandler[]): Promise<void>
  isKnown(error: unknown): boolean
}

export interface Telling {
  /** Tells whoever counts the errors. */
  note(error: unknown): void
  /** Whether the delivery comes again, so that nobody is told now. */
  again(error: unknown): boolean
  /** Tells the sender that it can't be done. */
  apologise(text: string): Promise<void>
}

/**
 * An error of a handler goes to the bot's own error handlers, then to the log with the delivery's ID; the sender gets
 * what the first of them answered, or a plain sentence, once. A `UserError` goes to the sender as it is and nowhere else.
 */
export function createFailures(
  ctx: Context,
  handlers: readonly ErrorHandler[],
  { note, again, apologise }: Telling,
): Failures {
  const known = new Set<unknown>()
  let isToldOf = false

  return { report, isKnown: (error) => known.has(error) }

  async function report(error: unknown, nearest: readonly ErrorHandler[] = []): Promise<void> {
    known.add(error)
    noteError(ctx, error)
    if (error instanceof UserError) {
      ctx.log.info({ code: error.code }, `The handler refused: ${error.message}`)
      await tell(() => ctx.reply(error.message))
      return
    }
    note(error)
    if (!isToldOf && again(error)) {
      ctx.log.warn(errorFields(error), 'The handler failed; the delivery comes again')
      return
    }
    const answer = await answered(error, [...nearest, ...handlers])
    if (ctx.signal.aborted) ctx.log.warn(errorFields(error), 'The handler was stopped before it had ended')
    else ctx.log.error(errorFields(error), 'The handler failed')
    if (isToldOf) return
    isToldOf = true
    await tell(() => apologise(answer ?? apology(ctx)))
  }

  async function answered(error: unknown, told: readonly ErrorHandler[]): Promise<string | undefined> {
    for (const handler of told) {
      try {
        const answer = returnedText(await handler(error, ctx), 'What an error handler returned')
        if (answer !== undefined) return answer
      } catch (another) {
        known.add(another)
        ctx.log.error(errorFields(another), 'An error handler failed itself')
      }
    }
    return undefined
  }

  async function tell(say: () => Promise<void>): Promise<void> {
    try {
      await say()
    } catch (error) {
      known.add(error)
      ctx.log.error(errorFields(error), 'The sender could not be told')
    }
  }
}

function apology({ signal, deliveryId }: Context): string {
  return signal.aborted
    ? `I had to stop before I was done with that; delivery ${deliveryId}.`
    : `Something went wrong; delivery ${deliveryId}.`
}
