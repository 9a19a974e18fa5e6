import type { Dialect } from '../../protocol/index.js'
import type { Courier } from '../delivery/courier.js'
import type { SimulatorLog } from '../log.js'
import type { Simulator } from '../publicSimulator.js'
import type { OrganisationSeed } from '../realm/seed/seed.js'
import type { ShownQueue } from '../shownQueue.js'
import type { TranscriptKeeper } from '../transcript/keeper.js'

/** What the control API works on. */
export interface ControlContext {
  readonly simulator: Simulator
  readonly courier: Courier
  readonly dialect: Dialect
  readonly log: SimulatorLog
  /** Don't mask tokens and keys in deliveries. */
  readonly showSecrets: boolean
  /** The organisation's seed. */
  readonly seed: () => OrganisationSeed
  /** An ID of this simulator alone, even among those that had the same port before. */
  readonly instance: string
  /** Saves conversations as tests; undefined if nothing does. */
  readonly transcripts: TranscriptKeeper | undefined
  /** The queue in which deliveries wait for their bots; undefined if none is shown. */
  readonly queue: () => ShownQueue | undefined
  /** Calls a function when the simulator is closed. Returns how to take that back. */
  readonly onClose: (end: () => void) => () => void
}
