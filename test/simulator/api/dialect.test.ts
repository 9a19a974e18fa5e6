import { describe, expect, it } from 'vitest'
import { json, opener } from '../ways.js'

describe('a dialect', () => {
  const open = opener()

  it('renames fields and their values to those of the server', async () => {
    const { call, send } = await open({ dialect: 'zulip' })
    const settings = await json(await send('/api/v1/server_settings'))
    expect(settings).toMatchObject({ zulip_feature_level: 496, zulip_version: '12.0' })
    expect(settings).not.toHaveProperty('svc_feature_level')
    expect(settings.authentication_methods).toHaveProperty('github')

    const reaction = { emoji_name: 'zulip', reaction_type: 'zulip_extra_emoji', emoji_code: 'zulip' }
    expect((await call('iago', 'POST', '/messages/101/reactions', reaction)).body).toMatchObject({ result: 'success' })
    const { body } = await call('iago', 'GET', '/messages/101')
    expect(body).toMatchObject({ message: { reactions: [{ ...reaction, user_id: 8 }] } })
  })

  it('renames the fields of the initial state of an event queue', async () => {
    const names = async (dialect: 'svc' | 'zulip') => {
      const { call } = await open({ dialect })
      const { body } = await call('hamlet', 'POST', '/register')
      return Object.keys(body)
        .filter((name) => /svc|zulip/.test(name))
        .sort()
    }
    expect(await names('zulip')).toEqual([
      'realm_zulip_update_announcements_stream_id',
      'zulip_feature_level',
      'zulip_merge_base',
      'zulip_plan_is_not_limited',
      'zulip_version',
    ])
    expect(await names('svc')).toEqual([
      'realm_svc_update_announcements_stream_id',
      'svc_feature_level',
      'svc_merge_base',
      'svc_plan_is_not_limited',
      'svc_version',
    ])
  })

  it("accepts the server's names as parameters, and refuses the spec's", async () => {
    const { call } = await open({ dialect: 'zulip' })
    const { body } = await call('iago', 'POST', '/messages/101/reactions', {
      emoji_name: 'nonsense',
      reaction_type: 'zulip_extra_emoji',
    })
    expect(body).toMatchObject({ result: 'error' })
    expect((await call('iago', 'POST', '/calls/nextcloud_talk/create', { room_name: 'a' })).body.result).toBe('success')
  })

  it('serves its own paths, and not those of the spec', async () => {
    const zulip = await open({ dialect: 'zulip' })
    const svc = await open({ dialect: 'svc' })
    const path = (word: string) => `/api/v1/calls/${word}/create`
    expect((await zulip.send(path('ext_talk'), { method: 'POST' })).status).toBe(404)
    expect((await svc.send(path('ext_talk'), { method: 'POST' })).status).toBe(401)
    expect((await svc.send(path('nextcloud_talk'), { method: 'POST' })).status).toBe(404)
  })

  it("doesn't serve the endpoint for the latest notification", async () => {
    const { send, as } = await open({ dialect: 'zulip' })
    for (const path of ['/api/v1/svc-outgoing-webhook', '/api/v1/zulip-outgoing-webhook']) {
      expect((await send(path, { method: 'POST', headers: as('echo') })).status).toBe(404)
    }
  })

  it('renames services in error messages', async () => {
    for (const [dialect, provider] of [
      ['svc', 'External Talk'],
      ['zulip', 'Nextcloud Talk'],
    ] as const) {
      const { call } = await open({ dialect, assumptions: { callProvider: 'unconfigured' } })
      const path = dialect === 'svc' ? '/calls/ext_talk/create' : '/calls/nextcloud_talk/create'
      expect((await call('iago', 'POST', path, { room_name: 'a' })).body.msg).toBe(
        `${provider} credentials have not been configured`,
      )
    }
  })
})

