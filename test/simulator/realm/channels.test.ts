import { describe, expect, it } from 'vitest'
import { bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { openBakery } from './bakery.js'

const told = (bakery: ReturnType<typeof openBakery>) =>
  bakery.eventsOf('subscription').map((event) => [event.op, event.audience, event.user_ids])

describe('subscribing', () => {
  it('sends events to the new subscriber and to everybody else', () => {
    const bakery = openBakery()
    const answer = bakery.as('othello').call('subscriptions.add', {
      subscriptions: [{ name: 'suppliers' }, { name: 'Kitchen' }],
    })
    expect(answer).toEqual({ subscribed: { 12: ['suppliers'] }, already_subscribed: { 12: ['kitchen'] } })
    expect(told(bakery)).toEqual([
      ['add', [12], undefined],
      ['peer_add', 'everyone', [12]],
    ])
    expect(
      bakery
        .as('othello')
        .call('subscriptions.list')
        .subscriptions.map(({ name }) => name),
    ).toContain('suppliers')
  })

  it("creates a channel that doesn't exist", () => {
    const bakery = openBakery()
    bakery.as('hamlet').call('subscriptions.add', {
      subscriptions: [{ name: ' cakes ', description: 'Sweet' }],
      principals: [10, 12],
      invite_only: true,
      folder_id: 1,
    })
    const { stream_id } = bakery.as('hamlet').call('streams.getId', { stream: 'cakes' })
    expect(bakery.as('hamlet').call('streams.get', { stream_id }).stream).toMatchObject({
      name: 'cakes',
      description: 'Sweet',
      invite_only: true,
      folder_id: 1,
      creator_id: 10,
      subscriber_count: 2,
    })
    expect(bakery.eventsOf('stream')).toMatchObject([{ op: 'create', audience: [10, 12] }])
    expect(bakery.as('cordelia').refused('streams.getId', { stream: 'cakes' }).msg).toBe("Invalid channel name 'cakes'")
    bakery.say('hamlet', { channel: 'cakes', topic: 'icing' }, 'Blue')
  })

  it('accepts other accounts by ID or by address', () => {
    const { as } = openBakery()
    const add = (principals: number[] | string[]) =>
      as('iago').call('subscriptions.add', { subscriptions: [{ name: 'suppliers' }], principals }).subscribed
    expect(add([11])).toEqual({ 11: ['suppliers'] })
    expect(add(['othello@example.com', 'user17@bakery.example.com'])).toEqual({
      12: ['suppliers'],
      17: ['suppliers'],
    })
  })

  it("lists channels that can't be joined with `authorization_errors_fatal: false`", () => {
    const answer = openBakery()
      .as('hamlet')
      .call('subscriptions.add', {
        subscriptions: [{ name: 'books' }, { name: 'old-branch' }, { name: 'suppliers' }],
        authorization_errors_fatal: false,
      })
    expect(answer).toEqual({
      subscribed: {},
      already_subscribed: { 10: ['suppliers'] },
      unauthorized: ['books', 'old-branch'],
    })
  })

  it.each([
    ['a private channel', { subscriptions: [{ name: 'new' }, { name: 'books' }] }, 'Unable to access channel (books).'],
    ['an archived channel', { subscriptions: [{ name: 'old-branch' }] }, 'Unable to access channel (old-branch).'],
    ['a blank name', { subscriptions: [{ name: ' ' }] }, "Channel name can't be empty."],
    [
      'a name that is too long',
      { subscriptions: [{ name: '🥖'.repeat(61) }] },
      'Channel name too long (limit: 60 characters).',
    ],
    [
      'a name with a line break',
      { subscriptions: [{ name: 'a\nb' }] },
      'Invalid character in channel name, at position 2.',
    ],
    ['an unknown user', { subscriptions: [{ name: 'new' }], principals: [99] }, 'No such user'],
    ['an unknown address', { subscriptions: [{ name: 'new' }], principals: ['nobody@example.com'] }, 'No such user'],
    ['a deactivated user', { subscriptions: [{ name: 'new' }], principals: [14] }, 'User is deactivated'],
    ['an unknown folder', { subscriptions: [{ name: 'new' }], folder_id: 9 }, 'Invalid channel folder ID'],
    ['an archived folder', { subscriptions: [{ name: 'new' }], folder_id: 3 }, 'Invalid channel folder ID'],
  ])('is refused for %s, without creating a channel', (_, params, msg) => {
    const { as, events } = openBakery()
    expect(as('hamlet').refused('subscriptions.add', params).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it('is refused to guests', () => {
    expect(
      openBakery()
        .as('polonius')
        .refused('subscriptions.add', { subscriptions: [{ name: 'general' }] }).msg,
    ).toBe('Not allowed for guest users')
  })

  it('is listed, with the other subscribers on request', () => {
    const { as } = openBakery()
    const list = (include_subscribers: boolean) =>
      as('hamlet').call('subscriptions.list', { include_subscribers }).subscriptions.at(-1)
    expect(list(false)).not.toHaveProperty('subscribers')
    expect(list(true)).toMatchObject({ name: 'suppliers', color: expect.any(String), subscribers: [7, 8, 9, 10] })
  })
})

describe('unsubscribing', () => {
  it('removes the subscription and sends events', () => {
    const bakery = openBakery()
    const { removed, not_removed } = bakery.as('hamlet').call('subscriptions.remove', { subscriptions: ['kitchen'] })
    expect({ removed, not_removed }).toEqual({ removed: ['kitchen'], not_removed: [] })
    expect(told(bakery)).toEqual([
      ['remove', [10], undefined],
      ['peer_remove', 'everyone', [10]],
    ])
    expect(bakery.as('hamlet').call('subscriptions.remove', { subscriptions: ['kitchen'] })).toEqual({
      removed: [],
      not_removed: ['kitchen'],
    })
  })

  it('of others is reserved to administrators and the owner of a bot', () => {
    const { as } = openBakery()
    const remove = { subscriptions: ['kitchen'], principals: [12] }
    expect(as('hamlet').refused('subscriptions.remove', remove).msg).toBe('Insufficient permission')
    expect(as('iago').call('subscriptions.remove', remove).removed).toEqual(['kitchen'])
    expect(as('hamlet').call('subscriptions.remove', { ...remove, principals: [21] }).not_removed).toEqual(['kitchen'])
  })

  it.each([
    [['nowhere', 'kitchen', 'books'], 'Channel(s) (nowhere, books) do not exist'],
    [['old-branch'], 'Channel(s) (old-branch) do not exist'],
  ])('from %j is refused', (subscriptions, msg) => {
    const { as, events } = openBakery()
    expect(as('hamlet').refused('subscriptions.remove', { subscriptions }).msg).toBe(msg)
    expect(events).toEqual([])
  })
})

describe('channels and their topics', () => {
  it('are found by name in any case, if visible', () => {
    const { as } = openBakery()
    expect(as('hamlet').call('streams.getId', { stream: 'KITCHEN' })).toEqual({ stream_id: 2 })
    expect(as('iago').call('streams.getId', { stream: 'books' })).toEqual({ stream_id: 4 })
    expect(as('hamlet').refused('streams.getId', { stream: 'books' }).msg).toBe("Invalid channel name 'books'")
    expect(as('hamlet').refused('streams.getId', { stream: 'nowhere' }).msg).toBe("Invalid channel name 'nowhere'")
  })

  it('are listed, with the most recent topic first', () => {
    const { as, say } = openBakery()
    say('iago', { channel: 'kitchen', topic: '' }, 'Hi')
    const topics = (allow_empty_topic_name: boolean) =>
      as('hamlet').call('streams.topics', { stream_id: 2, allow_empty_topic_name }).topics
    expect(topics(true)).toEqual([
      { name: '', max_id: 111 },
      { name: 'lunch', max_id: 106 },
      { name: 'oven #12', max_id: 104 },
    ])
    expect(topics(false)[0]).toEqual({ name: 'general chat', max_id: 111 })
    expect(as('hamlet').refused('streams.topics', { stream_id: 4 }).msg).toBe('Invalid channel ID')
    expect(as('hamlet').refused('streams.topics', { stream_id: 99 }).msg).toBe('Invalid channel ID')
  })
})

describe('creating a channel', () => {
  it('subscribes the given accounts', () => {
    const { as, eventsOf } = openBakery()
    const { id } = as('hamlet').call('streams.create', { name: 'cakes', subscribers: [12, 12, 20], folder_id: 2 })
    expect(id).toBe(6)
    expect(as('iago').call('streams.get', { stream_id: id }).stream).toMatchObject({ name: 'cakes', folder_id: 2 })
    expect(eventsOf('stream')).toMatchObject([{ op: 'create', streams: [{ stream_id: 6, name: 'cakes' }] }])
    expect(eventsOf('subscription').at(-1)).toMatchObject({ op: 'peer_add', stream_ids: [6], user_ids: [12, 20] })
  })

  it.each([
    [{ name: 'Kitchen' }, 'CHANNEL_ALREADY_EXISTS', "Channel 'Kitchen' already exists"],
    [{ name: '' }, 'BAD_REQUEST', "Channel name can't be empty."],
    [{ subscribers: [99] }, 'BAD_REQUEST', 'No such user'],
    [{ subscribers: [14] }, 'BAD_REQUEST', 'User is deactivated'],
    [{ folder_id: 3 }, 'BAD_REQUEST', 'Invalid channel folder ID'],
  ])('is refused for %o', (params, code, msg) => {
    const { as, events } = openBakery()
    expect(as('hamlet').refused('streams.create', { name: 'new', subscribers: [], ...params })).toMatchObject({
      code,
      msg,
    })
    expect(events).toEqual([])
  })
})

describe('changing a channel', () => {
  it('sends an event for each changed property', () => {
    const { as, eventsOf } = openBakery()
    const params = { description: '*Hot*\nplace', is_private: true, is_default_stream: false, folder_id: null }
    as('iago').call('streams.update', { stream_id: 2, new_name: 'bakehouse', ...params })
    expect(as('iago').call('streams.get', { stream_id: 2 }).stream).toMatchObject({
      name: 'bakehouse',
      description: '*Hot* place',
      rendered_description: '<p><em>Hot</em> place</p>',
      invite_only: true,
      folder_id: null,
    })
    const updates = eventsOf('stream').filter(({ op }) => op === 'update')
    expect(updates.map(({ property, value }) => [property, value])).toEqual([
      ['name', 'bakehouse'],
      ['description', '*Hot* place'],
      ['invite_only', true],
      ['folder_id', null],
    ])
  })

  it('archives and unarchives it', () => {
    const { as } = openBakery()
    as('iago').call('streams.archive', { stream_id: 2 })
    expect(as('hamlet').refused('messages.send', { type: 'channel', to: 2, topic: 'x', content: 'Hi' }).msg).toBe(
      "Not authorized to send to channel 'kitchen'",
    )
    expect(as('iago').refused('streams.archive', { stream_id: 2 }).msg).toBe('Invalid channel ID')
    as('iago').call('streams.update', { stream_id: 2, is_archived: false })
    as('hamlet').call('messages.send', { type: 'channel', to: 2, topic: 'x', content: 'Hi' })
    expect(as('iago').refused('streams.update', { stream_id: 2, is_archived: false }).msg).toBe(
      'Channel is not currently deactivated',
    )
  })

  it('may change only the case of its name', () => {
    const { as } = openBakery()
    as('iago').call('streams.update', { stream_id: 2, new_name: 'Kitchen' })
    expect(as('iago').call('streams.get', { stream_id: 2 }).stream.name).toBe('Kitchen')
  })

  it.each([
    ['hamlet', { description: 'x' }, 'You do not have permission to administer this channel.'],
    ['iago', { stream_id: 99 }, 'Invalid channel ID'],
    ['hamlet', { stream_id: 4 }, 'Invalid channel ID'],
    ['iago', { new_name: 'kitchen' }, 'Channel already has that name.'],
    ['iago', { new_name: 'General' }, 'Channel name is already in use.'],
    ['iago', { new_name: '\u0007' }, 'Invalid character in channel name, at position 1.'],
    ['iago', { description: '🥖'.repeat(1025) }, 'description is too long (limit: 1024 characters)'],
    ['iago', { folder_id: 9 }, 'Invalid channel folder ID'],
  ])('as %s is refused for %o', (who, params, msg) => {
    const { as, events } = openBakery()
    expect(as(who).refused('streams.update', { stream_id: 2, ...params }).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it('by archiving it is refused without permission', () => {
    expect(openBakery().as('hamlet').refused('streams.archive', { stream_id: 2 }).msg).toBe(
      'You do not have permission to administer this channel.',
    )
  })
})

describe('changing channel folders', () => {
  const names = ({ as }: ReturnType<typeof openBakery>) =>
    as('hamlet')
      .call('channelFolders.list', { include_archived: true })
      .channel_folders.map(({ name }) => name)

  it('creates, changes, archives and reorders them, with one event each', () => {
    const bakery = openBakery()
    const { as, eventsOf } = bakery
    const { channel_folder_id: id } = as('iago').call('channelFolders.create', {
      name: ' Sales ',
      description: '*Who* sells',
    })
    expect(id).toBe(4)
    expect(names(bakery)).toEqual(['Front of house', 'Kitchen', 'Closed branch', 'Sales'])
    as('iago').call('channelFolders.update', { channel_folder_id: id, name: 'Shops', is_archived: true })
    as('iago').call('channelFolders.reorder', { order: [4, 1, 3, 2] })
    expect(names(bakery)).toEqual(['Shops', 'Kitchen', 'Closed branch', 'Front of house'])
    expect(eventsOf('channel_folder')).toMatchObject([
      { op: 'add', channel_folder: { id: 4, name: 'Sales', rendered_description: '<p><em>Who</em> sells</p>' } },
      { op: 'update', channel_folder_id: 4, data: { name: 'Shops', is_archived: true } },
      { op: 'reorder', order: [4, 1, 3, 2] },
    ])
  })

  it('sends no event if nothing changes', () => {
    const { as, events } = openBakery()
    as('iago').call('channelFolders.update', { channel_folder_id: 1, name: 'Kitchen', is_archived: false })
    expect(events).toEqual([])
  })

  it.each([
    [{ channel_folder_id: 9, name: 'x' }, 'Invalid channel folder ID'],
    [{ name: ' ' }, "Channel folder name can't be empty."],
    [{ name: 'FRONT of house' }, "Channel folder 'FRONT of house' already exists"],
    [{ name: 'a\tb' }, 'Invalid character in channel folder name, at position 2.'],
    [{ is_archived: true }, 'You need to remove all the channels from this folder to archive it.'],
  ])('is refused for %o', (params, msg) => {
    const { as, events } = openBakery()
    expect(as('iago').refused('channelFolders.update', { channel_folder_id: 1, ...params }).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it('to an order with missing or repeated folders is refused', () => {
    const { as } = openBakery()
    for (const order of [[1, 2], [1, 2, 2], [1, 2, 3, 4], []]) {
      expect(as('iago').refused('channelFolders.reorder', { order }).msg).toBe('Invalid order mapping.')
    }
  })
})

describe('muting a channel', () => {
  const mute = (stream_id: number, value = true) => ({
    subscription_data: [{ stream_id, property: 'is_muted' as const, value }],
  })
  const mutedBy = (bakery: ReturnType<typeof openBakery>, who: string) =>
    bakery
      .as(who)
      .call('subscriptions.list')
      .subscriptions.flatMap(({ name, is_muted }) => (is_muted === true ? [name] : []))

  it('applies to the account alone, and sends events only to it', () => {
    const bakery = openBakery()
    bakery.as('hamlet').call('subscriptions.setProperties', mute(2))
    expect(mutedBy(bakery, 'hamlet')).toEqual(['kitchen'])
    expect(mutedBy(bakery, 'iago')).toEqual([])
    expect(bakery.eventsOf('subscription')).toMatchObject([
      { op: 'update', audience: [10], stream_id: 2, property: 'in_home_view', value: false },
      { op: 'update', audience: [10], stream_id: 2, property: 'is_muted', value: true },
    ])
  })

  it('can be undone, and sends no event if nothing changes', () => {
    const bakery = openBakery()
    bakery.as('hamlet').call('subscriptions.setProperties', mute(2, false))
    expect(bakery.eventsOf('subscription')).toEqual([])
    bakery.as('hamlet').call('subscriptions.setProperties', mute(2))
    bakery.as('hamlet').call('subscriptions.setProperties', mute(2, false))
    expect(mutedBy(bakery, 'hamlet')).toEqual([])
    expect(bakery.eventsOf('subscription')).toHaveLength(4)
  })

  it('is refused for a channel without a subscription, and changes nothing', () => {
    const bakery = openBakery()
    const both = { subscription_data: [...mute(2).subscription_data, ...mute(4).subscription_data] }
    expect(bakery.as('hamlet').refused('subscriptions.setProperties', both).msg).toBe('Not subscribed to channel ID 4')
    expect(mutedBy(bakery, 'hamlet')).toEqual([])
  })
})

describe('a listed channel', () => {
  it('has its topics policy and its permission settings', () => {
    const { as } = openBakery()
    const { streams } = as('hamlet').call('streams.list')
    const groups = as('hamlet').call('userGroups.list').user_groups
    const named = (name: string) => groups.find((group) => group.name === name)?.id
    for (const channel of streams) {
      expect(channel).toMatchObject({
        topics_policy: 'inherit',
        can_add_subscribers_group: named('role:nobody'),
        can_administer_channel_group: named('role:nobody'),
        can_create_topic_group: named('role:everyone'),
        can_delete_any_message_group: named('role:nobody'),
        can_delete_own_message_group: named('role:nobody'),
        can_move_messages_out_of_channel_group: named('role:nobody'),
        can_move_messages_within_channel_group: named('role:nobody'),
        can_remove_subscribers_group: named('role:administrators'),
        can_resolve_topics_group: named('role:nobody'),
        can_send_message_group: named('role:everyone'),
        can_subscribe_group: named('role:nobody'),
      })
    }
  })

  it('has the permission settings of its seed, and defaults for the rest', () => {
    const among = { direct_members: [12], direct_subgroups: ['role:moderators'] as const }
    const group_settings = { can_send_message_group: 20, can_subscribe_group: among }
    const channels = seed.channels.map((one) => (one.stream_id === 2 ? { ...one, group_settings } : one))
    const { as } = openBakery({ seed: { ...seed, channels } })
    const groups = as('hamlet').call('userGroups.list').user_groups
    const named = (name: string) => groups.find((group) => group.name === name)?.id
    const { stream } = as('hamlet').call('streams.get', { stream_id: 2 })
    expect(stream).toMatchObject({
      can_send_message_group: 20,
      can_subscribe_group: { direct_members: [12], direct_subgroups: [named('role:moderators')] },
      can_remove_subscribers_group: named('role:administrators'),
    })
    expect(as('hamlet').call('streams.get', { stream_id: 1 }).stream).toMatchObject({
      can_send_message_group: named('role:everyone'),
    })
  })
})

describe("a subscriber's setting for a channel", () => {
  const set = (property: string, value: boolean | string) => ({
    subscription_data: [{ stream_id: 2, property, value }],
  })
  const kitchenOf = (bakery: ReturnType<typeof openBakery>, who: string) =>
    bakery
      .as(who)
      .call('subscriptions.list')
      .subscriptions.find(({ stream_id }) => stream_id === 2)

  it.each([
    ['pin_to_top', true],
    ['color', '#a1b2c3'],
    ['email_notifications', false],
  ])('is stored for that subscriber alone: %s', (property, value) => {
    const bakery = openBakery()
    const before = kitchenOf(bakery, 'iago')
    bakery.as('hamlet').call('subscriptions.setProperties', set(property, value))
    expect(kitchenOf(bakery, 'hamlet')).toMatchObject({ [property]: value })
    expect(kitchenOf(bakery, 'iago')).toEqual(before)
    expect(bakery.eventsOf('subscription')).toMatchObject([
      { op: 'update', audience: [10], stream_id: 2, property, value },
    ])
  })

  it('can mute it under the older name in_home_view', () => {
    const bakery = openBakery()
    bakery.as('hamlet').call('subscriptions.setProperties', set('in_home_view', false))
    expect(kitchenOf(bakery, 'hamlet')).toMatchObject({ is_muted: true, in_home_view: false })
  })

  it.each([
    ['shape', true, 'Unknown subscription property: shape'],
    ['pin_to_top', 'yes', 'pin_to_top is not a boolean'],
    ['color', 'red', 'color is not a valid hex color code'],
    ['color', true, 'color is not a valid hex color code'],
  ])('is refused if invalid: %s %o', (property, value, msg) => {
    expect(openBakery().as('hamlet').refused('subscriptions.setProperties', set(property, value)).msg).toBe(msg)
  })
})

describe('default channels', () => {
  it('are marked with `include_default`', () => {
    const { as } = openBakery()
    as('iago').call('defaultStreams.remove', { stream_id: 2 })
    const marks = (include_default: boolean) =>
      as('hamlet')
        .call('streams.list', { include_default })
        .streams.map(({ is_default }) => is_default)
    expect(marks(false)).toEqual([undefined, undefined, undefined])
    expect(marks(true)).toEqual([true, false, true])
  })
})
