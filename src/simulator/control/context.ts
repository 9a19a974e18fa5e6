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
  /** Leave tokens and keys in what is shown of deliveries. */
  readonly showSecrets: boolean
  /** What the organisation started with. */
  readonly seed: () => OrganisationSeed
  /** Tells this simulator from any other, also from one that had the same port before. */
  readonly instance: string
  /** Takes conversations that are saved as tests; undefined where nobody does. */
  readonly transcripts: TranscriptKeeper | undefined
  /** The queue in which deliveries wait for their bots; undefined where none is shown. */
  readonly queue: () => ShownQueue | undefined
  /** Lets something end when the simulator is closed. Gives back how to forget it. */
  readonly onClose: (end: () => void) => () => void
}
