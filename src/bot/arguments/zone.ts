/** A date and time as a clock on the wall shows it; months from 1. */
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
   * UNIX milliseconds of a wall time. Of a time that comes twice, as clocks are put back, the first; a time that is left
   * out, as they are put forward, counts from before that.
   */
  instant(wall: WallTime): number
}

/** The zone with an IANA name such as `Europe/Rome`; UTC for a name that this platform does not know. */
export function zoneCalled(name: string): Zone {
  const format = formatOf(name) ?? formatOf('UTC')

  function wallTime(milliseconds: number): WallTime {
    const parts = new Map(format?.formatToParts(milliseconds).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    return {
      year: part('year'),
      month: part('month'),
      day: part('day'),
      hour: part('hour'),
      minute: part('minute'),
      second: part('second'),
    }
  }

  return {
    wallTime,
    instant(wall) {
      const asUtc = utc(wall)
      const offset = (at: number) => utc(wallTime(at)) - at
      const before = asUtc - offset(asUtc - aDay)
      const after = asUtc - offset(asUtc + aDay)
      const fitting = [before, after].filter((at) => utc(wallTime(at)) === asUtc)
      return fitting.length > 0 ? Math.min(...fitting) : before
    },
  }
}

/** The wall time read as if it were UTC; days and hours over the end of their month and day run on. */
export const utc = ({ year, month, day, hour, minute, second }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute, second)

const aDay = 86_400_000

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
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
  } catch {
    return undefined
  }
}
