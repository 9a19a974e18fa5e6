import { describe, expect, it } from 'vitest'
import { bakery as seed } from '../../../src/simulator/realm/seed.js'
import { levelsAround, openBakery, opening } from './bakery.js'

const day = 24 * 60 * 60

describe('linkifiers', () => {
  it('come back in the order that was set, and are told of', () => {
    const { as, eventsOf } = openBakery()
    const ids = () =>
      as('hamlet')
        .call('linkifiers.list')
        .linkifiers.map((one) => one.id)
    expect(ids()).toEqual([1, 2, 3])
    as('iago').call('linkifiers.reorder', { ordered_linkifier_ids: [3, 1, 2] })
    expect(ids()).toEqual([3, 1, 2])
    expect(eventsOf('realm_linkifiers')[0]?.realm_linkifiers.map((one) => one.id)).toEqual([3, 1, 2])
  })

  it('have every field of the spec', () => {
    expect(openBakery().as('polonius').call('linkifiers.list').linkifiers[0]).toEqual({
      id: 1,
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://tracker.example.com/issue/{id}',
      example_input: '#1234',
      reverse_template: '#{id}',
      alternative_url_templates: ['https://tracker.example.com/i/{id}'],
    })
  })

  it.each([
    [[1, 1, 2], 'The ordered list must not contain duplicated linkifiers'],
    [[1, 2], 'The ordered list must enumerate all existing linkifiers exactly once'],
    [[1, 2, 4], 'The ordered list must enumerate all existing linkifiers exactly once'],
    [[1, 2, 3, 4], 'The ordered list must enumerate all existing linkifiers exactly once'],
    [[], 'The ordered list must enumerate all existing linkifiers exactly once'],
  ])('are not reordered to %j', (ordered_linkifier_ids, msg) => {
    const bakery = openBakery()
    expect(bakery.as('iago').refused('linkifiers.reorder', { ordered_linkifier_ids }).msg).toBe(msg)
    expect(bakery.events).toEqual([])
  })

  it('of which there are none are reordered without a word', () => {
    const bakery = openBakery({ seed: { ...seed, linkifiers: [] } })
    bakery.as('iago').call('linkifiers.reorder', { ordered_linkifier_ids: [] })
    expect(bakery.events).toEqual([])
  })

  it('had a format for a template before their level', () => {
    const { before, since } = levelsAround('linkifierUrlTemplate')
    const [old] = before.as('iago').call('linkifiers.list').linkifiers
    expect(old).toMatchObject({ url_format: 'https://tracker.example.com/issue/%(id)s' })
    expect(old).not.toHaveProperty('url_template')
    expect(since.as('iago').call('linkifiers.list').linkifiers[0]).not.toHaveProperty('url_format')
  })

  it.each([
    ['reverseLinkifiers', 'reverse_template'],
    ['reverseLinkifiers', 'example_input'],
    ['alternativeUrlTemplates', 'alternative_url_templates'],
  ] as const)('since %s have %s', (feature, field) => {
    const { before, since } = levelsAround(feature)
    expect(before.as('iago').call('linkifiers.list').linkifiers[0]).not.toHaveProperty(field)
    expect(since.as('iago').call('linkifiers.list').linkifiers[0]).toHaveProperty(field)
  })

  it('were processed by ID before they could be reordered', () => {
    const bakery = openBakery()
    bakery.as('iago').call('linkifiers.reorder', { ordered_linkifier_ids: [3, 2, 1] })
    bakery.realm.featureLevel = 201
    expect(
      bakery
        .as('iago')
        .call('linkifiers.list')
        .linkifiers.map((one) => one.id),
    ).toEqual([1, 2, 3])
  })
})

describe('custom profile fields', () => {
  const ids = (bakery: ReturnType<typeof openBakery>) =>
    bakery
      .as('hamlet')
      .call('profileFields.list')
      .custom_fields.map((field) => [field.id, field.order])

  it('come back in the order that was set, surplus and repeated IDs doing no harm', () => {
    const bakery = openBakery()
    bakery.as('iago').call('profileFields.reorder', { order: [4, 3, 2, 1] })
    expect(ids(bakery)).toEqual([
      [4, 1],
      [3, 2],
      [2, 3],
      [1, 4],
    ])
    bakery.as('iago').call('profileFields.reorder', { order: [2, 99, 1, 3, 4, 2] })
    expect(ids(bakery)).toEqual([
      [1, 1],
      [3, 2],
      [4, 3],
      [2, 4],
    ])
    expect(bakery.eventsOf('custom_profile_fields')).toHaveLength(2)
  })

  it.each([[[1, 2, 3]], [[]]])('are not reordered to %j', (order) => {
    expect(openBakery().as('iago').refused('profileFields.reorder', { order }).msg).toBe('Invalid order mapping.')
  })
})

