import { describe, expect, it } from 'vitest'
import type { ProfileField, UserGroup } from '../../../src/protocol/index.js'
import { groupsOf } from '../../../src/simulator/playground/views/cards/groupsOf.js'
import { profileLines } from '../../../src/simulator/playground/views/cards/profile.js'

const field = (id: number, type: number, order: number, field_data = ''): ProfileField => ({
  ...{ id, type, order, field_data },
  name: `Field ${id}`,
  hint: '',
})
const lines = (fields: readonly ProfileField[], data: Record<string, unknown>) => profileLines(fields, data)

describe('a profile', () => {
  it('is shown in the order of the fields, without what is empty', () => {
    const fields = [field(1, 1, 3), field(2, 1, 1), field(3, 1, 2)]
    const data = { 1: { value: 'last' }, 2: { value: 'first' }, 3: { value: '' } }
    expect(lines(fields, data)).toEqual([
      { id: 2, name: 'Field 2', kind: 'text', text: 'first' },
      { id: 1, name: 'Field 1', kind: 'text', text: 'last' },
    ])
  })

  const options = '{"early":{"text":"Early","order":"1"}}'
  const pattern = (url_pattern: string) => JSON.stringify({ subtype: 'custom', url_pattern })

  it.each([
    ['an option by its text', field(1, 3, 1, options), 'early', { kind: 'text', text: 'Early' }],
    ['an option that is no more as it is', field(1, 3, 1, options), 'late', { kind: 'text', text: 'late' }],
    ['an option named like a method as it is', field(1, 3, 1, options), 'toString', { kind: 'text', text: 'toString' }],
    ['options that cannot be read as they are', field(1, 3, 1, '{'), 'early', { kind: 'text', text: 'early' }],
    ['people by their IDs', field(1, 6, 1), '[8, "x", 10]', { kind: 'people', userIds: [8, 10] }],
    ['no people where there is no list', field(1, 6, 1), 'nobody', { kind: 'people', userIds: [] }],
    [
      'an address as a link',
      field(1, 5, 1),
      'https://example.com',
      { kind: 'link', text: 'https://example.com', url: 'https://example.com' },
    ],
    ['a script as text', field(1, 5, 1), 'javascript:alert(1)', { kind: 'text', text: 'javascript:alert(1)' }],
    [
      'an account as a link into its site',
      field(1, 7, 1, pattern('https://git.example.com/%(username)s')),
      'a/../b',
      { kind: 'link', text: 'a/../b', url: 'https://git.example.com/a%2F..%2Fb' },
    ],
    ['an account of no site as text', field(1, 7, 1), 'ham', { kind: 'text', text: 'ham' }],
    [
      'an account of a script as text',
      field(1, 7, 1, pattern('javascript:%(username)s')),
      'x',
      { kind: 'text', text: 'x' },
    ],
    ['what is no text as JSON', field(1, 1, 1), 7, { kind: 'text', text: '7' }],
  ])('shows %s', (_, one, value, expected) => {
    expect(lines([one], { 1: { value } })).toEqual([{ id: 1, name: 'Field 1', ...expected }])
  })

  it('takes the HTML of the server where there is any', () => {
    expect(lines([field(1, 2, 1)], { 1: { value: '*a*', rendered_value: '<p>a</p>' } })).toMatchObject([
      { kind: 'html', html: '<p>a</p>', text: '*a*' },
    ])
  })

  it('of somebody who has none is empty', () => {
    expect(profileLines([field(1, 1, 1)], undefined)).toEqual([])
  })
})

describe('the groups of somebody', () => {
  const group = (id: number, name: string, facts: Partial<UserGroup> = {}): UserGroup => ({
    ...{ id, name, description: '', members: [], direct_subgroup_ids: [], is_system_group: false },
    ...facts,
  })
  const names = (...groups: readonly UserGroup[]) =>
    groupsOf(8, new Map(groups.map((one) => [one.id, one]))).map(({ name, isIndirect }) =>
      isIndirect ? `(${name})` : name,
    )

  it('are those with them as a member, and those above', () => {
    expect(
      names(
        group(1, 'top', { direct_subgroup_ids: [2] }),
        group(2, 'middle', { direct_subgroup_ids: [3] }),
        group(3, 'direct', { members: [8] }),
        group(4, 'other', { members: [9] }),
      ),
    ).toEqual(['direct', '(middle)', '(top)'])
  })

  it('leave out those of the server and those that are no more', () => {
    expect(
      names(
        group(1, 'role:members', { members: [8], is_system_group: true }),
        group(2, 'gone', { members: [8], deactivated: true }),
      ),
    ).toEqual([])
  })

  it('may lead in a circle', () => {
    expect(names(group(1, 'a', { direct_subgroup_ids: [2] }), group(2, 'b', { direct_subgroup_ids: [1, 9] }))).toEqual(
      [],
    )
  })
})
