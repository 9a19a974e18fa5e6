import { stringify } from 'yaml'
import { printable } from '../shared/printable.js'

/** An answer for people: what it carries, without the envelope that says that it went well. */
export function readable(answer: Readonly<Record<string, unknown>>): string {
  const carried = contents(answer)
  return Object.keys(carried).length === 0 ? 'Done.\n' : printable(stringify(carried, { lineWidth: 0 }))
}

/** What an answer has besides the envelope. */
export function contents({
  result,
  msg,
  ...carried
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return msg === '' || msg === undefined ? carried : { msg, ...carried }
}
