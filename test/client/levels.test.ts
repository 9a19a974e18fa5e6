import { CallError, NetworkError, TimeoutError, UnsupportedByServerError } from 'earshot/client'
import { newestFeatureLevel } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { badGateway, fetchFailed, type Reply, refusal, stage, success, user } from './stage.js'

const levelIs = (level: number) => success({ svc_feature_level: level })
const html = (status: number) => new Response('<html></html>', { status })

describe('client.featureLevel', () => {
  it('requests the level once for several waiting calls', async () => {
    const { client, settings, succeeds } = stage([success({ user })], {}, levelIs(400))
    await succeeds(Promise.all([1, 2, 3].map((user_id) => client.users.get({ user_id }))))
    await succeeds(client.users.get({ user_id: 4 }))
    expect(await client.featureLevel()).toBe(400)
    expect(settings).toHaveLength(1)
    expect(settings[0]?.headers.has('authorization')).toBe(false)
  })

  it("isn't requested by a call that is the same at all levels", async () => {
    const { client, settings, succeeds } = stage([success({ id: 1 })], {}, levelIs(400))
    await succeeds(client.messages.send({ type: 'stream', to: 2, topic: 'lunch', content: 'hi' }))
    await succeeds(client.messages.delete({ message_id: 1 }))
    expect(settings).toHaveLength(0)
  })

  it('requests the level again after an hour', async () => {
    let level = 100
    const { client, settings, succeeds, time } = stage([], {}, () => levelIs(level))
    expect(await succeeds(client.featureLevel())).toBe(100)
    level = 496
    time.pass(3_599_999)
    expect(await succeeds(client.featureLevel())).toBe(100)
    time.pass(1)
    expect(await succeeds(client.featureLevel())).toBe(496)
    expect(settings).toHaveLength(2)
  })

  it('requests the level again after the clock was set back by hours', async () => {
    let level = 100
    const { client, succeeds, time } = stage([], {}, () => levelIs(level))
    expect(await succeeds(client.featureLevel())).toBe(100)
    level = 496
    time.pass(-3 * 3_600_000)
    expect(await succeeds(client.featureLevel())).toBe(496)
  })

  it("is 0 if the server doesn't send a level", async () => {
    const { client, succeeds } = stage([], {}, success())
    expect(await succeeds(client.featureLevel())).toBe(0)
    expect(await succeeds(client.supports('getUserByEmail'))).toBe(false)
    expect(await succeeds(client.supports('externalAuthenticationMethods'))).toBe(true)
  })

  it('returns the level of the options without a request', async () => {
    const { client, settings, succeeds, time } = stage([success({ user })], { featureLevel: 300 }, levelIs(400))
    expect(await succeeds(client.supports('deactivateGroup'))).toBe(true)
    expect(await succeeds(client.supports('setUserStatus'))).toBe(false)
    time.pass(10_000_000)
    await succeeds(client.users.get({ user_id: 1 }))
    expect(settings).toHaveLength(0)
  })

  it('understands the field name of the dialect', async () => {
    const { client, succeeds } = stage([], {}, success({ zulip_feature_level: 237 }))
    expect(await succeeds(client.featureLevel())).toBe(237)
  })

  it('has a counterpart, `supports`, that throws for an unknown feature', async () => {
    const { client } = stage([], { featureLevel: 1 })
    await expect(client.supports('topicMuting' as 'userTopics')).rejects.toThrow(/No feature is called/)
  })
})

