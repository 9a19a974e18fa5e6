import { formatFromTemplate } from '../../../protocol/index.js'
import { customEmojiPath, customEmojiStillPath } from '../organisation/emoji.js'
import { linkifiersInOrder } from '../organisation/linkify.js'
import type { World } from '../world/world.js'

/** Custom emoji by ID. */
export function emojiShapes(world: World) {
  const shapes = [...world.state.emoji.values()].map((emoji) => {
    const { id, name, deactivated, author_id } = emoji
    const urls = { source_url: customEmojiPath(world, emoji), still_url: customEmojiStillPath(world, emoji) }
    return [id, { id: String(id), name, ...urls, deactivated, author_id }] as const
  })
  return Object.fromEntries(shapes)
}

export function linkifierShapes(world: World) {
  return linkifiersInOrder(world).map(({ id, pattern, url_template, alternative_url_templates, ...parts }) => ({
    ...{ id, pattern },
    ...(world.has('linkifierUrlTemplate') ? { url_template } : { url_format: formatFromTemplate(url_template) }),
    ...(world.has('reverseLinkifiers') && parts),
    ...(world.has('alternativeUrlTemplates') && { alternative_url_templates }),
  }))
}

/** Custom profile fields. */
export function fieldShapes(world: World) {
  return world.state.profileFields.map(({ id, name, type, hint, field_data, ...field }, place) => ({
    ...{ id, name, type, hint, field_data, order: place + 1 },
    required: field.required ?? false,
    editable_by_user: field.editable_by_user ?? true,
    ...(field.display_in_profile_summary && { display_in_profile_summary: true }),
  }))
}

export function domainShapes({ state }: World) {
  return [...state.domains.values()].map(({ id: _, ...domain }) => domain)
}
