import { createRequire } from 'node:module'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

type Answer = Record<string, unknown> & { readonly result: string }
type Call = (params?: unknown) => Promise<Answer>

/** What is used here of a client that others wrote for the server itself; it comes without types. */
interface ZulipJs {
  readonly callEndpoint: (path: string, method?: string, params?: object) => Promise<Answer>
  readonly server: { readonly settings: Call }
  readonly users: {
    readonly retrieve: Call
    readonly me: { readonly getProfile: Call; readonly subscriptions: { readonly add: Call; readonly remove: Call } }
  }
  readonly streams: {
    readonly retrieve: Call
    readonly getStreamId: Call
    readonly deleteById: Call
    readonly subscriptions: { readonly retrieve: Call }
    readonly topics: { readonly retrieve: Call }
  }
  readonly messages: {
    readonly retrieve: Call
    readonly send: Call
    readonly render: Call
    readonly update: Call
    readonly getById: Call
    readonly getHistoryById: Call
    readonly deleteById: Call
    readonly flags: { readonly add: Call; readonly remove: Call }
  }
  readonly reactions: { readonly add: Call; readonly remove: Call }
  readonly emojis: { readonly retrieve: Call }
  readonly typing: { readonly send: Call }
  readonly queues: { readonly register: Call; readonly deregister: Call }
  readonly events: { readonly retrieve: Call }
}

const zulip = createRequire(import.meta.url)('zulip-js') as (config: {
  username: string
  apiKey: string
  realm: string
}) => Promise<ZulipJs>

