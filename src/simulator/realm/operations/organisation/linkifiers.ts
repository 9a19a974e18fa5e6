import { type ErrorId, errors, type Linkifier } from '../../../../protocol/index.js'
import { checkLinkifier } from '../../../../text/linkify/readLinkifier.js'
import { parseUrlTemplate, variableNames } from '../../../../text/linkify/urlTemplate.js'
import type { Operations } from '../../access/operation.js'
import { noParts } from '../../organisation/linkify.js'
import { linkifierShapes } from '../../shapes/organisation.js'
import { refuse } from '../../world/refusal.js'
import type { State } from '../../world/state.js'
import { nextId, type World } from '../../world/world.js'

export const linkifierOperations = {
  'linkifiers.list': ({ world }) => ({ linkifiers: linkifierShapes(world) }),

  'linkifiers.reorder': ({ world, params }) => {
    const ids = params.ordered_linkifier_ids
    const byId = new Map(world.state.linkifiers.map((linkifier) => [linkifier.id, linkifier]))
    if (new Set(ids).size !== ids.length) refuse('duplicatedLinkifiers')
    if (ids.length !== byId.size) refuse('incompleteLinkifiers')
    const ordered = ids.map((id) => byId.get(id) ?? refuse('incompleteLinkifiers'))
    if (ordered.length === 0) return
    replace(world, ordered)
  },

  'linkifiers.create': ({ world, params }) => {
    const parts = readLinkifierParts(world, params, noParts)
    checkUnique(world, parts, undefined)
    const linkifier = { id: nextId(world, 'linkifier'), ...parts }
    replace(world, [...world.state.linkifiers, linkifier])
    return { id: linkifier.id }
  },

  'linkifiers.update': ({ world, params }) => {
    const before = findLinkifier(world, params.filter_id)
    const after = { id: before.id, ...readLinkifierParts(world, params, before) }
    checkUnique(world, after, before)
    const changed = world.state.linkifiers.map((one) => (one === before ? after : one))
    replace(world, changed)
  },

  'linkifiers.delete': ({ world, params }) => {
    const gone = findLinkifier(world, params.filter_id)
    const left = world.state.linkifiers.filter((one) => one !== gone)
    replace(world, left)
  },

  'realm.addPlayground': ({ world, params }) => {
    const [name, pygments_language, url_template] = [
      ...[params.name.trim(), params.pygments_language.trim(), params.url_template.trim()],
    ] as const
    if (!/^[ a-zA-Z0-9_+-./#]*$/.test(pygments_language)) refuse('playgroundLanguage')
    const template = parseUrlTemplate(url_template)
    if (url_template === '') refuseField('blankField', 'url_template')
    if (template === undefined) refuseField('invalidUrlTemplate', 'url_template')
    if (name === '') refuseField('blankField', 'name')
    if (pygments_language === '') refuseField('blankField', 'pygments_language')
    const names = variableNames(template)
    if (!names.has('code')) refuseField('playgroundNeedsCode')
    if (names.size > 1) refuseField('playgroundOnlyCode')
    const { playgrounds } = world.state
    if (playgrounds.some((one) => one.name === name && one.pygments_language === pygments_language)) {
      refuseField('playgroundExists')
    }
    const id = nextId(world, 'playground')
    replacePlaygrounds(world, [...playgrounds, { id, name, pygments_language, url_template }])
    return { id }
  },

  'realm.removePlayground': ({ world, params }) => {
    const { playgrounds } = world.state
    const left = playgrounds.filter(({ id }) => id !== params.playground_id)
    if (left.length === playgrounds.length) refuse('playgroundNotFound')
    replacePlaygrounds(world, left)
  },
} satisfies Partial<Operations>

function findLinkifier(world: World, id: number): Linkifier {
  return world.state.linkifiers.find((one) => one.id === id) ?? refuse('linkifierNotFound')
}

function checkUnique(world: World, { pattern }: LinkifierParts, own: Linkifier | undefined): void {
  if (world.state.linkifiers.some((one) => one !== own && one.pattern === pattern)) refuse('linkifierExists')
}

function replace(world: World, linkifiers: readonly Linkifier[]): void {
  world.state.linkifiers = linkifiers
  world.emit('realm_linkifiers', 'everyone', { realm_linkifiers: linkifierShapes(world) })
}

function replacePlaygrounds(world: World, playgrounds: State['playgrounds']): void {
  world.state.playgrounds = playgrounds
  world.emit('realm_playgrounds', 'everyone', { realm_playgrounds: playgrounds })
}

/** Names the field, as the server does where it checks a whole record. */
function refuseField(error: ErrorId, field = '__all__'): never {
  return refuse(error, { errors: { [field]: [errors[error].msg] } })
}

type LinkifierParts = Omit<Linkifier, 'id'>

/** Older servers lack the optional ones. */
interface GivenParts {
  readonly pattern: string
  readonly url_template: string
  readonly example_input?: string | undefined
  readonly reverse_template?: string | undefined
  readonly alternative_url_templates?: readonly string[] | undefined
}

/**
 * A linkifier as it is stored: omitted parameters change nothing, and an empty string means null.
 *
 * @throws {Refusal} with the first problem that the server would report
 */
function readLinkifierParts(
  world: World,
  given: GivenParts,
  before: Pick<LinkifierParts, 'example_input' | 'reverse_template' | 'alternative_url_templates'>,
): LinkifierParts {
  const kept = (text: string | undefined, old: string | null) => (text === undefined ? old : text.trim() || null)
  const reverses = world.has('reverseLinkifiers')
  const parts = {
    pattern: given.pattern.trim(),
    url_template: given.url_template.trim(),
    example_input: reverses ? kept(given.example_input, before.example_input) : before.example_input,
    reverse_template: reverses ? kept(given.reverse_template, before.reverse_template) : before.reverse_template,
    alternative_url_templates: [
      ...((world.has('alternativeUrlTemplates') && given.alternative_url_templates) ||
        before.alternative_url_templates),
    ],
  }
  const [problem] = checkLinkifier(parts)
  return problem === undefined
    ? parts
    : refuse(problem.error, { ...problem.facts, errors: { [problem.field]: [problem.message] } })
}
