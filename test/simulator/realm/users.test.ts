import { describe, expect, it } from 'vitest'
import { type SeedGroupSetting, bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { levelsAround, openBakery } from './bakery.js'

describe('finding an account by address', () => {
  const { as } = openBakery()
  const find = (who: string, email: string) => as(who).call('users.getByEmail', { email }).user

  it('accepts real addresses in any case, also of bots and deactivated accounts', () => {
    expect(find('hamlet', 'IAGO@example.com').user_id).toBe(8)
    expect(find('hamlet', 'echo-bot@example.com').user_id).toBe(20)
    expect(find('hamlet', 'prospero@example.com')).toMatchObject({ user_id: 14, is_active: false })
  })

  it('accepts the dummy address of every account', () => {
    for (const { user_id } of seed.users) {
      expect(find('polonius', `user${user_id}@bakery.example.com`).user_id).toBe(user_id)
    }
  })

  it.each([
    ['hamlet', 'cordelia@example.com'],
    ['shiva', 'cordelia@example.com'],
    ['iago', 'ophelia@example.com'],
    ['iago', 'user8@elsewhere.example.com'],
    ['iago', 'user99@bakery.example.com'],
    ['iago', 'nobody@example.com'],
    ['iago', ''],
    ['iago', 'constructor'],
  ])('as %s fails for %j', (who, email) => {
    expect(as(who).refused('users.getByEmail', { email }).msg).toBe('No such user')
  })

  it("accepts one's own address, and for administrators those that are visible to them", () => {
    expect(find('ophelia', 'ophelia@example.com').user_id).toBe(17)
    expect(find('iago', 'cordelia@example.com')).toMatchObject({
      delivery_email: 'cordelia@example.com',
      email: 'cordelia@example.com',
    })
  })

  it("accepts the API's address below its level", () => {
    const { before, since } = levelsAround('realEmailLookup')
    const iago = before.as('iago')
    expect(iago.refused('users.getByEmail', { email: 'cordelia@example.com' }).msg).toBe('No such user')
    expect(iago.refused('users.getByEmail', { email: 'user10@bakery.example.com' }).msg).toBe('No such user')
    expect(iago.call('users.getByEmail', { email: 'user11@bakery.example.com' }).user.user_id).toBe(11)
    expect(since.as('iago').call('users.getByEmail', { email: 'cordelia@example.com' }).user.user_id).toBe(11)
    expect(since.as('iago').call('users.getByEmail', { email: 'user10@bakery.example.com' }).user.user_id).toBe(10)
  })
})

describe('an account', () => {
  const { as } = openBakery()

  it('has every field of the spec', () => {
    expect(as('iago').call('users.get', { user_id: 10, include_custom_profile_fields: true }).user).toEqual({
      user_id: 10,
      delivery_email: 'hamlet@example.com',
      email: 'hamlet@example.com',
      full_name: 'Hamlet',
      date_joined: '2025-03-02T05:00+00:00',
      is_active: true,
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      bot_type: null,
      bot_owner_id: null,
      role: 400,
      timezone: 'Europe/Copenhagen',
      avatar_url: '/user_avatars/2/hamlet.png?version=2',
      avatar_version: 2,
      is_imported_stub: false,
      profile_data: {
        1: { value: '+45 12 34 56 78', rendered_value: '<p>+45 12 34 56 78</p>' },
        2: { value: 'Rye, *mostly*.', rendered_value: '<p>Rye, <em>mostly</em>.</p>' },
      },
    })
  })

  it.each([
    [7, { role: 100, is_owner: true, is_admin: true }],
    [8, { role: 200, is_owner: false, is_admin: true }],
    [9, { role: 300, is_admin: false }],
    [13, { role: 600, is_guest: true }],
    [15, { is_imported_stub: true }],
    [16, { is_active: false, is_deleted: true }],
    [20, { is_bot: true, bot_type: 3, bot_owner_id: 8, delivery_email: 'echo-bot@example.com' }],
    [24, { is_bot: true, bot_type: 1, bot_owner_id: null }],
  ])('with the ID %i has the fields of its seed', (user_id, expected) => {
    expect(as('hamlet').call('users.get', { user_id }).user).toMatchObject(expected)
  })

  it("has a dummy address for those who can't see the real one", () => {
    const user = (who: string) => as(who).call('users.get', { user_id: 11 }).user
    expect(user('hamlet')).toMatchObject({ delivery_email: null, email: 'user11@bakery.example.com' })
    expect(user('desdemona')).toMatchObject({ delivery_email: 'cordelia@example.com' })
  })

  it('has no avatar URL if the client can compute it', () => {
    const picture = (user_id: number, client_gravatar: boolean) =>
      as('hamlet').call('users.get', { user_id, client_gravatar }).user.avatar_url
    expect(picture(8, true)).toBeNull()
    expect(picture(8, false)).toMatch(/^https:/)
    expect(picture(10, true)).toBe('/user_avatars/2/hamlet.png?version=2')
    expect(picture(11, true)).toMatch(/^https:/)
  })

  it('has profile_data only on request, and as a bot never', () => {
    expect(as('iago').call('users.get', { user_id: 10 }).user).not.toHaveProperty('profile_data')
    const bot = as('iago').call('users.get', { user_id: 20, include_custom_profile_fields: true }).user
    expect(bot).not.toHaveProperty('profile_data')
  })

  it("that doesn't exist is refused", () => {
    expect(as('iago').refused('users.get', { user_id: 999 }).msg).toBe('No such user')
  })

  it('gets all of its own fields from users.me', () => {
    const own = as('ophelia').call('users.me')
    expect(own).toMatchObject({ user_id: 17, delivery_email: 'ophelia@example.com', max_message_id: 106 })
    expect(own.avatar_url).toMatch(/^https:/)
  })

  it("is listed with all others, except the server's bots", () => {
    const ids = as('hamlet')
      .call('users.list')
      .members.map((user) => user.user_id)
    expect(ids).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24, 25])
  })
})

