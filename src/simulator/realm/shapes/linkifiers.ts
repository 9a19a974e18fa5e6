import { formatFromTemplate } from '../../../protocol/index.js'
import { linkifiersInOrder } from '../organisation/linkify.js'
import type { StoredLinkifier } from '../world/state.js'
import type { World } from '../world/world.js'

export function linkifierShapes(world: World) {
  return linkifiersInOrder(world).map((linkifier) => linkifierShape(world, linkifier))
}

function linkifierShape(world: World, linkifier: StoredLinkifier) {
  const { id, pattern, urlTemplate, exampleInput, reverseTemplate, alternativeUrlTemplates } = linkifier
  return {
    id,
    pattern,
    ...(world.has('linkifierUrlTemplate')
      ? { url_template: urlTemplate }
      : { url_format: formatFromTemplate(urlTemplate) }),
    ...(world.has('reverseLinkifiers') && { example_input: exampleInput, reverse_template: reverseTemplate }),
    ...(world.has('alternativeUrlTemplates') && { alternative_url_templates: alternativeUrlTemplates }),
  }
}
