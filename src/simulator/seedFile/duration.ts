import * as z from 'zod'
import { readDuration } from '../../text/index.js'

/** A time in seconds, written as such or as text: `90s`, `40m`, `3h`, `2 days`, `1d 12h`, with a minus in front `-1h`. */
export function duration({ least }: { readonly least: number }) {
  return z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^-?(?:\d|an? )/, { error: notATime, abort: true })
          .refine((text) => Number.isInteger(inSeconds(text)), notATime),
      ],
      { error: notATime },
    )
    .transform((given) => (typeof given === 'number' ? given : inSeconds(given)))
    .refine((seconds) => seconds >= least, least === 0 ? 'lies after the start; give a time of 0 or more' : tooFar)
    .refine((seconds) => Math.abs(seconds) <= longestTime, tooFar)
}

/** Fifty years in seconds. Whoever gives more has most likely given milliseconds, or a date. */
export const longestTime = 50 * 365 * 24 * 60 * 60

const tooFar = 'is more than fifty years away from the start; give seconds from then, and no date'

const notATime = 'is no time; give whole seconds, or text such as 90s, 40m, 3h, 2d or 1d 12h'

function inSeconds(text: string): number {
  const seconds = (readDuration(text.replace(/^-/, '')) ?? Number.NaN) / 1000
  return text.startsWith('-') ? -seconds : seconds
}
