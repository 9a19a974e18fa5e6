import { ChannelMessage, DirectMessage, type EndpointName, endpoints, Notification } from '../../protocol/index.js'
import { nearest, readDuration, shortDuration } from '../../text/index.js'
import { listInWords } from '../../values.js'
import { printedName, type Reader } from './reader.js'

/** A variable part of a phrase: how its value is read and printed. Undefined values are left out. */
export interface Slot {
  read(reader: Reader): unknown
  print(value: never): string | undefined
}

/** Half a year, in milliseconds: a longer time is most likely in the wrong unit. */
export const longestSpan = 183 * 24 * 60 * 60 * 1000
export const mostBytes = 1_000_000_000
export const mostCharacters = 50_000_000
/** The highest number of a call or delivery. */
export const mostCalls = 1_000_000_000

export const statuses = [500, 502, 503, 504] as const

/** The names of all endpoints. */
export const endpointNames: readonly EndpointName[] = endpoints.map(({ name }) => name)

/** Every field of a notification; those of its message begin with `message.`. */
export const fields: readonly string[] = [
  ...Object.keys(Notification.shape),
  ...new Set([ChannelMessage, DirectMessage].flatMap(({ shape }) => Object.keys(shape).map((one) => `message.${one}`))),
]

export type Range = [first: number, last: number]

/** The slots of all phrases. Their names are the fields of the faults. */
export const slots = {
  nth: { read: (reader) => reader.maybe(() => readOrdinal(reader)) ?? 1, print: printOrdinal },

  count: {
    read: (reader) => reader.maybe(() => readCount(reader, mostCalls)) ?? 1,
    print: (count: number) => (count === 1 ? undefined : String(count)),
  },

  first: { read: (reader) => readCount(reader, mostCalls), print: String },

  ranges: {
    read(reader) {
      const ranges = [readRange(reader)]
      for (;;) {
        const next = reader.maybe(() => {
          if (reader.word(',', 'and') === ',') reader.maybe(() => reader.word('and'))
          return readRange(reader)
        })
        if (next === undefined) return ranges
        ranges.push(next)
      }
    },
    print: (ranges: readonly Range[]) => {
      const parts = ranges.flatMap(([first, last]) => {
        if (last - first > 1) return [`${first} to ${last}`]
        return first === last ? [`${first}`] : [`${first}`, `${last}`]
      })
      return listInWords(parts, 'and')
    },
  },

  of: {
    read: (reader) =>
      reader.maybe(() => {
        reader.word('of')
        return readEndpoint(reader)
      }),
    print: (endpoint: string | undefined) => endpoint && `of ${endpoint}`,
  },
  by: person('by', 'the name of an account'),
  to: person('to', 'the name of a bot'),

  /** Before or after the call takes effect. */
  when: {
    read: (reader) =>
      reader.maybe(() => {
        const when = reader.word('before', 'after')
        reader.words('taking effect')
        return when
      }) ?? 'before',
    print: (when: string) => `${when} taking effect`,
  },

  status: { read: (reader) => Number(reader.word(...statuses.map(String))), print: String },

  retryAfter: {
    read: (reader) =>
      reader.maybe(() => {
        reader.words('with Retry-After')
        return readTime(reader)
      }),
    print: (wait = 0) => (wait === 0 ? undefined : `with Retry-After ${shortDuration(wait)}`),
  },
  time: { read: readTime, print: shortDuration },

  bytes: amount(mostBytes, ['byte', 'bytes']),
  characters: amount(mostCharacters, ['character', 'characters'], ' of content'),

  type: {
    read: (reader) => reader.read((word) => contentType.exec(word)?.[0], 'a content type such as text/html'),
    print: (type: string) => type,
  },

  /** How many times in total. */
  times: {
    read: (reader) =>
      reader.either(
        () => (reader.word('twice') === 'twice' ? 2 : 0),
        () => {
          const times = readCount(reader, 100)
          if (times < 2) reader.refuse('is too few; give 2 or more')
          reader.word('times')
          return times
        },
      ),
    print: (times: number) => (times === 2 ? 'twice' : `${times} times`),
  },

  /** How many others go before it. */
  others: {
    read(reader) {
      reader.words('the next')
      const others = reader.maybe(() => readCount(reader, 1000)) ?? 1
      reader.maybe(() => reader.word('delivery', 'deliveries', 'one', 'ones'))
      return others
    },
    print: (others: number) => (others === 1 ? 'the next' : `the next ${others}`),
  },

  trigger: { read: (reader) => reader.name('the name of a trigger'), print: printedName },

  field: {
    read(reader) {
      const field = reader.name('a field such as message.subject')
      return fields.includes(field) ? field : reader.refuse("isn't a field of a notification", nearest(field, fields))
    },
    print: (field: string) => field,
  },

  /** Milliseconds; negative for a clock that is behind. */
  skew: {
    read(reader) {
      const time = readTime(reader)
      if (time % 1000 !== 0) reader.refuse('is not a whole number of seconds, in which messages are dated')
      return reader.word('ahead', 'behind') === 'ahead' ? time : -time
    },
    print: (skew: number) => `${shortDuration(Math.abs(skew))} ${skew < 0 ? 'behind' : 'ahead'}`,
  },
} satisfies Readonly<Record<string, Slot>>

