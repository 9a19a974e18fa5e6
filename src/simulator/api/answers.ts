import { type Dialect, type ErrorRow, errorBody, errors, toWire } from '../../protocol/index.js'
import type { Refusal } from '../realm/refusal.js'
import type { OutgoingAnswer } from './exchange.js'

/** The header that tells developers why an answer is as it is. */
export const hintHeader = 'Earshot-Hint'

const jsonHeaders = {
  'Content-Type': 'application/json',
  'Cache-Control': 'max-age=0, no-cache, no-store, must-revalidate, private',
} as const

/** A JSON body, in the words of the dialect. */
export function jsonAnswer(
  dialect: Dialect,
  status: number,
  body: Record<string, unknown>,
  headers: Readonly<Record<string, string>> = {},
): OutgoingAnswer {
  return { status, headers: { ...jsonHeaders, ...headers }, body: JSON.stringify(toWire(dialect, body)) }
}

/** A refusal, with the challenge that a 401 must carry. @see spec 7 */
export function refusalAnswer(
  dialect: Dialect,
  { error, facts }: Refusal,
  headers: Readonly<Record<string, string>> = {},
  status: number = error.status,
): OutgoingAnswer {
  const challenge: Record<string, string> =
    status === 401 ? { 'WWW-Authenticate': `Basic realm="${dialect.words.authenticationRealm}"` } : {}
  return jsonAnswer(dialect, status, errorBody(error, toWire(dialect, facts)), { ...challenge, ...headers })
}

/** The answer when the simulator has a bug. */
export function internalErrorAnswer(dialect: Dialect): OutgoingAnswer {
  const row: ErrorRow = errors.internalError
  return jsonAnswer(dialect, row.status, errorBody(row))
}

/** The answer for a path outside the API: a page rather than JSON, as on the real server, with a hint for developers. */
export function unknownPath(hint: string): OutgoingAnswer {
  return {
    status: 404,
    headers: { 'Content-Type': 'text/html; charset=utf-8', [hintHeader]: headerText(hint) },
    body: page('Page not found (404)', hint),
  }
}

/** A small page of one sentence. */
export function page(title: string, sentence: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p></body>
</html>
`
}

/** Makes text safe for a header, whatever was in the path that it mentions. */
export function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 1000)
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
