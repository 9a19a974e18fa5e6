import { formatFromTemplate } from '../../../../protocol/index.js'
import { byAccount, type Operation } from '../../operation.js'
import { linkifiersInOrder } from '../../organisation/linkify.js'
import { refuse } from '../../refusal.js'
import type { StoredLinkifier } from '../../state.js'
import type { World } from '../../world.js'

type Names = 'linkifiers.list' | 'linkifiers.reorder'

export const linkifierOperations: { readonly [Name in Names]: Operation<Name> } = {
  'linkifiers.list': ({ world }) => ({ linkifiers: linkifierShapes(world) }),

  'linkifiers.reorder': byAccount(({ world, params }) => {
    const ids = params.ordered_linkifier_ids
    const byId = new Map(world.state.linkifiers.map((linkifier) => [linkifier.id, linkifier]))
    if (new Set(ids).size !== ids.length) refuse('duplicatedLinkifiers')
    if (ids.length !== byId.size) refuse('incompleteLinkifiers')
    const ordered = ids.map((id) => byId.get(id) ?? refuse('incompleteLinkifiers'))
    if (ordered.length === 0) return {}
    world.state.linkifiers = ordered
    world.emit('realm_linkifiers', 'everyone', { realm_linkifiers: linkifierShapes(world) })
    return {}
  }),
}

export function linkifierShapes(world: World) {
  return linkifiersInOrder(world).map((linkifier) => shape(world, linkifier))
}

function shape(world: World, linkifier: StoredLinkifier) {
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
