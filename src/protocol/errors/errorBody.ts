import type * as z from 'zod/mini'
import { errorExtras } from './errorExtras.js'
import type { ErrorRow } from './errorRow.js'
import { type ErrorFacts, errorText } from './errors.js'

/** The body with which the service refuses: envelope, code and the extra fields that the code carries. @see spec 7 */
export function errorBody(row: ErrorRow, facts: ErrorFacts = {}): Record<string, unknown> {
  const body: Record<string, unknown> = { result: 'error', msg: errorText(row, facts) }
  if (row.code === undefined) return body
  body.code = row.code
  for (const field of extraFields(row.code)) if (field in facts) body[field] = facts[field]
  return body
}

function extraFields(code: string): readonly string[] {
  const extra: z.ZodMiniObject | undefined = errorExtras[code as keyof typeof errorExtras]
  return extra === undefined ? [] : Object.keys(extra.shape)
}
