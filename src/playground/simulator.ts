import { openSimulator as openWith } from '../simulator/disk/openSimulator.js'
import type { DataOptions, SimulatorOptions } from '../simulator/options.js'
import type { Simulator } from '../simulator/publicSimulator.js'
import { createSimulator as createWith } from '../simulator/simulator.js'

/**
 * Makes a simulator of a server, with one organisation in it; any number live side by side. When it listens, a browser
 * finds the playground at its address.
 *
 * @throws {SimulatorOptionError} for an option that can't be used
 */
export const createSimulator = (options: SimulatorOptions = {}): Simulator => createWith(options, loadPlayground)

/**
 * Makes a simulator that keeps everything in a directory, and goes on where the last one in it stopped, even if its
 * process was killed: what a call was answered with is not lost. Close it, so that another may have the directory.
 *
 * Bots in this process have to be connected again (see `bots`), clients have to make new event queues, and deliveries that had not
 * come to an end are made once more. Needs Node.
 *
 * @throws {SimulatorOptionError} for an option that can't be used
 * @throws {DataError} when the directory is in use, corrupt, or made from another seed
 */
export const openSimulator = (options: DataOptions): Promise<Simulator> => openWith(options, loadPlayground)

/** Loaded when it is needed: a test in one process never is at its address. */
async function loadPlayground() {
  const [{ playgroundEndpoints }, { playgroundFile }] = await Promise.all([
    import('./endpoints.js'),
    import('./files.js'),
  ])
  return { endpoints: playgroundEndpoints, file: playgroundFile }
}
