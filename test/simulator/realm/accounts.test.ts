import { errors } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { authenticate, credentialsOf } from '../../../src/simulator/realm/access/accounts.js'
import { Refusal } from '../../../src/simulator/realm/world/refusal.js'
import { openBakery } from './bakery.js'

describe('credentials', () => {
  const { realm } = openBakery()

  it('are accepted in any case of the address, and with spaces around', () => {
    const { email, apiKey } = credentialsOf(realm.world, 'iago')
    expect(authenticate(realm.world, ` ${email.toUpperCase()} `, `${apiKey}\n`).full_name).toBe('Iago')
  })

  it('have a key of 32 letters and digits, and a token for bots that the server calls', () => {
    expect(credentialsOf(realm.world, 'iago').apiKey).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(credentialsOf(realm.world, 'echo').token).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(credentialsOf(realm.world, 'timer').token).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(credentialsOf(realm.world, 'yeast counter')).not.toHaveProperty('token')
  })

  it.each([
    ['a key that is too short', 'iago@example.com', 'abc', errors.malformedApiKey],
    ['a key with punctuation in it', 'iago@example.com', `${'x'.repeat(31)}!`, errors.malformedApiKey],
    ['an unknown key', 'iago@example.com', 'x'.repeat(32), errors.invalidApiKey],
    ["another account's key", 'hamlet@example.com', credentialsOf(realm.world, 'iago').apiKey, errors.invalidApiKey],
    ['an unknown address', 'nobody@example.com', credentialsOf(realm.world, 'iago').apiKey, errors.invalidApiKey],
    [
      'a deactivated account',
      'prospero@example.com',
      credentialsOf(realm.world, 'prospero').apiKey,
      errors.accountDeactivated,
    ],
  ])('are refused with %s', (_, email, key, error) => {
    expect(() => authenticate(realm.world, email, key)).toThrow(new Refusal(error))
  })

  it('stop working when the account is deactivated', () => {
    const { realm, as } = openBakery()
    const { email, apiKey } = credentialsOf(realm.world, 'hamlet')
    authenticate(realm.world, email, apiKey)
    as('iago').call('users.deactivate', { user_id: 10 })
    expect(() => authenticate(realm.world, email, apiKey)).toThrow('Account is deactivated')
  })
})

describe('finding an account', () => {
  const { realm } = openBakery()

  it.each(['iago', 'IAGO', 'iago@example.com', 8])('accepts %s', (who) => {
    expect(realm.account(who).id).toBe(8)
  })

  it('lists the accounts in the error for an unknown name', () => {
    expect(() => realm.account('falstaff')).toThrow(/Nobody is called "falstaff"; the accounts are .*Iago/)
    expect(() => realm.account(99)).toThrow(/No account has the ID 99/)
  })
})

describe('access to endpoints', () => {
  const { realm, as } = openBakery()

  it('is refused without an account, except to the server settings', () => {
    expect(() => realm.call('emoji.list', undefined, {})).toThrow(errors.notLoggedIn.msg)
    expect(realm.call('server.settings', undefined, {})).toHaveProperty('svc_feature_level', 496)
  })

  it('is refused to incoming-webhook bots, except to sending', () => {
    expect(as('oven alarm').refused('emoji.list').msg).toBe('This API is not available to incoming webhook bots.')
    expect(
      as('oven alarm').call('messages.send', { type: 'channel', to: 2, topic: 'oven #12', content: 'Hot' }).id,
    ).toBeGreaterThan(110)
  })

  it('is refused to guests for user groups', () => {
    expect(as('polonius').refused('userGroups.list').msg).toBe('Not allowed for guest users')
    expect(as('polonius').refused('userGroups.deactivate', { user_group_id: 22 }).msg).toBe('Insufficient permission')
  })

  it.each([
    ['streams.deleteTopic', { stream_id: 2, topic_name: 'lunch' }],
    ['profileFields.reorder', { order: [1, 2, 3, 4] }],
    ['linkifiers.reorder', { ordered_linkifier_ids: [1, 2, 3] }],
  ] as const)('is reserved to administrators for %s', (name, params) => {
    for (const who of ['shiva', 'hamlet', 'polonius', 'yeast counter']) {
      expect(as(who).refused(name, params as never)).toMatchObject({
        code: 'UNAUTHORIZED_PRINCIPAL',
        msg: 'Must be an organization administrator',
      })
    }
    for (const who of ['iago', 'desdemona']) as(who).call(name, params as never)
  })
})
