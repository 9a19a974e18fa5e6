import {
  type Endpoint,
  type EndpointName,
  endpointNamed,
  endpoints,
  type FeatureId,
  hasFeature,
  newestFeatureLevel,
} from 'earshot/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** The answer of a server of this level, in today's shape. */
function modern(name: EndpointName, level: number, answer: Record<string, unknown>): Record<string, unknown> {
  const { upgrade } = endpointNamed(name)
  return upgrade?.(answer, (id: FeatureId) => hasFeature(level, id)) ?? answer
}

const envelope = { result: 'success', msg: '' }
const linkifier = { id: 1, pattern: '#(?P<id>[0-9]+)' }

describe('upgrading responses of the newest level', () => {
  const withModernise = endpoints.filter((endpoint: Endpoint) => endpoint.upgrade !== undefined)

  it.each(withModernise.map(({ name }) => name))('changes nothing: %s', (name) => {
    const older = { is_billing_admin: true, last_edit_timestamp: 1, edit_history: [{ prev_content: '', timestamp: 2 }] }
    const inside = { ...older, url_format: '%(a)s', aggregated: { client: 'a' }, realm_uri: 'a' }
    const fields = ['user', 'message', 'messages', 'members', 'linkifiers', 'channel_folders', 'presences']
    const json = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(inside, [inside], { iago: inside }))
    fc.assert(
      fc.property(fc.record(Object.fromEntries(fields.map((field) => [field, json]))), (found) => {
        const answer = { ...envelope, ...inside, ...found }
        expect(modern(name, newestFeatureLevel, answer)).toEqual(answer)
      }),
    )
  })
})

