import { describe, expect, it } from 'vitest'
import { openBakery } from './bakery.js'

const systemGroup = ({ as }: ReturnType<typeof openBakery>, name: string) =>
  as('hamlet')
    .call('userGroups.list')
    .user_groups.find((group) => group.name === name)?.id ?? 0

const groupOf = ({ as }: ReturnType<typeof openBakery>, id: number) =>
  as('hamlet')
    .call('userGroups.list', { include_deactivated_groups: true })
    .user_groups.find((group) => group.id === id)

describe('creating a group', () => {
  it('adds the given members and subgroups', () => {
    const bakery = openBakery()
    const { as, eventsOf } = bakery
    const params = { name: ' sellers ', description: 'Who sells', members: [10, 11, 10], subgroups: [21] }
    const { group_id } = as('hamlet').call('userGroups.create', { ...params, can_manage_group: 20 })
    expect(eventsOf('user_group')).toMatchObject([
      {
        op: 'add',
        group: {
          id: group_id,
          name: 'sellers',
          members: [10, 11],
          direct_subgroup_ids: [21],
          creator_id: 10,
          can_manage_group: 20,
        },
      },
    ])
    expect(as('othello').call('userGroups.members', { user_group_id: group_id }).members).toEqual([10, 11, 12])
    expect(
      as('othello').call('userGroups.members', { user_group_id: group_id, direct_member_only: true }).members,
    ).toEqual([10, 11])
    expect(as('othello').call('userGroups.subgroups', { user_group_id: group_id }).subgroups).toEqual([21])
  })

  it.each([
    [{ name: '' }, "User group name can't be empty!"],
    [{ name: 'x'.repeat(101) }, 'User group name cannot exceed 100 characters.'],
    [{ name: 'role:bakers' }, "User group name cannot start with 'role:'."],
    [{ name: '@bakers' }, "User group name cannot start with '@'."],
    [{ name: 'BAKERS' }, "User group 'BAKERS' already exists."],
    [{ members: [99] }, 'Invalid user ID 99'],
    [{ members: [14] }, 'Invalid user ID 14'],
    [{ subgroups: [99] }, 'Invalid user group ID: 99'],
    [{ subgroups: [23] }, 'User group is deactivated.'],
    [{ can_manage_group: 99 }, 'Invalid user group'],
    [{ can_manage_group: 23 }, 'User group is deactivated.'],
    [{ can_manage_group: { direct_members: [99], direct_subgroups: [] } }, 'Invalid user ID 99'],
    [{ can_manage_group: { direct_members: [10], direct_subgroups: [99] } }, 'Invalid user group ID: 99'],
  ])('is refused for %o', (params, msg) => {
    const { as, events } = openBakery()
    const all = { name: 'new', description: '', members: [], ...params }
    expect(as('hamlet').refused('userGroups.create', all).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it('by default lets its creator manage it and add members, and everybody leave', () => {
    const bakery = openBakery()
    const { as } = bakery
    const { group_id: user_group_id } = as('hamlet').call('userGroups.create', {
      name: 'sellers',
      description: '',
      members: [11],
    })
    const creator = { direct_members: [10], direct_subgroups: [] }
    expect(groupOf(bakery, user_group_id)).toMatchObject({
      can_add_members_group: creator,
      can_join_group: systemGroup(bakery, 'role:nobody'),
      can_leave_group: systemGroup(bakery, 'role:everyone'),
      can_manage_group: creator,
      can_mention_group: systemGroup(bakery, 'role:everyone'),
      can_remove_members_group: systemGroup(bakery, 'role:nobody'),
    })
    as('hamlet').call('userGroups.updateMembers', { user_group_id, add: [12] })
    as('hamlet').call('userGroups.update', { user_group_id, description: 'Who sells' })
    expect(as('othello').refused('userGroups.updateMembers', { user_group_id, delete: [11] }).msg).toBe(
      'Insufficient permission',
    )
    as('othello').call('userGroups.updateMembers', { user_group_id, delete: [12] })
    expect(as('othello').refused('userGroups.updateMembers', { user_group_id, add: [12] }).msg).toBe(
      'Insufficient permission',
    )
    as('hamlet').call('userGroups.update', { user_group_id, can_join_group: { new: 22 } })
    as('othello').call('userGroups.updateMembers', { user_group_id, add: [12] })
    expect(as('hamlet').call('userGroups.members', { user_group_id }).members).toEqual([11, 12])
  })

  it('stores a setting of accounts and groups sorted, or as one group if equivalent', () => {
    const bakery = openBakery()
    const params = {
      name: 'sellers',
      description: '',
      members: [],
      can_join_group: { direct_members: [12, 11, 12], direct_subgroups: [22, 20] },
      can_leave_group: { direct_members: [], direct_subgroups: [20] },
      can_mention_group: { direct_members: [], direct_subgroups: [] },
    }
    const { group_id } = bakery.as('hamlet').call('userGroups.create', params)
    expect(groupOf(bakery, group_id)).toMatchObject({
      can_join_group: { direct_members: [11, 12], direct_subgroups: [20, 22] },
      can_leave_group: 20,
      can_mention_group: systemGroup(bakery, 'role:nobody'),
    })
  })

  it('is refused to guests', () => {
    expect(
      openBakery().as('polonius').refused('userGroups.create', { name: 'new', description: '', members: [] }).msg,
    ).toBe('Not allowed for guest users')
  })
})

describe('changing a group', () => {
  it('sends an event with the new values', () => {
    const { as, eventsOf } = openBakery()
    as('iago').call('userGroups.update', {
      user_group_id: 22,
      name: 'carters',
      can_mention_group: { new: 24 },
    })
    expect(eventsOf('user_group')).toMatchObject([
      { op: 'update', group_id: 22, data: { name: 'carters', can_mention_group: 24 } },
    ])
    const group = as('hamlet')
      .call('userGroups.list')
      .user_groups.find(({ id }) => id === 22)
    expect(group).toMatchObject({ name: 'carters', can_mention_group: 24 })
  })

  it('reactivates it, which older clients get as an added group', () => {
    const bakery = openBakery()
    const { as } = bakery
    const queue = (capabilities: Record<string, boolean>) =>
      as('hamlet').call('events.register', {
        client_capabilities: { notification_settings_null: true, ...capabilities },
      }).queue_id
    const [older, newer] = [queue({}), queue({ include_deactivated_groups: true })]
    as('iago').call('userGroups.update', { user_group_id: 23, deactivated: false })
    const take = (queue_id: string) =>
      as('hamlet').call('events.get', { queue_id, last_event_id: -1, dont_block: true }).events
    expect(take(older)).toMatchObject([{ op: 'add', group: { id: 23, deactivated: false } }])
    expect(take(older)[0]).not.toHaveProperty('instead')
    expect(take(newer)).toMatchObject([{ op: 'update', group_id: 23, data: { deactivated: false } }])
    as('iago').call('userGroups.update', { user_group_id: 23, deactivated: false })
    expect(take(newer)).toHaveLength(1)
  })

  it('renames a deactivated group', () => {
    const bakery = openBakery()
    bakery.as('iago').call('userGroups.update', { user_group_id: 23, name: 'day-shift' })
    expect(groupOf(bakery, 23)).toMatchObject({ name: 'day-shift', deactivated: true })
  })

  it('accepts an `old` value that is equivalent to the present one', () => {
    const bakery = openBakery()
    const { as } = bakery
    const some = { direct_members: [11, 12], direct_subgroups: [20] }
    as('iago').call('userGroups.update', { user_group_id: 22, can_join_group: { new: some } })
    const old = { direct_members: [12, 11], direct_subgroups: [20] }
    as('iago').call('userGroups.update', { user_group_id: 22, can_join_group: { new: 24, old } })
    as('iago').call('userGroups.update', {
      user_group_id: 22,
      can_join_group: { new: some, old: { direct_members: [], direct_subgroups: [24] } },
    })
    expect(groupOf(bakery, 22)).toMatchObject({ can_join_group: some })
  })

  it.each([
    ['iago', { user_group_id: 99, name: 'x' }, 'Invalid user group'],
    ['hamlet', { user_group_id: 22, name: 'x' }, 'Insufficient permission'],
    ['iago', { user_group_id: 22 }, 'No new data supplied'],
    ['iago', { user_group_id: 22, name: 'bakers' }, "User group 'bakers' already exists."],
    ['iago', { user_group_id: 22, can_join_group: { new: 99 } }, 'Invalid user group'],
    [
      'iago',
      { user_group_id: 22, can_join_group: { new: 24, old: 20 } },
      "'old' value does not match the expected value.",
    ],
  ])('as %s is refused for %o', (who, params, msg) => {
    const { as, events } = openBakery()
    expect(as(who).refused('userGroups.update', params).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it('is refused for groups of the server', () => {
    const bakery = openBakery()
    const user_group_id = systemGroup(bakery, 'role:members')
    expect(bakery.as('desdemona').refused('userGroups.update', { user_group_id, name: 'x' }).msg).toBe(
      'Insufficient permission',
    )
  })
})

const nothingToDo = 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".'

describe('the members of a group', () => {
  it('are added and removed, with subgroups', () => {
    const { as, eventsOf } = openBakery()
    as('iago').call('userGroups.updateMembers', {
      user_group_id: 22,
      add: [10, 20],
      delete: [9],
      add_subgroups: [24],
    })
    expect(as('hamlet').call('userGroups.members', { user_group_id: 22 }).members).toEqual([7, 8, 10, 12, 20])
    as('iago').call('userGroups.updateMembers', { user_group_id: 22, delete_subgroups: [24] })
    expect(eventsOf('user_group')).toMatchObject([
      { op: 'add_members', group_id: 22, user_ids: [10, 20] },
      { op: 'remove_members', group_id: 22, user_ids: [9] },
      { op: 'add_subgroups', group_id: 22, direct_subgroup_ids: [24] },
      { op: 'remove_subgroups', group_id: 22, direct_subgroup_ids: [24] },
    ])
    expect(as('hamlet').call('userGroups.isMember', { user_group_id: 22, user_id: 10 }).is_user_group_member).toBe(true)
  })

  it('include those of subgroups', () => {
    const bakery = openBakery()
    const { as } = bakery
    expect(as('hamlet').call('userGroups.members', { user_group_id: 20 }).members).toEqual([8, 10, 11, 12])
    const user_group_id = systemGroup(bakery, 'role:moderators')
    expect(as('hamlet').call('userGroups.members', { user_group_id }).members).toEqual([7, 8, 9])
    const direct = { user_group_id, direct_subgroup_only: true }
    expect(as('hamlet').call('userGroups.subgroups', direct).subgroups).toHaveLength(1)
    expect(as('hamlet').call('userGroups.subgroups', { user_group_id }).subgroups).toHaveLength(2)
    expect(as('hamlet').refused('userGroups.members', { user_group_id: 99 }).msg).toBe('Invalid user group')
    expect(as('hamlet').refused('userGroups.subgroups', { user_group_id: 99 }).msg).toBe('Invalid user group')
  })

  it.each([
    ['iago', {}, nothingToDo],
    ['iago', { add: [], delete: [] }, nothingToDo],
    ['iago', { user_group_id: 99, add: [10] }, 'Invalid user group'],
    ['hamlet', { add: [10] }, 'Insufficient permission'],
    ['iago', { add: [10, 12] }, 'User 12 is already a member of this group'],
    ['iago', { add: [99] }, 'Invalid user ID 99'],
    ['iago', { add: [10], delete: [11] }, "There is no member '11' in this user group"],
    ['iago', { add_subgroups: [22] }, 'User group 22 is already a subgroup of one of the passed subgroups.'],
    [
      'iago',
      { user_group_id: 21, add_subgroups: [20] },
      'User group 21 is already a subgroup of one of the passed subgroups.',
    ],
    ['iago', { user_group_id: 20, add_subgroups: [21] }, 'User group 21 is already a subgroup of this group.'],
    ['iago', { delete_subgroups: [21] }, 'User group 21 is not a subgroup of this group.'],
    ['iago', { add_subgroups: [99] }, 'Invalid user group ID: 99'],
  ])('as %s are not changed by %o', (who, params, msg) => {
    const { as, events } = openBakery()
    expect(as(who).refused('userGroups.updateMembers', { user_group_id: 22, ...params }).msg).toBe(msg)
    expect(events).toEqual([])
    expect(as('hamlet').call('userGroups.members', { user_group_id: 22 }).members).toEqual([9, 12])
  })
})

describe('a deactivated group', () => {
  it('accepts changes of its members and subgroups, but lists none', () => {
    const { as } = openBakery()
    as('iago').call('userGroups.updateMembers', { user_group_id: 23, add: [11], delete: [10], add_subgroups: [22] })
    expect(as('iago').refused('userGroups.members', { user_group_id: 23 }).msg).toBe('User group is deactivated.')
    expect(as('iago').refused('userGroups.subgroups', { user_group_id: 23 }).msg).toBe('User group is deactivated.')
    as('iago').call('userGroups.update', { user_group_id: 23, deactivated: false })
    expect(as('iago').call('userGroups.members', { user_group_id: 23, direct_member_only: true }).members).toEqual([11])
    expect(as('iago').call('userGroups.subgroups', { user_group_id: 23 }).subgroups).toEqual([22])
  })
})

describe('the subgroups of a group', () => {
  it('are added and removed', () => {
    const { as, eventsOf } = openBakery()
    as('iago').call('userGroups.updateSubgroups', { user_group_id: 22, add: [21, 24] })
    as('iago').call('userGroups.updateSubgroups', { user_group_id: 22, delete: [24] })
    expect(as('hamlet').call('userGroups.subgroups', { user_group_id: 22 }).subgroups).toEqual([21])
    expect(eventsOf('user_group')).toMatchObject([
      { op: 'add_subgroups', group_id: 22, direct_subgroup_ids: [21, 24] },
      { op: 'remove_subgroups', group_id: 22, direct_subgroup_ids: [24] },
    ])
  })

  it.each([
    ['iago', {}, 'Nothing to do. Specify at least one of "add" or "delete".'],
    ['iago', { user_group_id: 99, add: [21] }, 'Invalid user group'],
    ['hamlet', { add: [21] }, 'Insufficient permission'],
    ['iago', { add: [99] }, 'Invalid user group ID: 99'],
    ['iago', { add: [23] }, 'User group is deactivated.'],
    ['iago', { user_group_id: 20, add: [21] }, 'User group 21 is already a subgroup of this group.'],
    ['iago', { user_group_id: 21, add: [20] }, 'User group 21 is already a subgroup of one of the passed subgroups.'],
    ['iago', { add: [24], delete: [21] }, 'User group 21 is not a subgroup of this group.'],
  ])('as %s are not changed by %o', (who, params, msg) => {
    const { as, events } = openBakery()
    expect(as(who).refused('userGroups.updateSubgroups', { user_group_id: 22, ...params }).msg).toBe(msg)
    expect(events).toEqual([])
  })
})
