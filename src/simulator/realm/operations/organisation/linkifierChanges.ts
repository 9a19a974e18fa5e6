import { checkLinkifier } from '../../../../text/linkify/index.js'
import { byAccount, type Operation } from '../../operation.js'
import { refuse } from '../../refusal.js'
import type { StoredLinkifier } from '../../state.js'
import { nextId, type World } from '../../world.js'
import { linkifierShapes } from './linkifiers.js'

type Names = 'linkifiers.create' | 'linkifiers.update' | 'linkifiers.delete'

export const linkifierChanges: { readonly [Name in Names]: Operation<Name> } = {
  'linkifiers.create': byAccount(({ world, params }) => {
    const parts = readLinkifierParts(world, params, noParts)
    checkUnique(world, parts, undefined)
    const linkifier = { id: nextId(world, 'linkifier'), ...parts }
    replace(world, [...world.state.linkifiers, linkifier])
    return { id: linkifier.id }
  }),

  'linkifiers.update': byAccount(({ world, params }) => {
    const before = linkifierMeant(world, params.filter_id)
    const after = { id: before.id, ...readLinkifierParts(world, params, before) }
    checkUnique(world, after, before)
    replace(
      world,
      world.state.linkifiers.map((one) => (one === before ? after : one)),
    )
    return {}
  }),

  'linkifiers.delete': byAccount(({ world, params }) => {
    const gone = linkifierMeant(world, params.filter_id)
    replace(
      world,
      world.state.linkifiers.filter((one) => one !== gone),
    )
    return {}
  }),
}

const noParts = { exampleInput: null, reverseTemplate: null, alternativeUrlTemplates: [] }

function linkifierMeant(world: World, id: number): StoredLinkifier {
  return world.state.linkifiers.find((one) => one.id === id) ?? refuse('linkifierNotFound')
}

function checkUnique(world: World, { pattern }: LinkifierParts, own: StoredLinkifier | undefined): void {
  if (world.state.linkifiers.some((one) => one !== own && one.pattern === pattern)) refuse('linkifierExists')
}

function replace(world: World, linkifiers: readonly StoredLinkifier[]): void {
  world.state.linkifiers = linkifiers
  world.emit('realm_linkifiers', 'everyone', { realm_linkifiers: linkifierShapes(world) })
}

type LinkifierParts = Omit<StoredLinkifier, 'id'>

/** What a request may say of a linkifier; what only newer servers know is left out on older ones. */
interface GivenParts {
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
function readLinkifierParts(
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
