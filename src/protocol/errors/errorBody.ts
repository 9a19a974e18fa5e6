import type * as z from 'zod/mini'
import { errorExtras } from './errorExtras.js'
import type { ErrorRow } from './errors.js'

/** Values for the `{name}` placeholders of a text and for the extra fields of the body. */
export type ErrorFacts = Readonly<Record<string, unknown>>

/** The text of an error with its placeholders filled in. */
export function errorText(row: ErrorRow, facts: ErrorFacts = {}): string {
  return row.msg.replaceAll(/\{(\w+)\}/g, (place, name: string) => (name in facts ? String(facts[name]) : place))
}

/** The body of an error response: the envelope, the code and the code's extra fields. */
export function errorBody(row: ErrorRow, facts: ErrorFacts = {}): Record<string, unknown> {
  const body: Record<string, unknown> = { result: 'error', msg: errorText(row, facts) }
  if (row.code === undefined) return body
  body.code = row.code
  for (const field of extraFields(row.code)) {
    if (field in facts && row.omits?.includes(field) !== true) body[field] = facts[field]
  }
  return body
}

function extraFields(code: string): readonly string[] {
  const extra: z.ZodMiniObject | undefined = errorExtras[code as keyof typeof errorExtras]
  return extra === undefined ? [] : Object.keys(extra.shape)
}
