import { describe, expect, it } from 'vitest'
import { authenticate, credentialsOf } from '../../../src/simulator/realm/access/accounts.js'
import { bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { openBakery } from './bakery.js'

describe('adding people and bots', () => {
  it('needs only a name', () => {
    const { realm, as, eventsOf } = openBakery()
    const user = realm.do('addUser', { full_name: 'Lady Macbeth' })
    const bot = realm.do('addBot', { full_name: 'Hecate' })
    expect(as(user.id).call('users.me')).toMatchObject({ user_id: 26, email: 'lady-macbeth@example.com', role: 400 })
    expect(as('iago').call('users.get', { user_id: bot.id }).user).toMatchObject({
      user_id: 27,
      email: 'hecate-bot@example.com',
      bot_type: 3,
      bot_owner_id: 7,
    })
    expect(eventsOf('realm_user').map((event) => [event.op, event.person.user_id])).toEqual([
      ['add', 26],
      ['add', 27],
    ])
    expect(
      authenticate(realm.world, 'lady-macbeth@example.com', credentialsOf(realm.world, 'lady macbeth').apiKey),
    ).toBe(user)
  })

  it('gives each account of the same name its own address', () => {
    const { realm } = openBakery()
    const emails = [1, 2, 3].map(() => realm.do('addUser', { full_name: 'Banquo' }).email)
    expect(emails).toEqual(['banquo@example.com', 'banquo-2@example.com', 'banquo-3@example.com'])
    expect(realm.do('addUser', { full_name: '王' }).email).toBe('user@example.com')
  })

  it('subscribes new people to the public channels, except guests', () => {
    const { realm, as } = openBakery()
    const member = realm.do('addUser', { full_name: 'Banquo' })
    const guest = realm.do('addUser', { full_name: 'Fleance', role: 'guest' })
    expect(
      as(member.id)
        .call('streams.list')
        .streams.map((one) => one.stream_id),
    ).toEqual([1, 2, 3])
    expect(as(guest.id).call('streams.list').streams).toEqual([])
  })

  it('refuses taken IDs and addresses, and changes nothing', () => {
    const { realm, as, events } = openBakery()
    expect(() => realm.do('addUser', { full_name: 'X', user_id: 8 })).toThrow(/account with the ID 8 already/)
    expect(() => realm.do('addBot', { full_name: 'X', email: 'IAGO@example.com' })).toThrow(/is in use already/)
    expect(() => realm.do('addChannel', { name: 'x', stream_id: 2 })).toThrow(/channel with the ID 2 already/)
    expect(as('iago').call('users.list').members).toHaveLength(17)
    expect(events).toEqual([])
  })

  it('refuses invalid names', () => {
    const { realm, events } = openBakery()
    for (const [add, why] of [
      [() => realm.do('addUser', { full_name: ' ' }), /The name " " is blank; give a name/],
      [() => realm.do('addUser', { full_name: 'Lady*Macbeth' }), /contains "\*", which is not allowed/],
      [() => realm.do('addBot', { full_name: 'x'.repeat(101) }), /has 101 characters, but only 100 are allowed/],
      [() => realm.do('addBot', { full_name: 'a\nb' }), /which is not allowed; leave it out/],
      [() => realm.do('addChannel', { name: '' }), /is blank/],
    ] as const) {
      expect(add).toThrow(why)
      expect(add).toThrow(RangeError)
    }
    expect(events).toEqual([])
  })

  it('sets the address of an outgoing-webhook bot, and of no other bot', () => {
    const { realm } = openBakery()
    realm.do('setBotAddress', 'echo', 'http://127.0.0.1:5002/')
    expect(realm.account('echo').webhook?.url).toBe('http://127.0.0.1:5002/')
    expect(() => realm.do('setBotAddress', 'yeast counter', 'http://x')).toThrow(/not a bot that the server calls/)
  })
})

describe('changing channels from the simulator', () => {
  it('adds, subscribes, renames, unsubscribes and archives, without events for repetitions', () => {
    const { realm, as, eventsOf } = openBakery()
    const cellar = realm.do('addChannel', { name: 'cellar', private: true, subscribers: [8] })
    expect(cellar.id).toBe(6)
    realm.do('subscribe', 'hamlet', 'cellar')
    realm.do('subscribe', 'hamlet', 'cellar')
    realm.do('changeChannel', 'cellar', { name: 'vault' })
    expect(as('hamlet').call('streams.get', { stream_id: 6 }).stream.name).toBe('vault')
    realm.do('unsubscribe', 'hamlet', 'vault')
    realm.do('unsubscribe', 'hamlet', 'vault')
    expect(as('hamlet').refused('streams.get', { stream_id: 6 }).msg).toBe('Invalid channel ID')
    realm.do('changeChannel', 'vault', { is_archived: true })
    realm.do('changeChannel', 'vault', { is_archived: true })
    expect(eventsOf('stream').map((event) => event.property ?? event.op)).toEqual(['create', 'name', 'is_archived'])
    expect(eventsOf('subscription').map((event) => event.op)).toEqual(['add', 'peer_add', 'remove', 'peer_remove'])
    expect(() => realm.channel('cellar')).toThrow(/There is no channel "cellar"; the channels are general, .*vault/)
  })
})

describe('a seed', () => {
  it("with a malformed linkifier is refused with the linkifier's ID", () => {
    const linkifiers = [{ id: 9, pattern: '(', url_template: 'https://example.com' }]
    expect(() => openBakery({ seed: { ...seed, linkifiers } })).toThrow(/Linkifier 9/)
  })

  it('may consist of one account', () => {
    const nothing = {
      ...{ bots: [], channel_folders: [], channels: [], groups: [], group_settings: {}, linkifiers: [], emoji: [] },
      ...{ profile_fields: [], attachments: [], messages: [], scheduled_messages: [] },
    }
    const { as } = openBakery({
      seed: {
        name: 'N',
        description: '',
        subdomain: '',
        users: [{ user_id: 1, full_name: 'A', email: 'a@b.example', role: 'owner' }],
        ...nothing,
      },
    })
    expect(as('a').call('users.me').max_message_id).toBe(-1)
    expect(as('a').call('messages.send', { type: 'direct', to: [1], content: 'x' })).toEqual({ id: 1 })
    expect(as('a').call('messages.list', { anchor: 'newest', num_before: 1, num_after: 1 }).messages).toHaveLength(1)
  })
})
