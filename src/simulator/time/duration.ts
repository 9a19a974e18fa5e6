/**
 * Milliseconds of a stretch of time: a number of milliseconds, or text such as `90s`, `40m`, `3h`, `2d`, `5w`,
 * `1d 12h` or `250ms`.
 *
 * @throws {RangeError} for anything else, and for time that would run backwards
 */
export function milliseconds(duration: number | string): number {
  const value = typeof duration === 'number' ? duration : fromText(duration)
  if (Number.isFinite(value) && value >= 0 && value <= longest) return value
  throw new RangeError(`"${duration}" is no time to go on by; give ${examples}, and at most fifty years.`)
}

/** Fifty years: whoever gives more has most likely given a date. */
const longest = 50 * 365.25 * 24 * 60 * 60 * 1000

const examples = 'milliseconds as a number, or text such as 90s, 40m, 3h, 2d or 1d 12h'

function fromText(text: string): number {
  if (typeof text !== 'string') return Number.NaN
  const parts = text.trim().split(/\s+/)
  return parts.reduce((sum, part) => sum + fromPart(part), 0)
}

function fromPart(part: string): number {
  const [, count, unit] = /^(\d{1,12}(?:\.\d{1,6})?)([a-z]+)$/.exec(part) ?? []
  return Number(count) * (unitLengths[unit ?? ''] ?? Number.NaN)
}

const unitLengths: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60 * 1000,
  h: 60 * 60 * 1000,
  d: 24 * 60 * 60 * 1000,
  w: 7 * 24 * 60 * 60 * 1000,
}
