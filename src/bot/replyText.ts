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

function described(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') {
    const keys = Object.keys(value)
    return keys.length === 0 ? 'an object without keys' : `an object with ${keys.slice(0, 5).join(', ')}`
  }
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : `the ${typeof value} ${value}`
}
