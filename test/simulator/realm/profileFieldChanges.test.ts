import type { Params } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { openBakery } from './bakery.js'

describe('custom profile fields', () => {
  it('are added last, updated and deleted, with an event each', () => {
    const { as, eventsOf } = openBakery()
    const last = () => as('hamlet').call('profileFields.list').custom_fields.at(-1)
    const field_data = { rye: { text: 'Rye', order: '1' } }
    const { id } = as('iago').call('profileFields.create', {
      name: ' Bread ',
      field_type: 3,
      field_data,
      display_in_profile_summary: true,
    })
    expect(last()).toEqual({
      id,
      name: 'Bread',
      hint: '',
      type: 3,
      field_data: JSON.stringify(field_data),
      order: 5,
      required: false,
      editable_by_user: true,
      display_in_profile_summary: true,
    })
    as('iago').call('profileFields.update', {
      field_id: id,
      name: 'Favourite bread',
      hint: 'Only one',
      required: true,
      display_in_profile_summary: false,
    })
    expect(last()).toMatchObject({ name: 'Favourite bread', hint: 'Only one', required: true, type: 3 })
    expect(last()).not.toHaveProperty('display_in_profile_summary')
    as('iago').call('profileFields.delete', { field_id: id })
    expect(last()?.name).toBe('First day')
    expect(as('iago').call('profileFields.create', { name: 'New', field_type: 1 }).id).toBe(id + 1)
    expect(eventsOf('custom_profile_fields')).toHaveLength(4)
  })

  it('are deleted along with the values of accounts', () => {
    const { as } = openBakery()
    const profile = () =>
      as('iago').call('users.get', { user_id: 10, include_custom_profile_fields: true }).user.profile_data
    expect(profile()).toHaveProperty('1')
    as('iago').call('profileFields.delete', { field_id: 1 })
    expect(profile()).not.toHaveProperty('1')
  })

  it.each([
    [{ name: '  ' }, 'Label cannot be blank.'],
    [{ name: undefined }, 'Label cannot be blank.'],
    [{ name: 'Phone' }, 'A field with that label already exists.'],
    [{ field_type: 0 }, 'Invalid field type.'],
    [{ field_type: 9 }, 'Invalid field type.'],
    [{ field_type: 3 }, 'Field must have at least one choice.'],
    [{ field_type: 3, field_data: {} }, 'Field must have at least one choice.'],
  ])('are refused for %o', (params, msg) => {
    const { as, events } = openBakery()
    const all = { name: 'New', field_type: 1, ...params } as Params<'profileFields.create'>
    expect(as('iago').refused('profileFields.create', all).msg).toBe(msg)
    expect(events).toEqual([])
  })

  it.each([
    [{ field_id: 99 }, 'Field id 99 not found.'],
    [{ name: '' }, 'Label cannot be blank.'],
    [{ name: 'About' }, 'A field with that label already exists.'],
    [{ field_id: 3, field_data: {} }, 'Field must have at least one choice.'],
  ])("can't be updated with %o", (params, msg) => {
    expect(
      openBakery()
        .as('iago')
        .refused('profileFields.update', { field_id: 1, ...params }).msg,
    ).toBe(msg)
  })

  it("are limited to two in a profile's summary", () => {
    const { as } = openBakery()
    const show = (field_id: number) => ({ field_id, display_in_profile_summary: true })
    as('iago').call('profileFields.update', show(1))
    as('iago').call('profileFields.update', show(2))
    expect(as('iago').refused('profileFields.update', show(3)).msg).toBe(
      'Only 2 custom profile fields can be displayed in the profile summary.',
    )
    // What is refused uses up no ID.
    const field = { name: 'Oven', field_type: 1 }
    expect(() => as('iago').call('profileFields.create', { ...field, display_in_profile_summary: true })).toThrow(
      'Only 2 custom profile fields',
    )
    const ids = as('iago')
      .call('profileFields.list')
      .custom_fields.map(({ id }) => id)
    expect(as('iago').call('profileFields.create', field).id).toBe(Math.max(...ids) + 1)
    as('iago').call('profileFields.update', { field_id: 1, display_in_profile_summary: false })
    as('iago').call('profileFields.update', show(3))
  })

  it('are deleted only by administrators, and only if they exist', () => {
    const { as } = openBakery()
    expect(as('iago').refused('profileFields.delete', { field_id: 99 }).msg).toBe('Field id 99 not found.')
    expect(as('hamlet').refused('profileFields.delete', { field_id: 1 }).code).toBe('UNAUTHORIZED_PRINCIPAL')
  })
})
