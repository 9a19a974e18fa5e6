import { formatFromTemplate, type Linkifier } from '../../../protocol/index.js'
import { linkifiersInOrder } from '../organisation/linkify.js'
import type { World } from '../world/world.js'

export function linkifierShapes(world: World) {
  return linkifiersInOrder(world).map((linkifier) => linkifierShape(world, linkifier))
}

function linkifierShape(world: World, linkifier: Linkifier) {
  const { id, pattern, url_template, example_input, reverse_template, alternative_url_templates } = linkifier
  return {
    id,
    pattern,
    ...(world.has('linkifierUrlTemplate') ? { url_template } : { url_format: formatFromTemplate(url_template) }),
    ...(world.has('reverseLinkifiers') && { example_input, reverse_template }),
    ...(world.has('alternativeUrlTemplates') && { alternative_url_templates }),
  }
}
