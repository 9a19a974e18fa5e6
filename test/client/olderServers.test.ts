import { describe, expect, it } from 'vitest'
import { refusal, stage, success } from './stage.js'

describe('a linkifier on a server that writes its template otherwise', () => {
  it.each([
    [175, { url_format_string: 'https://bread.example/%(id)s?a=%%20' }],
    [176, { url_template: 'https://bread.example/{id}?a=%20' }],
  ])('is sent in the words of level %i', async (level, form) => {
    const { client, sent, succeeds } = stage([success({ id: 1 })], {}, success({ svc_feature_level: level }))
    const linkifier = { pattern: 'B-(?P<id>[0-9]+)', url_template: 'https://bread.example/{id}?a=%20' }
    await succeeds(client.linkifiers.create(linkifier))
    await succeeds(client.linkifiers.update({ filter_id: 1, ...linkifier }))
    expect(sent.map((one) => one.form)).toEqual([1, 2].map(() => ({ pattern: linkifier.pattern, ...form })))
  })
})

describe('muting a topic on a server that has only the older way', () => {
  const at = (featureLevel: number, ...script: Response[]) => stage(script, { featureLevel })
  const topic = { stream_id: 2, topic: 'lunch' }

  it.each([
    [1, 'add'],
    [0, 'remove'],
  ] as const)('goes that way with the policy %i', async (visibility_policy, op) => {
    const { client, sent, succeeds } = at(169, success())
    expect(await succeeds(client.topics.setVisibility({ ...topic, visibility_policy }))).toEqual({
      result: 'success',
      msg: '',
    })
    expect(sent).toMatchObject([
      { method: 'PATCH', path: '/users/me/subscriptions/muted_topics', form: { stream_id: '2', topic: 'lunch', op } },
    ])
  })

  it.each([
    [1, 'Topic already muted'],
    [0, 'Topic is not muted'],
  ] as const)('is done when it was so already: policy %i, "%s"', async (visibility_policy, msg) => {
    const { client, succeeds } = at(169, refusal(400, 'BAD_REQUEST', msg))
    expect(await succeeds(client.topics.setVisibility({ ...topic, visibility_policy }))).toMatchObject({
      result: 'success',
    })
  })

  it.each([
    [1, 'Topic is not muted'],
    [0, 'Topic already muted'],
    [1, 'Invalid channel ID'],
  ] as const)('fails for any other reason: policy %i, "%s"', async (visibility_policy, msg) => {
    const { client, fails } = at(169, refusal(400, 'BAD_REQUEST', msg))
    expect(await fails(client.topics.setVisibility({ ...topic, visibility_policy }))).toMatchObject({ msg })
  })

  it.each([2, 3] as const)('does not pretend to know the policy %i', async (visibility_policy) => {
    const { client, sent, fails } = at(169, success())
    expect(await fails(client.topics.setVisibility({ ...topic, visibility_policy }))).toMatchObject({
      code: 'unsupported_by_server',
    })
    expect(sent).toHaveLength(0)
  })

  it('is not gone where the newer way is there', async () => {
    const { client, sent, succeeds } = at(170, success())
    await succeeds(client.topics.setVisibility({ ...topic, visibility_policy: 1 }))
    expect(sent[0]?.path).toBe('/user_topics')
  })
})

describe('the type `channel`', () => {
  const calls = [
    ['scheduledMessages.edit', { type: 'channel', to: 2, topic: 'lunch' }],
    [
      'scheduledMessages.create',
      { type: 'channel', to: 2, topic: 'lunch', content: 'a', scheduled_delivery_timestamp: 9 },
    ],
    ['messages.send', { type: 'channel', to: 2, topic: 'lunch', content: 'a' }],
  ] as const

  const sentType = async (name: (typeof calls)[number][0], featureLevel: number, type: string) => {
    const { client, sent, succeeds } = stage([success({ id: 1, scheduled_message_id: 1 })], { featureLevel })
    const params = { ...calls.find(([other]) => other === name)?.[1], type } as never
    if (name === 'messages.send') await succeeds(client.messages.send(params))
    else if (name === 'scheduledMessages.create') await succeeds(client.scheduledMessages.create(params))
    else await succeeds(client.scheduledMessages.edit({ scheduled_message_id: 1, ...(params as object) }))
    return sent[0]?.form.type
  }

  it.each(calls)('of %s has the older name on an older server', async (name) => {
    expect(await sentType(name, 247, 'channel')).toBe('stream')
    expect(await sentType(name, 248, 'channel')).toBe('channel')
  })

  it.each(calls)('of %s is the only one that is changed', async (name) => {
    for (const type of ['stream', 'direct', 'private']) expect(await sentType(name, 200, type)).toBe(type)
  })
})

describe('answers of older servers', () => {
  it('have today’s shape', async () => {
    const { client, succeeds } = stage(
      [
        Response.json({ result: 'partially_completed', msg: '' }),
        success({ linkifiers: [{ id: 1, pattern: 'a', url_format: 'https://a.example/%(id)s' }] }),
        success({
          presences: { 'a@example.com': { aggregated: { client: 'ios', status: 'idle', timestamp: 5 } } },
          server_timestamp: 1.5,
        }),
      ],
      { featureLevel: 160 },
    )
    expect(await succeeds(client.streams.deleteTopic({ stream_id: 2, topic_name: 'a' }))).toEqual({
      result: 'success',
      msg: '',
      complete: false,
    })
    expect((await succeeds(client.linkifiers.list())).linkifiers[0]?.url_template).toBe('https://a.example/{id}')
    expect((await succeeds(client.presence.list())).presences['a@example.com']?.website).toEqual({
      client: 'website',
      status: 'idle',
      timestamp: 5,
      pushable: false,
    })
  })
})