describe('channel folders', () => {
  it('are listed in order, archived ones only when asked for', () => {
    const { as } = openBakery()
    const ids = (include_archived: boolean) =>
      as('polonius')
        .call('channelFolders.list', { include_archived })
        .channel_folders.map((folder) => folder.id)
    expect(ids(false)).toEqual([2, 1])
    expect(ids(true)).toEqual([2, 1, 3])
  })

  it('have every field of the spec', () => {
    const [, kitchen] = openBakery().as('hamlet').call('channelFolders.list').channel_folders
    expect(kitchen).toEqual({
      id: 1,
      name: 'Kitchen',
      order: 1,
      date_created: opening - 365 * day,
      creator_id: 8,
      description: 'Where the *work* is done',
      rendered_description: '<p>Where the <em>work</em> is done</p>',
      is_archived: false,
    })
  })

  it('were listed by ID, without an order, before its level', () => {
    const { before, since } = levelsAround('channelFolderOrder')
    const folders = before.as('iago').call('channelFolders.list').channel_folders
    expect(folders.map((folder) => folder.id)).toEqual([1, 2])
    expect(folders[0]).not.toHaveProperty('order')
    expect(
      since
        .as('iago')
        .call('channelFolders.list')
        .channel_folders.map((folder) => folder.id),
    ).toEqual([2, 1])
  })
})

describe('custom emoji', () => {
  it('are listed by ID, deactivated ones too, with a still picture of those that move', () => {
    const { emoji } = openBakery().as('polonius').call('emoji.list')
    expect(emoji).toEqual({
      1: {
        id: '1',
        name: 'croissant_dance',
        source_url: '/user_avatars/2/emoji/images/1.gif',
        still_url: '/user_avatars/2/emoji/images/still/1.png',
        deactivated: false,
        author_id: 8,
      },
      2: expect.objectContaining({ id: '2', name: 'baguette', still_url: null, author_id: 10 }),
      3: expect.objectContaining({ id: '3', name: 'burnt', deactivated: true, author_id: null }),
    })
  })
})

describe('uploaded files', () => {
  const file = new File(['sourdough'], 'recipe für Brot.txt')

  it('are listed to their owner, with the messages that link to them', () => {
    const { as } = openBakery()
    expect(as('iago').call('attachments.list')).toEqual({
      attachments: [
        {
          id: 1,
          name: 'oven-manual.txt',
          path_id: '2/ab/oven-manual/oven-manual.txt',
          size: 18,
          create_time: opening - 2 * day,
          message_ids: [103],
        },
      ],
      upload_space_used: 18,
    })
    expect(as('othello').call('attachments.list')).toEqual({ attachments: [], upload_space_used: 0 })
  })

  it('are uploaded, linked, and go with the last message that links to them', () => {
    const bakery = openBakery()
    const { url, filename } = bakery.as('othello').call('files.upload', { file })
    expect(filename).toBe('recipe für Brot.txt')
    expect(url).toMatch(/^\/user_uploads\/2\/[0-9a-f]{2}\/[A-Za-z0-9]{24}\/recipe-für-Brot\.txt$/)
    const ids = [1, 2].map(() => bakery.say('othello', { channel: 'kitchen', topic: 'files' }, `[recipe](${url})`))
    const own = () =>
      bakery
        .as('othello')
        .call('attachments.list')
        .attachments.map((one) => one.message_ids)
    expect(own()).toEqual([ids])
    bakery.as('othello').call('messages.delete', { message_id: ids[0] ?? 0 })
    expect(own()).toEqual([[ids[1]]])
    bakery.as('othello').call('messages.delete', { message_id: ids[1] ?? 0 })
    expect(own()).toEqual([])
    expect(bakery.eventsOf('attachment').map((event) => event.op)).toEqual([
      'add',
      'update',
      'update',
      'update',
      'remove',
    ])
  })

  it('can be fetched by their owner and by those who may read a message that links to them', () => {
    const bakery = openBakery()
    const { url } = bakery.as('othello').call('files.upload', { file })
    const path = url.replace('/user_uploads/', '')
    const fetchable = (who: string) => bakery.realm.file(bakery.realm.account(who), path) !== undefined
    expect([fetchable('othello'), fetchable('iago')]).toEqual([true, false])
    bakery.say('othello', { to: [8] }, `See ${url}`)
    expect([fetchable('iago'), fetchable('hamlet')]).toEqual([true, false])
  })

  it('that nobody links to are swept after a few weeks', () => {
    const bakery = openBakery()
    const unused = () => bakery.as('hamlet').call('attachments.list').attachments.length
    bakery.clock.advance((35 - 3) * day * 1000 - 1)
    expect(unused()).toBe(1)
    bakery.clock.advance(1)
    expect(unused()).toBe(0)
    bakery.clock.advance(365 * day * 1000)
    expect(bakery.as('iago').call('attachments.list').attachments).toHaveLength(1)
  })

  it('that an edit took out of the last message are given back, and swept in their time', () => {
    const bakery = openBakery()
    const { url } = bakery.as('othello').call('files.upload', { file })
    const message_id = bakery.say('othello', { channel: 'kitchen', topic: 'files' }, `[recipe](${url})`)
    const answer = bakery.as('othello').call('messages.edit', { message_id, content: 'No recipe' })
    expect(answer.detached_uploads).toMatchObject([{ name: 'recipe für Brot.txt', message_ids: [] }])
    bakery.clock.advance(35 * day * 1000)
    expect(bakery.as('othello').call('attachments.list').attachments).toEqual([])
  })

  it.each([
    ['iago', 2],
    ['hamlet', 1],
    ['hamlet', 99],
  ])('%s can not delete file %i', (who, attachment_id) => {
    expect(openBakery().as(who).refused('attachments.delete', { attachment_id }).msg).toBe('Invalid attachment')
  })

  it('are deleted by their owner', () => {
    const bakery = openBakery()
    expect(bakery.as('hamlet').call('attachments.delete', { attachment_id: 2 })).toEqual({})
    expect(bakery.as('hamlet').refused('attachments.delete', { attachment_id: 2 }).msg).toBe('Invalid attachment')
    expect(bakery.eventsOf('attachment')).toMatchObject([{ op: 'remove', attachment: { id: 2 }, audience: [10] }])
  })

  it('may not be too large', () => {
    const bakery = openBakery({ assumptions: { uploadMebibytes: 1 } })
    const large = new File([new Uint8Array(1024 * 1024 + 1)], 'large.bin')
    expect(bakery.as('hamlet').refused('files.upload', { file: large }).msg).toBe(
      "File is larger than this server's configured maximum upload size (1 MiB).",
    )
  })
})

