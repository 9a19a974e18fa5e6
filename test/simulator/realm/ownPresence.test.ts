import { describe, expect, it } from 'vitest'
import { openBakery } from './bakery.js'

describe('reporting presence', () => {
  it('makes the caller active or idle, with an event each', () => {
    const bakery = openBakery({ featureLevel: 486 })
    const seen = () => bakery.as('iago').call('presence.get', { user_id_or_email: 'othello@example.com' }).presence
    bakery.as('othello').call('presence.report', { status: 'active' })
    expect(seen()).toMatchObject({ website: { status: 'active' }, aggregated: { status: 'active' } })
    bakery.clock.advance(100_000)
    bakery.as('othello').call('presence.report', { status: 'idle' })
    expect(seen()).toMatchObject({ aggregated: { status: 'idle' } })
    expect(bakery.eventsOf('presence')).toHaveLength(2)
  })

  it('changes nothing within 55 seconds of the last report', () => {
    const bakery = openBakery()
    const report = (status: string) => bakery.as('othello').call('presence.report', { status })
    report('active')
    bakery.clock.advance(54_000)
    report('active')
    report('idle')
    expect(bakery.eventsOf('presence')).toHaveLength(1)
    bakery.clock.advance(1_000)
    report('idle')
    report('active')
    expect(bakery.eventsOf('presence')).toHaveLength(3)
  })

  it('returns all presences in the older format, or with last_update_id the newer ones', () => {
    const bakery = openBakery()
    const report = (params = {}) => bakery.as('hamlet').call('presence.report', { status: 'active', ...params })
    expect(report()).toMatchObject({
      server_timestamp: bakery.clock.now() / 1000,
      presences: { 'iago@example.com': { aggregated: { status: 'active' } } },
    })
    const first = report({ last_update_id: -1 })
    expect(Object.keys(first.presences ?? {}).sort()).toEqual(['10', '11', '13', '7', '8', '9'])
    expect(first.presences?.[8]).toEqual({
      active_timestamp: bakery.clock.now() / 1000 - 10,
      idle_timestamp: bakery.clock.now() / 1000 - 10,
    })
    bakery.clock.advance(60_000)
    bakery.as('othello').call('presence.report', { status: 'active' })
    const second = report({ last_update_id: first.presence_last_update_id, slim_presence: true })
    expect(Object.keys(second.presences ?? {}).sort()).toEqual(['10', '12'])
    expect(report({ last_update_id: second.presence_last_update_id }).presences).toEqual({})
    expect(Object.keys(report({ slim_presence: true, history_limit_days: 1 }).presences ?? {})).not.toContain('13')
  })

  it('returns no presences for a ping', () => {
    expect(openBakery().as('hamlet').call('presence.report', { status: 'idle', ping_only: true })).toEqual({})
  })

  it('is refused for an unknown status, and for bots', () => {
    const { as } = openBakery()
    expect(as('hamlet').refused('presence.report', { status: 'asleep' }).msg).toBe('Invalid status: asleep')
    expect(as('yeast counter').refused('presence.report', { status: 'active' }).msg).toBe(
      'This endpoint does not accept bot requests.',
    )
  })
})

describe("one user's presence", () => {
  const { as, clock } = openBakery({ featureLevel: 486 })
  const get = (user_id_or_email: string) => as('hamlet').call('presence.get', { user_id_or_email }).presence

  it('is returned by ID or by address', () => {
    expect(get('8')).toEqual(get('iago@example.com'))
    expect(get('8')).toMatchObject({ aggregated: { status: 'active' }, website: { status: 'active' } })
  })

  it('is offline only after the time in the assumption offlineSeconds', () => {
    expect(get('9')).toMatchObject({ aggregated: { status: 'offline' }, website: { status: 'idle' } })
    const bakery = openBakery({ featureLevel: 486, assumptions: { offlineSeconds: 20_000 } })
    expect(bakery.as('hamlet').call('presence.get', { user_id_or_email: '9' }).presence.aggregated?.status).not.toBe(
      'offline',
    )
    expect(clock.now()).toBeGreaterThan(0)
  })

  it.each([
    ['nobody@example.com', 'No such user'],
    ['99', 'No such user'],
    ['14', 'No such user'],
    ['20', 'Presence is not supported for bot users.'],
    ['othello@example.com', 'No presence data for othello@example.com'],
  ])('is refused for %s', (user_id_or_email, msg) => {
    expect(as('hamlet').refused('presence.get', { user_id_or_email }).msg).toBe(msg)
  })
})

