import { Cron } from 'croner'
import { errorMessage } from '../../values.js'
import { BotSetupError } from '../errors.js'
import { readPhrase, understood } from './phrase.js'

/** Moments that come again and again, in UNIX milliseconds. */
export interface Times {
  /** The first one after a moment; undefined when there is none any more. */
  next(after: number): number | undefined
  /** The last one up to a moment, that moment included. */
  latest(upTo: number): number | undefined
}

/**
 * The times that a phrase or a cron expression names in a time zone.
 *
 * Where clocks are put forward, a time that is left out comes as soon as they have been; where they are put back, a time
 * that comes twice counts the first time. Both is for times of day: what comes every few minutes or hours goes on.
 * @throws {BotSetupError} `invalid_schedule` for what names no times, or names no time zone.
 */
export function timesOf(phrase: string, timezone: string): Times {
  checkTimezone(phrase, timezone)
  if (typeof phrase !== 'string') throw unusable(phrase, `It is of type ${typeof phrase}`)
  const read = readPhrase(phrase)
  if ('problem' in read) throw unusable(phrase, read.problem)
  const crons = read.patterns.map((pattern) => cronOf(phrase, pattern, timezone))
  const times: Times = {
    next: (after) => least(crons.flatMap((cron) => cron.nextRun(new Date(after)) ?? [])),
    latest: (upTo) => greatest(crons.flatMap((cron) => cron.previousRuns(1, secondAfter(upTo)))),
  }
  if (times.next(someMonday) === undefined) throw unusable(phrase, 'There is no such day')
  return times
}

/** Any will do. */
const someMonday = Date.UTC(2024, 0, 1)

/** The library looks before a moment, in whole seconds. */
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
  if (count === 6 || count === 7) return `it has ${count} fields, but minutes are the shortest here; give five fields`
  if (count !== 5 && !pattern.startsWith('@')) return `it has ${count} of five fields`
  return errorMessage(error)
    .replace(/^Cron\w+: /, '')
    .replace(/\.$/, '')
}

function checkTimezone(phrase: string, timezone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
  } catch {
    throw new BotSetupError(
      'invalid_schedule',
      `The schedule ${JSON.stringify(phrase)} can't be used. Its time zone is ${JSON.stringify(timezone)}, which this ` +
        "platform does not know. Give an IANA name such as 'Europe/Rome', or 'UTC'.",
    )
  }
}

function unusable(phrase: unknown, problem: string): BotSetupError {
  return new BotSetupError(
    'invalid_schedule',
    `The schedule ${JSON.stringify(phrase)} can't be used. ${problem}. ${understood}`,
  )
}

const least = (dates: readonly Date[]) => (dates.length === 0 ? undefined : Math.min(...dates.map(Number)))
const greatest = (dates: readonly Date[]) => (dates.length === 0 ? undefined : Math.max(...dates.map(Number)))
