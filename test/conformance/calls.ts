import type { Client } from 'earshot/client'
import { type Endpoint, type EndpointName, endpointNamed, endpoints, exampleCalls, featureRow } from 'earshot/protocol'
import { encodeRequest } from '../../src/protocol/index.js'
import callsBefore from './callsBefore.json' with { type: 'json' }
import type { World } from './worlds.js'

/** Every endpoint with somebody who may call it and parameters that work. */
export const everyEndpoint = endpoints.map((declared) => ({
  name: declared.name,
  endpoint: declared as Endpoint,
  as: exampleCalls[declared.name].as,
  params: exampleCalls[declared.name].params as Record<string, unknown>,
}))

export type EndpointCase = (typeof everyEndpoint)[number]

/** Makes the calls that an endpoint needs before it can succeed, on a server that has the endpoint. */
export async function prepare(world: Pick<World, 'simulator' | 'as'>, name: string): Promise<void> {
  const { until } = endpointNamed(name as EndpointName)
  if (until !== undefined) world.simulator.setFeatureLevel(featureRow(until).level - 1)
  if (name === 'outgoingWebhook.latest')
    world.simulator.connect('echo', () => Response.json({ response_not_required: true }))
  const before = callsBefore as unknown as Readonly<Record<string, Before[]>>
  for (const [who, endpoint, params] of before[name] ?? []) await call(world.as(who), endpoint, params)
  await world.simulator.idle()
  if (name !== 'realm.deleteExport') return
  // An export is ready after a while.
  const { clock } = world.simulator
  const { kind } = clock
  clock.change('frozen')
  await world.simulator.advance('1m')
  clock.change(kind)
}

type Before = [who: string, endpoint: string, params: Record<string, unknown>]

/** Calls an endpoint by its name, as `client.users.getByEmail` would. */
export function call(client: Client, name: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
  const [namespace = '', method = ''] = name.split('.')
  const methods = client[namespace as keyof Client] as unknown as Record<
    string,
    (params: Record<string, unknown>) => Promise<Record<string, unknown>>
  >
  const send = methods[method]
  if (send === undefined) throw new Error(`The client has no method ${name}`)
  return send(params)
}

/** The same call as fields of a form, for changing one of them and sending it past the client. */
export function wire({ endpoint, params }: EndpointCase): { path: string; fields: Record<string, string> } {
  const { path, query, form } = encodeRequest(endpoint, params)
  return { path, fields: Object.fromEntries([...query, ...form]) }
}
