import type { Params } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { levelsAround, openBakery } from './bakery.js'

const cake = { pattern: 'CAKE-(?P<cake>[0-9]+)', url_template: 'https://cakes.example.com/{cake}' }

describe('a new linkifier', () => {
  it('is listed last, takes effect at once, and sends an event', () => {
    const { as, eventsOf } = openBakery()
    const { id } = as('iago').call('linkifiers.create', {
      ...cake,
      example_input: 'CAKE-7',
      reverse_template: 'CAKE-{cake}',
    })
    expect(id).toBe(4)
    expect(as('hamlet').call('linkifiers.list').linkifiers.at(-1)).toEqual({
      id: 4,
      ...cake,
      example_input: 'CAKE-7',
      reverse_template: 'CAKE-{cake}',
      alternative_url_templates: [],
    })
    expect(as('hamlet').call('messages.render', { content: 'CAKE-12' }).rendered).toBe(
      '<p><a href="https://cakes.example.com/12">CAKE-12</a></p>',
    )
    expect(eventsOf('realm_linkifiers').at(-1)?.realm_linkifiers).toHaveLength(4)
  })

  it.each([
    [{ pattern: '' }, 'This field cannot be blank.', 'pattern'],
    [{ pattern: '(oven' }, /^Bad regular expression: /, 'pattern'],
    [{ url_template: 'https://a.example/{' }, 'Invalid URL template.', 'url_template'],
    [
      { url_template: 'https://a.example/{cake}/{size}' },
      "Group 'size' in URL template is not present in linkifier pattern.",
      'url_template',
    ],
    [
      { url_template: 'https://a.example/' },
      "Group 'cake' in linkifier pattern is not present in URL template.",
      'url_template',
    ],
    [{ reverse_template: 'CAKE-{cake}' }, 'Example text is required when auto-conversion field is set.', undefined],
    [{ example_input: 'PIE-7' }, 'Example input does not match the linkifier pattern.', undefined],
  ])('is refused for %o', (params, msg, field) => {
    const { as, events } = openBakery()
    const refusal = as('iago').refused('linkifiers.create', { ...cake, ...params } as Params<'linkifiers.create'>)
    expect(refusal.code).toBe('BAD_REQUEST')
    expect(refusal.msg).toMatch(msg)
    if (field !== undefined) expect(refusal.facts.errors).toEqual({ [field]: [refusal.msg] })
    expect(events).toEqual([])
  })

  it('is refused for an existing pattern, and for a member', () => {
    const { as } = openBakery()
    const taken = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://a.example/{id}' }
    expect(as('iago').refused('linkifiers.create', taken).msg).toBe(
      'Linkifier with this Realm and Pattern already exists.',
    )
    expect(as('hamlet').refused('linkifiers.create', cake).code).toBe('UNAUTHORIZED_PRINCIPAL')
  })

  it('has a reverse template only from the level of that feature on', () => {
    const { before, since } = levelsAround('reverseLinkifiers')
    const made = ({ as }: typeof before) => {
      as('iago').call('linkifiers.create', { ...cake, example_input: 'CAKE-7', reverse_template: 'CAKE-{cake}' })
      return as('iago').call('linkifiers.list').linkifiers.at(-1)
    }
    expect(made(before)).not.toHaveProperty('reverse_template')
    expect(made(since)).toMatchObject({ reverse_template: 'CAKE-{cake}' })
  })
})

describe('a linkifier', () => {
  it('keeps its position and unnamed fields when it is updated', () => {
    const { as } = openBakery()
    const first = () => as('iago').call('linkifiers.list').linkifiers[0]
    const pattern = '#(?P<id>[0-9]+)'
    as('iago').call('linkifiers.update', { filter_id: 1, pattern, url_template: 'https://new.example.com/{id}' })
    expect(first()).toMatchObject({ id: 1, url_template: 'https://new.example.com/{id}', reverse_template: '#{id}' })
    as('iago').call('linkifiers.update', {
      filter_id: 1,
      pattern,
      url_template: 'https://new.example.com/{id}',
      reverse_template: '',
      alternative_url_templates: [],
    })
    expect(first()).toMatchObject({ reverse_template: null, alternative_url_templates: [], example_input: '#1234' })
  })

  it("can be deleted, and its ID isn't used again", () => {
    const { as } = openBakery()
    as('iago').call('linkifiers.delete', { filter_id: 2 })
    expect(
      as('iago')
        .call('linkifiers.list')
        .linkifiers.map(({ id }) => id),
    ).toEqual([1, 3])
    expect(as('iago').refused('linkifiers.delete', { filter_id: 2 }).msg).toBe('Linkifier not found.')
    expect(as('iago').refused('linkifiers.update', { filter_id: 2, ...cake }).msg).toBe('Linkifier not found.')
    expect(as('iago').call('linkifiers.create', cake).id).toBe(4)
  })

  it("can't get the pattern of another", () => {
    const { as } = openBakery()
    const params = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://a.example/{id}' }
    expect(as('iago').refused('linkifiers.update', { filter_id: 2, ...params }).msg).toBe(
      'Linkifier with this Realm and Pattern already exists.',
    )
  })
})
