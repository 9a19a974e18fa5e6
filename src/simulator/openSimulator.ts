import { checkOptions } from '../text/index.js'
import type { LoadPlayground } from './app.js'
import { type DataOptions, simulatorOptions } from './public/options.js'
import type { Simulator } from './public/publicSimulator.js'

/**
 * Creates a simulator that keeps its state in a directory; see `openSimulator` in `earshot/simulator`. Needs Node.
 *
 * @throws {SimulatorOptionError} for an option that can't be used
 * @throws {DataError} if the directory is in use, corrupt, or made from another seed
 */
export async function openSimulator(options: DataOptions, playground?: LoadPlayground): Promise<Simulator> {
  checkOptions('openSimulator', options, { ...simulatorOptions, data: true, bots: true })
  // Loaded here, so that a simulator in memory needs no file system.
  const { openSaved } = await import('./openSaved.js')
  return openSaved(options, playground)
}
