import { errorFields } from '../base/log.js'
import type { BotRuntime } from '../delivery/botRuntime.js'
import type { TimedSource, WaitUntil } from '../delivery/timed.js'
import { createScheduleContext, type ScheduleContext } from './context.js'
import { type Kept, keepRunning, leaseTime, replace, type Standing, standingOf } from './record.js'
import type { Schedule, ScheduleErrorHandler } from './schedule.js'

/**
 * Runs the schedules of a bot. Each time is stored as the last one, with compare-and-set, before it is run. So one process
 * runs it, once: a run that a crash cuts off isn't repeated.
 */
export function scheduleSource(
  schedules: readonly Schedule[],
  errorHandlers: readonly ScheduleErrorHandler[],
): TimedSource {
  return {
    async due(runtime) {
      const times = await Promise.all(schedules.map((schedule) => dueOf(schedule, runtime)))
      const known = times.filter((time) => time !== undefined)
      return known.length === 0 ? undefined : Math.min(...known)
    },
    async run(runtime, waitUntil) {
      for (const schedule of schedules) {
        if (!runtime.signal.aborted) await runDue(schedule, runtime, errorHandlers, waitUntil)
      }
    },
  }
}

async function dueOf(schedule: Schedule, runtime: BotRuntime): Promise<number | undefined> {
  const { value: kept } = await standingOf(schedule, runtime)
  const now = runtime.clock.now()
  const time = timeNotRun(schedule, kept, now)
  return time === undefined ? schedule.times.next(now) : (waitsUntil(schedule, kept, now) ?? time)
}

function timeNotRun({ times }: Schedule, { last }: Kept, now: number): number | undefined {
  const time = times.latest(now)
  return time !== undefined && time > last ? time : undefined
}

/** When the lease on a previous run expires that has to end first. */
function waitsUntil({ mayOverlap }: Schedule, { running }: Kept, now: number): number | undefined {
  return !mayOverlap && running !== undefined && running.until > now ? running.until : undefined
}

async function runDue(
  schedule: Schedule,
  runtime: BotRuntime,
  errorHandlers: readonly ScheduleErrorHandler[],
  waitUntil: WaitUntil,
): Promise<void> {
  const standing = await standingOf(schedule, runtime)
  const { value: kept } = standing
  const now = runtime.clock.now()
  const time = timeNotRun(schedule, kept, now)
  if (time === undefined) return
  const facts = { schedule: schedule.name, scheduledAt: new Date(time).toISOString() }
  if (now - time > schedule.patience) {
    if (await replace(standing, { ...kept, last: time }, runtime)) {
      runtime.log.warn({ ...facts, late: now - time }, 'Skipped a missed run of a schedule')
    }
    return
  }
  if (waitsUntil(schedule, kept, now) !== undefined) {
    runtime.log.warn(facts, 'A schedule is due while its previous run is still going; the new run waits')
    return
  }
  if (await claim(schedule, runtime, standing, time)) waitUntil(perform(schedule, runtime, time, errorHandlers))
}

function claim(schedule: Schedule, runtime: BotRuntime, standing: Standing, time: number): Promise<boolean> {
  const { rule } = standing.value
  const running = { time, until: runtime.clock.now() + leaseTime }
  return replace(standing, { rule, last: time, ...(!schedule.mayOverlap && { running }) }, runtime)
}

/** Never throws. */
async function perform(
  schedule: Schedule,
  runtime: BotRuntime,
  time: number,
  errorHandlers: readonly ScheduleErrorHandler[],
): Promise<void> {
  const ctx = createScheduleContext(schedule.name, runtime, time)
  const release = schedule.mayOverlap ? undefined : keepRunning(schedule, runtime, time)
  const begun = ctx.clock.now()
  try {
    await schedule.handler(ctx)
    ctx.log.info({ duration: ctx.clock.now() - begun }, 'Ran a schedule')
  } catch (error) {
    await tell(error, ctx, [...schedule.errorHandlers, ...errorHandlers])
  }
  await release?.()
}

async function tell(error: unknown, ctx: ScheduleContext, handlers: readonly ScheduleErrorHandler[]): Promise<void> {
  if (ctx.signal.aborted) ctx.log.warn(errorFields(error), 'A schedule was stopped before it finished')
  else ctx.log.error(errorFields(error), 'A schedule failed')
  for (const handler of handlers) {
    try {
      await handler(error, ctx)
    } catch (another) {
      ctx.log.error(errorFields(another), 'An error handler of schedules failed')
    }
  }
}
