import type { Context, Middleware } from '../context/context.js'
import { named } from './named.js'

/**
 * A middleware that adds the result of a function to the context of each message.
 *
 * @example
 * const bot = new Bot().use(adding(async (ctx) => ({ role: await ctx.senderRole() })))
 * bot.hears('what am I?', (ctx) => ctx.role ?? 'unknown')
 */
export function adding<Adds extends object, Needs = unknown>(
  make: (ctx: Context & Needs) => Adds | Promise<Adds>,
): Middleware<Needs, Adds> {
  return named('adding', async (ctx, next) => {
    const adds = await make(ctx)
    // It is an object, so `next` takes it; the type can't tell while `Adds` is open.
    await (next as (adds: Adds) => Promise<void>)(adds)
  })
}
