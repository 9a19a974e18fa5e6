import type { RequestHandler } from '../delivery/network.js'
import type { SimulatorOptions } from '../options.js'

export interface DataOptions extends SimulatorOptions {
  /** A directory for this simulator alone; it is made where there is none. */
  readonly data: string
  /** Where bots are reached, as by `connect`, but before anything is delivered to them. */
  readonly bots?: Readonly<Record<string, string | RequestHandler>>
  /** After how many changes the whole state is written anew; 10,000 unless given. */
  readonly stateEvery?: number
}
