import { type EndpointName, endpointNamed } from 'earshot/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeParameters, errorText } from '../../src/protocol/index.js'

function read(
  name: EndpointName,
  fields: Record<string, string>,
  path: Record<string, string> = {},
  files: Blob[] = [],
) {
  return decodeParameters(endpointNamed(name), { path, fields: new Map(Object.entries(fields)), files })
}

function said(...parameters: Parameters<typeof read>): string {
  const decoded = read(...parameters)
  return decoded.ok ? 'nothing' : errorText(decoded.error, decoded.facts)
}

const visibility = { stream_id: '2', topic: 'lunch', visibility_policy: '1' }
const edit = { scheduled_message_id: '1' }

describe('what a server says of a bad parameter', () => {
  it.each([
    [{ stream_id: 'abc' }, 'stream_id is not valid JSON'],
    [{ stream_id: '"2"' }, 'stream_id is not an integer'],
    [{ stream_id: '1.5' }, 'stream_id is not an integer'],
    [{ stream_id: 'true' }, 'stream_id is not an integer'],
    [{ stream_id: '' }, 'stream_id is not valid JSON'],
    [{ visibility_policy: '4' }, 'Invalid visibility_policy: Value error, Not in the list of possible values'],
    [{ visibility_policy: '1.5' }, 'visibility_policy is not an integer'],
    [{ visibility_policy: '"1"' }, 'visibility_policy is not an integer'],
  ])('topics.setVisibility with %o: "%s"', (change, text) => {
    expect(said('topics.setVisibility', { ...visibility, ...change })).toBe(text)
  })

  it.each([
    [
      'scheduledMessages.edit',
      { type: 'shout' },
      edit,
      'Invalid type: Value error, Not in the list of possible values',
    ],
    ['scheduledMessages.edit', { to: '{}' }, edit, 'to is not a list'],
    ['scheduledMessages.edit', { to: '[1,"x"]' }, edit, 'to[1] is not an integer'],
    ['topics.setMuted', { topic: 'lunch', op: 'toggle' }, {}, 'Invalid op'],
    ['channelFolders.list', { include_archived: 'True' }, {}, 'include_archived is not valid JSON'],
    ['channelFolders.list', { include_archived: '1' }, {}, 'include_archived is not a boolean'],
    ['linkifiers.reorder', { ordered_linkifier_ids: '5' }, {}, 'ordered_linkifier_ids is not a list'],
    ['linkifiers.reorder', { ordered_linkifier_ids: '["x"]' }, {}, 'ordered_linkifier_ids[0] is not an integer'],
    ['users.deactivate', { actions: '[]' }, { user_id: '1' }, 'actions is not a dict'],
    [
      'users.deactivate',
      { actions: '{"delete_profile":1}' },
      { user_id: '1' },
      'actions["delete_profile"] is not a boolean',
    ],
    ['users.deactivate', { actions: '{"all":true}' }, { user_id: '1' }, 'nothing'],
    [
      'users.deactivate',
      { actions: '{"all":true,"delete_profile":1}' },
      { user_id: '1' },
      'actions["delete_profile"] is not a boolean',
    ],
    ['topics.setVisibility', { stream_id: '2.0' }, {}, 'stream_id is not an integer'],
    ['topics.setVisibility', { stream_id: '2e0' }, {}, 'stream_id is not an integer'],
    ['linkifiers.reorder', { ordered_linkifier_ids: '[1, 2.0]' }, {}, 'ordered_linkifier_ids[1] is not an integer'],
    [
      'users.setStatus',
      { status_text: '🥖'.repeat(61) },
      { user_id: '1' },
      'status_text is too long (limit: 60 characters)',
    ],
    ['messages.list', { anchor: 'yesterday' }, {}, 'Invalid anchor'],
    ['messages.list', { num_before: '-1' }, {}, 'num_before is too small'],
  ] as const)('%s with %o, %o: "%s"', (name, fields, path, text) => {
    expect(said(name, fields, path)).toBe(text)
  })

  it('speaks of the first problem in the order of the declaration', () => {
    expect(said('topics.setVisibility', { visibility_policy: 'x' })).toBe("Missing 'stream_id' argument")
    expect(said('topics.setVisibility', { visibility_policy: 'x', stream_id: 'y' })).toBe('stream_id is not valid JSON')
  })

  it('finds a topic too long before it looks at what follows', () => {
    const topic = '🍞'.repeat(61)
    const answer = 'topic is too long (limit: 60 characters)'
    expect(said('topics.setVisibility', { stream_id: '2', topic, visibility_policy: '9' })).toBe(answer)
    expect(said('topics.setMuted', { stream_id: '2', topic, op: 'toggle' })).toBe(answer)
    expect(said('topics.setMuted', { stream_id: '2', topic: '🍞'.repeat(60), op: 'add' })).toBe('nothing')
  })

  it('cannot decide between two names of one parameter', () => {
    const decoded = read('messages.send', { type: 'stream', to: '2', content: 'hi', topic: 'a', subject: 'b' })
    expect(decoded).toMatchObject({ ok: false, facts: { var_name1: 'topic', var_name2: 'subject' } })
  })

  it.each([
    ['no file', [], 'You must specify a file to upload'],
    ['two files', [new Blob(['a']), new Blob(['b'])], 'You may only upload one file at a time'],
    ['one file', [new Blob(['a'])], 'nothing'],
  ])('files.upload with %s', (_, files, text) => {
    expect(said('files.upload', {}, {}, files)).toBe(text)
  })
})

