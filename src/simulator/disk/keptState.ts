import type { Moment, Moments } from '../memory/memory.js'
import type { SimulatorOptions } from '../options.js'
import type { DataOptions } from './dataOptions.js'

/** What a state file holds. */
export interface KeptState {
  readonly moment: Moment
  readonly moments: Moments
  /** Number of the journal's newest entry. */
  readonly journal: number
  readonly seed: Seed
  /** By which the changes since were made. */
  readonly rules: Rules
}

/** What an organisation was made from. */
export interface Seed {
  readonly organisation: string
  readonly randomSeed: string
}

/** What decides, besides the state, what a change leads to. */
export interface Rules {
  readonly assumptions: SimulatorOptions['assumptions']
  readonly dialect: SimulatorOptions['dialect']
}

export function rulesOf({ assumptions, dialect }: DataOptions): Rules {
  return { assumptions, dialect }
}
