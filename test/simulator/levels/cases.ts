import type { SimulatorOptions } from 'earshot/simulator'
import type { NamedFeature } from '../../../src/protocol/index.js'
import type { Service } from '../ways.js'
import { endpointCases } from './endpointCases.js'
import { fieldCases } from './fieldCases.js'
import { markdownCases } from './markdownCases.js'
import { refusalCases } from './refusalCases.js'
import { ruleCases } from './ruleCases.js'

/** How one row of the level table shows itself to somebody who calls the service. */
export interface LevelCase {
  /** The level as the spec writes it. */
  readonly level: number
  readonly options?: SimulatorOptions
  /** What is seen of the service; the service is fresh. */
  see(service: Service): Promise<unknown>
  /** What is seen one level earlier. Level 0 has none. */
  readonly before: unknown
  /** What is seen from this level on. */
  readonly since: unknown
}

/** One case for every row of the level table with a name of its own. */
export const levelCases: Readonly<Record<NamedFeature, LevelCase>> = {
  ...endpointCases,
  ...fieldCases,
  ...markdownCases,
  ...ruleCases,
  ...refusalCases,
}
