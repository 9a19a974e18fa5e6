import { Cron } from 'croner'
import { errorMessage, isTimeZone, least } from '../../values.js'
import { BotSetupError } from '../base/errors.js'
import { readPhrase, understood } from './phrase.js'

/** Recurring times, in UNIX milliseconds. */
export interface Times {
  /** The first one after a time; undefined if there are no more. */
  next(after: number): number | undefined
  /** The last one up to and including a time. */
  latest(upTo: number): number | undefined
}

/**
 * The times of a phrase or a cron expression in a time zone.
 *
 * When clocks go forward, a skipped time of day comes right after the change; when they go back, a repeated one counts the
 * first time. Schedules of every few minutes or hours just go on.
 * @throws {BotSetupError} `invalid_schedule` for an invalid phrase or time zone.
 */
export function timesOf(phrase: string, timezone: string): Times {
  checkTimezone(phrase, timezone)
  if (typeof phrase !== 'string') throw unusable(phrase, `It is of type ${typeof phrase}`)
  const read = readPhrase(phrase)
  if ('problem' in read) throw unusable(phrase, read.problem)
  const crons = read.patterns.map((pattern) => cronOf(phrase, pattern, timezone))
  const times: Times = {
    next: (after) => least(crons.map((cron) => cron.nextRun(new Date(after))?.getTime())),
    latest: (upTo) => greatest(crons.flatMap((cron) => cron.previousRuns(1, secondAfter(upTo)))),
  }
  if (times.next(someMonday) === undefined) throw unusable(phrase, 'There is no such day')
  return times
}

const someMonday = Date.UTC(2024, 0, 1)

/** Croner looks for runs before a time, in whole seconds. */
const secondAfter = (at: number) => new Date((Math.floor(at / 1000) + 1) * 1000)

function cronOf(phrase: string, pattern: string, timezone: string): Cron {
  try {
    return new Cron(pattern, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard' })
  } catch (error) {
    throw unusable(phrase, `As a cron expression it has a mistake: ${problemOf(pattern, error)}`)
  }
}

function problemOf(pattern: string, error: unknown): string {
  const count = pattern.split(/\s+/).length
  if (count === 6 || count === 7) return `it has ${count} fields, but schedules have no seconds; give five fields`
  if (count !== 5 && !pattern.startsWith('@')) return `it has ${count} of five fields`
  return errorMessage(error)
    .replace(/^Cron\w+: /, '')
    .replace(/\.$/, '')
}

function checkTimezone(phrase: string, timezone: string): void {
  if (isTimeZone(timezone)) return
  throw new BotSetupError(
    'invalid_schedule',
    `The schedule ${JSON.stringify(phrase)} can't be used. Its time zone is ${JSON.stringify(timezone)}, which this ` +
      "platform doesn't know. Give an IANA name such as 'Europe/Rome', or 'UTC'.",
  )
}

function unusable(phrase: unknown, problem: string): BotSetupError {
  return new BotSetupError(
    'invalid_schedule',
    `The schedule ${JSON.stringify(phrase)} can't be used. ${problem}. ${understood}`,
  )
}

const greatest = (dates: readonly Date[]) => (dates.length === 0 ? undefined : Math.max(...dates.map(Number)))
