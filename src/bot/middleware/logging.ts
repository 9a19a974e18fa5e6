import type { Clock } from '../../client/index.js'
import type { Duration, OptionNames } from '../../text/index.js'
import { checkOptions } from '../checkOptions.js'
import type { Context, Middleware } from '../context.js'
import { spanOf } from './cooldown.js'
import { named } from './named.js'

/**
 * Writes a line for each message: who wrote it, where, and what brought it. What became of it is a line of the receiver's.
 * What was written is never in it, as people may tell a bot what is nobody else's business.
 */
export function logging(): Middleware {
  return named('logging', async (ctx, next) => {
    const { message, trigger, sender } = ctx
    const place = message.type === 'stream' ? { channel: message.stream_id } : { direct: true }
    const fields = { message: message.id, sender: sender.id, trigger, ...place, length: ctx.text.length }
    ctx.log.info(fields, 'A message came')
    await next()
  })
}

export interface TimingOptions {
  /** Is told how many milliseconds everything further in took; a line of the log says it unless given. */
  readonly report?: (milliseconds: number, ctx: Context) => void
  /** What is slower is a warning in the log: milliseconds, or a text such as `'2s'`. Nothing is unless given. */
  readonly slow?: Duration
  /** `ctx.clock` unless given. */
  readonly clock?: Pick<Clock, 'now'>
}

const timingOptions: OptionNames<TimingOptions> = { report: true, slow: true, clock: true }

/** Measures how long everything further in takes. @throws {BotSetupError} for an option that can't be used. */
export function timing(options: TimingOptions = {}): Middleware {
  checkOptions('timing', options, timingOptions)
  const { report, slow: limit, clock: given } = options
  const slow = limit === undefined ? Number.POSITIVE_INFINITY : spanOf(limit)
  return named('timing', async (ctx, next) => {
    const clock = given ?? ctx.clock
    const start = clock.now()
    await next()
    const milliseconds = Math.max(0, clock.now() - start)
    if (report) report(milliseconds, ctx)
    else if (milliseconds > slow) ctx.log.warn({ milliseconds, slow }, 'The message took long to handle')
    else ctx.log.info({ milliseconds }, 'The message was handled')
  })
}
