import type { Context, Middleware } from '../context.js'
import { named } from './named.js'

/**
 * A middleware that adds to the context what a function makes for each message.
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
    // What is added is an object, so that `next` takes it; the type can't tell before it knows which.
    await (next as (adds: Adds) => Promise<void>)(adds)
  })
}
