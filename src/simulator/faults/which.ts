import * as z from 'zod'
import { listInWords } from '../../values.js'
import { createRandom } from '../random.js'
import { drawn, mostByChance } from './draw.js'
import { type Counted, printOrdinal, readCount, readOrdinal } from './numbers.js'
import type { Reader } from './reader.js'

/** The most that anything is counted to. */
const mostCalls = 1_000_000_000

const number = z.int().min(1).max(mostCalls)

const Ranges = z
  .array(
    z
      .tuple([number, number])
      .refine(([first, last]) => first <= last, 'is a range that goes down; give the lower number first'),
  )
  .min(1)
  .max(10_000)
  .transform(merged)

/**
 * Which of the calls or deliveries that a fault is about it strikes, counted from 1 from when it was added: every one,
 * or every so many; the next so many; those with these numbers; or all from a number on.
 */
export const Which = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('every'), nth: number.default(1) }),
  z.strictObject({ kind: z.literal('next'), count: number.default(1) }),
  z.strictObject({ kind: z.literal('numbers'), ranges: Ranges }),
  z.strictObject({ kind: z.literal('from'), first: number }),
])
export type Which = z.output<typeof Which>

/** Whether the fault strikes, `seen` calls having come with this one, and it having struck `fired` times before. */
export function isDue(which: Which, seen: number, fired: number): boolean {
  if (which.kind === 'every') return seen % which.nth === 0
  if (which.kind === 'next') return fired < which.count
  if (which.kind === 'from') return seen >= which.first
  return which.ranges.some(([first, last]) => first <= seen && seen <= last)
}

/** How often it may strike yet; undefined where there is no end to it. */
export function remainingOf(which: Which, seen: number, fired: number): number | undefined {
  if (which.kind === 'next') return which.count - fired
  if (which.kind !== 'numbers') return undefined
  return which.ranges.reduce((sum, [first, last]) => sum + Math.max(0, last - Math.max(first - 1, seen)), 0)
}

/** Reads how often, with `call` or `delivery` behind it. */
export function readWhich(reader: Reader, { one, many }: Counted): Which {
  return reader.either(
    () => {
      reader.word('every')
      return reader.either<Which>(
        () => {
          reader.word(one)
          return { kind: 'every', nth: 1 }
        },
        () => {
          const nth = readOrdinal(reader)
          reader.word(one)
          return { kind: 'every', nth }
        },
      )
    },
    () => {
      reader.word('the')
      reader.word('next')
      return reader.either<Which>(
        () => {
          reader.word(one)
          return { kind: 'next', count: 1 }
        },
        () => {
          const count = readCount(reader, mostCalls)
          reader.word(one, many)
          return { kind: 'next', count }
        },
      )
    },
    () => {
      const chosen = readCount(reader, mostByChance)
      for (const word of ['of', 'the', 'next']) reader.word(word)
      const among = readCount(reader, mostByChance)
      if (chosen > among) reader.refuse(`is fewer than the ${chosen} that are to be chosen among them`)
      for (const word of [many, 'with', 'seed']) reader.word(word)
      const numbers = drawn(chosen, among, createRandom(reader.name('a seed')))
      return numbered(numbers) ?? reader.fail([])
    },
    () => {
      reader.word(one, many)
      return readNumbers(reader)
    },
  )
}

/** The calls with these numbers; undefined where there are none. */
export function numbered(numbers: readonly number[]): Which | undefined {
  if (numbers.length === 0) return undefined
  return { kind: 'numbers', ranges: merged(numbers.map((number) => [number, number])) }
}

/** How often, with `call` or `delivery` behind it. */
export function printWhich(which: Which, { one, many }: Counted): string {
  if (which.kind === 'every') return which.nth === 1 ? `every ${one}` : `every ${printOrdinal(which.nth)} ${one}`
  if (which.kind === 'next') return which.count === 1 ? `the next ${one}` : `the next ${which.count} ${many}`
  if (which.kind === 'from') return `${many} ${which.first} and later`
  const parts = which.ranges.flatMap(([first, last]) =>
    last - first > 1 ? [`${first} to ${last}`] : first === last ? [`${first}`] : [`${first}`, `${last}`],
  )
  return `${isSingular(which) ? one : many} ${listInWords(parts, 'and')}`
}

/** Whether what happens is said of one. */
export function isSingular(which: Which): boolean {
  if (which.kind === 'numbers')
    return which.ranges.every(([first, last]) => which.ranges.length === 1 && first === last)
  return which.kind === 'every' || (which.kind === 'next' && which.count === 1)
}

function readNumbers(reader: Reader): Which {
  const first = readRange(reader)
  const later = reader.maybe((): Which => {
    reader.word('and')
    reader.word('later')
    if (first[0] !== first[1]) reader.refuse('does not go with a range; write e.g. "calls 4 and later"')
    return { kind: 'from', first: first[0] }
  })
  if (later !== undefined) return later
  const ranges = [first]
  for (;;) {
    const next = reader.maybe(() => {
      if (reader.word(',', 'and') === ',') reader.maybe(() => reader.word('and'))
      return readRange(reader)
    })
    if (next === undefined) return { kind: 'numbers', ranges: merged(ranges) }
    ranges.push(next)
  }
}

type Range = [first: number, last: number]

function readRange(reader: Reader): Range {
  const first = readCount(reader, mostCalls)
  const last = reader.maybe(() => {
    reader.word('to')
    const end = readCount(reader, mostCalls)
    if (end < first) reader.refuse(`is less than ${first}; give the lower number first`)
    return end
  })
  return [first, last ?? first]
}

/** In order, and without gaps of nothing or overlaps. */
function merged(ranges: readonly (readonly [number, number])[]): Range[] {
  const result: Range[] = []
  for (const [first, last] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const before = result.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else result.push([first, last])
  }
  return result
}
