import type { World } from '../world/world.js'

export function fieldShapes(world: World) {
  return world.state.profileFields.map(({ id, name, type, hint, field_data, ...field }, place) => ({
    ...{ id, name, type, hint, field_data, order: place + 1 },
    required: field.required ?? false,
    editable_by_user: field.editable_by_user ?? true,
    ...(field.display_in_profile_summary && { display_in_profile_summary: true }),
  }))
}