describe('upgrading responses of older levels', () => {
  it.each([
    [210, 'partially_completed', false],
    [154, 'partially_completed', false],
    [154, 'success', true],
    [146, 'success', true],
  ])('derives `complete` at level %i from the result %s: %s', (level, result, complete) => {
    expect(modern('streams.deleteTopic', level, { result, msg: '' })).toEqual({ ...envelope, complete })
  })

  it('keeps `complete` from level 211 on', () => {
    expect(modern('streams.deleteTopic', 211, { ...envelope, complete: false })).toEqual({
      ...envelope,
      complete: false,
    })
  })

  it.each([
    ['https://tracker.example/%(id)s', 'https://tracker.example/{id}'],
    ['https://a.example/%(org)s/%(id)s?x=100%%', 'https://a.example/{org}/{id}?x=100%'],
    ['https://a.example/', 'https://a.example/'],
  ])('converts the URL format %s to the template %s below level 176', (url_format, url_template) => {
    expect(modern('linkifiers.list', 175, { linkifiers: [{ ...linkifier, url_format }] })).toEqual({
      linkifiers: [
        { ...linkifier, url_template, example_input: null, reverse_template: null, alternative_url_templates: [] },
      ],
    })
  })

  it('adds reverse templates below level 471 and alternative templates below 478', () => {
    const answer = { linkifiers: [{ ...linkifier, url_template: 'https://a.example/{id}' }] }
    const at = (level: number) => (modern('linkifiers.list', level, answer).linkifiers as object[])[0]
    expect(at(470)).toMatchObject({ example_input: null, reverse_template: null, alternative_url_templates: [] })
    expect(at(471)).not.toHaveProperty('reverse_template')
    expect(at(478)).not.toHaveProperty('alternative_url_templates')
  })

  it('merges presence per client below level 178', () => {
    const aggregated = { client: 'ios', status: 'active', timestamp: 9 }
    const clients = { aggregated, ios: { ...aggregated, pushable: true }, website: { status: 'idle', timestamp: 1 } }
    expect(modern('presence.list', 177, { presences: { 'a@example.com': clients } })).toEqual({
      presences: {
        'a@example.com': {
          aggregated: { client: 'website', status: 'active', timestamp: 9 },
          website: { client: 'website', status: 'active', timestamp: 9, pushable: false },
        },
      },
    })
  })

  it('numbers channel folders below level 414', () => {
    const channel_folders = [{ id: 3 }, { id: 7 }]
    expect(modern('channelFolders.list', 413, { channel_folders })).toEqual({
      channel_folders: [
        { id: 3, order: 0 },
        { id: 7, order: 1 },
      ],
    })
    expect(modern('channelFolders.list', 414, { channel_folders })).toEqual({ channel_folders })
  })

  it.each([
    ['a person', { is_bot: false, email: 'a@example.com' }, null],
    ['a bot', { is_bot: true, email: 'b@example.com' }, 'b@example.com'],
  ])('adds delivery_email to %s below level 163', (_, user, delivery_email) => {
    const filled = { ...user, delivery_email, is_imported_stub: false }
    expect(modern('users.getByEmail', 162, { user })).toEqual({ user: filled })
    expect(modern('users.list', 162, { members: [user] })).toEqual({ members: [filled] })
    expect(modern('users.me', 162, { ...user })).toEqual(filled)
  })

  it('removes is_billing_admin below level 363', () => {
    expect(modern('users.me', 362, { user_id: 1, is_billing_admin: true })).not.toHaveProperty('is_billing_admin')
    expect(modern('users.me', 363, { user_id: 1, is_billing_admin: true })).toHaveProperty('is_billing_admin')
  })

  const edit = (timestamp: number, what: object) => ({ user_id: 1, timestamp, ...what })
  const content = { prev_content: 'a' }
  const topic = { prev_topic: 'lunch', topic: 'supper' }
  const resolving = { prev_topic: 'lunch', topic: '✔ lunch' }

  it.each([
    ['an edit', [edit(5, content)], { last_edit_timestamp: 5 }],
    ['a move within the channel', [edit(5, topic)], { last_moved_timestamp: 5 }],
    ['a move to another channel', [edit(5, { prev_stream: 1, stream: 2 })], { last_moved_timestamp: 5 }],
    ['the topic being resolved', [edit(5, resolving)], {}],
    ['an edit, then a move', [edit(5, topic), edit(4, content)], { last_moved_timestamp: 5, last_edit_timestamp: 4 }],
    ['both at once', [edit(5, { ...topic, ...content })], { last_moved_timestamp: 5, last_edit_timestamp: 5 }],
  ])('separates edit and move times below level 365: %s', (_, edit_history, times) => {
    const message = { id: 1, last_edit_timestamp: 5, edit_history }
    expect(modern('messages.get', 364, { message })).toEqual({ message: { id: 1, edit_history, ...times } })
    expect(modern('messages.list', 364, { messages: [message] })).toEqual({
      messages: [{ id: 1, edit_history, ...times }],
    })
    expect(modern('messages.get', 365, { message })).toEqual({ message })
  })

  it('keeps last_edit_timestamp without a history', () => {
    const message = { id: 1, last_edit_timestamp: 5 }
    expect(modern('messages.get', 364, { message })).toEqual({ message })
  })

  it('adds realm_url below level 257', () => {
    expect(modern('server.settings', 256, { realm_uri: 'https://a.example' })).toEqual({
      realm_uri: 'https://a.example',
      realm_url: 'https://a.example',
    })
  })

  it.each((endpoints as readonly Endpoint[]).filter(({ upgrade }) => upgrade !== undefined))(
    'leaves malformed responses to validation: $name',
    ({ upgrade, response }) => {
      const odd = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()))
      const fields = fc.record(Object.fromEntries(Object.keys(response).map((name) => [name, odd])), {
        requiredKeys: [],
      })
      fc.assert(
        fc.property(fields, fc.integer({ min: 0, max: 500 }), (answer, level) => {
          expect(upgrade?.(answer, (id) => hasFeature(level, id))).toBeTypeOf('object')
        }),
      )
    },
  )
})
