import * as z from 'zod'
import { codePoints, limits, nameRules } from '../../../protocol/index.js'
import { readDuration } from '../../../text/duration.js'
import { isTimeZone } from '../../../values.js'
import { systemGroups } from './systemGroups.js'

/**
 * The field types of a seed file. Their error messages continue a sentence that begins with the field's name, and end
 * with what to do.
 */

const number = z
  .int()
  .min(1, 'is below 1; IDs count from 1')
  .max(2 ** 31 - 1, 'is above 2147483647; give a smaller ID')

export const id = number.describe('An ID. (default: the next one after the highest in the file)')

export const reference = number.describe('The ID of another entry of this file.')

export const text = z.string()

/** A single line with a maximum length and forbidden patterns. */
export function line(limit: number, ...forbidden: readonly RegExp[]) {
  return z.string().check(({ value, issues }) => {
    const say = (message: string) => issues.push({ code: 'custom', input: value, message })
    const found = [nameRules.unprintable, ...forbidden].map((pattern) => pattern.exec(value)?.[0]).find(Boolean)
    if (found !== undefined) say(`contains ${shown(found)}, which is not allowed; leave it out`)
    const length = codePoints(value)
    if (length > limit) say(`has ${length} characters, but only ${limit} are allowed; shorten it`)
  })
}

/** A line that isn't blank. */
export function name(limit: number, ...forbidden: readonly RegExp[]) {
  return line(limit, ...forbidden)
    .refine((value) => value.trim() !== '', 'is blank; give a name')
    .refine((value) => value === value.trim() || value.trim() === '', 'begins or ends with white space; remove it')
}

export const fullName = name(limits.fullName, nameRules.forbiddenInFullName, nameRules.mentionedId)
export const channelName = name(limits.channelName)

/** No limit: the organisation cuts topics that are too long. */
export const topic = line(Number.POSITIVE_INFINITY)

export const content = z
  .string()
  .refine((value) => value.trim() !== '', 'is blank; write something')
  .refine((value) => !value.includes('\0'), 'contains a null character; leave it out')
  .describe('Markdown.')

export const email = z
  .string()
  .max(254, 'has more than 254 characters; shorten it')
  .regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'is not an address; write it as name@example.com')

export const webAddress = z
  .string()
  .refine(
    (value) => /^https?:\/\/[^/]/i.test(value) && URL.canParse(value),
    'is not a web address; start it with http://',
  )

export const timezone = z
  .string()
  .refine((zone) => zone === '' || isTimeZone(zone), 'is not a time zone; give its IANA name, such as Europe/Rome')
  .describe('IANA name.')

/** Fifty years in seconds: a larger number is most likely milliseconds or a date. */
const longestTime = 50 * 365 * 24 * 60 * 60
const notATime = 'is not a time; give whole seconds, or text such as 90s, 40m, 3h, 2d or 1d 12h'

/** Seconds, written as a number or as text: `90s`, `40m`, `3h`, `2 days`, `1d 12h`, `-1h`. */
const time = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^-?(?:\d|an? )/, { error: notATime, abort: true })
        .refine((value) => Number.isInteger(inSeconds(value)), notATime),
    ],
    { error: notATime },
  )
  .transform((value) => (typeof value === 'number' ? value : inSeconds(value)))
  .refine((seconds) => Math.abs(seconds) <= longestTime, {
    error: 'is more than fifty years from the start; give seconds before or after it, not a date',
    abort: true,
  })

function inSeconds(value: string): number {
  const seconds = (readDuration(value.replace(/^-/, '')) ?? Number.NaN) / 1000
  return value.startsWith('-') ? -seconds : seconds
}

export const ago = time
  .refine((seconds) => seconds >= 0, 'is after the start; give a time of 0 or more')
  .describe('Seconds before the start; or as text: 90s, 40m, 3h, 2d, 1d 12h.')

export const due = time.describe(
  'Seconds after the start, or before it if negative; or as text: 90s, 40m, 3h, 2d, -1h.',
)

export const profile = z
  .record(z.int('is not an ID; use the ID of the profile field').min(1, 'is below 1; IDs count from 1'), z.string())
  .describe('Values of custom profile fields, by the ID of the field.')

const group = z.union([reference, z.enum(systemGroups.map(({ name }) => name))])

export const groupSettings = z
  .record(
    z.string().regex(/^[a-z][a-z_]*$/, 'is not a setting name; use a-z and _'),
    z.union(
      [...group.options, z.strictObject({ direct_members: z.array(reference), direct_subgroups: z.array(group) })],
      {
        error:
          'is not a group; give an ID, a name such as role:members, or { direct_members: […], direct_subgroups: […] }',
      },
    ),
  )
  .describe('By the name of the setting: the ID of a group, the name of a system group, or users and groups.')

/** A character in quotes, or its code point. */
function shown(character: string): string {
  if (!nameRules.unprintable.test(character)) return `"${character}"`
  return `the character U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** @throws {RangeError} for a name that would be invalid in a seed */
export function checkName(rule: typeof fullName, name: string): void {
  const { error } = rule.safeParse(name)
  if (error)
    throw new RangeError(
      `The name ${JSON.stringify(name)} ${error.issues.map(({ message }) => message).join(', and ')}.`,
    )
}
