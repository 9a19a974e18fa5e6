import type { Middleware } from '../context.js'
import { UserError } from '../errors.js'

/**
 * Writes a line for each message: who wrote it, where, what brought it, and what became of it. What was written is never
 * in it, as people may tell a bot what is nobody else's business.
 */
export function logging(): Middleware {
  return async (ctx, next) => {
    const { message, trigger, sender } = ctx
    const place = message.type === 'stream' ? { channel: message.stream_id } : { direct: true }
    const fields = { message: message.id, sender: sender.id, trigger, ...place, length: ctx.text.length }
    ctx.log.info(fields, 'A message came')
    await next()
    if (ctx.error === undefined) ctx.log.info({ message: message.id }, 'The message is dealt with')
    else if (ctx.error instanceof UserError) ctx.log.info({ message: message.id }, 'The message was refused')
    else ctx.log.warn({ message: message.id, error: nameOf(ctx.error) }, 'The message was not dealt with')
  }
}

/** What kind of error it was; the line of the failure itself has the rest. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
