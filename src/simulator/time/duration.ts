import { readDuration } from '../../text/index.js'

/**
 * Milliseconds to go on by: a number of them, or text such as `90s`, `1.5 hours` or `1d 12h`.
 *
 * @throws {RangeError} for anything else, for time that would run backwards, and for more than fifty years
 */
export function milliseconds(duration: number | string): number {
  const value = readDuration(duration)
  if (value !== undefined && value <= longest) return value
  throw new RangeError(`"${duration}" is no time to go on by; give ${examples}, and at most fifty years.`)
}

/** Fifty years: whoever gives more has most likely given a date. */
const longest = 50 * 365.25 * 24 * 60 * 60 * 1000

const examples = 'milliseconds as a number, or text such as 90s, 40m, 3h, 2d or 1d 12h'