describe("a server that doesn't report its level", () => {
  it.each<[string, Reply]>([
    ['it has no such page', html(404)],
    ['it refuses', refusal(400, 'BAD_REQUEST', 'Subdomain required')],
    ['it answers something else', success({ svc_feature_level: 'new' })],
  ])('is treated as the newest if %s', async (_, reply) => {
    const { client, settings, succeeds } = stage([success({ user })], {}, reply)
    expect((await succeeds(client.users.getByEmail({ email: 'a@example.com' }))).user.user_id).toBe(10)
    expect(await succeeds(client.featureLevel())).toBe(newestFeatureLevel)
    expect(settings).toHaveLength(1)
  })

  it.each<[string, Reply]>([
    ['can’t be reached', fetchFailed('ECONNREFUSED', 'connect')],
    ['is in trouble', badGateway()],
    ['is too busy', refusal(429, 'RATE_LIMIT_HIT', 'API usage exceeded rate limit')],
    ['redirects', new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })],
  ])('fails the call without sending it if it %s', async (_, reply) => {
    const { client, sent, fails } = stage([success()], {}, reply)
    const error = await fails(client.users.setStatus({ user_id: 1, status_text: 'baking' }))
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ endpoint: 'users.setStatus', attempts: 0, mayHaveTakenEffect: false })
    expect((error as Error).message).toMatch(/^users\.setStatus (?!.*server\.settings).*\bnot sent\b/)
    expect(sent).toHaveLength(0)
  })

  it('is asked again by the next call', async () => {
    let there = false
    const { client, fails, succeeds } = stage([success({ user })], {}, () =>
      there ? levelIs(400) : fetchFailed('ECONNREFUSED', 'connect'),
    )
    expect(await fails(client.users.get({ user_id: 1 }))).toBeInstanceOf(NetworkError)
    there = true
    await succeeds(client.users.get({ user_id: 1 }))
  })

  it('keeps its last known level for a minute', async () => {
    let there = true
    const { client, settings, succeeds, time } = stage([], {}, () => (there ? levelIs(350) : badGateway()))
    await succeeds(client.featureLevel())
    there = false
    time.pass(3_600_000)
    expect(await succeeds(client.featureLevel())).toBe(350)
    const asked = settings.length
    expect(await succeeds(client.featureLevel())).toBe(350)
    expect(settings).toHaveLength(asked)
    there = true
    time.pass(60_000)
    await succeeds(client.featureLevel())
    expect(settings).toHaveLength(asked + 1)
  })

  it("doesn't delay a call beyond its timeout or abort", async () => {
    const { client, sent, fails } = stage([success({ user })], {}, 'hang')
    const error = await fails(client.users.setStatus({ user_id: 1, status_text: 'x' }, { timeout: 500 }))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ endpoint: 'users.setStatus', attempts: 0, mayHaveTakenEffect: false, timeout: 500 })
    const reason = new Error('enough')
    expect(await fails(client.users.get({ user_id: 1 }, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(sent).toHaveLength(0)
  })
})

