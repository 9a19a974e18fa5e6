import { type Endpoint, type ErrorRow, errors } from '../../protocol/index.js'

/** Whether an endpoint may refuse in this way: it declares it, or it is about access or a malformed parameter. */
export function mayRefuse(endpoint: Endpoint, error: ErrorRow): boolean {
  return endpoint.errors.includes(error) || everywhere.has(error)
}

const everywhere: ReadonlySet<ErrorRow> = new Set<ErrorRow>([
  errors.notForBots,
  errors.notForGuests,
  errors.mustBeAdministrator,
  errors.missingParameter,
  errors.invalidWord,
  errors.notInList,
  errors.tooLong,
  errors.blank,
])
