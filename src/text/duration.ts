/** A length of time: milliseconds, or a string such as `'30s'`, `'1h30m'` or `'2 days'`. */
export type Duration = number | string

/**
 * Parses a duration to milliseconds: `90s`, `1h30m`, `1d 12h`, `1.5 hours`, `2 days and an hour`, `250ms`, in any case. A number
 * is already in milliseconds. Undefined for anything else, for negative values, and for strings with a fraction of a
 * millisecond or of more than a thousand years.
 */
export function readDuration(given: unknown): number | undefined {
  if (typeof given === 'number') return given >= 0 ? given : undefined
  if (typeof given !== 'string') return undefined
  const text = given.trim()
  let total = 0
  for (let from = 0; ; ) {
    amount.lastIndex = from
    const [whole = '', count = '1', short = '', name = short] = amount.exec(text) ?? []
    const unit = units.find(({ names }) => names.includes(name.toLowerCase()))
    if (unit === undefined) return undefined
    total += Number(count) * unit.milliseconds
    const end = from + whole.length
    if (end === text.length) break
    separator.lastIndex = end
    from = end + (separator.exec(text)?.[0].length ?? 0)
  }
  const milliseconds = Math.round(total)
  const isWhole = Math.abs(total - milliseconds) < 0.001
  return isWhole && milliseconds <= longestDuration ? milliseconds : undefined
}

/** A duration in words that `readDuration` can parse: `1 day 12 hours`, `2.5 seconds`, `250 milliseconds`. */
export function durationText(milliseconds: number): string {
  return partsOf(milliseconds)
    .map(([count, { names }]) => `${count} ${names[0]}${count === 1 ? '' : 's'}`)
    .join(' ')
}

/** The short form: `1d12h`, `2.5s`, `250ms`. */
export function shortDuration(milliseconds: number): string {
  return partsOf(milliseconds)
    .map(([count, { names }]) => `${count}${names[1]}`)
    .join('')
}

/** A duration as numbers and units, such as `[[1, 'day'], [12, 'hour']]`. */
export function durationParts(milliseconds: number): readonly (readonly [count: number, unit: string])[] {
  return partsOf(milliseconds).map(([count, { names }]) => [count, names[0] ?? ''])
}

/** Seconds can have a fraction; milliseconds are used only below one second. */
function partsOf(milliseconds: number): readonly (readonly [count: number, unit: Unit])[] {
  let left = Math.round(milliseconds)
  if (left < second.milliseconds) return [[left, millisecond]]
  return [day, hour, minute, second].flatMap((unit) => {
    const count = unit === second ? left / second.milliseconds : Math.floor(left / unit.milliseconds)
    left %= unit.milliseconds
    return count === 0 ? [] : [[count, unit] as const]
  })
}

interface Unit {
  readonly milliseconds: number
  /** The full name, the short name, and other spellings. */
  readonly names: readonly string[]
}

const unit = (milliseconds: number, ...names: readonly string[]): Unit => ({ milliseconds, names })

const day = unit(86_400_000, 'day', 'd', 'days')
const hour = unit(3_600_000, 'hour', 'h', 'hr', 'hrs', 'hours')
const minute = unit(60_000, 'minute', 'm', 'min', 'mins', 'minutes')
const second = unit(1000, 'second', 's', 'sec', 'secs', 'seconds')
const millisecond = unit(1, 'millisecond', 'ms', 'milliseconds')
const units = [unit(7 * day.milliseconds, 'week', 'w', 'weeks'), day, hour, minute, second, millisecond]

/** A number with a unit, or `an hour`. */
const amount = /(?:(\d{1,12}(?:\.\d{1,6})?)[ \t]{0,3}([a-z]{1,12})|an?[ \t]{1,3}([a-z]{3,12}))(?![\p{L}_])/iuy
const separator = /,?\s{0,3}(?:and\s{1,3})?/iy

/** A thousand years in milliseconds, the maximum of the storages; later dates may not be representable. */
export const longestDuration = 1000 * 366 * day.milliseconds
