import { path } from '../clients/call.mjs'

/** What is asked of every simulator, with the credentials that Earshot's wants. */
export async function request() {
  const { createSimulator } = await importSimulator()
  const simulator = createSimulator({ randomSeed: 1 })
  const { email, apiKey } = simulator.credentials('iago')
  await simulator.close()
  return { method: 'GET', path, headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` } }
}

/** What Earshot's simulator answers, for the others to answer too. */
export async function answer() {
  const { createSimulator } = await importSimulator()
  const simulator = createSimulator({ randomSeed: 1 })
  const response = await simulator.fetch(new URL(path, simulator.url).href, { headers: (await request()).headers })
  const json = await response.json()
  await simulator.close()
  if (json.result !== 'success') throw new Error(`The simulator answers ${JSON.stringify(json)}`)
  return json
}

/** Only when it is asked for: before the first run it is still to be built. */
const importSimulator = () => import('../../dist/simulator/index.js')
