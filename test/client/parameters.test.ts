import { type Client, InvalidParameterError } from 'earshot/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../seed.js'
import { stage, success } from './stage.js'

/** Fails without sending anything. */
async function refused(call: (client: Client) => Promise<unknown>): Promise<InvalidParameterError> {
  const { client, sent, settings, fails } = stage([success()], {}, success({ svc_feature_level: 496 }))
  const error = await fails(call(client))
  expect(error).toBeInstanceOf(InvalidParameterError)
  expect([sent, settings]).toEqual([[], []])
  return error as InvalidParameterError
}

const status = (params: object) => (client: Client) => client.users.setStatus({ user_id: 1, ...params })

describe('a mistake that the client can see', () => {
  it.each<[string, string, (client: Client) => Promise<unknown>]>([
    ['status_text', 'at most 60 code points', status({ status_text: 'x'.repeat(61) })],
    ['status_text', 'at most 60 code points', status({ status_text: '🥖'.repeat(61) })],
    ['status_text', 'at least one of', status({})],
    ['emoji_name', '`emoji_name` is required', status({ emoji_code: '1f35e' })],
    ['emoji_name', '`emoji_name` is required', status({ status_text: 'a', reaction_type: 'unicode_emoji' })],
    ['to', '`to` is required', (client) => client.scheduledMessages.edit({ scheduled_message_id: 1, type: 'direct' })],
    [
      'topic',
      '`topic` is required',
      (client) => client.scheduledMessages.edit({ scheduled_message_id: 1, type: 'channel', to: 2 }),
    ],
    ['stream_id', 'exactly one of', (client) => client.topics.setMuted({ topic: 'a', op: 'add' })],
    [
      'stream_id',
      'exactly one of',
      (client) => client.topics.setMuted({ stream_id: 1, stream: 'a', topic: 'a', op: 'add' }),
    ],
    ['content', 'at least one of', (client) => client.messages.edit({ message_id: 1 })],
    ['emoji_name', 'at least one of', (client) => client.reactions.remove({ message_id: 1 })],
    ['user_id', 'is missing', (client) => client.users.get({} as never)],
    ['email', 'is missing', (client) => client.users.getByEmail(undefined as never)],
    ['user_id', 'expected number, received string', (client) => client.users.get({ user_id: '7' } as never)],
    ['user_id', 'is wrong', (client) => client.users.get({ user_id: 1.5 })],
    ['user_id', 'is wrong', (client) => client.users.get({ user_id: Number.NaN })],
    ['user_id', 'is wrong', (client) => client.users.get({ user_id: null } as never)],
    [
      'op',
      'must be one of add, remove',
      (client) => client.topics.setMuted({ stream_id: 1, topic: 'a', op: 'mute' } as never),
    ],
    [
      'visibility_policy',
      'must be one of 0, 1, 2, 3',
      (client) => client.topics.setVisibility({ stream_id: 1, topic: 'a', visibility_policy: 4 } as never),
    ],
    ['order[1]', 'expected number', (client) => client.profileFields.reorder({ order: [1, 'x'] } as never)],
    [
      'narrow[0].operand',
      'is missing',
      (client) => client.messages.list({ anchor: 'newest', narrow: [{ operator: 'topic' }] } as never),
    ],
    [
      'anchor',
      'must be one of newest, oldest, first_unread',
      (client) => client.messages.list({ anchor: 'now' } as never),
    ],
    [
      'actions.delete_everything',
      'is unknown there',
      (client) => client.users.deactivate({ user_id: 1, actions: { delete_everything: true } } as never),
    ],
    ['file', 'Must be a Blob or File', (client) => client.files.upload({ file: 'bread' } as never)],
  ])('is named by its field, before anything is sent: %s %s', async (field, problem, call) => {
    const error = await refused(call)
    expect(error).toMatchObject({ field, code: 'invalid_parameter' })
    expect(error.problem).toContain(problem)
    expect(error.message).toMatch(
      /^\w+\.\w+ was not sent: `[^`]+` .+\. `npx earshot call \w+\.\w+ --help` lists its parameters\.$/,
    )
  })

  it.each([
    [{ emial: 'a@example.com' }, 'emial', 'did you mean `email`'],
    [{ Email: 'a@example.com' }, 'Email', 'did you mean `email`'],
    [{ email: 'a@example.com', clientGravatar: true }, 'clientGravatar', 'did you mean `client_gravatar`'],
    [{ email: 'a@example.com', colour: 1 }, 'colour', 'it has email, client_gravatar, include_custom_profile_fields'],
    [{ email: 'a@example.com', timeout: 5 }, 'timeout', 'pass it in the second argument'],
  ])('is a name that nobody declared: %o', async (params, field, problem) => {
    const error = await refused((client) => client.users.getByEmail(params as never))
    expect(error.field).toBe(field)
    expect(error.problem).toContain(problem)
  })

  it('is an older name of a parameter', async () => {
    const params = { type: 'stream', to: 2, subject: 'a', content: 'b' }
    const error = await refused((client) => client.messages.send(params as never))
    expect(error).toMatchObject({ field: 'subject', problem: expect.stringContaining('did you mean `topic`') })
  })

  it('is an option in the wrong place', async () => {
    const { signal } = new AbortController()
    const error = await refused((client) => client.users.me({ signal } as never))
    expect(error).toMatchObject({ field: 'signal', problem: expect.stringContaining('second argument') })
  })

  it.each([null, 5, 'a@example.com', [], new Blob([])])('is to pass %o in place of parameters', async (params) => {
    expect(await refused((client) => client.users.getByEmail(params as never))).toMatchObject({ field: '' })
  })

  it.each(['', '.', '..', 'half \uD83E'])('is the address %o, which would lead elsewhere', async (email) => {
    expect(await refused((client) => client.users.getByEmail({ email }))).toMatchObject({ field: 'email' })
  })

  it.each(['__proto__', 'constructor', 'toString'])('is a parameter called %s', async (name) => {
    const params = JSON.parse(`{"email":"a@example.com","${name}":{"client_gravatar":true}}`)
    const error = await refused((client) => client.users.getByEmail(params))
    expect(error.field).toBe(name)
    expect(({} as { client_gravatar?: boolean }).client_gravatar).toBeUndefined()
  })
})

describe('what is no mistake', () => {
  it.each([
    ['60 characters of four bytes', { status_text: '🥖'.repeat(60) }],
    ['an empty text, which clears the status', { status_text: '' }],
    ['an emoji alone', { emoji_name: 'bread' }],
  ])('is sent: %s', async (_, params) => {
    const { client, sent, succeeds } = stage([success()])
    await succeeds(status(params)(client))
    expect(sent[0]?.form).toEqual(params)
  })

  it.each([
    ['a name', 'general', 'general'],
    ['a name that looks like an ID', '7', '"7"'],
    ['an ID', 7, '7'],
    ['users by ID', [8, 9], '[8,9]'],
    ['users by address', ['a@example.com'], '["a@example.com"]'],
  ])('is sent so that the server takes it for what it is: %s', async (_, to, text) => {
    const { client, sent, succeeds } = stage([success({ id: 1 })])
    await succeeds(client.messages.send({ type: 'stream', to, topic: '', content: 'a' }))
    expect(sent[0]?.form).toEqual({ type: 'stream', to: text, topic: '', content: 'a' })
  })

  it('leaves what it was given as it was', async () => {
    const params = Object.freeze({ stream_id: 2, topic: 'a', visibility_policy: 1 as const })
    const { client, succeeds } = stage([success()], { featureLevel: 100 })
    await succeeds(client.topics.setVisibility(params))
    expect(params).toEqual({ stream_id: 2, topic: 'a', visibility_policy: 1 })
  })
})

describe('anything at all', () => {
  it('is sent or refused, and stays on this server and below its path', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.jsonValue(), fc.record({ email: fc.oneof(fc.string({ unit: 'binary' }), fc.string()) })),
        async (params) => {
          const { client, sent, time } = stage([success({ user: {} })])
          await time.until(client.users.getByEmail(params as never).catch((error: unknown) => error))
          for (const { url } of sent) {
            expect(new URL(url).origin).toBe('https://chat.example.com')
            expect(new URL(url).pathname).toMatch(/^\/api\/v1\/users\/[^/]+$/)
          }
        },
      ),
      { numRuns: runs(500) },
    )
  })
})