describe('what a server reads', () => {
  it('counts characters, not their halves, and no white space around them', () => {
    expect(said('users.setStatus', { status_text: ` ${'🥖'.repeat(60)} ` }, { user_id: '1' })).toBe('nothing')
  })

  it('fills in what was left out', () => {
    expect(read('users.getByEmail', {}, { email: 'a@example.com' })).toEqual({
      ok: true,
      ignored: [],
      params: { email: 'a@example.com', client_gravatar: true, include_custom_profile_fields: false },
    })
  })

  it('names the parameters that nobody declared, in order, and keeps them out', () => {
    const decoded = read('topics.setVisibility', { ...visibility, zeta: '1', __proto__x: '2', constructor: '3' })
    expect(decoded).toMatchObject({ ok: true, ignored: ['__proto__x', 'constructor', 'zeta'] })
    expect(Object.keys((decoded as { params: object }).params)).toEqual(['stream_id', 'topic', 'visibility_policy'])
  })

  it('is not fooled by names that every object has', () => {
    const fields = new Map([...Object.entries(visibility), ['__proto__', '{"polluted":true}'], ['toString', 'x']])
    const decoded = decodeParameters(endpointNamed('topics.setVisibility'), { path: {}, fields, files: [] })
    expect(decoded).toMatchObject({ ok: true, ignored: ['__proto__', 'toString'] })
    expect(Object.getPrototypeOf((decoded as { params: object }).params)).toBe(Object.prototype)
    expect(said('users.deactivate', { actions: '{"__proto__":{"delete_profile":true}}' }, { user_id: '1' })).toBe(
      'nothing',
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('answers any text with parameters or with a refusal, and never breaks', () => {
    const names = ['messages.send', 'messages.list', 'scheduledMessages.edit', 'users.deactivate'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.dictionary(
          fc.constantFrom('type', 'to', 'content', 'topic', 'narrow', 'anchor', 'actions', 'message_ids', '__proto__'),
          fc.oneof(fc.string(), fc.json()),
        ),
        (name, fields) => {
          const path = { user_id: '1', scheduled_message_id: '1' }
          const decoded = decodeParameters(endpointNamed(name), {
            path,
            fields: new Map(Object.entries(fields)),
            files: [],
          })
          if (!decoded.ok) expect(errorText(decoded.error, decoded.facts)).not.toMatch(/\{\w+\}/)
        },
      ),
    )
  })
})
