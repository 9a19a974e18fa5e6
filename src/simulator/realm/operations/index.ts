import type { EndpointName } from '../../../protocol/index.js'
import type { Operation } from '../operation.js'
import { emojiOperations } from './emoji.js'

/** What every endpoint does, by name. */
const operations: Partial<{ readonly [Name in EndpointName]: Operation<Name> }> = {
  ...emojiOperations,
}

/** What an endpoint does. */
export function operationFor<Name extends EndpointName>(name: Name): Operation<Name> {
  const operation = operations[name]
  if (operation === undefined) throw new RangeError(`No endpoint is called "${name}".`)
  return operation
}
