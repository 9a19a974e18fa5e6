import { type Clock, systemClock } from '../../client/index.js'
import type { OptionNames } from '../../text/index.js'
import { checkOptions } from '../checkOptions.js'
import type { Context, Middleware } from '../context.js'

export interface TimingOptions {
  /** Is told how many milliseconds everything further in took; a line of the log says it unless given. */
  readonly report?: (milliseconds: number, ctx: Context) => void
  /** What is slower than so many milliseconds is a warning in the log; nothing is unless given. */
  readonly slow?: number
  readonly clock?: Pick<Clock, 'now'>
}

const timingOptions: OptionNames<TimingOptions> = { report: true, slow: true, clock: true }

/** Measures how long everything further in takes. */
export function timing(options: TimingOptions = {}): Middleware {
  checkOptions('timing', options, timingOptions)
  const { report, slow = Number.POSITIVE_INFINITY, clock = systemClock } = options
  return async (ctx, next) => {
    const start = clock.now()
    await next()
    const milliseconds = Math.max(0, clock.now() - start)
    if (report) report(milliseconds, ctx)
    else if (milliseconds > slow) ctx.log.warn({ milliseconds, slow }, 'The message took long to handle')
    else ctx.log.info({ milliseconds }, 'The message was handled')
  }
}
