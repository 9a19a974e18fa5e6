import { checkLinkifier } from '../../text/linkify/index.js'
import { refuse } from './refusal.js'
import type { StoredLinkifier } from './state.js'
import type { World } from './world.js'

export type LinkifierParts = Omit<StoredLinkifier, 'id'>

/** What a request may say of a linkifier; what only newer servers know is left out on older ones. */
export interface GivenParts {
  readonly pattern: string
  readonly url_template: string
  readonly example_input?: string | undefined
  readonly reverse_template?: string | undefined
  readonly alternative_url_templates?: readonly string[] | undefined
}

/**
 * A linkifier as it is kept: what is not given stays as it was, and an empty text stands for nothing.
 *
 * @throws {Refusal} with the first thing that the server would refuse about it
 */
export function readLinkifierParts(
  world: World,
  given: GivenParts,
  before: Pick<LinkifierParts, 'exampleInput' | 'reverseTemplate' | 'alternativeUrlTemplates'>,
): LinkifierParts {
  const kept = (text: string | undefined, old: string | null) => (text === undefined ? old : text.trim() || null)
  const reverses = world.has('reverseLinkifiers')
  const parts = {
    pattern: given.pattern.trim(),
    urlTemplate: given.url_template.trim(),
    exampleInput: reverses ? kept(given.example_input, before.exampleInput) : before.exampleInput,
    reverseTemplate: reverses ? kept(given.reverse_template, before.reverseTemplate) : before.reverseTemplate,
    alternativeUrlTemplates:
      (world.has('alternativeUrlTemplates') ? given.alternative_url_templates : undefined) ??
      before.alternativeUrlTemplates,
  }
  const [problem] = checkLinkifier({
    pattern: parts.pattern,
    url_template: parts.urlTemplate,
    example_input: parts.exampleInput,
    reverse_template: parts.reverseTemplate,
    alternative_url_templates: parts.alternativeUrlTemplates,
  })
  return problem === undefined
    ? parts
    : refuse(problem.error, { ...problem.facts, errors: { [problem.field]: [problem.message] } })
}
