import { EarshotError } from '../../client/index.js'
import { nameErrors } from '../../errors.js'

export type ExploreErrorCode = 'FAST_CHECK_MISSING'

/** Exploring can't start. */
export class ExploreError extends EarshotError {
  declare readonly code: ExploreErrorCode
}

nameErrors({ ExploreError })
