import { checkOptionNames, type DataOptions } from '../options.js'
import type { Simulator } from '../publicSimulator.js'

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
export async function openSimulator(options: DataOptions): Promise<Simulator> {
  checkOptionNames(options, { data: true, bots: true })
  // Loaded here, so that a simulator in memory needs no file system.
  const { openSaved } = await import('./openSaved.js')
  return openSaved(options)
}
