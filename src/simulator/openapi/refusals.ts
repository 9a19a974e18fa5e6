import * as z from 'zod'
import {
  accessErrors,
  dialectWordsOf,
  type Endpoint,
  ErrorEnvelope,
  type ErrorRow,
  errors,
  errorsOf,
  errorText,
  isInPath,
} from '../../protocol/index.js'
import { inWords } from './levelNotes.js'
import type { DescriptionContext } from './schemas.js'
import type { Reference, Response, Schema } from './types.js'

/** The refusals of an endpoint by status, with their codes and texts. */
export function refusalsOf(
  declared: readonly Endpoint[],
  context: DescriptionContext,
): Record<string, Response | Reference> {
  const rows = declared.flatMap((endpoint): ErrorRow[] => {
    const hasFields = Object.keys(endpoint.params).some((name) => !isInPath(endpoint, name))
    const own = [...errorsOf(endpoint), ...accessErrors(endpoint)].map((id) => errors[id])
    return [...own, ...(hasFields ? [errors.missingParameter, errors.notJson, errors.tooLong] : [])]
  })
  const statuses = [...new Set(rows.map(({ status }) => status))].sort((one, other) => one - other)
  const grouped = statuses.map((status) => {
    const ofStatus = rows.filter((row) => row.status === status)
    return [String(status), responseOf(ofStatus, context)] as const
  })
  const isOpen = declared.every(({ access }) => access === 'public')
  return { ...Object.fromEntries(grouped), ...(!isOpen && shared) }
}

/** Refusals that all endpoints with credentials share. */
export function sharedRefusals(context: DescriptionContext): Record<string, Response> {
  return { Unauthorized: responseOf(unauthorized, context), RateLimited: responseOf([errors.rateLimit], context) }
}

/** The body of every refusal. Some codes have further fields. */
export function errorSchema({ schemas }: DescriptionContext): Schema {
  return schemas.of(z.looseObject(ErrorEnvelope.shape))
}

const shared: Record<string, Reference> = {
  401: { $ref: '#/components/responses/Unauthorized' },
  429: { $ref: '#/components/responses/RateLimited' },
}

const unauthorized: readonly ErrorRow[] = [
  errors.notLoggedIn,
  errors.invalidAuthorizationHeader,
  errors.malformedApiKey,
  errors.invalidApiKey,
  errors.accountDeactivated,
  errors.notForIncomingWebhooks,
]

function responseOf(rows: readonly ErrorRow[], { dialect }: DescriptionContext): Response {
  const { brand, callProvider: provider } = dialectWordsOf(dialect)
  const lines = rows.map(
    (row) => `- ${row.code ?? 'no code'}: ${inWords(dialect, errorText(row, { brand, provider }))}`,
  )
  return {
    description: ['Refused.', ...new Set(lines)].join('\n'),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}
