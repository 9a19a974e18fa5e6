import { failureNotices } from '../../protocol/index.js'
import type { Assumptions } from '../realm/assumptions/assumptions.js'
import { pythonStr, pythonTruth } from './pythonRepr.js'

/** How the body of a good answer was understood. */
export type Reading =
  /** Something is to be posted. */
  | { readonly kind: 'reply'; readonly from: ReplyField; readonly content: string; readonly widget: unknown }
  /** Nothing is to be posted, and why. */
  | { readonly kind: 'quiet'; readonly because: QuietReason }
  /** It cannot be used; the notice says how. */
  | { readonly kind: 'unusable'; readonly notice: string }

type ReplyFormat = Assumptions['replyFormat']

export type ReplyField = 'content' | 'response_string'
export type QuietReason = 'response_not_required' | 'an empty string' | 'no content' | 'blank content'

/**
 * Reads an answer in the server's order: `response_not_required`, then `response_string` (which hides `content`), then
 * `content`; or in one of the two alone, where that is assumed. What is no string is posted as the server's language writes it: `null` as `None`, an object as its
 * representation.
 *
 * @see spec 6.2
 */
export function readAnswer(text: string, format: ReplyFormat = 'content or response_string'): Reading {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return { kind: 'unusable', notice: failureNotices.invalidJson }
  }
  if (answer === '') return { kind: 'quiet', because: 'an empty string' }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { kind: 'unusable', notice: failureNotices.invalidFormat }
  }
  const fields = answer as Readonly<Record<string, unknown>>
  if (pythonTruth(own(fields, 'response_not_required'))) return { kind: 'quiet', because: 'response_not_required' }
  if (format !== 'content' && Object.hasOwn(fields, 'response_string'))
    return reply('response_string', fields.response_string, undefined)
  if (format !== 'response_string' && Object.hasOwn(fields, 'content'))
    return reply('content', fields.content, own(fields, 'widget_content'))
  return { kind: 'quiet', because: 'no content' }
}

function reply(from: ReplyField, value: unknown, widget: unknown): Reading {
  let content: string
  try {
    content = pythonStr(value)
  } catch {
    // Nested so deeply that the server's own reader gives up.
    return { kind: 'unusable', notice: failureNotices.invalidJson }
  }
  if (content.trim() === '') return { kind: 'quiet', because: 'blank content' }
  return { kind: 'reply', from, content, widget: widget === null ? undefined : widget }
}

/** A field of the answer itself, and of nothing that it inherits from. */
function own(fields: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}
