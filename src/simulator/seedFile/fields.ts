import * as z from 'zod'
import { codePoints, nameRules } from '../../protocol/index.js'
import { systemGroups } from '../realm/groups/systemGroups.js'
import { duration, longestTime } from './duration.js'

/**
 * The kinds of fields of a seed file. What one says of a bad value goes on where the field's name ends, and ends in what
 * to do.
 */

const number = z
  .int()
  .min(1, 'is below 1; IDs count from 1')
  .max(2 ** 31 - 1, 'is above 2147483647; give a smaller ID')

export const id = number.describe('An ID. Without one, an entry gets the next above the highest that is given.')

/** The ID of something that another place of the file describes. */
export const reference = number.describe('An ID that another entry of this file has.')

export const text = z.string()

/** A text of one line, of so many characters at most; the first of the patterns that is found in it is what is wrong. */
export function line(limit: number, ...forbidden: readonly RegExp[]) {
  return z.string().check(({ value, issues }) => {
    const say = (message: string) => issues.push({ code: 'custom', input: value, message })
    const found = [nameRules.unprintable, ...forbidden].map((pattern) => pattern.exec(value)?.[0]).find(Boolean)
    if (found !== undefined) say(`has ${shown(found)} in it, which it may not; leave that out`)
    const length = codePoints(value)
    if (length > limit) say(`has ${length} characters where ${limit} are allowed; shorten it`)
  })
}

/** As a line, but there must be something in it. */
export function name(limit: number, ...forbidden: readonly RegExp[]) {
  return line(limit, ...forbidden)
    .refine((value) => value.trim() !== '', 'is blank; give a name')
    .refine((value) => value === value.trim() || value.trim() === '', 'begins or ends with white space; leave that out')
}

/** How long a topic may be is for the organisation to say (an assumption), which cuts a longer one. */
export const topic = line(Number.POSITIVE_INFINITY)

/** What a message says. */
export const content = z
  .string()
  .refine((value) => value.trim() !== '', 'is blank; write something')
  .refine((value) => !value.includes('\0'), 'has a null character in it; leave that out')
  .describe('Markdown.')

export const email = z
  .string()
  .max(254, 'has more than 254 characters; shorten it')
  .regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'is no address; write it as name@example.com')

export const webAddress = z
  .string()
  .refine((value) => /^https?:\/\/[^/]/i.test(value) && URL.canParse(value), 'is no web address; begin with http://')

export const timezone = z
  .string()
  .refine(isTimeZone, 'is no time zone; give its IANA name, such as Europe/Rome')
  .describe('IANA name.')

/** Seconds before the start of the simulator. */
export const ago = duration({ least: 0 }).describe('Seconds before the start; or as text: 90s, 40m, 3h, 2d, 1d 12h.')

/** Seconds after the start, or before it where below 0. */
export const due = duration({ least: -longestTime }).describe(
  'Seconds after the start, before it where below 0; or as text: 90s, 40m, 3h, 2d, -1h.',
)

/** Values of custom profile fields, by the ID of the field. */
export const profile = z
  .record(z.int('is no ID; name the profile field by its ID').min(1, 'is below 1; IDs count from 1'), z.string())
  .describe('Values of custom profile fields, by the ID of the field.')

const group = z.union([reference, z.enum(systemGroups.map(({ name }) => name))])

/** Settings whose value is a group, or users and groups, by name. */
export const groupSettings = z
  .record(
    z.string().regex(/^[a-z][a-z_]*$/, 'is no name of a setting; use a-z and _'),
    z.union(
      [...group.options, z.strictObject({ direct_members: z.array(reference), direct_subgroups: z.array(group) })],
      {
        error:
          'is no group; give an ID, a name such as role:members, or { direct_members: […], direct_subgroups: […] }',
      },
    ),
  )
  .describe('By the name of the setting: the ID of a group, the name of a system group, or users and groups.')

/** A character as it can be shown in one line. */
function shown(character: string): string {
  if (!nameRules.unprintable.test(character)) return `"${character}"`
  return `the character U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function isTimeZone(zone: string): boolean {
  if (zone === '') return true
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
