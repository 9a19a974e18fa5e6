import { LockError } from '../../storage/index.js'
import { type Lock, lockFreeAt, withLock } from '../../storage/lock.js'
import { least } from '../../values.js'
import { errorFields } from '../base/log.js'
import type { BotRuntime } from '../delivery/botRuntime.js'
import type { TimedSource, WaitUntil } from '../delivery/timed.js'
import { createScheduleContext, type ScheduleContext } from './context.js'
import { type Kept, replace, scheduleRecord } from './record.js'
import type { Schedule, ScheduleErrorHandler } from './schedule.js'

/**
 * Runs the schedules of a bot. Each time is stored as the last one, with compare-and-set, before it is run. So one process
 * runs it, once: a run that a crash cuts off isn't repeated. A lock keeps two runs of a schedule from overlapping.
 */
export function scheduleSource(
  schedules: readonly Schedule[],
  errorHandlers: readonly ScheduleErrorHandler[],
): TimedSource {
  return {
    due: async (runtime) => least(await Promise.all(schedules.map((schedule) => dueOf(schedule, runtime)))),
    async run(runtime, waitUntil) {
      for (const schedule of schedules) {
        if (!runtime.signal.aborted) await runDue(schedule, runtime, errorHandlers, waitUntil)
      }
    },
  }
}

async function dueOf(schedule: Schedule, runtime: BotRuntime): Promise<number | undefined> {
  const { value: kept } = await scheduleRecord(schedule, runtime)
  const now = runtime.clock.now()
  const time = timeNotRun(schedule, kept, now)
  if (time === undefined) return schedule.times.next(now)
  if (schedule.mayOverlap) return time
  return (await lockFreeAt(runtime.storage, lockOf(schedule, runtime), { clock: runtime.clock, lease })) ?? time
}

function timeNotRun({ times }: Schedule, { last }: Kept, now: number): number | undefined {
  const time = times.latest(now)
  return time !== undefined && time > last ? time : undefined
}

/** What keeps two runs of a schedule from overlapping. */
const lockOf = ({ name }: Schedule, { email }: BotRuntime) => `schedule ${email.toLowerCase()} ${name}`

/** Milliseconds that the process of a run counts as alive if it can't be seen. */
const lease = 60_000

async function runDue(
  schedule: Schedule,
  runtime: BotRuntime,
  errorHandlers: readonly ScheduleErrorHandler[],
  waitUntil: WaitUntil,
): Promise<void> {
  const record = await scheduleRecord(schedule, runtime)
  const { value: kept } = record
  const now = runtime.clock.now()
  const time = timeNotRun(schedule, kept, now)
  if (time === undefined) return
  const facts = { schedule: schedule.name, scheduledAt: new Date(time).toISOString() }
  if (now - time > schedule.patience) {
    if (await replace(record, { ...kept, last: time }, runtime)) {
      runtime.log.warn({ ...facts, late: now - time }, 'Skipped a missed run of a schedule')
    }
    return
  }
  const claim = () => replace(record, { ...kept, last: time }, runtime)
  if (schedule.mayOverlap) {
    if (await claim()) waitUntil(perform(schedule, runtime, time, errorHandlers))
    return
  }
  const { clock, storage, log, signal } = runtime
  const how = { clock, lease, signal, wait: 0 }
  await new Promise<void>((begun, failed) => {
    const runAlone = async ({ signal }: Lock) => {
      const isOurs = await claim()
      begun()
      if (isOurs) await perform(schedule, { ...runtime, signal }, time, errorHandlers)
    }
    const run = withLock(storage, lockOf(schedule, runtime), runAlone, how).catch((error) => {
      if (!(error instanceof LockError)) return failed(error)
      log.warn(facts, 'Another process runs the schedule')
      begun()
    })
    waitUntil(run)
  })
}

/** Never throws. */
async function perform(
  schedule: Schedule,
  runtime: BotRuntime,
  time: number,
  errorHandlers: readonly ScheduleErrorHandler[],
): Promise<void> {
  const ctx = createScheduleContext(schedule.name, runtime, time)
  const begun = ctx.clock.now()
  try {
    await schedule.handler(ctx)
    ctx.log.info({ duration: ctx.clock.now() - begun }, 'Ran a schedule')
  } catch (error) {
    await tell(error, ctx, [...schedule.errorHandlers, ...errorHandlers])
  }
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
