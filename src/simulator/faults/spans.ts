/** The units in which spans of time are written, longest first, in milliseconds. */
const units = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const

/** A span of time as it is written: a number and its unit, without a blank. */
export const writtenSpan = /^(\d{1,12})(?:\.(\d{1,3}))?(ms|s|m|h)$/i

/** Milliseconds of a span such as `250ms`, `1.5s`, `5m` or `3h`; undefined for parts of a millisecond. */
export function readSpan([, whole = '', fraction = '', unit = '']: RegExpExecArray): number | undefined {
  const thousandths = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
  const factor = units.find(([name]) => name === unit.toLowerCase())?.[1] ?? 1
  const span = (thousandths * factor) / 1000
  return Number.isInteger(span) ? span : undefined
}

/** A span in the largest unit that it is a whole number of; in seconds with a fraction where that is none but the last. */
export function printSpan(milliseconds: number): string {
  const [name, factor] = units.find(([, length]) => milliseconds % length === 0) ?? ['ms', 1]
  return name === 'ms' && milliseconds > 1000 ? `${milliseconds / 1000}s` : `${milliseconds / factor}${name}`
}