describe('a server that is too old', () => {
  it.each([
    ['users.getByEmail', 38, 39, (c: Calls) => c.users.getByEmail({ email: 'a@example.com' })],
    ['userGroups.isMember', 126, 127, (c: Calls) => c.userGroups.isMember({ user_group_id: 1, user_id: 1 })],
    ['scheduledMessages.edit', 183, 184, (c: Calls) => c.scheduledMessages.edit({ scheduled_message_id: 1 })],
    ['linkifiers.reorder', 201, 202, (c: Calls) => c.linkifiers.reorder({ ordered_linkifier_ids: [] })],
    ['userGroups.deactivate', 289, 290, (c: Calls) => c.userGroups.deactivate({ user_group_id: 1 })],
    ['channelFolders.list', 388, 389, (c: Calls) => c.channelFolders.list()],
    ['users.setStatus', 406, 407, (c: Calls) => c.users.setStatus({ user_id: 1, status_text: '' })],
    ['calls.create', 464, 465, (c: Calls) => c.calls.create({ room_name: 'a' })],
    ['users.deactivate', 458, 459, (c: Calls) => c.users.deactivate({ user_id: 1, actions: { delete_profile: true } })],
    [
      'topics.setVisibility',
      218,
      219,
      (c: Calls) => c.topics.setVisibility({ stream_id: 1, topic: 'a', visibility_policy: 3 }),
    ],
    [
      'topics.setVisibility',
      169,
      170,
      (c: Calls) => c.topics.setVisibility({ stream_id: 1, topic: 'a', visibility_policy: 2 }),
    ],
    [
      'topics.setVisibility',
      333,
      334,
      (c: Calls) => c.topics.setVisibility({ stream_id: 1, topic: '', visibility_policy: 1 }),
    ],
  ] as const)('is detected before sending: %s at %i', async (endpoint, serverLevel, neededLevel, call) => {
    const old = stage([success()], {}, levelIs(serverLevel))
    const error = await old.fails(call(old.client))
    expect(error).toBeInstanceOf(UnsupportedByServerError)
    expect(error).toMatchObject({ endpoint, serverLevel, neededLevel, code: 'unsupported_by_server' })
    expect((error as Error).message).toMatch(
      new RegExp(
        `^${endpoint} was not sent: it needs feature level ${neededLevel} .* the server has ${serverLevel}\\. Upgrade`,
      ),
    )
    expect(old.sent).toHaveLength(0)
    const young = stage(
      [success({ user, channel_folders: [], url: '', is_user_group_member: true })],
      {},
      levelIs(neededLevel),
    )
    await young.succeeds<unknown>(call(young.client)).catch(() => {})
    expect(young.sent).toHaveLength(1)
  })

  it('can deactivate a user without deletions', async () => {
    const { client, sent, succeeds } = stage([success()], { featureLevel: 400 })
    await succeeds(client.users.deactivate({ user_id: 1 }))
    expect(sent).toHaveLength(1)
  })

  it('is detected if it was downgraded after the level was read', async () => {
    let level = 496
    const { client, fails, succeeds, time } = stage(
      [() => (level === 496 ? success({ channel_folders: [] }) : html(404))],
      {},
      () => levelIs(level),
    )
    await succeeds(client.channelFolders.list())
    level = 300
    time.pass(120_000)
    expect(await fails(client.channelFolders.list())).toMatchObject({ code: 'unsupported_by_server', serverLevel: 300 })
  })

  it("isn't asked for its level at each malformed response", async () => {
    const { client, settings, fails, time } = stage([html(404)], {}, levelIs(496))
    for (let call = 0; call < 5; call += 1) await fails(client.channelFolders.list())
    expect(settings).toHaveLength(1)
    time.pass(60_000)
    for (let call = 0; call < 5; call += 1) await fails(client.channelFolders.list())
    expect(settings).toHaveLength(2)
  })
})

describe('a response in the shape of another level', () => {
  const older = { user: { ...user, delivery_email: undefined, is_imported_stub: undefined } }

  it('is read again, without a new request, if the server turns out to be older', async () => {
    let level = 496
    const { client, sent, settings, succeeds, time } = stage([success(older)], {}, () => levelIs(level))
    await succeeds(client.featureLevel())
    level = 160
    time.pass(120_000)
    const answer = await succeeds(client.users.get({ user_id: 10 }))
    expect(answer.user).toMatchObject({ delivery_email: null, is_imported_stub: false })
    expect(sent).toHaveLength(1)
    expect(settings).toHaveLength(2)
  })

  it('is malformed if the server has the expected level', async () => {
    const { client, fails } = stage([success(older)], {}, levelIs(496))
    expect(await fails(client.users.get({ user_id: 10 }))).toMatchObject({
      code: 'malformed_answer',
      path: 'user.delivery_email',
    })
  })
})

describe('a failed refresh of the level', () => {
  it("doesn't hide the error of the call", async () => {
    let asked = 0
    const { client, fails, succeeds, time } = stage([html(404)], {}, () => (asked++ === 0 ? levelIs(496) : 'hang'))
    await succeeds(client.featureLevel())
    time.pass(120_000)
    expect(await fails(client.channelFolders.list())).toMatchObject({ code: 'malformed_answer', status: 404 })
  })
})

type Calls = ReturnType<typeof stage>['client']