describe('a guest without access to all accounts', () => {
  const open = (can_access_all_users_group: SeedGroupSetting) =>
    openBakery({
      seed: {
        ...seed,
        group_settings: { ...seed.group_settings, can_access_all_users_group },
        channels: seed.channels.map((channel) =>
          channel.stream_id === 1 ? { ...channel, subscribers: [8, 13] } : { ...channel, subscribers: [8, 10] },
        ),
      },
    })

  it('sees only bots and accounts that share a channel', () => {
    const { as } = open('role:members')
    expect(as('polonius').call('users.get', { user_id: 8 }).user.full_name).toBe('Iago')
    expect(as('polonius').call('users.get', { user_id: 20 }).user.full_name).toBe('Echo')
    expect(as('polonius').refused('users.get', { user_id: 10 }).msg).toBe('Insufficient permission')
    expect(as('polonius').refused('users.getStatus', { user_id: 10 }).msg).toBe('Insufficient permission')
    expect(as('polonius').refused('users.getByEmail', { email: 'hamlet@example.com' }).msg).toBe('No such user')
    expect(as('polonius').refused('users.mute', { muted_user_id: 10 }).msg).toBe('No such user')
    expect(as('hamlet').call('users.get', { user_id: 13 }).user.full_name).toBe('Polonius')
  })

  it('is the only kind of account that the setting restricts', () => {
    const { as } = open({ direct_members: [7], direct_subgroups: [22] })
    expect(as('hamlet').call('users.list').members).toHaveLength(17)
    expect(as('polonius').call('users.list').members.length).toBeLessThan(17)
  })

  it('sees everybody if the setting includes guests, or that guest', () => {
    expect(open('role:everyone').as('polonius').call('users.list').members).toHaveLength(17)
    expect(
      open({ direct_members: [13], direct_subgroups: ['role:members'] })
        .as('polonius')
        .call('users.list').members,
    ).toHaveLength(17)
  })
})

