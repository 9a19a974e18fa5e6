import * as z from 'zod'
import { ChannelMessage, DirectMessage, Notification } from '../../protocol/index.js'
import { nearest, readDuration, shortDuration } from '../../text/index.js'
import { printCount, readCount } from './numbers.js'
import type { Reader } from './reader.js'
import { printedName } from './words.js'

/** A place in a phrase where a fact goes: what may stand there, and how it is read and printed. */
export interface Slot<Value> {
  readonly schema: z.ZodType<Value>
  read(reader: Reader): Value
  print(value: Value): string
}

/** Half a year, in milliseconds: whoever gives more has most likely given another unit. */
const longestSpan = 183 * 24 * 60 * 60 * 1000
const mostBytes = 1_000_000_000

const span = z.int().min(1).max(longestSpan)

function readTime(reader: Reader): number {
  const milliseconds = reader.read(readDuration, 'a time such as 250ms, 1.5s, 5m or 3h')
  if (milliseconds > longestSpan) reader.refuse(`is too long; a fault lasts ${shortDuration(longestSpan)} at most`)
  if (milliseconds < 1) reader.refuse('is no time at all; give one above 0')
  return milliseconds
}

function slot<Value>(declared: Slot<Value>): Slot<Value> {
  return declared
}

const time: Slot<number> = { schema: span, read: readTime, print: shortDuration }

const statuses = [500, 502, 503, 504] as const
type FaultStatus = (typeof statuses)[number]

/** Every field of a notification, those of its message behind `message.`. */
export const fields: readonly string[] = [
  ...Object.keys(Notification.shape),
  ...new Set(
    [...Object.keys(ChannelMessage.shape), ...Object.keys(DirectMessage.shape)].map((one) => `message.${one}`),
  ),
]

/** The slots of all phrases by their names, which are the fields of the effects too. */
export const slots = {
  /** Before or after the server does what it is asked for. */
  when: slot<'before' | 'after'>({
    schema: z.enum(['before', 'after']),
    read: (reader) =>
      reader.maybe(() => {
        const when = reader.word('before', 'after')
        for (const word of ['taking', 'effect']) reader.word(word)
        return when === 'after' ? 'after' : 'before'
      }) ?? 'before',
    print: (when) => `${when} taking effect`,
  }),

  status: slot<FaultStatus>({
    schema: z.literal(statuses),
    read(reader) {
      const status = reader.word(...statuses.map(String))
      return statuses.find((one) => String(one) === status) ?? reader.fail(statuses.map(String))
    },
    print: String,
  }),

  /** Milliseconds. */
  retryAfter: time,
  /** Milliseconds. */
  by: time,
  /** Milliseconds. */
  every: time,

  bytes: slot({
    schema: z.int().min(1).max(mostBytes),
    read(reader) {
      const count = readCount(reader, mostBytes)
      reader.word('byte', 'bytes')
      return count
    },
    print: (count) => printCount(count, { one: 'byte', many: 'bytes' }),
  }),

  type: slot({
    schema: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, 'is no content type; give one such as text/html'),
    read: (reader) => reader.match(/^[\w.+-]+\/[\w.+-]*[\w+-]$/, 'a content type such as text/html')[0],
    print: (type) => type,
  }),

  /** How often in all. */
  times: slot({
    schema: z.int().min(2).max(100),
    read: (reader) =>
      reader.either(
        () => {
          reader.word('twice')
          return 2
        },
        () => {
          const times = readCount(reader, 100)
          if (times < 2) reader.refuse('is not more often than usual; give 2 or more')
          reader.word('times')
          return times
        },
      ),
    print: (times) => (times === 2 ? 'twice' : `${times} times`),
  }),

  /** How many others go before it. */
  others: slot({
    schema: z.int().min(1).max(1000),
    read(reader) {
      for (const word of ['the', 'next']) reader.word(word)
      const others = reader.maybe(() => readCount(reader, 1000)) ?? 1
      reader.maybe(() => reader.word('delivery', 'deliveries', 'one', 'ones'))
      return others
    },
    print: (others) => (others === 1 ? 'the next' : `the next ${others}`),
  }),

  trigger: slot({
    schema: z.string().min(1).max(1000),
    read(reader) {
      const trigger = reader.name('the name of a trigger')
      return trigger === '' ? reader.refuse('is empty') : trigger
    },
    print: printedName,
  }),

  field: slot({
    schema: z.string().refine((field) => fields.includes(field), 'is no field of a notification'),
    read(reader) {
      const field = reader.name('a field such as message.subject')
      if (fields.includes(field)) return field
      return reader.refuse('is no field of a notification', nearest(field, fields))
    },
    print: (field) => field,
  }),

  characters: slot({
    schema: z.int().min(1).max(50_000_000),
    read(reader) {
      const count = readCount(reader, 50_000_000)
      reader.word('character', 'characters')
      for (const word of ['of', 'content']) reader.word(word)
      return count
    },
    print: (count) => `${printCount(count, { one: 'character', many: 'characters' })} of content`,
  }),

  /** Milliseconds; below 0 where the clock is behind. */
  skew: slot({
    schema: z
      .int()
      .min(-longestSpan)
      .max(longestSpan)
      .refine(
        (skew) => skew !== 0 && skew % 1000 === 0,
        'is no whole number of seconds, and messages are dated by these',
      ),
    read(reader) {
      const milliseconds = readTime(reader)
      if (milliseconds % 1000 !== 0) reader.refuse('is no whole number of seconds, and messages are dated by these')
      return reader.word('ahead', 'behind') === 'ahead' ? milliseconds : -milliseconds
    },
    print: (skew) => `${shortDuration(Math.abs(skew))} ${skew < 0 ? 'behind' : 'ahead'}`,
  }),
}

export type SlotName = keyof typeof slots
