import { failureNotices } from '../../protocol/index.js'
import { own, parseForeignJson } from '../../values.js'
import type { Assumptions } from '../realm/assumptions/assumptions.js'
import { PythonFloat, pythonStr, pythonTruth } from './pythonRepr.js'

/** How the body of a successful answer was read. */
export type Reading =
  /** The content is posted. */
  | { readonly kind: 'reply'; readonly from: ReplyField; readonly content: string; readonly widget: unknown }
  /** Nothing is posted, for a reason. */
  | { readonly kind: 'quiet'; readonly because: QuietReason }
  /** It is invalid; the notice says why. */
  | { readonly kind: 'unusable'; readonly notice: string }

export type ReplyFormat = Assumptions['replyFormat'] | 'text'

type ReplyField = 'content' | 'response_string' | 'text'
type QuietReason = 'text is not a string' | 'response_not_required' | 'an empty string' | 'no content' | 'blank content'

/**
 * Reads an answer in the server's order: `response_not_required`, then `response_string` (which hides `content`), then
 * `content`; or only one of the last two, if the assumption says so. A value that isn't a string is posted in the notation
 * of the server's language: `null` as `None`, an object as its representation. In Slack's format, only `text` is read.
 */
export function readAnswer(text: string, format: ReplyFormat = 'content or response_string'): Reading {
  const answer = parseAnswer(text)
  if (answer === undefined) return { kind: 'unusable', notice: failureNotices.invalidJson }
  if (answer === '') return { kind: 'quiet', because: 'an empty string' }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { kind: 'unusable', notice: failureNotices.invalidFormat }
  }
  const fields = answer as Readonly<Record<string, unknown>>
  if (format === 'text') return slackReply(own(fields, 'text') ?? undefined)
  if (pythonTruth(own(fields, 'response_not_required'))) return { kind: 'quiet', because: 'response_not_required' }
  if (format !== 'content' && Object.hasOwn(fields, 'response_string'))
    return reply('response_string', fields.response_string, undefined)
  if (format !== 'response_string' && Object.hasOwn(fields, 'content'))
    return reply('content', fields.content, own(fields, 'widget_content'))
  return { kind: 'quiet', because: 'no content' }
}

/**
 * The server's JSON tells floats from integers, has integers of any size, and may have the numbers NaN and Infinity, which
 * JSON itself lacks.
 */
function parseAnswer(text: string): unknown {
  if (!unusualNumber.test(text)) return parseForeignJson(text)
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|NaN|-?Infinity|-?\d[\d.eE+-]*/g, (token) => {
    if (token.startsWith('"')) return token
    const isWord = /[NI]/.test(token)
    return isWord || (unusualNumber.test(token) && parseForeignJson(token) !== undefined) ? `"${mark}${token}"` : token
  })
  const parsed = parseForeignJson(marked)
  return parsed === undefined ? undefined : JSON.parse(marked, (_, value: unknown) => unmarked(value))
}

const unusualNumber = /NaN|Infinity|\d[.eE]|\d{16}/

/** Begins the strings that stand for numbers while JSON is parsed: a noncharacter, so that no answer has it. */
const mark = '\ufdd0'

function unmarked(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(mark)) return value
  const number = value.slice(mark.length)
  return /^-?\d+$/.test(number) ? BigInt(number) : new PythonFloat(Number(number))
}

/** A real server's worker fails silently for text that isn't a string. */
function slackReply(text: unknown): Reading {
  if (text === undefined) return { kind: 'quiet', because: 'no content' }
  return typeof text === 'string' ? reply('text', text, undefined) : { kind: 'quiet', because: 'text is not a string' }
}

function reply(from: ReplyField, value: unknown, widget: unknown): Reading {
  const content = pythonStr(value)
  if (content.trim() === '') return { kind: 'quiet', because: 'blank content' }
  return { kind: 'reply', from, content, widget: widget === null ? undefined : widget }
}