describe('own status', () => {
  it('is set, returned and cleared, with an event each', () => {
    const { as, eventsOf } = openBakery()
    const status = () => as('iago').call('users.getStatus', { user_id: 10 }).status
    expect(status()).toEqual({})
    as('hamlet').call('users.setOwnStatus', { status_text: ' baking ', emoji_name: 'bread' })
    expect(status()).toEqual({
      status_text: 'baking',
      emoji_name: 'bread',
      emoji_code: '1f35e',
      reaction_type: 'unicode_emoji',
    })
    as('hamlet').call('users.setOwnStatus', { emoji_name: '' })
    expect(status()).toEqual({ status_text: 'baking' })
    as('hamlet').call('users.setOwnStatus', { status_text: '' })
    expect(status()).toEqual({})
    expect(eventsOf('user_status').map(({ user_id }) => user_id)).toEqual([10, 10, 10])
  })

  it.each([
    [{}, 'Client did not pass any new values.'],
    [{ emoji_code: '1f35e' }, 'Client must pass emoji_name if they pass either emoji_code or reaction_type.'],
    [{ emoji_name: 'no_such' }, "Emoji 'no_such' does not exist"],
    [{ emoji_name: 'burnt', emoji_code: '3', reaction_type: 'realm_emoji' }, 'This custom emoji has been deactivated.'],
  ])('%o is refused', (params, msg) => {
    expect(openBakery().as('hamlet').refused('users.setOwnStatus', params).msg).toBe(msg)
  })

  it('is refused to bots, and unknown for an unknown account', () => {
    const { as } = openBakery()
    expect(as('echo').refused('users.setOwnStatus', { status_text: 'up' }).msg).toBe(
      'This endpoint does not accept bot requests.',
    )
    expect(as('hamlet').refused('users.getStatus', { user_id: 99 }).msg).toBe('No such user')
  })
})

describe('reactivating a user', () => {
  it('makes it active, and its key valid again', () => {
    const { as, eventsOf } = openBakery()
    as('iago').call('users.reactivate', { user_id: 14 })
    expect(as('hamlet').call('users.get', { user_id: 14 }).user.is_active).toBe(true)
    expect(as('prospero').call('users.me').user_id).toBe(14)
    expect(eventsOf('realm_user')).toMatchObject([{ op: 'update', person: { user_id: 14, is_active: true } }])
  })

  it('makes the caller the owner of a bot whose owner is deactivated', () => {
    const { as } = openBakery()
    as('desdemona').call('users.deactivate', { user_id: 10 })
    as('iago').call('users.reactivate', { user_id: 21 })
    expect(as('iago').call('users.get', { user_id: 21 }).user).toMatchObject({ is_active: true, bot_owner_id: 8 })
  })

  it('changes nothing if it is active', () => {
    const { as } = openBakery()
    as('iago').call('users.reactivate', { user_id: 10 })
    expect(as('iago').call('users.get', { user_id: 10 }).user.is_active).toBe(true)
  })

  it.each([
    ['an unknown user', 'iago', 99, 'No such user'],
    ['a deleted user', 'iago', 16, 'Cannot activate a placeholder account; ask the user to sign up, instead.'],
    ['another user by a member', 'hamlet', 14, 'Insufficient permission'],
  ])('is refused for %s', (_, who, user_id, msg) => {
    expect(openBakery().as(who).refused('users.reactivate', { user_id }).msg).toBe(msg)
  })

  it("is allowed to a bot's owner", () => {
    const { as } = openBakery()
    as('hamlet').call('users.reactivate', { user_id: 25 })
    expect(as('hamlet').call('users.get', { user_id: 25 }).user.is_active).toBe(true)
  })

  it('a presence event has the client\'s name as its key up to level 177, and "website" after', () => {
    for (const [featureLevel, key] of [
      [177, 'Test'],
      [178, 'website'],
    ] as const) {
      const bakery = openBakery({ featureLevel })
      bakery.as('othello').call('presence.report', { status: 'active' })
      expect(Object.keys(Object(bakery.eventsOf('presence')[0]?.presence))).toEqual([key])
    }
  })
})
