import { describe, expect, it } from 'vitest'
import { levelsAround, openBakery } from './bakery.js'

const day = 24 * 60 * 60

describe('a video call', () => {
  it('is created at the provider', () => {
    expect(openBakery().as('hamlet').call('calls.create', { room_name: 'Bread' }).url).toMatch(
      /^https:\/\/talk\.example\.com\/index\.php\/call\/[a-z0-9]{8}$/,
    )
  })

  it.each([
    ['unconfigured', 'External Talk credentials have not been configured'],
    [{ unreachable: 'HTTP 503: busy' }, 'Error connecting to the External Talk server: HTTP 503: busy'],
    ['malformed answer', 'Failed to create External Talk call'],
  ] as const)('is refused if the provider is %j', (callProvider, msg) => {
    const bakery = openBakery({ assumptions: { callProvider } })
    expect(bakery.as('hamlet').refused('calls.create', { room_name: 'Bread' }).msg).toBe(msg)
  })
})

describe('the server settings', () => {
  const settings = (...options: Parameters<typeof openBakery>) =>
    openBakery(...options).realm.call('server.settings', undefined, {})

  it("have the organisation's name and URL, and the feature level", () => {
    expect(settings()).toMatchObject({
      svc_feature_level: 496,
      svc_version: '12.0',
      svc_merge_base: '12.0',
      realm_url: 'https://bakery.example.com',
      realm_uri: 'https://bakery.example.com',
      realm_name: 'Oberon Bakery',
      realm_description: '<p>Bread before <em>dawn</em>.</p>',
      is_incompatible: false,
    })
  })

  it('omit fields of the organisation at the root domain', () => {
    const root = settings({ assumptions: { rootDomain: true } })
    expect(Object.keys(root).filter((key) => key.startsWith('realm_'))).toEqual([])
    expect(root).toHaveProperty('svc_feature_level')
  })

  it('have is_incompatible for an incompatible client', () => {
    expect(openBakery().realm.call('server.settings', undefined, {}, { client: 'ZulipInvalid' })).toMatchObject({
      is_incompatible: true,
    })
  })

  it.each([
    ['serverMergeBase', 'svc_merge_base'],
    ['realmWebPublicAccess', 'realm_web_public_access_enabled'],
    ['realmUrl', 'realm_url'],
  ] as const)('from %s on have %s', (feature, field) => {
    const { before, since } = levelsAround(feature)
    expect(before.realm.call('server.settings', undefined, {})).not.toHaveProperty(field)
    expect(since.realm.call('server.settings', undefined, {})).toHaveProperty(field)
  })

  it.each([
    ['authenticationCodeHost2', 'idp_code_host_2'],
    ['authenticationChatVendor', 'idp_chat_vendor'],
  ] as const)('from %s on have the login method %s', (feature, key) => {
    const { before, since } = levelsAround(feature)
    expect(before.realm.call('server.settings', undefined, {}).authentication_methods).not.toHaveProperty(key)
    expect(since.realm.call('server.settings', undefined, {}).authentication_methods).toHaveProperty(key)
  })
})

describe('the fields of an account', () => {
  const user = (bakery: ReturnType<typeof openBakery>, user_id: number, who = 'hamlet') =>
    bakery.as(who).call('users.get', { user_id }).user

  it.each([
    ['deliveryEmailAlways', 11, 'delivery_email'],
    ['importedStub', 15, 'is_imported_stub'],
    ['deletedUsers', 16, 'is_deleted'],
  ] as const)('from %s on for account %i include %s', (feature, id, field) => {
    const { before, since } = levelsAround(feature)
    expect(user(before, id)).not.toHaveProperty(field)
    expect(user(since, id)).toHaveProperty(field)
  })

  it("don't include is_billing_admin from the level of its removal on", () => {
    const { before, since } = levelsAround('billingAdminRemoved')
    expect(user(before, 10)).toHaveProperty('is_billing_admin', false)
    expect(user(since, 10)).not.toHaveProperty('is_billing_admin')
  })

  it('have the first login of an imported account as date_joined from its level on', () => {
    const { before, since } = levelsAround('dateJoinedAtFirstLogin')
    for (const bakery of [before, since]) {
      bakery.clock.advance(day * 1000)
      bakery.realm.do('logIn', 'yorick')
      bakery.realm.do('logIn', 'hamlet')
      expect(user(bakery, 15).is_imported_stub).toBe(false)
      expect(user(bakery, 10).date_joined).toBe('2025-03-02T05:00+00:00')
    }
    expect(user(before, 15).date_joined).toBe('2025-03-02T05:00+00:00')
    expect(user(since, 15).date_joined).toBe('2026-03-03T05:00+00:00')
  })
})

describe('channels', () => {
  it('are listed if they are visible to the account', () => {
    const { as } = openBakery()
    const ids = (who: string, params = {}) =>
      as(who)
        .call('streams.list', params)
        .streams.map((one) => one.stream_id)
    expect(ids('hamlet')).toEqual([1, 2, 3])
    expect(ids('iago')).toEqual([1, 2, 3, 4])
    expect(ids('iago', { exclude_archived: false })).toEqual([1, 2, 3, 4, 5])
    expect(ids('iago', { include_public: false })).toEqual([1, 2, 3, 4])
    expect(ids('othello', { include_public: false })).toEqual([1, 2])
    expect(ids('polonius')).toEqual([1, 2])
  })

  it('are returned to accounts that may know them', () => {
    const bakery = openBakery()
    expect(bakery.as('hamlet').call('streams.get', { stream_id: 2 }).stream).toMatchObject({
      name: 'kitchen',
      invite_only: false,
      folder_id: 1,
      first_message_id: 103,
    })
    expect(bakery.as('hamlet').refused('streams.get', { stream_id: 4 }).msg).toBe('Invalid channel ID')
    expect(bakery.as('hamlet').refused('streams.get', { stream_id: 99 }).msg).toBe('Invalid channel ID')
    bakery.realm.do('unsubscribe', 'iago', 'books')
    expect(bakery.as('iago').call('streams.get', { stream_id: 4 }).stream.name).toBe('books')
  })
})
