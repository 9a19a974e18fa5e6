import { createSimulator } from '../../dist/simulator/index.js'

/** The simulated server: who asks is found out, and who is asked for looked up. */
export async function start() {
  const { url } = await createSimulator({ randomSeed: 1 }).serve()
  return { url }
}
