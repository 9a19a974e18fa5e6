import { described } from './described.js'
import { HandlerError } from './errors.js'

/**
 * A reply as text.
 *
 * @throws {HandlerError} for anything that is no text, naming what it is.
 */
export function replyText(value: unknown, whose: string): string {
  if (typeof value === 'string') return value
  throw new HandlerError(
    'invalid_reply',
    `${whose} is ${described(value)}, which is no reply. Give a string; to say nothing, return nothing.`,
  )
}

/** What a handler returned, as text; undefined where it returned nothing. @throws {HandlerError} as above. */
export function returnedText(value: unknown, whose: string): string | undefined {
  return value === undefined ? undefined : replyText(value, whose)
}
