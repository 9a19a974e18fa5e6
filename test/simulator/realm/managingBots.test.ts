import { describe, expect, it } from 'vitest'
import { authenticate, credentialsOf } from '../../../src/simulator/realm/access/accounts.js'
import { openBakery } from './bakery.js'

const crumb = { full_name: 'Crumb Counter', short_name: 'crumb' }
const called = { ...crumb, bot_type: 3, payload_url: 'http://127.0.0.1:5002/' }

describe('a new bot', () => {
  it('belongs to the caller and can be authenticated with its key', () => {
    const bakery = openBakery()
    const { as, realm } = bakery
    const { user_id, api_key } = as('hamlet').call('bots.create', crumb)
    expect(authenticate(realm.world, 'crumb-bot@example.com', api_key).id).toBe(user_id)
    expect(as('hamlet').call('users.get', { user_id }).user).toMatchObject({
      full_name: 'Crumb Counter',
      email: 'crumb-bot@example.com',
      bot_type: 1,
      bot_owner_id: 10,
      is_bot: true,
    })
    expect(
      as('hamlet')
        .call('bots.list')
        .bots.map(({ full_name }) => full_name),
    ).toEqual(['Yeast Counter', 'Oven Alarm', 'Crumb Counter'])
  })

  it('of the outgoing-webhook type is called, and only its owner gets its token', () => {
    const bakery = openBakery()
    const { as, say, eventsOf, realm } = bakery
    const queue = (who: string) => as(who).call('events.register', { event_types: ['realm_bot'] }).queue_id
    const [owner, other] = [queue('hamlet'), queue('othello')]
    const { user_id, api_key } = as('hamlet').call('bots.create', called)
    say('hamlet', { channel: 'kitchen', topic: 'crumbs' }, '@**Crumb Counter** how many?')
    expect(eventsOf('outgoing webhook')).toMatchObject([{ bot: user_id, trigger: 'mention' }])
    const take = (who: string, queue_id: string) =>
      as(who).call('events.get', { queue_id, last_event_id: -1, dont_block: true }).events
    expect(take('hamlet', owner)).toMatchObject([
      {
        op: 'add',
        bot: {
          user_id,
          services: [{ base_url: called.payload_url, interface: 1, token: credentialsOf(realm.world, user_id).token }],
        },
      },
    ])
    expect(take('othello', other)).toEqual([])
    expect(JSON.stringify(bakery.events)).not.toContain(api_key)
  })

  it.each([
    [{ full_name: 'x' }, 'Name too short!'],
    [{ full_name: '🥖'.repeat(101) }, 'Name too long!'],
    [{ full_name: 'Crumb *Counter*' }, 'Invalid characters in name!'],
    [{ full_name: 'Crumb|42' }, 'Invalid format!'],
    [{ full_name: 'yeast counter' }, 'Name is already in use.'],
    [{ short_name: '' }, 'Bad name or username'],
    [{ short_name: 'crumb counter' }, 'Bad name or username'],
    [{ bot_type: 4 }, 'Embedded bots are not enabled.'],
    [{ bot_type: 9 }, 'Invalid bot type'],
    [{ interface_type: 3 }, 'Invalid interface type'],
    [{ bot_type: 1, payload_url: 'bot' }, 'Invalid payload_url: Value error, Not a URL'],
    [{ bot_type: 3, payload_url: 'bot' }, 'Invalid payload_url: Value error, Not a URL'],
    [{ bot_type: 3, payload_url: 'http://bot:5002/' }, 'Invalid payload_url: Value error, Not a URL'],
    [{ bot_type: 3, payload_url: 'ftp://bot.example.com/' }, 'Invalid payload_url: Value error, Not a URL'],
  ])('is refused for %o', (params, msg) => {
    const { as, events } = openBakery()
    expect(as('hamlet').refused('bots.create', { ...crumb, ...params }).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it('needs an unused address, and an owner who is neither guest nor bot', () => {
    const { as } = openBakery()
    as('hamlet').call('bots.create', crumb)
    expect(as('hamlet').refused('bots.create', { ...crumb, full_name: 'Other' }).msg).toBe('Email is already in use.')
    expect(as('polonius').refused('bots.create', crumb).msg).toBe('Not allowed for guest users')
    expect(as('yeast counter').refused('bots.create', crumb).msg).toBe('This endpoint does not accept bot requests.')
  })
})

describe('a bot', () => {
  it('can be renamed, given another address and another owner', () => {
    const { as, realm, eventsOf } = openBakery()
    const answer = as('iago').call('bots.update', {
      bot_id: 20,
      full_name: 'Parrot',
      service_payload_url: 'http://localhost:9/new',
      service_interface: 1,
      bot_owner_id: 10,
    })
    expect(answer).toMatchObject({ full_name: 'Parrot', bot_owner: 'hamlet@example.com' })
    expect(realm.account(20).webhook).toMatchObject({ url: 'http://localhost:9/new' })
    expect(as('hamlet').call('users.get', { user_id: 20 }).user).toMatchObject({
      full_name: 'Parrot',
      bot_owner_id: 10,
    })
    expect(eventsOf('realm_user').map(({ person }) => person)).toEqual([
      { user_id: 20, full_name: 'Parrot' },
      { user_id: 20, bot_owner_id: 10 },
    ])
    expect(eventsOf('realm_bot').at(-1)?.bot).toEqual({
      user_id: 20,
      services: [{ base_url: 'http://localhost:9/new', interface: 1 }],
    })
  })

  it.each([
    ['hamlet', { bot_id: 20, full_name: 'Parrot' }, 'Insufficient permission'],
    ['iago', { bot_id: 99, full_name: 'Parrot' }, 'No such bot'],
    ['iago', { bot_id: 10, full_name: 'Parrot' }, 'No such bot'],
    ['iago', { bot_id: 20, full_name: 'Yeast Counter' }, 'Name is already in use.'],
    ['iago', { bot_id: 20, bot_owner_id: 99 }, 'Failed to change owner, no such user'],
    ['iago', { bot_id: 20, bot_owner_id: 14 }, 'Failed to change owner, user is deactivated'],
    ['iago', { bot_id: 20, bot_owner_id: 21 }, "Failed to change owner, bots can't own other bots"],
    ['iago', { bot_id: 20, service_payload_url: 'nowhere' }, 'Invalid service_payload_url: Value error, Not a URL'],
    [
      'iago',
      { bot_id: 20, service_payload_url: 'http://localhost:9/', service_interface: 0 },
      'Invalid interface type',
    ],
  ])('as %s is not changed by %o', (who, params, msg) => {
    const { as, events } = openBakery()
    expect(as(who).refused('bots.update', params).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it('can be deactivated once, by its owner', () => {
    const { as } = openBakery()
    as('hamlet').call('bots.deactivate', { bot_id: 21 })
    expect(as('hamlet').call('users.get', { user_id: 21 }).user.is_active).toBe(false)
    expect(
      as('hamlet')
        .call('bots.list')
        .bots.map(({ full_name }) => full_name),
    ).toEqual(['Oven Alarm'])
    expect(as('hamlet').refused('bots.deactivate', { bot_id: 21 }).msg).toBe('No such bot')
    expect(as('hamlet').refused('bots.deactivate', { bot_id: 20 }).msg).toBe('Insufficient permission')
  })

  it('gets a new key, which replaces the old one', () => {
    const { as, realm } = openBakery()
    const { email, apiKey } = credentialsOf(realm.world, 'yeast counter')
    expect(as('hamlet').call('bots.getKey', { bot_id: 21 })).toEqual({ api_key: apiKey })
    const { api_key } = as('hamlet').call('bots.regenerateKey', { bot_id: 21 })
    expect(api_key).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(api_key).not.toBe(apiKey)
    expect(() => authenticate(realm.world, email, apiKey)).toThrow('Invalid API key')
    expect(authenticate(realm.world, email, api_key).id).toBe(21)
    for (const name of ['bots.getKey', 'bots.regenerateKey'] as const) {
      expect(as('othello').refused(name, { bot_id: 21 }).msg).toBe('Insufficient permission')
      expect(as('iago').refused(name, { bot_id: 99 }).msg).toBe('No such bot')
    }
  })

  it('gets a new token, which its owner gets in an event', () => {
    const { as, realm } = openBakery()
    const { queue_id } = as('iago').call('events.register', { event_types: ['realm_bot'] })
    const before = credentialsOf(realm.world, 'echo').token
    realm.do('regenerateToken', 'echo')
    const { token } = credentialsOf(realm.world, 'echo')
    expect(token).not.toBe(before)
    expect(as('iago').call('events.get', { queue_id, last_event_id: -1, dont_block: true }).events).toMatchObject([
      { op: 'update', bot: { user_id: 20, services: [{ token }] } },
    ])
    expect(() => realm.do('regenerateToken', 'yeast counter')).toThrow(RangeError)
  })
})

describe("a bot's storage", () => {
  it('stores texts by key, separately for each bot', () => {
    const { as } = openBakery()
    const get = (keys?: string[]) => as('yeast counter').call('botStorage.get', { keys }).storage
    expect(get()).toEqual({})
    as('yeast counter').call('botStorage.put', { storage: { alive: '3,000', fed: 'yes', __proto: 'x' } })
    as('yeast counter').call('botStorage.put', { storage: { fed: 'no' } })
    expect(get(['fed', 'alive'])).toEqual({ fed: 'no', alive: '3,000' })
    expect(as('echo').call('botStorage.get').storage).toEqual({})
    as('yeast counter').call('botStorage.delete', { keys: ['fed'] })
    expect(get()).toEqual({ alive: '3,000', __proto: 'x' })
    as('yeast counter').call('botStorage.delete')
    expect(get()).toEqual({})
  })

  it('refuses unknown keys, and deletes nothing then', () => {
    const { as } = openBakery()
    as('yeast counter').call('botStorage.put', { storage: { alive: '1' } })
    for (const name of ['botStorage.get', 'botStorage.delete'] as const) {
      expect(as('yeast counter').refused(name, { keys: ['alive', 'dead'] }).msg).toBe('Key does not exist.')
    }
    expect(as('yeast counter').call('botStorage.get').storage).toEqual({ alive: '1' })
  })

  it('has a size limit', () => {
    const { as } = openBakery()
    const refusal = as('yeast counter').refused('botStorage.put', { storage: { big: 'x'.repeat(10_000_000) } })
    expect(refusal.msg).toBe('Cannot perform operation. 3 characters over storage limit.')
  })
})
