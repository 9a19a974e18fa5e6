import { createSimulator } from '../../dist/simulator/index.js'
import { path } from '../clients/call.mjs'

/** What is asked of every simulator, with the credentials that Earshot's wants. */
export function request() {
  const simulator = createSimulator()
  const { email, apiKey } = simulator.credentials('iago')
  void simulator.close()
  return { method: 'GET', path, headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` } }
}

/** What Earshot's simulator answers, for the others to answer too. */
export async function answer() {
  const simulator = createSimulator()
  const response = await simulator.fetch(new URL(path, simulator.url).href, { headers: request().headers })
  const json = await response.json()
  await simulator.close()
  if (json.result !== 'success') throw new Error(`The simulator answers ${JSON.stringify(json)}`)
  return json
}