describe('presence', () => {
  it('is listed by API address for people who were there lately', () => {
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

  it('turns idle when the client is open and nobody is there, and ends after two weeks', () => {
    const bakery = openBakery()
    const iago = () => bakery.as('hamlet').call('presence.list').presences['iago@example.com']?.website
    bakery.realm.reportPresence('iago', 'active')
    bakery.clock.advance(60_000)
    bakery.realm.reportPresence('iago', 'idle')
    expect(iago()).toMatchObject({ status: 'active', timestamp: opening })
    bakery.clock.advance(60_000)
    bakery.realm.reportPresence('iago', 'idle')
    expect(iago()).toMatchObject({ status: 'idle', timestamp: opening + 120 })
    expect(bakery.eventsOf('presence')).toHaveLength(3)
    bakery.clock.advance(14 * day * 1000)
    expect(iago()).toBeDefined()
    bakery.clock.advance(1)
    expect(iago()).toBeUndefined()
  })

  it('shows neither bots nor deactivated users', () => {
    const bakery = openBakery()
    bakery.realm.reportPresence('echo', 'active')
    bakery.as('desdemona').call('users.deactivate', { user_id: 8 })
    const listed = Object.keys(bakery.as('hamlet').call('presence.list').presences)
    expect(listed).not.toContain('echo-bot@example.com')
    expect(listed).not.toContain('iago@example.com')
  })

  it('had a key for each client before its level', () => {
    const { before, since } = levelsAround('presenceWithoutClients')
    for (const { realm } of [before, since]) realm.reportPresence('iago', 'active', 'ZulipMobile')
    const keys = (bakery: typeof before) =>
      Object.keys(bakery.as('hamlet').call('presence.list').presences['iago@example.com'] ?? {})
    expect(keys(before)).toEqual(['aggregated', 'ZulipMobile'])
    expect(keys(since)).toEqual(['aggregated', 'website'])
  })

  it('can be kept from those who may not see everybody', () => {
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

describe('a video call', () => {
  it('is created with the provider', () => {
    expect(openBakery().as('hamlet').call('calls.create', { room_name: 'Bread' }).url).toMatch(
      /^https:\/\/talk\.example\.com\/index\.php\/call\/[a-z0-9]{8}$/,
    )
  })

  it.each([
    ['unconfigured', 'External Talk credentials have not been configured'],
    [{ unreachable: 'HTTP 503: busy' }, 'Error connecting to the External Talk server: HTTP 503: busy'],
    ['malformed answer', 'Failed to create External Talk call'],
  ] as const)('is refused when the provider is %j', (callProvider, msg) => {
    const bakery = openBakery({ assumptions: { callProvider } })
    expect(bakery.as('hamlet').refused('calls.create', { room_name: 'Bread' }).msg).toBe(msg)
  })
})

describe('the settings of the server', () => {
  const settings = (...options: Parameters<typeof openBakery>) =>
    openBakery(...options).realm.call('server.settings', undefined, {})

  it('name the organisation, its address and its level', () => {
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

  it("leave out what is the realm's at the root domain", () => {
    const root = settings({ assumptions: { rootDomain: true } })
    expect(Object.keys(root).filter((key) => key.startsWith('realm_'))).toEqual([])
    expect(root).toHaveProperty('svc_feature_level')
  })

  it('tell an incompatible client so', () => {
    expect(openBakery().realm.call('server.settings', undefined, {}, { client: 'ZulipInvalid' })).toMatchObject({
      is_incompatible: true,
    })
  })

  it.each([
    ['serverMergeBase', 'svc_merge_base'],
    ['realmWebPublicAccess', 'realm_web_public_access_enabled'],
    ['realmUrl', 'realm_url'],
  ] as const)('since %s have %s', (feature, field) => {
    const { before, since } = levelsAround(feature)
    expect(before.realm.call('server.settings', undefined, {})).not.toHaveProperty(field)
    expect(since.realm.call('server.settings', undefined, {})).toHaveProperty(field)
  })

  it.each([
    ['authenticationCodeHost2', 'idp_code_host_2'],
    ['authenticationChatVendor', 'idp_chat_vendor'],
  ] as const)('since %s know the login method %s', (feature, key) => {
    const { before, since } = levelsAround(feature)
    expect(before.realm.call('server.settings', undefined, {}).authentication_methods).not.toHaveProperty(key)
    expect(since.realm.call('server.settings', undefined, {}).authentication_methods).toHaveProperty(key)
  })
})

describe('fields of a user', () => {
  const user = (bakery: ReturnType<typeof openBakery>, user_id: number, who = 'hamlet') =>
    bakery.as(who).call('users.get', { user_id }).user

  it.each([
    ['deliveryEmailAlways', 11, 'delivery_email'],
    ['importedStub', 15, 'is_imported_stub'],
    ['deletedUsers', 16, 'is_deleted'],
  ] as const)('since %s user %i has %s', (feature, id, field) => {
    const { before, since } = levelsAround(feature)
    expect(user(before, id)).not.toHaveProperty(field)
    expect(user(since, id)).toHaveProperty(field)
  })

  it('lost is_billing_admin at its level', () => {
    const { before, since } = levelsAround('billingAdminRemoved')
    expect(user(before, 10)).toHaveProperty('is_billing_admin', false)
    expect(user(since, 10)).not.toHaveProperty('is_billing_admin')
  })

  it('give the first login of an imported account as its joining since its level', () => {
    const { before, since } = levelsAround('dateJoinedAtFirstLogin')
    for (const bakery of [before, since]) {
      bakery.clock.advance(day * 1000)
      bakery.realm.logIn('yorick')
      bakery.realm.logIn('hamlet')
      expect(user(bakery, 15).is_imported_stub).toBe(false)
      expect(user(bakery, 10).date_joined).toBe('2025-03-02T05:00+00:00')
    }
    expect(user(before, 15).date_joined).toBe('2025-03-02T05:00+00:00')
    expect(user(since, 15).date_joined).toBe('2026-03-03T05:00+00:00')
  })
})

describe('channels', () => {
  it('are listed as far as one can see them', () => {
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

  it('are shown to those who may know of them', () => {
    const bakery = openBakery()
    expect(bakery.as('hamlet').call('streams.get', { stream_id: 2 }).stream).toMatchObject({
      name: 'kitchen',
      invite_only: false,
      folder_id: 1,
      first_message_id: 103,
    })
    expect(bakery.as('hamlet').refused('streams.get', { stream_id: 4 }).msg).toBe('Invalid channel ID')
    expect(bakery.as('hamlet').refused('streams.get', { stream_id: 99 }).msg).toBe('Invalid channel ID')
    bakery.realm.unsubscribe('iago', 'books')
    expect(bakery.as('iago').call('streams.get', { stream_id: 4 }).stream.name).toBe('books')
  })
})