const contentType = /^[\w.+-]+\/[\w.+-]*[\w+-]$/

function person(word: 'by' | 'to', described: string): Slot {
  return {
    read: (reader) =>
      reader.maybe(() => {
        reader.word(word)
        return reader.name(described)
      }),
    print: (name: string | undefined) => name && `${word} ${printedName(name)}`,
  }
}

function amount(most: number, [one, many]: readonly [one: string, many: string], rest = ''): Slot {
  return {
    read(reader) {
      const count = readCount(reader, most)
      reader.word(one, many)
      if (rest !== '') reader.words(rest.trim())
      return count
    },
    print: (count: number) => `${count} ${count === 1 ? one : many}${rest}`,
  }
}

function readTime(reader: Reader): number {
  const milliseconds = reader.read(readDuration, 'a time such as 250ms, 1.5s, 5m or 3h')
  if (milliseconds > longestSpan) reader.refuse(`is too long; a fault lasts ${shortDuration(longestSpan)} at most`)
  if (milliseconds < 1) reader.refuse('is too short; give more than 0')
  return milliseconds
}

/** Reads a whole number above 0: in digits, or up to ten in words. */
function readCount(reader: Reader, most: number): number {
  const count = reader.read((word) => {
    const at = cardinals.indexOf(word.toLowerCase())
    return at >= 0 ? at + 1 : /^\d{1,15}$/.test(word) ? Number(word) : undefined
  }, 'a number')
  if (count < 1) reader.refuse('is too small; give 1 or more')
  if (count > most) reader.refuse(`is too many; at most ${most} can be counted`)
  return count
}

/** Reads `second` to `tenth`, or `12th`. */
function readOrdinal(reader: Reader): number {
  const read = (word: string) => {
    const at = ordinals.indexOf(word.toLowerCase())
    return at >= 0 ? at + 2 : (/^(\d{1,9})(?:st|nd|rd|th)$/i.exec(word)?.[1] ?? undefined)
  }
  const nth = Number(reader.read(read, 'second', 'third', 'a number such as 12th'))
  return nth < 1 ? reader.refuse('is too small; give 1 or more') : nth
}

function printOrdinal(nth: number): string | undefined {
  if (nth === 1) return undefined
  const isTeen = nth % 100 >= 11 && nth % 100 <= 13
  return ordinals[nth - 2] ?? `${nth}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][nth % 10]) ?? 'th'}`
}

const cardinals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ordinals = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

function readRange(reader: Reader): Range {
  const first = readCount(reader, mostCalls)
  const last = reader.maybe(() => {
    reader.word('to')
    const end = readCount(reader, mostCalls)
    return end < first ? reader.refuse(`is less than ${first}; give the lower number first`) : end
  })
  return [first, last ?? first]
}

/** By its name, or by its method and path. */
function readEndpoint(reader: Reader): EndpointName {
  return reader.either(
    () => {
      const method = reader.read((word) => methods.find((one) => one === word.toUpperCase()), 'GET', 'POST')
      const path = reader.name('the path of an endpoint')
      const known = endpoints.filter((one) => one.method === method)
      const found = known.find((one) => one.path === path)
      if (found !== undefined) return found.name
      const paths = known.map((one) => one.path)
      return reader.refuse(`isn't the path of an endpoint for ${method}`, nearest(path, paths))
    },
    () => {
      const name = reader.name('the name of an endpoint')
      const found = endpointNames.find((one) => one === name)
      return (
        found ??
        reader.refuse("isn't an endpoint; endpoints have names such as messages.send", nearest(name, endpointNames))
      )
    },
  )
}

const methods: readonly string[] = [...new Set(endpoints.map(({ method }) => method))]
