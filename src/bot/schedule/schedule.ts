import { checkOptions, type Duration, type OptionNames, readDuration } from '../../text/index.js'
import { BotSetupError } from '../base/errors.js'
import type { ScheduleContext } from './context.js'
import { type Times, timesOf } from './times.js'

export interface ScheduleOptions {
  /** An IANA name such as `Europe/Rome`. (default: UTC, wherever the process runs) */
  readonly timezone?: string
  /**
   * Its name in the storage and the log. (default: its phrase) With a name, it stays the same schedule when its times
   * change, and two schedules may have the same times.
   */
  readonly name?: string
  /**
   * How late a run may start if no process was there in time: a span of time, or `'last'` for any delay. If several runs
   * were missed, only the last happens. (default: five minutes)
   */
  readonly catchUp?: 'last' | Duration
  /** Whether a run may start while the previous one is still running, here or in another process. (default: it waits) */
  readonly overlap?: boolean
}

const scheduleOptions: OptionNames<ScheduleOptions> = { timezone: true, name: true, catchUp: true, overlap: true }

/** Runs a schedule. Its result is ignored, but a promise is awaited. */
export type ScheduleHandler = (ctx: ScheduleContext) => unknown

/** Handles what a schedule threw. If it returns a promise, that is awaited. */
export type ScheduleErrorHandler = (error: unknown, ctx: ScheduleContext) => unknown

/** Work that a bot does at certain times. */
export interface Schedule {
  readonly name: string
  /** Phrase and time zone, to notice when they have changed. */
  readonly rule: string
  readonly times: Times
  /** Milliseconds that a run may be late. */
  readonly patience: number
  readonly mayOverlap: boolean
  readonly handler: ScheduleHandler
  /** Of the composers that declare it, the innermost first; without the bot's. */
  readonly errorHandlers: readonly ScheduleErrorHandler[]
}

export function createSchedule(phrase: string, options: ScheduleOptions, handler: ScheduleHandler): Schedule {
  if (typeof options === 'function' || typeof handler !== 'function') {
    throw new BotSetupError(
      'invalid_option',
      `The schedule '${phrase}' takes its options before its handler: every('${phrase}', { timezone: 'Europe/Rome' }, handler).`,
    )
  }
  checkOptions(`The schedule '${phrase}'`, options, scheduleOptions)
  const { timezone = 'UTC', name = phrase, catchUp = fiveMinutes, overlap = false } = options
  const times = timesOf(phrase, timezone)
  if (name.trim() === '' || name.length > longestName) {
    throw new BotSetupError(
      'invalid_schedule',
      `The schedule '${phrase}' can't be used. Its name has ${name.length} characters. Give it 1 to ${longestName}.`,
    )
  }
  const patience = catchUp === 'last' ? Number.POSITIVE_INFINITY : spanOf(catchUp, phrase)
  return {
    name,
    rule: `${phrase.trim()} ${timezone}`,
    times,
    patience,
    mayOverlap: overlap,
    handler,
    errorHandlers: [],
  }
}

function spanOf(catchUp: Duration, phrase: string): number {
  const span = readDuration(catchUp)
  if (span !== undefined && Number.isFinite(span) && span > 0) return span
  throw new BotSetupError(
    'invalid_duration',
    `The schedule '${phrase}' can't be used. Its catchUp is ${JSON.stringify(catchUp)}, which is no span of time. ` +
      "Give 'last', milliseconds, or a string such as '30m' or '2h'.",
  )
}

/** Milliseconds: enough for a new version to take over, or for a platform's timer that fires every few minutes. */
const fiveMinutes = 300_000

/** A storage key has at most 1,024 bytes, and a UTF-16 unit may need nine of them. */
const longestName = 80

/** @throws {BotSetupError} if one is there already */
export function checkSchedules(known: readonly Schedule[], added: readonly Schedule[]): void {
  const all = [...known]
  for (const schedule of added) {
    if (all.some(({ name }) => name === schedule.name)) {
      throw new BotSetupError(
        'duplicate_schedule',
        `There are two schedules '${schedule.name}'. Give one another name.`,
      )
    }
    all.push(schedule)
  }
}
