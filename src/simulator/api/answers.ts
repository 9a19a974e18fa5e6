import { type Dialect, dialectWordsOf, type ErrorRow, errorBody, errors, toWire } from '../../protocol/index.js'
import { isObject } from '../../values.js'
import type { OutgoingAnswer } from '../http/exchange.js'
import { escapeHtml } from '../realm/markdown/element.js'
import type { Refusal } from '../realm/world/refusal.js'

/** The header that explains an answer to developers. */
export const hintHeader = 'Earshot-Hint'

const jsonHeaders = {
  'Content-Type': 'application/json',
  'Cache-Control': 'max-age=0, no-cache, no-store, must-revalidate, private',
} as const

export function jsonAnswer(
  dialect: Dialect,
  status: number,
  body: Record<string, unknown>,
  headers: Readonly<Record<string, string>> = {},
): OutgoingAnswer {
  const text = JSON.stringify(toWire(dialect, body))
  // Few answers have any of these words, so the others aren't walked.
  const written = dialect.beside !== undefined && /svc_|idp_/.test(text) ? withBoth(body, dialect.beside) : text
  return { status, headers: { ...jsonHeaders, ...headers }, body: written }
}

/** The JSON of a value, with the fields of a dialect beside the neutral ones. */
function withBoth(body: object, { fields, authenticationMethods }: Dialect): string {
  const names = new Map(Object.entries({ ...fields, ...authenticationMethods }))
  const both = ([name, value]: readonly [string, unknown]) => [
    [name, value] as const,
    [names.get(name) ?? name, value] as const,
  ]
  return JSON.stringify(body, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).flatMap(both)) : part,
  )
}

/** Adds the challenge that a 401 needs. */
export function refusalAnswer(
  dialect: Dialect,
  { error, facts }: Refusal,
  headers: Readonly<Record<string, string>> = {},
  status: number = error.status,
): OutgoingAnswer {
  const challenge: Record<string, string> =
    status === 401 ? { 'WWW-Authenticate': `Basic realm="${dialectWordsOf(dialect).authenticationRealm}"` } : {}
  return jsonAnswer(dialect, status, errorBody(error, toWire(dialect, facts)), { ...challenge, ...headers })
}

export function internalErrorAnswer(dialect: Dialect): OutgoingAnswer {
  const row: ErrorRow = errors.internalError
  return jsonAnswer(dialect, row.status, errorBody(row))
}

/** The 404 page outside the API, like the server's, with a hint for developers. */
export function unknownPath(hint: string): OutgoingAnswer {
  return {
    status: 404,
    headers: { 'Content-Type': 'text/html; charset=utf-8', [hintHeader]: headerText(hint) },
    body: page('Page not found (404)', hint),
  }
}

export function page(title: string, sentence: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p></body>
</html>
`
}

/** Makes text safe for a header. */
export function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 1000)
}
