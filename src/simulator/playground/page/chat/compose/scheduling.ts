/** When a message is to be sent, as its writer says it, in milliseconds; or why that is no time. */
export type Moment = { readonly at: number } | { readonly problem: string }

/**
 * Reads a time: `in 5 minutes`, `in 2h`, `10:30`, `tomorrow 9:00`, `2026-03-01 10:30`. Times of day are those of this
 * machine's zone, on the day of the simulator's clock, or on the next where they are over.
 */
export function momentOf(text: string, now: number): Moment {
  const written = text.trim().toLowerCase()
  if (written === '') return { problem: 'Say when: in 5 minutes, 10:30, tomorrow 9:00 or 2026-03-01 10:30.' }
  const moment = afterSpan(written, now) ?? onDay(written, now) ?? atTime(written, now)
  if (moment === undefined) {
    return { problem: `“${text.trim()}” is no time; say in 5 minutes, 10:30, tomorrow 9:00 or 2026-03-01 10:30.` }
  }
  // The service counts in seconds.
  const at = Math.ceil(moment / 1000) * 1000
  return at > now ? { at } : { problem: `It is past ${momentText(at, now)} by the simulator's clock.` }
}

/** What most people want, with the moment that each means. */
export function suggestedMoments(now: number): readonly { readonly says: string; readonly at: number }[] {
  return ['in 5 minutes', 'in 1 hour', 'in 1 day', 'tomorrow 9:00'].flatMap((says) => {
    const moment = momentOf(says, now)
    return 'at' in moment ? [{ says, at: moment.at }] : []
  })
}

/** A moment as short as it can be told: today at 10:30, tomorrow at 09:00, Sun 1 Mar at 10:30. */
export function momentText(at: number, now: number): string {
  const time = new Date(at)
  const clock = `${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
  const seconds = time.getSeconds() === 0 ? '' : `:${twoDigits(time.getSeconds())}`
  const days = Math.round((midnight(at) - midnight(now)) / 86_400_000)
  if (days === 0) return `today at ${clock}${seconds}`
  if (days === 1) return `tomorrow at ${clock}${seconds}`
  const isOtherYear = time.getFullYear() !== new Date(now).getFullYear()
  const year = isOtherYear ? ` ${time.getFullYear()}` : ''
  const [weekday, month] = time.toDateString().split(' ')
  return `${weekday} ${time.getDate()} ${month}${year} at ${clock}${seconds}`
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

function afterSpan(text: string, now: number): number | undefined {
  const span = /^(?:in\s+|\+)(.+)$/.exec(text)?.[1]
  if (span === undefined) return undefined
  const parts = [...span.matchAll(/(\d+(?:\.\d+)?|an?)\s*([a-z]+)\s*(?:,|and)?\s*/g)]
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== span) return undefined
  const lengths = parts.map(([, count = '', unit = '']) => {
    const milliseconds = isUnit.test(unit) ? units[unit.charAt(0)] : undefined
    return (/^an?$/.test(count) ? 1 : Number(count)) * (milliseconds ?? Number.NaN)
  })
  const moment = now + lengths.reduce((sum, length) => sum + length, 0)
  return Number.isNaN(new Date(moment).getTime()) ? undefined : moment
}

const isUnit = /^(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)$/

function onDay(text: string, now: number): number | undefined {
  const [, date, rest = ''] = /^(today|tomorrow|\d{4}-\d\d-\d\d)(?:[\st]+(?:at\s+)?(.*))?$/.exec(text) ?? []
  if (date === undefined) return undefined
  const clock = clockOf(rest === '' ? '9:00' : rest)
  const day = date === 'today' ? new Date(now) : date === 'tomorrow' ? dayAfter(now) : dayOf(date)
  if (clock === undefined || day === undefined) return undefined
  return day.setHours(...clock, 0)
}

/** The next time that clocks show this. */
function atTime(text: string, now: number): number | undefined {
  const clock = clockOf(text.replace(/^at\s+/, ''))
  if (clock === undefined) return undefined
  const today = new Date(now).setHours(...clock, 0)
  return today > now ? today : dayAfter(now).setHours(...clock, 0)
}

function clockOf(text: string): [number, number, number] | undefined {
  const match = /^(\d{1,2})(?::(\d\d)(?::(\d\d))?)?\s*(am|pm)?$/.exec(text.trim())
  if (match === null) return undefined
  const [, hour = '', minute, second, half] = match
  // A number alone is no time of day.
  if (minute === undefined && half === undefined) return undefined
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  const clock: [number, number, number] = [hours, Number(minute ?? 0), Number(second ?? 0)]
  return clock[0] < 24 && clock[1] < 60 && clock[2] < 60 ? clock : undefined
}

function dayOf(date: string): Date | undefined {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const found = new Date(year, month - 1, day)
  return found.getMonth() === month - 1 && found.getDate() === day ? found : undefined
}

function dayAfter(now: number): Date {
  const day = new Date(now)
  day.setDate(day.getDate() + 1)
  return day
}

const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0)
const twoDigits = (count: number) => String(count).padStart(2, '0')
