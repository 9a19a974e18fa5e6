import type { SimulatorOptions } from 'earshot/simulator'
import type { Service } from '../ways.js'

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
