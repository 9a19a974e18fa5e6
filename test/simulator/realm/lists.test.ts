import { describe, expect, it } from 'vitest'
import { bakery as seed } from '../../../src/simulator/realm/seed/seed.js'
import { levelsAround, openBakery, opening } from './bakery.js'

const day = 24 * 60 * 60

describe('linkifiers', () => {
  it('are listed in the order that was set, which sends an event', () => {
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

  it('are listed with every field of the spec', () => {
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

  it('can be reordered when there are none, without an event', () => {
    const bakery = openBakery({ seed: { ...seed, linkifiers: [] } })
    bakery.as('iago').call('linkifiers.reorder', { ordered_linkifier_ids: [] })
    expect(bakery.events).toEqual([])
  })

  it('have url_format instead of url_template below the level of templates', () => {
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
  ] as const)('from %s on have %s', (feature, field) => {
    const { before, since } = levelsAround(feature)
    expect(before.as('iago').call('linkifiers.list').linkifiers[0]).not.toHaveProperty(field)
    expect(since.as('iago').call('linkifiers.list').linkifiers[0]).toHaveProperty(field)
  })

  it('are listed by ID below the level of reordering', () => {
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

  it('are listed in the order that was set, ignoring extra and repeated IDs', () => {
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
  it('are listed in order, archived ones only on request', () => {
    const { as } = openBakery()
    const ids = (include_archived: boolean) =>
      as('polonius')
        .call('channelFolders.list', { include_archived })
        .channel_folders.map((folder) => folder.id)
    expect(ids(false)).toEqual([2, 1])
    expect(ids(true)).toEqual([2, 1, 3])
  })

  it('are listed with every field of the spec', () => {
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

  it('are listed by ID, without `order`, below the level of ordering', () => {
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
  it('are listed by ID, with deactivated ones, and a still version of animated ones', () => {
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
