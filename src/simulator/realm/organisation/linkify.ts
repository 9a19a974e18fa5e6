import type { Linkifier } from '../../../protocol/index.js'
import { createLinkifier } from '../../../text/linkify/createLinkifier.js'
import { literalBeginning } from '../../../text/linkify/pattern.js'
import { checkLinkifier as problemsOf } from '../../../text/linkify/readLinkifier.js'
import type { World } from '../world/world.js'

interface Linked {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly url: string
}

/** Matches of the linkifiers, in order. Matches don't overlap: earlier linkifiers win. */
export function findLinks(world: World, text: string): readonly Linked[] {
  const linkifiers = linkifiersInOrder(world)
  if (!mayLink(linkifiers, text)) return []
  return [...engineOf(linkifiers).find(text)].sort((one, other) => one.start - other.start)
}

/** Whether a text contains a literal that some match must begin with. Saves compiling the patterns for most texts. */
function mayLink(linkifiers: readonly Linkifier[], text: string): boolean {
  return beginningsOf(linkifiers).some((beginning) => beginning === undefined || text.includes(beginning))
}

const beginningsOf = memoized((linkifiers: readonly Linkifier[]) =>
  linkifiers.map(({ pattern }) => literalBeginning(pattern)),
)

/** The links of a topic: what linkifiers match, and URLs that don't overlap with it. */
export function topicLinks(world: World, topic: string): readonly { readonly text: string; readonly url: string }[] {
  const matches = findLinks(world, topic)
  const urls = [...topic.matchAll(rawUrl)]
    .map(({ 0: url, index }) => ({ start: index, end: index + url.length, text: url, url }))
    .filter((url) => matches.every((match) => match.end <= url.start || match.start >= url.end))
  return [...matches, ...urls].sort((one, other) => one.start - other.start).map(({ text, url }) => ({ text, url }))
}

/** A URL between characters that can't be part of one, without the punctuation at its end. */
const rawUrl = /(?<![^ !;),'"])https?:\/\/[^\s!;),'"]*[^\s!;),'".:?>]/g

/** The linkifiers in order of processing; before they could be reordered, by ID. */
export function linkifiersInOrder(world: World): readonly Linkifier[] {
  return world.has('linkifierReordering') ? world.state.linkifiers : orderedById(world.state.linkifiers)
}

/** @throws {RangeError} for a linkifier that the server would refuse */
export function checkLinkifier(linkifier: Linkifier): void {
  const [problem] = problemsOf(linkifier)
  if (problem === undefined) return
  throw new RangeError(
    `Linkifier ${linkifier.id} of the seed has a malformed ${problem.field} (${problem.message}); patterns must be RE2, templates RFC 6570, with the pattern's groups as variables.`,
  )
}

const orderedById = memoized((linkifiers: readonly Linkifier[]) =>
  [...linkifiers].sort((one, other) => one.id - other.id),
)

/** Lists of linkifiers are replaced, never modified, so results can be cached per list. */
const engineOf = memoized((linkifiers: readonly Linkifier[]) => createLinkifier(linkifiers))

/** A linkifier that only has a pattern and a template. */
export const noParts = { example_input: null, reverse_template: null, alternative_url_templates: [] }

function memoized<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(key)
    made.set(key, fresh)
    return fresh
  }
}
