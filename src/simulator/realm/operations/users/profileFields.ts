import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import type { World } from '../../world.js'

type Names = 'profileFields.reorder' | 'profileFields.list'

export const profileFieldOperations: { readonly [Name in Names]: Operation<Name> } = {
  'profileFields.reorder': byAccount(({ world, params }) => {
    const { profileFields } = world.state
    // Surplus and repeated IDs do no harm: of several places the last one counts.
    const placeOf = new Map(params.order.map((id, place) => [id, place]))
    if (!profileFields.every((field) => placeOf.has(field.id))) refuse('invalidOrder')
    const place = (id: number) => placeOf.get(id) ?? 0
    world.state.profileFields = profileFields.toSorted((one, other) => place(one.id) - place(other.id))
    world.emit('custom_profile_fields', 'everyone', { fields: fieldShapes(world) })
    return {}
  }),

  'profileFields.list': ({ world }) => ({ custom_fields: fieldShapes(world) }),
}

/** The fields as they are listed. The shape is assumed. */
export function fieldShapes(world: World) {
  return world.state.profileFields.map((field, place) => ({
    id: field.id,
    name: field.name,
    type: field.type,
    hint: field.hint,
    field_data: field.fieldData,
    order: place + 1,
    required: field.required ?? false,
    editable_by_user: field.editableByUser ?? true,
    ...(field.inSummary === true && { display_in_profile_summary: true }),
  }))
}
