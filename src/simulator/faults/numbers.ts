import type { Reader } from './reader.js'

/** What is counted, by its words for one and for several. */
export interface Counted {
  readonly one: string
  readonly many: string
}

/** Reads a whole number above 0: in digits, or up to ten in words. */
export function readCount(reader: Reader, most: number): number {
  const count = reader.either(
    () => Number(reader.match(/^\d{1,15}$/, 'a number')[0]),
    () => cardinals.indexOf(reader.oneOf(cardinals, ['a number'])) + 1,
  )
  if (count < 1) reader.refuse('is no number to count with; they begin at 1')
  if (count > most) reader.refuse(`is too many; at most ${most} can be counted`)
  return count
}

/** Reads `second` to `tenth`, or `12th`. */
export function readOrdinal(reader: Reader): number {
  const nth = reader.either(
    () => ordinals.indexOf(reader.oneOf(ordinals, ['second', 'third'])) + 2,
    () => Number(reader.match(/^(\d{1,9})(?:st|nd|rd|th)$/i, 'a number such as 12th')[1]),
  )
  if (nth < 1) reader.refuse('is no number to count with; they begin at 1')
  return nth
}

export function printOrdinal(nth: number): string {
  return ordinals[nth - 2] ?? `${nth}${endingOf(nth)}`
}

/** `1 byte`, `2 bytes`. */
export function printCount(count: number, { one, many }: Counted): string {
  return `${count} ${count === 1 ? one : many}`
}

const cardinals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ordinals = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

function endingOf(nth: number): string {
  if (nth % 100 >= 11 && nth % 100 <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][nth % 10] ?? 'th'
}