describe('without a dialect, a client of either server', () => {
  const open = opener()

  it('reads its own fields of the settings and of a new event queue, with equal values', async () => {
    const { call, send } = await open({ featureLevel: 300 })
    const settings = await json(await send('/api/v1/server_settings'))
    const { body } = await call('hamlet', 'POST', '/register')
    for (const answer of [settings, body]) {
      expect(answer).toMatchObject({ svc_feature_level: 300, zulip_feature_level: 300 })
      for (const [name, value] of Object.entries(answer)) {
        if (name.includes('svc_')) expect(answer).toHaveProperty(name.replace('svc_', 'zulip_'), value)
      }
    }
    expect(settings.authentication_methods).toMatchObject({ github: false, idp_code_host_1: false })
    expect(body).toHaveProperty('realm_zulip_update_announcements_stream_id')
  })

  it('reads its own fields of the restart event', async () => {
    const { simulator, call } = await open({ featureLevel: 300 })
    const { body } = await call('hamlet', 'POST', '/register', { event_types: '["restart"]' })
    simulator.setFeatureLevel(301)
    const fields = { queue_id: String(body.queue_id), last_event_id: '-1', dont_block: 'true' }
    expect((await call('hamlet', 'GET', '/events', fields)).body.events).toMatchObject([
      { type: 'restart', svc_feature_level: 301, zulip_feature_level: 301 },
    ])
  })

  it.each(['svc', 'zulip'])('adds, reads and removes the special emoji as `%s`', async (word) => {
    const { call } = await open()
    const reaction = { emoji_name: word, emoji_code: word, reaction_type: `${word}_extra_emoji` }
    expect((await call('iago', 'POST', '/messages/101/reactions', { emoji_name: word })).body.result).toBe('success')
    const { body } = await call('iago', 'GET', '/messages/101')
    expect(body.message).toMatchObject({ reactions: [{ ...reaction, user_id: 8 }] })
    expect((await call('iago', 'DELETE', '/messages/101/reactions', reaction)).body.result).toBe('success')
    const { rendered } = (await call('iago', 'POST', '/messages/render', { content: `:${word}:` })).body
    expect(rendered).toContain(`/unicode/${word}.png`)
    const wrong = { ...reaction, emoji_code: 'other' }
    expect((await call('iago', 'POST', '/messages/101/reactions', wrong)).body.msg).toBe('Invalid emoji code.')
  })

  it.each(['ext_talk', 'nextcloud_talk'])('creates a call at /calls/%s/create', async (provider) => {
    const { call } = await open()
    expect((await call('iago', 'POST', `/calls/${provider}/create`, { room_name: 'a' })).body.result).toBe('success')
  })

  it("gets deliveries and notices in Zulip's words", async () => {
    const { simulator } = await open({ clock: 'frozen' })
    const agents: (string | null)[] = []
    simulator.connect('echo', (request) => {
      agents.push(request.headers.get('user-agent'))
      return Response.json({ content: 'x', widget_content: '{' })
    })
    simulator.say('iago', { channel: 'kitchen', topic: 'a' }, '@**Echo** one')
    await simulator.idle()
    expect(agents).toEqual(['ZulipOutgoingWebhook/12.0'])
    expect(simulator.deliveries[0]?.ownerNotice).toContain('attempted to send a message in Zulip')
  })

  it('speaks one alone if told', async () => {
    for (const [dialect, other] of [
      ['svc', 'zulip_feature_level'],
      ['zulip', 'svc_feature_level'],
    ] as const) {
      const { send } = await open({ dialect })
      expect(await json(await send('/api/v1/server_settings'))).not.toHaveProperty(other)
    }
  })
})

describe('the endpoint for the latest notification', () => {
  const open = opener()

  it('returns the notification that was posted to the bot last, or an error if there is none', async () => {
    const { simulator, call } = await open({ showSecrets: true })
    simulator.connect('echo', () => Response.json({ response_not_required: true }))
    const first = await call('echo', 'POST', '/svc-outgoing-webhook')
    expect(first).toMatchObject({ status: 400, body: { result: 'error' } })
    simulator.say('iago', { channel: 'kitchen', topic: 'a' }, '@**Echo** one')
    simulator.say('iago', { to: ['echo'] }, 'two')
    await simulator.idle()
    const { body } = await call('echo', 'POST', '/svc-outgoing-webhook')
    const { result, msg, ...notification } = body
    expect({ result, msg }).toEqual({ result: 'success', msg: '' })
    expect(notification).toEqual(JSON.parse(simulator.deliveries[1]?.request.body ?? ''))
    expect(notification).toMatchObject({ data: 'two', trigger: 'direct_message', bot_email: 'echo-bot@example.com' })
  })
})
