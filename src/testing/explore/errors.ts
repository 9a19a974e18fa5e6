import { EarshotError } from '../../client/index.js'
import { nameErrors } from '../../errors.js'

export type ExploreErrorCode = 'fast_check_missing'

/** Exploring can't start. */
export class ExploreError extends EarshotError {
  declare readonly code: ExploreErrorCode
}

nameErrors({ ExploreError })
