/** Times of messages, in UNIX seconds, as whoever reads writes them. */

export function timeOfDay(seconds: number): string {
  return clockTime.format(seconds * 1000)
}

export function dateAndTime(seconds: number): string {
  return whole.format(seconds * 1000)
}

/** The same for all times of one day. */
export const dayOf = (seconds: number): string => new Date(seconds * 1000).toDateString()

/** A day with its date. */
export const dayWords = (seconds: number): string => day.format(seconds * 1000)

const clockTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })
