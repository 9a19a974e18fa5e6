import type { Client } from 'earshot/client'
import { type Endpoint, endpoints, exampleCalls } from 'earshot/protocol'
import { encodeRequest } from '../../src/protocol/index.js'
import type { World } from './worlds.js'

/** Every endpoint with somebody who may call it and parameters that work. */
export const everyEndpoint = endpoints.map((declared) => ({
  name: declared.name,
  endpoint: declared as Endpoint,
  as: exampleCalls[declared.name].as,
  params: exampleCalls[declared.name].params as Record<string, unknown>,
}))

export type EndpointCase = (typeof everyEndpoint)[number]

/** What some endpoints need to have happened before they can succeed. */
export async function prepare(world: Pick<World, 'simulator' | 'as'>, name: string): Promise<void> {
  if (name === 'messages.edit') world.simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, 'Soup?')
  if (name === 'events.get' || name === 'events.deleteQueue') await world.as('hamlet').events.register()
  if (name === 'invites.revokeLink') await world.as('iago').invites.createLink()
  if (name === 'invites.revoke' || name === 'invites.resend') {
    await world.as('iago').invites.send({ invitee_emails: 'robin@example.com', stream_ids: [] })
  }
  if (name === 'drafts.edit' || name === 'drafts.delete') {
    await world.as('hamlet').drafts.create({ drafts: [{ type: '', to: [], topic: '', content: 'Bre' }] })
  }
  if (name === 'savedSnippets.edit' || name === 'savedSnippets.delete') {
    await world.as('hamlet').savedSnippets.create({ title: 'Thanks', content: 'Thank you.' })
  }
  if (name !== 'outgoingWebhook.latest') return
  world.simulator.connect('echo', () => Response.json({ response_not_required: true }))
  world.simulator.say('hamlet', { channel: 'kitchen', topic: 'lunch' }, '@**Echo** hi')
  await world.simulator.idle()
}

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
