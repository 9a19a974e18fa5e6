import type { LoadPlayground } from '../app.js'
import { checkOptionNames, type DataOptions } from '../options.js'
import type { Simulator } from '../publicSimulator.js'

/**
 * Makes a simulator that keeps everything in a directory and continues where the last one stopped, even if its process
 * was killed: once a call is answered, its effects are saved. Close it before another simulator uses the directory.
 *
 * Connect bots in this process again (see `bots`). Clients must make new event queues, and unfinished deliveries are
 * made again. Needs Node.
 *
 * @throws {SimulatorOptionError} for an option that can't be used
 * @throws {DataError} when the directory is in use, corrupt, or made from another seed
 */
export async function openSimulator(options: DataOptions, playground?: LoadPlayground): Promise<Simulator> {
  checkOptionNames(options, { data: true, bots: true })
  // Loaded here, so that a simulator in memory needs no file system.
  const { openSaved } = await import('./openSaved.js')
  return openSaved(options, playground)
}
