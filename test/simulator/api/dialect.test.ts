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
    const svc = await open()
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
