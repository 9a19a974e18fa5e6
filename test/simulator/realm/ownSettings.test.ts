import { describe, expect, it } from 'vitest'
import { openBakery } from './bakery.js'

describe('the settings of an account', () => {
  const register = (bakery: ReturnType<typeof openBakery>, who: string) =>
    bakery.as(who).call('events.register', { fetch_event_types: ['user_settings'] }).user_settings

  it('have defaults, and send events of changes only to the account', () => {
    const bakery = openBakery()
    expect(register(bakery, 'hamlet')).toMatchObject({
      twenty_four_hour_time: false,
      color_scheme: 1,
      timezone: 'Europe/Copenhagen',
    })
    bakery.as('hamlet').call('settings.update', { twenty_four_hour_time: true, color_scheme: 2, enable_sounds: true })
    expect(register(bakery, 'hamlet')).toMatchObject({ twenty_four_hour_time: true, color_scheme: 2 })
    expect(register(bakery, 'iago')).toMatchObject({ twenty_four_hour_time: false, color_scheme: 1 })
    expect(bakery.eventsOf('user_settings')).toMatchObject([
      { audience: [10], op: 'update', property: 'twenty_four_hour_time', value: true },
      { audience: [10], op: 'update', property: 'color_scheme', value: 2 },
    ])
  })

  it('change a password, which the next login needs', () => {
    const { as } = openBakery()
    const change = { old_password: 'password', new_password: 'long enough' }
    const wrong = { ...change, old_password: 'a guess' }
    expect(as('hamlet').refused('settings.update', wrong).msg).toBe('Wrong password!')
    expect(as('hamlet').refused('settings.update', { ...change, new_password: 'short' }).msg).toBe(
      'New password is too weak!',
    )
    as('hamlet').call('settings.update', change)
    const login = (password: string) => ({ username: 'hamlet@example.com', password })
    expect(as('hamlet').refused('users.fetchApiKey', login('password')).code).toBe('AUTHENTICATION_FAILED')
    expect(as('hamlet').call('users.fetchApiKey', login('long enough')).user_id).toBe(10)
  })

  it('check a new address, which stays the old one until it is confirmed by mail', () => {
    const { as, realm } = openBakery()
    expect(as('hamlet').refused('settings.update', { email: 'nowhere' }).msg).toBe('Invalid address.')
    expect(as('hamlet').refused('settings.update', { email: 'iago@example.com' }).msg).toBe('Already has an account.')
    as('hamlet').call('settings.update', { email: 'prince@example.com' })
    expect(realm.account(10).email).toBe('hamlet@example.com')
    as('iago').call('realm.update', { email_changes_disabled: true })
    expect(as('hamlet').refused('settings.update', { email: 'prince@example.com' }).msg).toBe(
      'Email address changes are disabled in this organization.',
    )
  })

  it('take only the sounds that a server has', () => {
    const bakery = openBakery()
    bakery.as('hamlet').call('settings.update', { notification_sound: 'chime' })
    expect(register(bakery, 'hamlet')).toMatchObject({ notification_sound: 'chime' })
    expect(bakery.as('hamlet').refused('settings.update', { notification_sound: 'gong' }).msg).toBe(
      "Invalid notification sound 'gong'",
    )
  })

  it('for notifications can be updated at the older endpoint too', () => {
    const bakery = openBakery()
    bakery.as('hamlet').call('settings.updateNotifications', { enable_sounds: false })
    expect(register(bakery, 'hamlet')).toMatchObject({ enable_sounds: false })
  })

  it('update the name and the time zone for everybody', () => {
    const { as, eventsOf } = openBakery()
    as('hamlet').call('settings.update', { full_name: ' Prince Hamlet ', timezone: 'Europe/Berlin' })
    expect(as('iago').call('users.get', { user_id: 10 }).user).toMatchObject({
      full_name: 'Prince Hamlet',
      timezone: 'Europe/Berlin',
    })
    expect(eventsOf('realm_user').map(({ person }) => person)).toEqual([
      { user_id: 10, full_name: 'Prince Hamlet' },
      { user_id: 10, timezone: 'Europe/Berlin' },
    ])
  })

  it("don't change a member's name with name_changes_disabled, but an administrator's", () => {
    const { as } = openBakery()
    as('desdemona').call('realm.update', { name_changes_disabled: true })
    as('hamlet').call('settings.update', { full_name: 'Prince Hamlet' })
    as('iago').call('settings.update', { full_name: 'Honest Iago' })
    expect(as('othello').call('users.get', { user_id: 10 }).user.full_name).toBe('Hamlet')
    expect(as(8).call('users.me').full_name).toBe('Honest Iago')
  })

  it('hide the address from some, who get an event with the other one', () => {
    const { as, eventsOf } = openBakery()
    as('hamlet').call('settings.update', { email_address_visibility: 3 })
    expect(as('othello').call('users.get', { user_id: 10 }).user).toMatchObject({
      delivery_email: null,
      email: 'user10@bakery.example.com',
    })
    expect(as('iago').call('users.get', { user_id: 10 }).user.delivery_email).toBe('hamlet@example.com')
    const told = eventsOf('realm_user').filter(({ audience }) => audience !== 'everyone' && audience.includes(12))
    expect(told.map(({ person }) => person)).toEqual([
      { user_id: 10, delivery_email: null },
      { user_id: 10, new_email: 'user10@bakery.example.com' },
    ])
  })

  it.each([
    [{ default_language: 'Not a language' }, 'Invalid default_language'],
    [{ timezone: 'Europe/Elsinore' }, 'Invalid timezone: Value error, Not a recognized time zone'],
    [{ email_notifications_batching_period_seconds: 0 }, 'Invalid email batching period: 0 seconds'],
    [{ email_notifications_batching_period_seconds: 604_801 }, 'Invalid email batching period: 604801 seconds'],
    [{ full_name: 'H' }, 'Name too short!'],
    [{ full_name: 'Ham*let' }, 'Invalid characters in name!'],
  ])('are refused with %o', (params, msg) => {
    const { as, events } = openBakery()
    expect(as('hamlet').refused('settings.update', params).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it('are refused to bots', () => {
    expect(openBakery().as('yeast counter').refused('settings.update', {}).msg).toBe(
      'This endpoint does not accept bot requests.',
    )
  })
})

describe('alert words', () => {
  it('flag later messages that contain them as whole words', () => {
    const { as, say } = openBakery()
    const lunch = { channel: 'kitchen', topic: 'lunch' }
    const flags = (message_id: number, who = 'hamlet') => {
      const { messages } = as(who).call('messages.list', { message_ids: [message_id] })
      return messages[0]?.flags ?? []
    }
    const before = say('iago', lunch, 'More rye?')
    as('hamlet').call('alertWords.add', { alert_words: ['rye', 'c++ (oven)'] })
    expect(flags(before)).not.toContain('has_alert_word')
    const found = ['RYE!', 'some **rye**', 'the c++ (oven) again'].map((text) => say('iago', lunch, text))
    expect(found.every((id) => flags(id).includes('has_alert_word'))).toBe(true)
    expect(flags(found[0] ?? 0, 'othello')).not.toContain('has_alert_word')
    const other = say('iago', lunch, 'Bryer and ryes')
    expect(flags(other)).not.toContain('has_alert_word')
    as('iago').call('messages.edit', { message_id: other, content: 'Rye' })
    expect(flags(other)).toContain('has_alert_word')
  })

  it('are stored once regardless of case, with events to their owner alone', () => {
    const { as, eventsOf } = openBakery()
    const { call } = as('hamlet')
    expect(call('alertWords.add', { alert_words: ['rye', ' sour dough ', 'RYE', ' '] }).alert_words).toEqual([
      'rye',
      'sour dough',
    ])
    call('alertWords.add', { alert_words: ['Rye'] })
    expect(call('alertWords.remove', { alert_words: ['RYE', 'wheat'] }).alert_words).toEqual(['sour dough'])
    expect(call('alertWords.list').alert_words).toEqual(['sour dough'])
    expect(call('events.register', { fetch_event_types: ['alert_words'] }).alert_words).toEqual(['sour dough'])
    expect(as('iago').call('alertWords.list').alert_words).toEqual([])
    expect(eventsOf('alert_words')).toMatchObject([
      { audience: [10], alert_words: ['rye', 'sour dough'] },
      { audience: [10], alert_words: ['sour dough'] },
    ])
  })
})
