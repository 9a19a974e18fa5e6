import type { Service } from '../ways.js'

/** Whether the service has an endpoint: `there`, `missing`, or what else it says. */
export async function isThere(
  service: Service,
  who: string,
  method: string,
  path: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const response = await service.send(`/api/v1${path}${method === 'GET' ? `?${new URLSearchParams(fields)}` : ''}`, {
    method,
    headers: service.as(who),
    ...(method !== 'GET' && { body: new URLSearchParams(fields) }),
  })
  const text = await response.text()
  // An older server has no such path, or knows the path for other things.
  if (response.status === 404 && text.includes('"msg":"Not Found"')) return 'missing'
  if (response.status === 405) return 'missing'
  return response.status === 200 ? 'there' : text
}

/** What the service says no with; `yes` where it does not. */
export async function answerTo(
  service: Service,
  who: string,
  method: string,
  path: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const { body } = await service.call(who, method, path, fields)
  return body.result === 'success' ? 'yes' : String(body.msg)
}

/** A part of an answer, by its path. */
export async function part(service: Service, who: string, path: string, ...steps: (string | number)[]) {
  const { body } = await service.call(who, 'GET', path)
  return steps.reduce<unknown>((holder, step) => (holder as Record<string | number, unknown>)[step], body)
}

/** Whether a part of an answer has a field. */
export async function hasField(service: Service, who: string, path: string, ...steps: (string | number)[]) {
  const field = steps.at(-1) ?? ''
  const holder = await part(service, who, path, ...steps.slice(0, -1))
  return Object.hasOwn(holder as object, field)
}

/** Fills a topic of the kitchen. */
export function flood({ simulator }: Service, topic: string, count: number): void {
  for (let at = 0; at < count; at += 1) simulator.say('hamlet', { channel: 'kitchen', topic }, `Loaf ${at}`)
}

/** The IDs of the messages that fit all conditions, or what the service says of them. */
export async function narrowedTo(service: Service, who: string, narrow: readonly unknown[]) {
  const fields = { anchor: 'newest', num_before: '100', num_after: '0', narrow: JSON.stringify(narrow) }
  const { body } = await service.call(who, 'GET', `/messages?${new URLSearchParams(fields)}`)
  const messages = body.messages as readonly { readonly id: number }[] | undefined
  return messages?.map(({ id }) => id) ?? String(body.msg)
}

type SeenEvent = Readonly<Record<string, unknown>>

/** Registers an event queue; the function returned reads its events so far. */
export function watch(service: Service, who: string, ...types: string[]): Promise<() => Promise<SeenEvent[]>> {
  return watchWith(service, who, [], ...types)
}

/** The same for a client with capabilities. */
export async function watchWith(
  service: Service,
  who: string,
  capabilities: readonly string[],
  ...types: string[]
): Promise<() => Promise<SeenEvent[]>> {
  const able = Object.fromEntries(capabilities.map((name) => [name, true]))
  const fields = {
    event_types: JSON.stringify(types),
    client_capabilities: JSON.stringify({ notification_settings_null: true, ...able }),
  }
  const { body } = await service.call(who, 'POST', '/register', fields)
  return async () => {
    const query = new URLSearchParams({ queue_id: String(body.queue_id), last_event_id: '-1', dont_block: 'true' })
    const { body: answer } = await service.call(who, 'GET', `/events?${query}`)
    return answer.events as SeenEvent[]
  }
}