describe('zulip-js over HTTP', () => {
  let simulator: Simulator
  let client: ZulipJs

  const as = (who: string): Promise<ZulipJs> => {
    const { email, apiKey, site } = simulator.credentials(who)
    return zulip({ username: email, apiKey, realm: site })
  }

  beforeEach(async () => {
    simulator = createSimulator({ strict: true })
    await simulator.serve()
    client = await as('iago')
  })
  afterEach(() => simulator.close())

  it('reads the settings of the server', async () => {
    expect(await client.server.settings()).toMatchObject({
      result: 'success',
      zulip_feature_level: 496,
      realm_name: 'Oberon Bakery',
      authentication_methods: { github: false, password: true },
    })
  })

  it('lists accounts, and reads its own profile', async () => {
    const { members } = await client.users.retrieve()
    expect(members).toContainEqual(expect.objectContaining({ user_id: 10, full_name: 'Hamlet' }))
    expect(await client.users.me.getProfile()).toMatchObject({ user_id: 8, email: 'iago@example.com', role: 200 })
  })

  it('sends, reads, edits and deletes a message', async () => {
    const sent = await client.messages.send({ to: 'kitchen', type: 'stream', subject: 'lunch', content: 'Rye?' })
    expect(sent.result).toBe('success')
    const message_id = sent.id
    expect(await client.messages.getById({ message_id, apply_markdown: false })).toMatchObject({
      message: { content: 'Rye?', subject: 'lunch', type: 'stream' },
    })
    expect(await client.messages.update({ message_id, content: '**Rye!**' })).toMatchObject({ result: 'success' })
    expect(await client.messages.getHistoryById({ message_id })).toMatchObject({
      message_history: [{ content: 'Rye?' }, { content: '**Rye!**', prev_content: 'Rye?' }],
    })
    const narrow = [{ operator: 'channel', operand: 'kitchen' }]
    const listed = await client.messages.retrieve({ anchor: 'newest', num_before: 1, num_after: 0, narrow })
    expect(listed).toMatchObject({ messages: [{ id: message_id, content: '<p><strong>Rye!</strong></p>' }] })
    expect(await client.messages.deleteById({ message_id })).toMatchObject({ result: 'success' })
    expect(await client.messages.getById({ message_id })).toMatchObject({ result: 'error', msg: 'Invalid message(s)' })
  })

  it('sends a message to several people', async () => {
    const sent = await client.messages.send({
      to: ['hamlet@example.com', 'othello@example.com'],
      type: 'private',
      content: 'Hi',
    })
    expect(sent.result).toBe('success')
    expect(simulator.messages({ dm: ['iago', 'hamlet', 'othello'] })).toMatchObject([{ content: 'Hi' }])
  })

  it('renders Markdown, and adds and removes flags', async () => {
    expect(await client.messages.render('`crust`')).toMatchObject({ rendered: '<p><code>crust</code></p>' })
    expect(await client.messages.flags.add({ flag: 'starred', messages: [105, 106] })).toMatchObject({
      messages: [105, 106],
    })
    expect(await client.messages.getById({ message_id: 105 })).toMatchObject({
      message: { flags: expect.arrayContaining(['starred']) },
    })
    expect(await client.messages.flags.remove({ flag: 'starred', messages: [105] })).toMatchObject({ messages: [105] })
  })

  it('adds reactions with every kind of emoji, and removes one', async () => {
    const { emoji } = await client.emojis.retrieve()
    expect(emoji).toMatchObject({ 2: { name: 'baguette' } })
    for (const emoji_name of ['heart', 'baguette', 'zulip']) {
      expect(await client.reactions.add({ message_id: 105, emoji_name })).toMatchObject({ result: 'success' })
    }
    expect(await client.messages.getById({ message_id: 105 })).toMatchObject({
      message: {
        reactions: [
          { emoji_name: 'heart', reaction_type: 'unicode_emoji' },
          { emoji_name: 'baguette', reaction_type: 'realm_emoji' },
          { emoji_name: 'zulip', reaction_type: 'zulip_extra_emoji' },
        ],
      },
    })
    expect(await client.reactions.remove({ message_id: 105, emoji_name: 'heart' })).toMatchObject({ result: 'success' })
    expect(await client.reactions.remove({ message_id: 105, emoji_name: 'heart' })).toMatchObject({
      code: 'REACTION_DOES_NOT_EXIST',
    })
  })

  it('adds, lists, changes and removes linkifiers', async () => {
    const pattern = 'CAKE-(?P<cake>[0-9]+)'
    const url_template = 'https://cakes.example.com/{cake}'
    const made = await client.callEndpoint('/realm/filters', 'POST', { pattern, url_template })
    expect(made.result).toBe('success')
    const { linkifiers } = await client.callEndpoint('/realm/linkifiers')
    expect((linkifiers as unknown[]).at(-1)).toMatchObject({ id: made.id, pattern, url_template })
    expect(await client.messages.render('CAKE-7')).toMatchObject({
      rendered: '<p><a href="https://cakes.example.com/7">CAKE-7</a></p>',
    })
    expect(await client.callEndpoint(`/realm/filters/${made.id}`, 'DELETE')).toMatchObject({ result: 'success' })
  })

  it('finds channels and topics, subscribes, unsubscribes and archives', async () => {
    expect(await client.streams.getStreamId('kitchen')).toMatchObject({ stream_id: 2 })
    expect(await client.streams.topics.retrieve({ stream_id: 2 })).toMatchObject({
      topics: [
        { name: 'lunch', max_id: 106 },
        { name: 'oven #12', max_id: 104 },
      ],
    })
    const subscriptions = JSON.stringify([{ name: 'cakes' }])
    expect(await client.users.me.subscriptions.add({ subscriptions })).toMatchObject({ subscribed: { 8: ['cakes'] } })
    const listed = await client.streams.subscriptions.retrieve()
    expect(listed.subscriptions).toContainEqual(expect.objectContaining({ name: 'cakes' }))
    const left = await client.users.me.subscriptions.remove({ subscriptions: JSON.stringify(['cakes']) })
    expect(left).toMatchObject({ removed: ['cakes'] })
    const { stream_id } = await client.streams.getStreamId('cakes')
    expect(await client.streams.deleteById({ stream_id })).toMatchObject({ result: 'success' })
  })

  it('waits for events of a queue', async () => {
    const other = await as('hamlet')
    const { queue_id, last_event_id, ...data } = await client.queues.register({ event_types: ['message', 'typing'] })
    expect(data).toMatchObject({ result: 'success', zulip_feature_level: 496 })
    const waiting = client.events.retrieve({ queue_id, last_event_id, dont_block: false })
    await other.typing.send({ op: 'start', to: [8] })
    const { events } = (await waiting) as unknown as { events: { id: number }[] }
    expect(events).toMatchObject([
      { type: 'typing', op: 'start', sender: { user_id: 10, email: 'hamlet@example.com' } },
    ])

    const next = client.events.retrieve({ queue_id, last_event_id: events[0]?.id })
    await other.messages.send({ to: [8], type: 'direct', content: 'Hi' })
    expect(await next).toMatchObject({ events: [{ type: 'message', message: { content: 'Hi' } }] })
    expect(await client.queues.deregister({ queue_id })).toMatchObject({ result: 'success' })
    expect(await client.events.retrieve({ queue_id, last_event_id })).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })

  it('gets the error of a refused call', async () => {
    const member = await as('hamlet')
    expect(await member.callEndpoint('/realm/filters/1', 'DELETE')).toMatchObject({
      result: 'error',
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    })
  })
})
