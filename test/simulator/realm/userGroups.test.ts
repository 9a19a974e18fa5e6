import { describe, expect, it } from 'vitest'
import { bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { levelsAround, openBakery } from './bakery.js'

const member = (user_group_id: number, user_id: number, direct_member_only = false) => ({
  user_group_id,
  user_id,
  direct_member_only,
})

describe('membership of a group', () => {
  const { as } = openBakery()
  const isMember = (...asked: Parameters<typeof member>) =>
    as('hamlet').call('userGroups.isMember', member(...asked)).is_user_group_member

  it.each([
    ['a direct member', 20, 10, true, true],
    ['a member of a subgroup', 20, 12, true, false],
    ['an account outside it', 20, 9, false, false],
    ['a deactivated direct member', 21, 14, false, false],
    ['a bot', 20, 20, false, false],
  ])('is correct for %s', (_, group, user, any, direct) => {
    expect(isMember(group, user)).toBe(any)
    expect(isMember(group, user, true)).toBe(direct)
  })

  it('follows from the role in the groups of the server', () => {
    const ids = new Map(
      as('hamlet')
        .call('userGroups.list')
        .user_groups.map((group) => [group.name, group.id]),
    )
    const roleGroup = (name: string, user: number) => isMember(ids.get(`role:${name}`) ?? 0, user)
    expect(
      ['owners', 'administrators', 'moderators', 'members', 'everyone', 'internet', 'nobody'].map((name) =>
        roleGroup(name, 8),
      ),
    ).toEqual([false, true, true, true, true, true, false])
    expect(['members', 'everyone'].map((name) => roleGroup(name, 13))).toEqual([false, true])
  })

  it.each([
    ['an unknown group', member(99, 10), 'Invalid user group'],
    ['a deactivated group', member(23, 10), 'User group is deactivated.'],
    ['an unknown user', member(20, 999), 'No such user'],
    ['an unknown group and user', member(99, 999), 'Invalid user group'],
  ])("can't be checked for %s", (_, params, msg) => {
    expect(as('hamlet').refused('userGroups.isMember', params).msg).toBe(msg)
  })

  it('includes deactivated accounts below its level', () => {
    const { before, since } = levelsAround('deactivatedNotMember')
    expect(before.as('iago').call('userGroups.isMember', member(21, 14)).is_user_group_member).toBe(true)
    expect(since.as('iago').call('userGroups.isMember', member(21, 14)).is_user_group_member).toBe(false)
  })

  it('can be checked for bots only from its level on', () => {
    const { before, since } = levelsAround('botsInGroupCheck')
    expect(before.as('iago').refused('userGroups.isMember', member(20, 21)).msg).toBe('No such user')
    expect(since.as('iago').call('userGroups.isMember', member(20, 21)).is_user_group_member).toBe(false)
  })

  it('can be checked by bots only from its level on', () => {
    const { before, since } = levelsAround('groupCheckByBots')
    expect(before.as('yeast counter').refused('userGroups.isMember', member(20, 10)).msg).toBe(
      'This endpoint does not accept bot requests.',
    )
    expect(since.as('yeast counter').call('userGroups.isMember', member(20, 10)).is_user_group_member).toBe(true)
  })
})

describe('deactivating a group', () => {
  it('removes it from lists and sends events, also for older clients', () => {
    const { as, eventsOf } = openBakery()
    expect(as('iago').call('userGroups.deactivate', { user_group_id: 22 })).toEqual({})
    expect(eventsOf('user_group')).toMatchObject([
      { op: 'update', group_id: 22, data: { deactivated: true } },
      { op: 'remove', group_id: 22 },
    ])
    const listed = (include_deactivated_groups: boolean) =>
      as('iago')
        .call('userGroups.list', { include_deactivated_groups })
        .user_groups.find((group) => group.id === 22)
    expect(listed(false)).toBeUndefined()
    expect(listed(true)).toMatchObject({ id: 22, deactivated: true, members: [9, 12] })
    expect(as('iago').refused('userGroups.deactivate', { user_group_id: 22 }).msg).toBe('User group is deactivated.')
  })

  it.each([
    ['iago', 99, 'Invalid user group'],
    ['iago', 23, 'User group is deactivated.'],
    ['iago', 1, 'Insufficient permission'],
    ['hamlet', 22, 'Insufficient permission'],
    ['shiva', 22, 'Insufficient permission'],
  ])('as %s is refused for group %i', (who, user_group_id, msg) => {
    expect(openBakery().as(who).refused('userGroups.deactivate', { user_group_id }).msg).toBe(msg)
  })

  it('is refused for a subgroup, and for a group in a setting', () => {
    const { as } = openBakery()
    expect(as('iago').refused('userGroups.deactivate', { user_group_id: 21 })).toMatchObject({
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      msg: 'Cannot deactivate user group in use.',
      facts: { objections: [{ type: 'subgroup', supergroup_ids: [20] }] },
    })
    expect(as('iago').refused('userGroups.deactivate', { user_group_id: 24 }).facts).toEqual({
      objections: [{ type: 'realm', settings: ['can_invite_users_group'] }],
    })
  })

  it('is refused with each use: supergroups, channels, groups and the organisation', () => {
    const { as } = openBakery({
      seed: {
        ...seed,
        channels: seed.channels.map((one) =>
          one.stream_id === 3
            ? { ...one, group_settings: { can_send_message_group: 21, can_remove_subscribers_group: 21 } }
            : one,
        ),
        groups: seed.groups.map((one) => (one.id === 22 ? { ...one, group_settings: { can_mention_group: 21 } } : one)),
        group_settings: { can_create_groups: 21 },
      },
    })
    expect(as('iago').refused('userGroups.deactivate', { user_group_id: 21 }).facts.objections).toEqual([
      { type: 'subgroup', supergroup_ids: [20] },
      { type: 'channel', channel_id: 3, settings: ['can_send_message_group', 'can_remove_subscribers_group'] },
      { type: 'user_group', group_id: 22, settings: ['can_mention_group'] },
      { type: 'realm', settings: ['can_create_groups'] },
    ])
  })

  it('is refused for a group in its own setting, or among others in a setting', () => {
    const among = { direct_members: [9], direct_subgroups: [21, 22] }
    const { as } = openBakery({
      seed: {
        ...seed,
        groups: seed.groups.map((one) => (one.id === 22 ? { ...one, group_settings: { can_join_group: 22 } } : one)),
        group_settings: { can_create_groups: among },
      },
    })
    expect(as('iago').refused('userGroups.deactivate', { user_group_id: 22 }).facts.objections).toEqual([
      { type: 'user_group', group_id: 22, settings: ['can_join_group'] },
      { type: 'realm', settings: ['can_create_groups'] },
    ])
  })

  it('ignores the settings of archived channels', () => {
    const { as } = openBakery({
      seed: {
        ...seed,
        channels: seed.channels.map((one) =>
          one.is_archived === true ? { ...one, group_settings: { can_send_message_group: 22 } } : one,
        ),
      },
    })
    expect(as('iago').call('userGroups.deactivate', { user_group_id: 22 })).toEqual({})
  })

  it('is possible for a subgroup after its supergroup was deactivated', () => {
    const { as } = openBakery()
    for (const user_group_id of [20, 21]) {
      expect(as('iago').call('userGroups.deactivate', { user_group_id })).toEqual({})
    }
  })

  it("is allowed to members of the group's can_manage_group", () => {
    const { as } = openBakery({
      seed: {
        ...seed,
        groups: seed.groups.map((one) => (one.id === 22 ? { ...one, group_settings: { can_manage_group: 20 } } : one)),
      },
    })
    expect(as('polonius').refused('userGroups.deactivate', { user_group_id: 22 }).msg).toBe('Insufficient permission')
    expect(as('hamlet').call('userGroups.deactivate', { user_group_id: 22 })).toEqual({})
  })

  it('is refused with the generic code below its level', () => {
    const { before, since } = levelsAround('groupInUseCode')
    const params = { user_group_id: 24 }
    expect(before.as('iago').refused('userGroups.deactivate', params)).toMatchObject({ code: 'BAD_REQUEST' })
    expect(since.as('iago').refused('userGroups.deactivate', params).code).toBe('CANNOT_DEACTIVATE_GROUP_IN_USE')
  })
})