describe("setting another's status", () => {
  it('updates the given fields, with events', () => {
    const { as, eventsOf } = openBakery()
    const set = as('iago')
    set.call('users.setStatus', { user_id: 10, status_text: '  at the oven ' })
    set.call('users.setStatus', { user_id: 10, emoji_name: 'bread' })
    set.call('users.setStatus', { user_id: 10, emoji_name: 'baguette' })
    set.call('users.setStatus', { user_id: 10, emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' })
    set.call('users.setStatus', { user_id: 10, emoji_name: '', status_text: '' })
    set.call('users.setStatus', { user_id: 10, status_text: '', emoji_code: '', reaction_type: '' })
    const bodies = eventsOf('user_status').map(({ id: _, at: __, audience: ___, type: ____, ...body }) => body)
    expect(bodies).toEqual([
      { user_id: 10, status_text: 'at the oven' },
      { user_id: 10, emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'unicode_emoji' },
      { user_id: 10, emoji_name: 'baguette', emoji_code: '2', reaction_type: 'realm_emoji' },
      { user_id: 10, emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' },
      { user_id: 10, status_text: '', emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' },
      { user_id: 10, status_text: '' },
    ])
  })

  it.each([
    ['an unknown account', { user_id: 999, status_text: 'x' }, 'No such user'],
    ['a bot', { user_id: 20, status_text: 'x' }, 'No such user'],
    ['a deactivated account', { user_id: 14, status_text: 'x' }, 'User is deactivated'],
    ['no new values', { user_id: 10 }, 'Client did not pass any new values.'],
    [
      'a code without a name',
      { user_id: 10, emoji_code: '1f35e' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
    [
      'a type without a name',
      { user_id: 10, status_text: 'x', reaction_type: 'unicode_emoji' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
    ['an unknown emoji', { user_id: 10, emoji_name: 'brioche' }, "Emoji 'brioche' does not exist"],
    ['a deactivated emoji by name', { user_id: 10, emoji_name: 'burnt' }, "Emoji 'burnt' does not exist"],
    [
      "a name with another's code",
      { user_id: 10, emoji_name: 'heart', emoji_code: '1f35e', reaction_type: 'unicode_emoji' },
      'Invalid emoji name.',
    ],
    [
      'an unknown code',
      { user_id: 10, emoji_name: 'bread', emoji_code: 'ffff', reaction_type: 'unicode_emoji' },
      'Invalid emoji code.',
    ],
    [
      'an unknown custom emoji',
      { user_id: 10, emoji_name: 'baguette', emoji_code: '99', reaction_type: 'realm_emoji' },
      'Invalid custom emoji.',
    ],
    [
      "a custom emoji's code with another name",
      { user_id: 10, emoji_name: 'bread', emoji_code: '2', reaction_type: 'realm_emoji' },
      'Invalid custom emoji name.',
    ],
    [
      'a deactivated custom emoji',
      { user_id: 10, emoji_name: 'burnt', emoji_code: '3', reaction_type: 'realm_emoji' },
      'This custom emoji has been deactivated.',
    ],
    [
      'an unknown type',
      { user_id: 10, emoji_name: 'bread', emoji_code: '1f35e', reaction_type: 'constructor' },
      'Invalid emoji type.',
    ],
    [
      'an unknown extra emoji',
      { user_id: 10, emoji_name: 'svc', emoji_code: 'other', reaction_type: 'svc_extra_emoji' },
      'Invalid emoji code.',
    ],
  ])('refuses %s', (_, params, msg) => {
    const bakery = openBakery()
    expect(bakery.as('iago').refused('users.setStatus', params)).toMatchObject({ code: 'BAD_REQUEST', msg })
    expect(bakery.events).toEqual([])
  })

  it('is reserved to administrators, even for oneself', () => {
    const { as } = openBakery()
    for (const who of ['shiva', 'hamlet', 'polonius']) {
      expect(as(who).refused('users.setStatus', { user_id: 10, status_text: 'x' })).toMatchObject({
        code: 'BAD_REQUEST',
        msg: 'Insufficient permission',
      })
    }
  })

  it('is allowed to administrator bots from its level on', () => {
    const { before, since } = levelsAround('statusForBots')
    for (const bakery of [before, since]) {
      bakery.realm.do('addBot', { full_name: 'Boss', type: 'generic', role: 'administrator' })
    }
    const params = { user_id: 10, status_text: 'x' }
    expect(before.as('boss').refused('users.setStatus', params).msg).toBe('This endpoint does not accept bot requests.')
    expect(since.as('boss').call('users.setStatus', params)).toEqual({})
  })
})

describe('muting a user', () => {
  it("marks the account's messages as read, earlier and later ones", () => {
    const bakery = openBakery()
    const flags = (id: number) =>
      bakery
        .as('hamlet')
        .call('messages.list', { message_ids: [id] })
        .messages.flatMap((message) => message.flags ?? [])
    expect(flags(104)).toEqual([])
    bakery.as('hamlet').call('users.mute', { muted_user_id: 11 })
    expect(flags(104)).toEqual(['read'])
    expect(bakery.eventsOf('update_message_flags')).toMatchObject([
      { audience: [10], op: 'add', flag: 'read', messages: [104], all: false },
    ])
    expect(bakery.eventsOf('muted_users')).toMatchObject([{ audience: [10], muted_users: [{ id: 11 }] }])
    expect(flags(bakery.say('cordelia', { channel: 'kitchen', topic: 'oven #12' }, 'Warm now'))).toEqual(['read'])
    expect(flags(bakery.say('iago', { channel: 'kitchen', topic: 'oven #12' }, 'Good'))).toEqual([])
    bakery.as('hamlet').call('users.unmute', { muted_user_id: 11 })
    expect(flags(bakery.say('cordelia', { channel: 'kitchen', topic: 'oven #12' }, 'Hot'))).toEqual([])
  })

  it("is possible for bots, deactivated accounts and the server's bots", () => {
    const { as, realm, eventsOf } = openBakery()
    const ids = [20, 14, realm.account('notification bot').id]
    for (const id of ids) as('hamlet').call('users.mute', { muted_user_id: id })
    expect(eventsOf('muted_users').at(-1)).toMatchObject({ muted_users: ids.map((id) => ({ id })) })
  })

  it.each([
    ['oneself', 10, 'Cannot mute self'],
    ['an unknown account', 999, 'No such user'],
    ['the same user twice', 11, 'User already muted'],
  ])('is refused for %s', (_, id, msg) => {
    const { as } = openBakery()
    as('hamlet').call('users.mute', { muted_user_id: 11 })
    expect(as('hamlet').refused('users.mute', { muted_user_id: id }).msg).toBe(msg)
  })

  it('can be undone only if the account is muted', () => {
    const { as } = openBakery()
    as('othello').call('users.unmute', { muted_user_id: 11 })
    expect(as('othello').refused('users.unmute', { muted_user_id: 11 }).msg).toBe('User is not muted')
    expect(as('othello').refused('users.unmute', { muted_user_id: 999 }).msg).toBe('No such user')
  })

  it('is possible for bots only from its level on', () => {
    const { before, since } = levelsAround('muteBots')
    expect(before.as('hamlet').refused('users.mute', { muted_user_id: 20 }).msg).toBe('No such user')
    since.as('hamlet').call('users.mute', { muted_user_id: 20 })
  })
})
