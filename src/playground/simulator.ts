import { openSimulator as openWith } from '../simulator/openSimulator.js'
import type { DataOptions, SimulatorOptions } from '../simulator/public/options.js'
import type { Simulator } from '../simulator/public/publicSimulator.js'
import { createSimulator as createWith } from '../simulator/simulator.js'

/**
 * Creates a simulator of a server with one organisation. When it listens, its address shows the playground in a browser.
 *
 * @throws {SimulatorOptionError} for an option that can't be used
 * @example
 * const simulator = createSimulator({ featureLevel: 219 })
 * simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Echo** hi')
 * const { url } = await simulator.serve() // the address of its playground and its API
 */
export const createSimulator = (options: SimulatorOptions = {}): Simulator => createWith(options, loadPlayground)

/**
 * Creates a simulator that keeps everything in a directory, and resumes where the last one stopped, even if its process was killed: nothing
 * that a call was answered with is lost. Close it to release the directory.
 *
 * Bots in this process have to be connected again (see `bots`), clients register new event queues, and unfinished deliveries are made again.
 * Needs Node.
 *
 * @throws {SimulatorOptionError} for an option that can't be used
 * @throws {DataError} when the directory is in use, corrupt, or made from another seed
 * @example const simulator = await openSimulator({ data: 'bakery' })
 */
export const openSimulator = (options: DataOptions): Promise<Simulator> => openWith(options, loadPlayground)

/** Loaded on demand: an in-process test never needs it. */
async function loadPlayground() {
  const [{ playgroundEndpoints }, { playgroundFile }] = await Promise.all([
    import('./endpoints.js'),
    import('./files.js'),
  ])
  return { endpoints: playgroundEndpoints, file: playgroundFile }
}
