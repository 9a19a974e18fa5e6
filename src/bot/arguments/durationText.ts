import { foundAt } from './foundAt.js'

/** Milliseconds of a text such as `90s`, `1h30m` or `2 days`; undefined for any other. */
export function readSpan(text: string): number | undefined {
  const span = spanAt(text, 0)
  return span?.end === text.length ? span.milliseconds : undefined
}

/** Reads as many numbers with units as there are. */
export function spanAt(text: string, at: number): { readonly milliseconds: number; readonly end: number } | undefined {
  let milliseconds = 0
  let end: number | undefined
  for (let from = at; ; ) {
    const part = foundAt(amount, text, from)
    if (!part) break
    const unit = units.find(({ names }) => names.includes((part[2] ?? '').toLowerCase()))
    if (!unit) break
    milliseconds += Number(part[1]) * unit.milliseconds
    end = from + part[0].length
    from = end + (foundAt(between, text, end)?.[0].length ?? 0)
  }
  if (end === undefined || milliseconds > longest) return undefined
  return { milliseconds: Math.round(milliseconds), end }
}

/** A span in words, rounded up to a unit that fits it at least twice, or exactly: `90 seconds`, `1 hour`, `3 days`. */
export function spanText(milliseconds: number): string {
  const fits = (unit: Unit) => milliseconds === unit.milliseconds || milliseconds >= 2 * unit.milliseconds
  const unit = units.slice(0, -1).find(fits) ?? second
  const count = Math.max(1, Math.ceil(milliseconds / unit.milliseconds))
  const name = unit.names.at(-1) ?? ''
  return `${count} ${count === 1 ? name.replace(/s$/, '') : name}`
}

const amount = /(\d{1,9}(?:\.\d{1,3})?)[ \t]{0,3}([a-z]{1,12})(?![\p{L}_])/iuy
const between = /,?\s{0,3}(?:and\s)?/iy

interface Unit {
  readonly milliseconds: number
  readonly names: readonly string[]
}

const second: Unit = { milliseconds: 1000, names: ['s', 'sec', 'secs', 'second', 'seconds'] }

const units: readonly Unit[] = [
  { milliseconds: 604_800_000, names: ['w', 'week', 'weeks'] },
  { milliseconds: 86_400_000, names: ['d', 'day', 'days'] },
  { milliseconds: 3_600_000, names: ['h', 'hr', 'hrs', 'hour', 'hours'] },
  { milliseconds: 60_000, names: ['m', 'min', 'mins', 'minute', 'minutes'] },
  second,
  { milliseconds: 1, names: ['ms', 'millisecond', 'milliseconds'] },
]

/** A thousand years; what is longer was hardly meant, and a date so far away may not exist. */
const longest = 1000 * 366 * 86_400_000
