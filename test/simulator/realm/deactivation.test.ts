import { describe, expect, it } from 'vitest'
import { levelsAround, openBakery, opening } from './bakery.js'

const isActive = (bakery: ReturnType<typeof openBakery>, user_id: number) =>
  bakery.as('desdemona').call('users.get', { user_id }).user.is_active

describe('deactivating a user', () => {
  it("deactivates the account's bots first", () => {
    const bakery = openBakery()
    expect(bakery.as('iago').call('users.deactivate', { user_id: 10 })).toEqual({})
    expect(bakery.eventsOf('realm_user').map((event) => event.person)).toEqual([
      { user_id: 21, is_active: false },
      { user_id: 22, is_active: false },
      { user_id: 10, is_active: false },
    ])
    expect(bakery.eventsOf('realm_bot').map((event) => event.bot.user_id)).toEqual([21, 22])
    for (const id of [10, 21, 22]) expect(isActive(bakery, id)).toBe(false)
    expect(isActive(bakery, 8)).toBe(true)
  })

  it('deletes no messages by default', () => {
    const bakery = openBakery()
    bakery.as('iago').call('users.deactivate', { user_id: 10, deactivation_notification_comment: 'Goodbye' })
    expect(bakery.eventsOf('delete_message')).toEqual([])
  })

  it('deletes messages of the bots, then of the account, and then deactivates it', () => {
    const bakery = openBakery()
    const fromBot = bakery.say('yeast counter', { channel: 'kitchen', topic: 'yeast' }, '12 g')
    const books = bakery.realm.channel('books')
    bakery.realm.do('subscribe', 'hamlet', 'books')
    const secret = bakery.say('hamlet', { channel: books.name, topic: 'march' }, 'How much?')
    const before = bakery.events.length
    bakery.as('iago').call('users.deactivate', {
      user_id: 10,
      actions: {
        delete_public_channel_messages: true,
        delete_private_channel_messages: true,
        delete_direct_messages: true,
      },
    })
    const deleted = bakery.eventsOf('delete_message')
    expect(deleted.map((event) => event.message_ids)).toEqual([[fromBot], [102], [106], [108], [secret]])
    expect(deleted[3]).toMatchObject({ message_type: 'private', audience: [8, 10] })
    expect(deleted[4]).toMatchObject({ message_type: 'stream', stream_id: 4, topic: 'march', audience: [7, 8, 10] })
    expect(bakery.events.slice(before).map((event) => event.type)).toEqual([
      ...['delete_message', 'realm_user', 'user_group', 'realm_bot'],
      ...['realm_user', 'user_group', 'realm_bot'],
      ...['delete_message', 'delete_message', 'delete_message', 'delete_message', 'realm_user'],
      ...['user_group', 'user_group', 'user_group', 'subscription'],
    ])
    expect(bakery.as('iago').refused('messages.get', { message_id: 108 }).msg).toBe('Invalid message(s)')
  })

  it.each([
    [{ delete_public_channel_messages: true }, [102, 106]],
    [{ delete_private_channel_messages: true }, []],
    [{ delete_direct_messages: true }, [108]],
    [{}, []],
  ])('with the actions %j deletes the messages %j', (actions, ids) => {
    const bakery = openBakery()
    bakery.as('iago').call('users.deactivate', { user_id: 10, actions })
    expect(bakery.eventsOf('delete_message').flatMap((event) => event.message_ids)).toEqual(ids)
  })

  it('deletes the account for good with delete_profile', () => {
    const bakery = openBakery()
    bakery.as('iago').call('users.deactivate', { user_id: 10, actions: { delete_profile: true } })
    const { user } = bakery.as('iago').call('users.get', { user_id: 10, include_custom_profile_fields: true })
    expect(user).toMatchObject({ full_name: 'Deleted user 10', is_deleted: true, is_active: false, profile_data: {} })
    expect(user.delivery_email).not.toContain('hamlet')
    expect(user.avatar_url).toBeNull()
    expect(bakery.as('iago').refused('users.getByEmail', { email: 'hamlet@example.com' }).msg).toBe('No such user')
  })

  it.each([
    ['hamlet', 12, 'BAD_REQUEST', 'Insufficient permission'],
    ['shiva', 10, 'BAD_REQUEST', 'Insufficient permission'],
    ['hamlet', 10, 'BAD_REQUEST', 'Insufficient permission'],
    ['iago', 999, 'BAD_REQUEST', 'No such user'],
    ['iago', 20, 'BAD_REQUEST', 'No such user'],
    ['iago', 14, 'BAD_REQUEST', 'User is deactivated'],
    ['iago', 7, 'BAD_REQUEST', 'Cannot deactivate the only organization owner'],
    ['desdemona', 7, 'BAD_REQUEST', 'Cannot deactivate the only organization owner'],
  ])('as %s is refused for user %i', (who, user_id, code, msg) => {
    expect(openBakery().as(who).refused('users.deactivate', { user_id })).toMatchObject({ code, msg })
  })

  it('is allowed for oneself, and for an owner if there is another', () => {
    const bakery = openBakery()
    bakery.as('iago').call('users.deactivate', { user_id: 8 })
    expect(isActive(bakery, 8)).toBe(false)
    bakery.realm.do('addUser', { full_name: 'Portia', role: 'owner' })
    bakery.as('portia').call('users.deactivate', { user_id: 7 })
    expect(bakery.as('portia').refused('users.deactivate', { user_id: bakery.realm.account('portia').id }).msg).toBe(
      'Cannot deactivate the only organization owner',
    )
  })

  it('is reserved to owners if the account is an owner', () => {
    const bakery = openBakery()
    bakery.realm.do('addUser', { full_name: 'Portia', role: 'owner' })
    expect(bakery.as('iago').refused('users.deactivate', { user_id: 7 })).toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization owner',
    })
  })

  it('sends a mail if a comment is given, even an empty one', () => {
    const { as, realm } = openBakery()
    as('iago').call('users.deactivate', { user_id: 12 })
    expect(realm.world.state.mails).toEqual([])
    as('iago').call('users.deactivate', { user_id: 10, deactivation_notification_comment: '' })
    as('iago').call('users.deactivate', { user_id: 11, deactivation_notification_comment: 'Goodbye' })
    expect(realm.world.state.mails).toEqual([
      { to: 'hamlet@example.com', sent: opening, comment: '' },
      { to: 'cordelia@example.com', sent: opening, comment: 'Goodbye' },
    ])
  })

  it('accepts a comment of up to 2000 code points', () => {
    const bakery = openBakery()
    const params = { user_id: 10, deactivation_notification_comment: '🍞'.repeat(2001) }
    expect(bakery.as('iago').refused('users.deactivate', params).msg).toBe(
      'deactivation_notification_comment is too long (limit: 2000 characters)',
    )
    bakery.as('iago').call('users.deactivate', { ...params, deactivation_notification_comment: '🍞'.repeat(2000) })
  })

  it('ignores `actions` below their level', () => {
    const { before, since } = levelsAround('deactivationActions')
    for (const bakery of [before, since]) {
      bakery.as('iago').call('users.deactivate', { user_id: 10, actions: { delete_direct_messages: true } })
    }
    expect(before.eventsOf('delete_message')).toHaveLength(0)
    expect(since.eventsOf('delete_message')).toHaveLength(1)
  })
})
