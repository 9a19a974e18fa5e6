import { InvalidArgumentError } from './commander.js'

/** How options are read. Each throws what commander tells the user, with the option's name. */

export function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a whole number.')
}

export function portNumber(text: string): number {
  const port = wholeNumber(text)
  if (port <= 65_535) return port
  throw new InvalidArgumentError('Give a number from 0 to 65535.')
}

/** A number of seconds, in milliseconds. */
export function seconds(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  throw new InvalidArgumentError('Give a number of seconds.')
}

/** One more of an option that may be given several times; its default is an empty list. */
export function another(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}
