import type { Queue } from '../../bot/index.js'
import { organisationOf, type Simulator } from '../../simulator/index.js'
import type { Output } from '../shared/output.js'
import type { SimulateFlags } from './flags.js'
import { openFrom } from './options.js'
import { overview } from './overview.js'
import { showQueue } from './showQueue.js'

/** Starts a simulator, prints how to call it, and stays until it is told to stop. */
export async function simulate(flags: SimulateFlags, { json, terminal }: Output): Promise<number> {
  let simulator: Simulator | undefined
  let queue: Queue | undefined
  try {
    simulator = await openFrom(flags)
    queue = await showQueue(flags.queue, simulator)
    const { url } = await simulator.listen({ port: flags.port, hostname: flags.host })
    const stopped = terminal.endSignal()
    const { featureLevel } = simulator.realm
    const { name, users, bots } = organisationOf(simulator)
    // One line, so that a program that reads it knows when it has all of it.
    terminal.out.write(
      json
        ? `${JSON.stringify({ url, featureLevel, users, bots })}\n`
        : overview({ name, url, featureLevel, users, bots }),
    )
    return (await stopped) === 'SIGINT' ? 0 : 143
  } finally {
    await simulator?.close()
    await queue?.close()
  }
}
