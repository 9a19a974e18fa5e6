import type { Random } from '../../random.js'
import type { Assumptions } from '../assumptions/assumptions.js'

/** What planting needs besides the seed. */
export interface SeedContext {
  /** UNIX milliseconds at which the organisation starts. */
  readonly start: number
  readonly random: Random
  readonly assumptions: Assumptions
  /** The server's feature level. */
  readonly level: number
}
