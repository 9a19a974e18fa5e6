import type { Middleware } from '../context.js'

/**
 * Writes a line for each message: who wrote it, where, and what brought it. What became of it is a line of the receiver's.
 * What was written is never in it, as people may tell a bot what is nobody else's business.
 */
export function logging(): Middleware {
  return async (ctx, next) => {
    const { message, trigger, sender } = ctx
    const place = message.type === 'stream' ? { channel: message.stream_id } : { direct: true }
    const fields = { message: message.id, sender: sender.id, trigger, ...place, length: ctx.text.length }
    ctx.log.info(fields, 'A message came')
    await next()
  }
}
