/** Times of messages, in UNIX seconds, as whoever reads writes them. */

export function timeOfDay(seconds: number): string {
  return clockTime.format(seconds * 1000)
}

export function dateAndTime(seconds: number): string {
  return whole.format(seconds * 1000)
}

/** The same for all times of one day. */
export function dayOf(seconds: number): string {
  const time = new Date(seconds * 1000)
  return `${time.getFullYear()}-${time.getMonth()}-${time.getDate()}`
}

/** A day, as seen from now: `Today`, `Yesterday`, or its date. */
export function dayWords(seconds: number, now: number): string {
  if (dayOf(seconds) === dayOf(now)) return 'Today'
  if (dayOf(seconds + 24 * 60 * 60) === dayOf(now)) return 'Yesterday'
  return day.format(seconds * 1000)
}

const clockTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })
