import { describe, expect, it } from 'vitest'
import { openBakery } from './bakery.js'

const realmOf = ({ as }: ReturnType<typeof openBakery>) =>
  as('hamlet').call('events.register', { fetch_event_types: ['realm'] })

describe('the settings of the organisation', () => {
  it('apply to everybody, with an event for each change', () => {
    const bakery = openBakery()
    expect(realmOf(bakery)).toMatchObject({ realm_invite_required: true, realm_can_invite_users_group: 24 })
    bakery.as('desdemona').call('realm.update', {
      name: 'Titania Bakery',
      description: 'Cake.',
      invite_required: false,
      digest_emails_enabled: false,
    })
    expect(realmOf(bakery)).toMatchObject({
      realm_name: 'Titania Bakery',
      realm_description: 'Cake.',
      realm_invite_required: false,
    })
    expect(bakery.as('hamlet').call('server.settings')).toMatchObject({ realm_name: 'Titania Bakery' })
    expect(bakery.eventsOf('realm')).toMatchObject([
      { op: 'update', property: 'name', value: 'Titania Bakery' },
      { op: 'update', property: 'description', value: 'Cake.' },
      { op: 'update', property: 'invite_required', value: false },
    ])
  })

  it('set who may create groups', () => {
    const bakery = openBakery()
    bakery
      .as('desdemona')
      .call('realm.update', { can_create_groups: { new: { direct_members: [11], direct_subgroups: [] } } })
    expect(realmOf(bakery)).toMatchObject({ realm_can_create_groups: { direct_members: [11], direct_subgroups: [] } })
    expect(bakery.eventsOf('realm')).toMatchObject([
      {
        op: 'update_dict',
        property: 'default',
        data: { can_create_groups: { direct_members: [11], direct_subgroups: [] } },
      },
    ])
    const group = { name: 'sellers', description: '', members: [] }
    expect(bakery.as('hamlet').refused('userGroups.create', group).msg).toBe('Insufficient permission')
    bakery.as('cordelia').call('userGroups.create', group)
  })

  it.each([
    { invite_required: false },
    { can_create_groups: { new: 20 } },
    { can_invite_users_group: { new: 20 } },
    { can_manage_all_groups: { new: 20 } },
    { create_multiuse_invite_group: { new: 20 } },
  ])('are reserved to owners: %o', (params) => {
    const { as, events } = openBakery()
    expect(as('iago').refused('realm.update', params).msg).toBe('Must be an organization owner')
    expect(events).toEqual([])
  })

  it.each([
    [{ default_language: '?' }, "Invalid language '?'"],
    [{ video_chat_provider: 1 }, 'Invalid video_chat_provider 1'],
    [{ new_stream_announcements_stream_id: 99 }, 'Invalid channel ID'],
    [{ can_create_groups: { new: 99 } }, 'Invalid user group'],
    [{ can_create_groups: { new: 24, old: 20 } }, "'old' value does not match the expected value."],
    [{ can_access_all_users_group: { new: 24 } }, "'can_access_all_users_group' must be a system user group."],
  ])('are refused with %o', (params, msg) => {
    const { as, events } = openBakery()
    expect(as('desdemona').refused('realm.update', params).msg).toBe(msg)
    expect(events).toEqual([])
  })
})

describe('the default channels', () => {
  it('are visible to everybody but guests, with events of changes', () => {
    const { as, eventsOf } = openBakery()
    const shown = (who: string) =>
      as(who).call('events.register', { fetch_event_types: ['default_streams'] }).realm_default_streams
    expect(shown('hamlet')).toEqual([1, 2, 3])
    expect(shown('polonius')).toEqual([])
    as('iago').call('defaultStreams.remove', { stream_id: 3 })
    as('iago').call('defaultStreams.remove', { stream_id: 3 })
    as('iago').call('streams.archive', { stream_id: 2 })
    expect(shown('hamlet')).toEqual([1])
    const told = eventsOf('default_streams')
    expect(told.map((event) => event.default_streams)).toEqual([[1, 2], [1]])
    expect(told.every(({ audience }) => audience !== 'everyone' && !audience.includes(13))).toBe(true)
  })

  it('can be added again, with one event, and apply to the next new account', () => {
    const bakery = openBakery()
    const iago = bakery.as('iago')
    const shown = () => iago.call('events.register', { fetch_event_types: ['default_streams'] }).realm_default_streams
    iago.call('defaultStreams.remove', { stream_id: 3 })
    iago.call('defaultStreams.add', { stream_id: 3 })
    iago.call('defaultStreams.add', { stream_id: 3 })
    expect(shown()).toEqual([1, 2, 3])
    expect(bakery.eventsOf('default_streams').map((event) => event.default_streams)).toEqual([
      [1, 2],
      [1, 2, 3],
    ])
    const robin = { email: 'robin@example.com', full_name: 'Robin', password: 'sourdough starter 12' }
    const { user_id } = bakery.as('desdemona').call('users.create', robin)
    expect(iago.call('subscriptions.isSubscribed', { user_id, stream_id: 3 }).is_subscribed).toBe(true)
  })

  it("can't be private or archived channels", () => {
    const { as } = openBakery()
    expect(as('iago').refused('defaultStreams.add', { stream_id: 4 }).msg).toBe(
      'Private channels cannot be made default.',
    )
    expect(as('iago').refused('defaultStreams.add', { stream_id: 5 }).msg).toBe('Invalid channel ID')
    expect(as('iago').refused('defaultStreams.remove', { stream_id: 99 }).msg).toBe('Invalid channel ID')
  })
})

describe('the subscribers of a channel', () => {
  it('are visible with access to the channel, without deactivated accounts', () => {
    const { as } = openBakery()
    expect(as('othello').call('streams.members', { stream_id: 3 }).subscribers).toEqual([7, 8, 9, 10])
    as('iago').call('users.deactivate', { user_id: 10 })
    expect(as('othello').call('streams.members', { stream_id: 3 }).subscribers).toEqual([7, 8, 9])
    expect(as('iago').call('streams.members', { stream_id: 4 }).subscribers).toEqual([7, 8])
    expect(as('othello').refused('streams.members', { stream_id: 4 }).msg).toBe('Invalid channel ID')
    expect(as('polonius').refused('streams.members', { stream_id: 3 }).msg).toBe('Invalid channel ID')
  })

  it.each([
    [{ user_id: 999, stream_id: 3 }, 'No such user'],
    [{ user_id: 14, stream_id: 3 }, 'User is deactivated'],
    [{ user_id: 8, stream_id: 4 }, 'Invalid channel ID'],
  ])("can't be checked with %o", (params, msg) => {
    expect(openBakery().as('othello').refused('subscriptions.isSubscribed', params).msg).toBe(msg)
  })

  it('can be checked for a single account', () => {
    const { as } = openBakery()
    const asked = (user_id: number) => as('hamlet').call('subscriptions.isSubscribed', { user_id, stream_id: 3 })
    expect([8, 12].map((id) => asked(id).is_subscribed)).toEqual([true, false])
  })
})

describe('the list of all channels', () => {
  it('is available only to administrators', () => {
    const { as } = openBakery()
    const names = as('iago')
      .call('streams.list', { include_all_active: true })
      .streams.map(({ stream_id }) => stream_id)
    expect(names).toEqual([1, 2, 3, 4])
    expect(as('hamlet').refused('streams.list', { include_all_active: true }).msg).toBe(
      'User not authorized for this query',
    )
  })
})
