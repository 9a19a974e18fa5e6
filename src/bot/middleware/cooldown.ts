import { readSpan, spanText } from '../arguments/duration.js'
import type { Context, Middleware } from '../context.js'
import { BotSetupError, UserError } from '../errors.js'
import type { Layer } from '../onion.js'
import { sentAt } from '../sentAt.js'

/** Milliseconds, or a text such as `'30s'` or `'1h30m'`. */
export type Span = number | string

/**
 * Lets each person through once in a while; who comes too early reads how long to wait. Counted by the time at which
 * messages were sent, and kept in this process. For a single command, its `cooldown` does the same.
 *
 * @throws {BotSetupError} for what is no span of time.
 */
export const cooldown = (span: Span): Middleware => cooldownLayer(span)

export function cooldownLayer(span: Span): Layer {
  const wait = spanOf(span)
  const lastUses = new Map<string, number>()
  return async (ctx, next) => {
    // After a question it is the same use that goes on.
    if (ctx.resumed) return next()
    const now = sentAt(ctx)
    const who = `${ctx.bot.email} ${ctx.sender.id}`
    const last = lastUses.get(who)
    // Messages may be worked on in another order than they were sent in.
    if (last !== undefined && Math.abs(now - last) < wait) refuse(ctx, last + wait - now)
    // Whoever came last stands last, so that the first to be forgotten has waited the longest.
    lastUses.delete(who)
    lastUses.set(who, now)
    if (lastUses.size > mostPeople) forgetFirst(lastUses)
    await next()
  }
}

/** Beyond that, the oldest is forgotten rather than the memory filled. */
const mostPeople = 10_000

function forgetFirst(lastUses: Map<string, number>): void {
  for (const who of lastUses.keys()) {
    lastUses.delete(who)
    return
  }
}

function refuse(ctx: Context, left: number): never {
  ctx.log.debug({ left }, 'Somebody came too early')
  throw new UserError(`Not so fast: please wait ${spanText(left)} before you ask for this again.`)
}

/** Milliseconds. @throws {BotSetupError} for what is no span of time. */
export function spanOf(span: Span): number {
  const read = typeof span === 'number' ? span : readSpan(String(span))
  if (read !== undefined && Number.isFinite(read) && read > 0) return read
  throw new BotSetupError(
    'invalid_duration',
    `The cool-down ${JSON.stringify(span)} is no span of time. Give milliseconds, or a text such as '30s' or '1h30m'.`,
  )
}
