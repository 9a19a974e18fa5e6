import type { Linkifier } from '../../../protocol/index.js'
import { createLinkifier, literalBeginning, checkLinkifier as problemsOf } from '../../../text/linkify/index.js'
import type { StoredLinkifier } from '../state.js'
import type { World } from '../world.js'

/** One place of a text that a linkifier turns into a link. */
export interface Linked {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly url: string
}

/** Where the linkifiers match, in order of place. What one has taken, no later one gets. @see spec 2.7 */
export function findLinks(world: World, text: string): readonly Linked[] {
  const linkifiers = linkifiersInOrder(world)
  if (!mayLink(linkifiers, text)) return nothing
  return [...engineOf(linkifiers).find(text)].sort((one, other) => one.start - other.start)
}

const nothing: readonly never[] = []

/** Whether a text has what a match of some linkifier begins with: most have not, and need nothing that is compiled. */
function mayLink(linkifiers: readonly StoredLinkifier[], text: string): boolean {
  return beginningsOf(linkifiers).some((beginning) => beginning === undefined || text.includes(beginning))
}

const beginningsOf = remembered((linkifiers: readonly StoredLinkifier[]) =>
  linkifiers.map(({ pattern }) => literalBeginning(pattern)),
)

/** The links of a topic, as messages carry them. @see spec 6.1 `topic_links` */
export function topicLinks(world: World, topic: string): readonly { readonly text: string; readonly url: string }[] {
  const linkifiers = linkifiersInOrder(world)
  const known = topicLinksOf(linkifiers)
  const before = known.get(topic)
  if (before !== undefined) return before
  const links = mayLink(linkifiers, topic) ? engineOf(linkifiers).topicLinks(topic) : nothing
  if (known.size >= topicsKept) known.clear()
  known.set(topic, links)
  return links
}

/** A message shows the links of its topic wherever it is shown, and most of a topic's messages come one after the other. */
const topicsKept = 1_000

/** The linkifiers in the order of processing: the one that was set, or by ID where there is none yet. @see spec 4.17 */
export function linkifiersInOrder(world: World): readonly StoredLinkifier[] {
  return world.has('linkifierReordering') ? world.state.linkifiers : orderedById(world.state.linkifiers)
}

/** Holds a linkifier against what the service takes. @throws {RangeError} that says what is wrong */
export function checkLinkifier(linkifier: StoredLinkifier): void {
  const [problem] = problemsOf(onTheWire(linkifier))
  if (problem === undefined) return
  throw new RangeError(
    `Linkifier ${linkifier.id} of the seed is malformed in its ${problem.field} (${problem.message}); its pattern must be RE2, its templates RFC 6570, and the groups of the one the variables of the others.`,
  )
}

const orderedById = remembered((linkifiers: readonly StoredLinkifier[]) =>
  [...linkifiers].sort((one, other) => one.id - other.id),
)

/** A list of linkifiers is never changed, only replaced, so what is made of it holds as long as the list. */
const engineOf = remembered((linkifiers: readonly StoredLinkifier[]) => createLinkifier(linkifiers.map(onTheWire)))

const topicLinksOf = remembered(
  (_linkifiers: readonly StoredLinkifier[]) => new Map<string, ReturnType<typeof topicLinks>>(),
)

function onTheWire(linkifier: StoredLinkifier): Linkifier {
  return {
    id: linkifier.id,
    pattern: linkifier.pattern,
    url_template: linkifier.urlTemplate,
    example_input: linkifier.exampleInput,
    reverse_template: linkifier.reverseTemplate,
    alternative_url_templates: [...linkifier.alternativeUrlTemplates],
  }
}

function remembered<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}
