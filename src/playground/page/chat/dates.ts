/** Times in UNIX seconds, in the reader's locale. */

export const timeOfDay = (seconds: number): string => clockTime.format(seconds * 1000)

export const dateAndTime = (seconds: number): string => whole.format(seconds * 1000)

/** A key that all times of one day share. */
export const dayOf = (seconds: number): string => new Date(seconds * 1000).toDateString()

/** The date of a day. */
export const dayWords = (seconds: number): string => day.format(seconds * 1000)

const clockTime = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })
