import type { Clock } from '../../client/index.js'
import { checkOptions, type Duration, type OptionNames } from '../../text/index.js'
import { spanOf } from '../base/spanOf.js'
import type { Context, Middleware } from '../context/context.js'
import { isOfEvent, keptWith, runOf } from '../conversation/deliveryContext.js'
import { named } from './named.js'

/**
 * Logs a line for each message or event: whose it is, where, and its trigger. The receiver logs the outcome. The text is
 * never logged, since it may be confidential.
 *
 * @example bot.use(logging())
 */
export function logging(): Middleware {
  const key = {}
  return named('logging', async (ctx, next) => {
    // Of several handlers of an event, each has the middleware around it.
    const delivery = keptWith(runOf(ctx)?.delivery ?? ctx, key, () => ({ isLogged: false }))
    if (delivery.isLogged) return next()
    delivery.isLogged = true
    const { message, trigger, sender } = ctx
    const place = message.type === 'stream' ? { channel: message.stream_id } : { direct: true }
    const fields = { message: message.id, sender: sender.id, trigger, ...place, length: ctx.text.length }
    ctx.log.info(fields, isOfEvent(ctx) ? 'Received an event' : 'Received a message')
    await next()
  })
}

export interface TimingOptions {
  /** Gets how many milliseconds the inner middleware and the handler took. (default: it is logged) */
  readonly report?: (milliseconds: number, ctx: Context) => void
  /** Anything slower is logged as a warning: milliseconds, or a string such as `'2s'`. (default: nothing is) */
  readonly slow?: Duration
  /** (default: `ctx.clock`) */
  readonly clock?: Pick<Clock, 'now'>
}

const timingOptions: OptionNames<TimingOptions> = { report: true, slow: true, clock: true }

/**
 * Measures how long the inner middleware and the handler take.
 *
 * @throws {BotSetupError} for an invalid option.
 * @example bot.use(timing({ slow: '2s' }))
 */
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
    else if (milliseconds > slow) ctx.log.warn({ milliseconds, slow }, 'The message was slow to handle')
    else ctx.log.info({ milliseconds }, 'Handled the message')
  })
}
