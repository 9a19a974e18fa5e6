import { isTimeZone } from '../../values.js'

/** A local date and time; months from 1. */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

export interface Zone {
  wallTime(milliseconds: number): WallTime
  /**
   * UNIX milliseconds of a wall time. If it occurs twice because clocks go back, the first; undefined if it is skipped because
   * they go forward.
   */
  instant(wall: WallTime): number | undefined
}

/** The zone with an IANA name such as `Europe/Rome`; UTC for a name that this platform doesn't know. */
export function zoneCalled(name: string): Zone {
  const format = formatIn(isTimeZone(name) ? name : 'UTC')

  function wallTime(milliseconds: number): WallTime {
    const parts = format.formatToParts(milliseconds).map(({ type, value }) => [type, Number(value)] as const)
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = Object.fromEntries(parts)
    return { year, month, day, hour, minute, second }
  }

  return {
    wallTime,
    instant(wall) {
      const asUtc = utc(wall)
      const offset = (at: number) => utc(wallTime(at)) - at
      const before = asUtc - offset(asUtc - aDay)
      const after = asUtc - offset(asUtc + aDay)
      const fitting = [before, after].filter((at) => utc(wallTime(at)) === asUtc)
      return fitting.length > 0 ? Math.min(...fitting) : undefined
    },
  }
}

/** The zone that is always this many milliseconds ahead of UTC. */
export const zoneAhead = (offset: number): Zone => ({
  wallTime(milliseconds) {
    const date = new Date(milliseconds + offset)
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
    return { year, month, day, hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() }
  },
  instant: (wall) => utc(wall) - offset,
})

/** The wall time as if it were UTC; days past the end of the month run on into the next, and hours into the next day. */
export const utc = ({ year, month, day, hour, minute, second }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute, second)

const aDay = 86_400_000

const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
