import { describe, expect, it } from 'vitest'
import { bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { levelsAround, openBakery, opening } from './bakery.js'

const day = 24 * 60 * 60

describe('presence', () => {
  it('is listed by API address for recently present accounts', () => {
    const { server_timestamp, presences } = openBakery().as('othello').call('presence.list')
    expect(server_timestamp).toBe(opening)
    expect(Object.keys(presences)).toEqual([
      'desdemona@example.com',
      'iago@example.com',
      'shiva@example.com',
      'hamlet@example.com',
      'user11@bakery.example.com',
      'polonius@example.com',
    ])
    expect(presences['iago@example.com']).toEqual({
      aggregated: { client: 'website', status: 'active', timestamp: opening - 10 },
      website: { client: 'website', status: 'active', timestamp: opening - 10, pushable: false },
    })
    expect(presences['shiva@example.com']?.website).toMatchObject({ status: 'idle', timestamp: opening - 2 * 60 * 60 })
  })

  it('is idle if the account was last active over a minute ago, and ends after two weeks', () => {
    const bakery = openBakery()
    const iago = () => bakery.as('hamlet').call('presence.list').presences['iago@example.com']?.website
    bakery.realm.do('reportPresence', 'iago', 'active', 'website')
    bakery.clock.advance(60_000)
    bakery.realm.do('reportPresence', 'iago', 'idle', 'website')
    expect(iago()).toMatchObject({ status: 'active', timestamp: opening })
    bakery.clock.advance(60_000)
    bakery.realm.do('reportPresence', 'iago', 'idle', 'website')
    expect(iago()).toMatchObject({ status: 'idle', timestamp: opening + 120 })
    expect(bakery.eventsOf('presence')).toHaveLength(3)
    bakery.clock.advance(14 * day * 1000)
    expect(iago()).toBeDefined()
    bakery.clock.advance(1)
    expect(iago()).toBeUndefined()
  })

  it('is listed neither for bots nor for deactivated accounts', () => {
    const bakery = openBakery()
    bakery.realm.do('reportPresence', 'echo', 'active', 'website')
    bakery.as('desdemona').call('users.deactivate', { user_id: 8 })
    const listed = Object.keys(bakery.as('hamlet').call('presence.list').presences)
    expect(listed).not.toContain('echo-bot@example.com')
    expect(listed).not.toContain('iago@example.com')
  })

  it('has a key for each client below its level', () => {
    const { before, since } = levelsAround('presenceWithoutClients')
    for (const { realm } of [before, since]) realm.do('reportPresence', 'iago', 'active', 'ZulipMobile')
    const keys = (bakery: typeof before) =>
      Object.keys(bakery.as('hamlet').call('presence.list').presences['iago@example.com'] ?? {})
    expect(keys(before)).toEqual(['aggregated', 'website', 'ZulipMobile'])
    expect(keys(since)).toEqual(['aggregated', 'website'])
  })

  it("can be hidden from guests who can't access all accounts", () => {
    const kept = { ...seed, group_settings: { can_access_all_users_group: 3 }, channels: [] }
    const listed = (limitPresenceToAccessibleUsers: boolean, who: string) => {
      const messages = seed.messages.filter((message) => 'user_ids' in message.to)
      const bakery = openBakery({
        seed: { ...kept, messages, scheduled_messages: [] },
        assumptions: { limitPresenceToAccessibleUsers },
      })
      return Object.keys(bakery.as(who).call('presence.list').presences)
    }
    expect(listed(true, 'polonius')).toEqual(['polonius@example.com'])
    expect(listed(false, 'polonius')).toHaveLength(6)
    expect(listed(true, 'hamlet')).toHaveLength(6)
  })
})
