import { describe, expect, it } from 'vitest'
import { stage, success, user } from './stage.js'
import { version } from './version.js'

describe('a request of the client', () => {
  it('authenticates with email and key in UTF-8', async () => {
    const { client, sent } = stage([success()], { email: 'ægir@example.com', apiKey: 'schlüsselschlüssel' })
    await client.linkifiers.reorder({ ordered_linkifier_ids: [] })
    const [scheme, encoded = ''] = sent[0]?.headers.get('authorization')?.split(' ') ?? []
    expect(scheme).toBe('Basic')
    expect(Buffer.from(encoded, 'base64').toString('utf8')).toBe('ægir@example.com:schlüsselschlüssel')
  })

  it('for the server settings is sent without credentials', async () => {
    const { client, sent } = stage([success({ svc_feature_level: 400 })])
    expect(await client.server.settings()).toMatchObject({ svc_feature_level: 400 })
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })

  it('has the version or the given name as user agent', async () => {
    const { client, sent } = stage([success()])
    await client.messages.delete({ message_id: 1 })
    expect(sent[0]?.headers.get('user-agent')).toBe(`Earshot/${version}`)
    const other = stage([success()], { userAgent: 'Toast/2' })
    await other.client.messages.delete({ message_id: 1 })
    expect(other.sent[0]?.headers.get('user-agent')).toBe('Toast/2')
  })

  it('has a form as its body, with lists and objects as JSON', async () => {
    const { client, sent } = stage([success()])
    await client.users.deactivate({ user_id: 10, actions: { delete_profile: true } })
    expect(sent[0]).toMatchObject({ method: 'DELETE', path: '/users/10', form: { actions: '{"delete_profile":true}' } })
    expect(sent[0]?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
  })

  it('with GET has its parameters in the query and no body', async () => {
    const { client, sent } = stage([success({ user })])
    await client.users.getByEmail({ email: 'a/b+c@example.com', client_gravatar: false })
    expect(sent[0]).toMatchObject({ method: 'GET', query: { client_gravatar: 'false' } })
    expect(sent[0]?.url).toContain('/api/v1/users/a%2Fb%2Bc%40example.com?')
    expect(sent[0]?.init.body).toBeUndefined()
    expect(sent[0]?.headers.has('content-type')).toBe(false)
  })

  it('contains neither defaults nor undefined values', async () => {
    const { client, sent } = stage([success({ user })])
    await client.users.getByEmail({ email: 'a@example.com', client_gravatar: undefined })
    expect(sent[0]?.query).toEqual({})
  })

  it('uploads a file as multipart form', async () => {
    const { client, sent } = stage([success({ url: '/user_uploads/2/a/bread.txt', filename: 'bread.txt' })])
    const answer = await client.files.upload({ file: new File(['one loaf'], 'bread.txt', { type: 'text/plain' }) })
    expect(answer.url).toBe('/user_uploads/2/a/bread.txt')
    const init: RequestInit = sent[0]?.init ?? {}
    const form = await new Request('https://a.example', {
      method: 'POST',
      body: init.body,
      headers: init.headers,
    }).formData()
    const file = form.get('file') as File
    expect([file.name, file.type, await file.text()]).toEqual(['bread.txt', 'text/plain', 'one loaf'])
  })

  it('uses the words of the dialect', async () => {
    const { client, sent } = stage([success(), success({ url: 'https://call.example' })], { dialect: 'zulip' })
    await client.reactions.add({
      message_id: 5,
      emoji_name: 'svc',
      emoji_code: 'svc',
      reaction_type: 'svc_extra_emoji',
    })
    await client.calls.create({ room_name: 'svc' })
    expect(sent[0]?.form).toEqual({ emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' })
    expect(sent[1]).toMatchObject({ path: '/calls/nextcloud_talk/create', form: { room_name: 'svc' } })
  })

  it.each([
    ['svc', 'svc_extra_emoji', '/calls/ext_talk/create'],
    ['zulip', 'zulip_extra_emoji', '/calls/nextcloud_talk/create'],
  ])('detects that the server speaks %s when it first matters, once', async (dialect, type, path) => {
    const about = success({ [`${dialect}_version`]: '12.0', [`${dialect}_feature_level`]: 496 })
    const { client, sent, settings, succeeds } = stage([success()], {}, about)
    await succeeds(client.messages.delete({ message_id: 5 }))
    expect(settings).toHaveLength(0)
    await succeeds(client.reactions.add({ message_id: 5, emoji_name: 'svc', reaction_type: 'svc_extra_emoji' }))
    await succeeds(client.reactions.remove({ message_id: 5, emoji_name: 'svc' }))
    await expect(client.calls.create({ room_name: 'svc' })).rejects.toThrow()
    expect(settings).toHaveLength(1)
    expect(sent[1]?.form).toEqual({ emoji_name: dialect, reaction_type: type })
    expect(sent[2]?.form).toEqual({ emoji_name: dialect })
    expect(sent[3]?.path).toBe(path)
  })

  it("uses the given dialect and level instead of the server's", async () => {
    const zulip = success({ zulip_version: '12.0', zulip_feature_level: 496 })
    const told = stage([success()], { dialect: 'svc', featureLevel: 400 }, zulip)
    await told.succeeds(told.client.reactions.add({ message_id: 5, emoji_name: 'svc' }))
    expect(told.sent[0]?.form).toEqual({ emoji_name: 'svc' })
    expect(told.settings).toHaveLength(0)
    const levelOnly = stage([success()], { featureLevel: 400 }, zulip)
    await levelOnly.succeeds(levelOnly.client.reactions.add({ message_id: 5, emoji_name: 'svc' }))
    expect(levelOnly.sent[0]?.form).toEqual({ emoji_name: 'zulip' })
    expect(await levelOnly.client.featureLevel()).toBe(400)
  })

  it('uses the field names of a custom dialect', async () => {
    const own = {
      name: 'own',
      paths: {},
      fields: { topic_name: 'subject' },
      authenticationMethods: {},
      reactionTypes: {},
      extraEmoji: {},
      words: { brand: '', callProvider: '', authenticationRealm: '', deliveryAgent: '' },
    }
    const { client, sent } = stage([success({ complete: true })], { dialect: own })
    await client.streams.deleteTopic({ stream_id: 2, topic_name: 'lunch' })
    expect(sent[0]?.form).toEqual({ subject: 'lunch' })
  })

  it.each([
    ['https://chat.example.com', 'https://chat.example.com/api/v1/users/me'],
    ['https://chat.example.com/', 'https://chat.example.com/api/v1/users/me'],
    ['https://chat.example.com/api', 'https://chat.example.com/api/v1/users/me'],
    ['https://chat.example.com/api/v1/', 'https://chat.example.com/api/v1/users/me'],
    ['https://example.com:8443/chat/', 'https://example.com:8443/chat/api/v1/users/me'],
    ['chat.example.com', 'https://chat.example.com/api/v1/users/me'],
    ['localhost:9991', 'http://localhost:9991/api/v1/users/me'],
    ['http://127.0.0.1:9991', 'http://127.0.0.1:9991/api/v1/users/me'],
    ['http://[::1]:9991', 'http://[::1]:9991/api/v1/users/me'],
  ])('goes to the right URL for the site %s', async (site, url) => {
    const { client, sent } = stage([success(user)], { site })
    await client.users.me()
    expect(sent[0]?.url).toBe(url)
  })
})
