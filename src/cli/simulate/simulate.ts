import { organisationOf, type Simulator } from '../../simulator/index.js'
import type { SimulateFlags } from './flags.js'
import { openFrom } from './options.js'
import { overview } from './overview.js'

/** Starts a simulator, prints how to call it, and stays until it is told to stop. */
export async function simulate(flags: SimulateFlags): Promise<void> {
  let simulator: Simulator | undefined
  try {
    simulator = await openFrom(flags)
    const { url } = await simulator.listen({ port: flags.port, hostname: flags.host })
    const stopped = stopSignal()
    const { featureLevel } = simulator.realm
    const { name, users, bots } = organisationOf(simulator)
    process.stdout.write(
      flags.json === true
        ? `${JSON.stringify({ url, featureLevel, users, bots })}\n`
        : overview({ name, url, featureLevel, users, bots }),
    )
    const signal = await stopped
    await simulator.close()
    if (signal !== 'SIGINT') process.exitCode = 143
  } catch (error) {
    await simulator?.close()
    process.stderr.write(`earshot simulate: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** The first signal to stop. A second one ends the process whatever it is doing. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, resolve)
  })
}
