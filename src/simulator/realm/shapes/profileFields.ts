import type { World } from '../world/world.js'

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
