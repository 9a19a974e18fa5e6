import * as z from 'zod'

/** A time in seconds, written as such or as text: `90s`, `40m`, `3h`, `2d`, `1d 12h`, with a minus in front `-1h`. */
export function duration({ least }: { readonly least: number }) {
  return z
    .union([z.int(), z.string().regex(written, notATime)], { error: notATime })
    .transform((given) => (typeof given === 'number' ? given : inSeconds(given)))
    .refine((seconds) => seconds >= least, least === 0 ? 'lies after the start; give a time of 0 or more' : tooFar)
    .refine((seconds) => Math.abs(seconds) <= longestTime, tooFar)
}

/** Fifty years in seconds. Whoever gives more has most likely given milliseconds, or a date. */
export const longestTime = 50 * 365 * 24 * 60 * 60

const tooFar = 'is more than fifty years away from the start; give seconds from then, and no date'

const notATime = 'is no time; give whole seconds, or text such as 90s, 40m, 3h, 2d or 1d 12h'

const written = /^-?\d{1,10}[smhd](?: \d{1,10}[smhd])*$/

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 60 * 60, d: 24 * 60 * 60 }

function inSeconds(text: string): number {
  const parts = text.replace(/^-/, '').split(' ')
  const seconds = parts.reduce((sum, part) => sum + Number.parseInt(part, 10) * (secondsOf[part.slice(-1)] ?? 0), 0)
  return text.startsWith('-') ? -seconds : seconds
}
