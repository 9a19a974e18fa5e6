import { describe, expect, it } from 'vitest'
import { createSimulator } from '../../../src/simulator/index.js'
import { bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { openBakery } from './bakery.js'

const puck = { email: 'puck@example.com', password: 'a midsummer night', full_name: 'Puck' }

describe('creating an account', () => {
  it('subscribes it to the default channels', () => {
    const { as, eventsOf } = openBakery()
    as('iago').call('defaultStreams.remove', { stream_id: 2 })
    const { user_id } = as('desdemona').call('users.create', puck)
    expect(as('hamlet').call('users.get', { user_id }).user).toMatchObject({
      full_name: 'Puck',
      email: 'puck@example.com',
      role: 400,
      is_active: true,
    })
    const subscribed = (stream_id: number) =>
      as('hamlet').call('subscriptions.isSubscribed', { user_id, stream_id }).is_subscribed
    expect([1, 2, 3].map(subscribed)).toEqual([true, false, true])
    expect(eventsOf('realm_user')).toMatchObject([{ op: 'add', person: { user_id } }])
  })

  it('is refused without the permission, even to administrators', () => {
    const { as } = openBakery()
    expect(as('iago').refused('users.create', puck).msg).toBe('User not authorized to create users')
    expect(as('hamlet').refused('users.create', puck).msg).toBe('Must be an organization administrator')
  })

  it('is allowed to administrators with the permission from a seed or addBot', async () => {
    const simulator = createSimulator({
      clock: 'frozen',
      organisation: {
        ...seed,
        users: seed.users.map((user) => (user.full_name === 'Iago' ? { ...user, can_create_users: true } : user)),
      },
    })
    const clerk = simulator.addBot({
      full_name: 'Clerk',
      type: 'generic',
      role: 'administrator',
      can_create_users: true,
    })
    for (const [{ site, email, apiKey }, address] of [
      [simulator.credentials('iago'), 'puck@example.com'],
      [clerk, 'robin@example.com'],
    ] as const) {
      const body = new URLSearchParams({ ...puck, email: address })
      const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
      const response = await simulator.fetch(`${site}/api/v1/users`, { method: 'POST', body, headers })
      expect(await response.json()).toMatchObject({ result: 'success' })
    }
    await simulator.close()
  })

  it('keeps the password out of the journal', async () => {
    const simulator = createSimulator({ clock: 'frozen' })
    const { site, email, apiKey } = simulator.credentials('desdemona')
    const body = new URLSearchParams(puck)
    const headers = { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` }
    const response = await simulator.fetch(`${site}/api/v1/users`, { method: 'POST', body, headers })
    expect(await response.json()).toMatchObject({ result: 'success' })
    expect(simulator.journal.text()).toContain('puck@example.com')
    expect(simulator.journal.text()).not.toContain('midsummer')
    await simulator.close()
  })

  it.each([
    [{ full_name: 'P' }, 'Name too short!'],
    [{ email: 'puck' }, 'Bad name or username'],
    [{ email: 'HAMLET@example.com' }, 'Email is already in use.'],
    [{ password: 'puck' }, 'The password is too weak.'],
  ])('is refused for %o', (params, msg) => {
    const { as, events } = openBakery()
    expect(as('desdemona').refused('users.create', { ...puck, ...params }).msg).toBe(msg)
    expect(events).toEqual([])
  })
})

describe('changing an account', () => {
  it('updates name, role, profile and address, with events', () => {
    const { as, eventsOf } = openBakery()
    as('iago').call('users.update', {
      user_id: 10,
      full_name: 'Prince Hamlet',
      role: 200,
      profile_data: [
        { id: 1, value: null },
        { id: 2, value: '*Wheat*' },
        { id: 3, value: 'late' },
      ],
      new_email: 'prince@example.com',
    })
    const query = { email: 'prince@example.com', include_custom_profile_fields: true }
    expect(as('othello').call('users.getByEmail', query).user).toMatchObject({
      user_id: 10,
      full_name: 'Prince Hamlet',
      role: 200,
      is_admin: true,
      profile_data: { 2: { value: '*Wheat*', rendered_value: '<p><em>Wheat</em></p>' }, 3: { value: 'late' } },
    })
    expect(as('othello').refused('users.getByEmail', { email: 'hamlet@example.com' }).msg).toBe('No such user')
    expect(eventsOf('realm_user').map(({ person }) => person)).toEqual([
      { user_id: 10, role: 200 },
      { user_id: 10, full_name: 'Prince Hamlet' },
      { user_id: 10, custom_profile_field: { id: 1, value: null, rendered_value: null } },
      { user_id: 10, custom_profile_field: { id: 2, value: '*Wheat*', rendered_value: '<p><em>Wheat</em></p>' } },
      { user_id: 10, custom_profile_field: { id: 3, value: 'late' } },
      { user_id: 10, delivery_email: 'prince@example.com' },
      { user_id: 10, new_email: 'prince@example.com' },
    ])
  })

  it('renames a bot for its owner', () => {
    const { as, eventsOf } = openBakery()
    as('hamlet').call('users.update', { user_id: 21, full_name: 'Yeast Watcher' })
    expect(eventsOf('realm_bot')).toMatchObject([{ bot: { user_id: 21, full_name: 'Yeast Watcher' } }])
    expect(as('hamlet').refused('users.update', { user_id: 21, full_name: 'Echo' }).msg).toBe('Name is already in use.')
    expect(as('hamlet').refused('users.update', { user_id: 21, role: 200 }).msg).toBe(
      'Must be an organization administrator',
    )
  })

  it.each([
    ['iago', { user_id: 999 }, 'No such user'],
    ['hamlet', { user_id: 11, full_name: 'Regan' }, 'Insufficient permission'],
    ['iago', { user_id: 10, role: 100 as const }, 'Must be an organization owner'],
    ['iago', { user_id: 7, role: 400 as const }, 'Must be an organization owner'],
    [
      'desdemona',
      { user_id: 7, role: 400 as const },
      'The owner permission cannot be removed from the only organization owner.',
    ],
    ['iago', { user_id: 10, full_name: 'H' }, 'Name too short!'],
    ['iago', { user_id: 10, profile_data: [{ id: 99, value: 'x' }] }, 'Field id 99 not found.'],
    [
      'iago',
      { user_id: 10, profile_data: [{ id: 1, value: 'x'.repeat(51) }] },
      'Phone is too long (limit: 50 characters)',
    ],
    ['iago', { user_id: 10, profile_data: [{ id: 1, value: [8] }] }, 'Phone is not a string'],
    ['iago', { user_id: 10, profile_data: [{ id: 3, value: 'noon' }] }, "'noon' is not a valid choice for 'Shift'."],
    ['iago', { user_id: 10, profile_data: [{ id: 4, value: 'tomorrow' }] }, 'First day is not a date'],
    ['iago', { user_id: 10, profile_data: [{ id: 5, value: 'nowhere' }] }, 'Shop is not a URL'],
    ['iago', { user_id: 10, profile_data: [{ id: 6, value: 'iago' }] }, 'Mentor is not a list'],
    ['iago', { user_id: 10, profile_data: [{ id: 6, value: [8, 21] }] }, 'Invalid user ID 21'],
    ['iago', { user_id: 10, new_email: 'prince' }, 'Invalid address.'],
    ['iago', { user_id: 10, new_email: 'othello@example.com' }, 'Already has an account.'],
  ])('as %s is refused for %o', (who, params, msg) => {
    const more = [
      { id: 5, name: 'Shop', hint: '', type: 5 },
      { id: 6, name: 'Mentor', hint: '', type: 6 },
    ]
    const { as, events } = openBakery({ seed: { ...seed, profile_fields: [...seed.profile_fields, ...more] } })
    expect(as(who).refused('users.update', params).msg).toBe(msg)
    expect(events).toEqual([])
  })
})

describe("deactivating one's own account", () => {
  it("deactivates one's bots and revokes one's invitations", () => {
    const { as, eventsOf } = openBakery()
    as('iago').call('invites.send', { invitee_emails: 'puck@example.com', stream_ids: [] })
    as('iago').call('users.deactivateOwn')
    expect(as('desdemona').call('invites.list').invites).toEqual([])
    expect(eventsOf('invites_changed')).toHaveLength(2)
    expect([8, 20, 23].map((user_id) => as('desdemona').call('users.get', { user_id }).user.is_active)).toEqual([
      false,
      false,
      false,
    ])
  })

  it('is refused to the only owner', () => {
    expect(openBakery().as('desdemona').refused('users.deactivateOwn')).toMatchObject({
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      msg: 'Cannot deactivate the only organization owner.',
      facts: { is_last_owner: true, entity: 'organization owner' },
    })
  })

  it('is refused to the only user', () => {
    const { as } = openBakery({
      seed: {
        ...seed,
        users: seed.users.slice(0, 1),
        bots: [],
        channels: [],
        groups: [],
        messages: [],
        scheduled_messages: [],
        attachments: [],
        group_settings: {},
        emoji: [],
      },
    })
    expect(as('desdemona').refused('users.deactivateOwn').msg).toBe('Cannot deactivate the only user.')
  })
})
