import { StdUriTemplate } from '@std-uritemplate/std-uritemplate'
import { RE2JS } from 're2js'
import type { StoredLinkifier } from './state.js'
import type { World } from './world.js'

/** One place of a text that a linkifier turns into a link. */
export interface Linked {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly url: string
}

/**
 * Where the linkifiers match, in order of place. They are tried in their own order: what one has taken, no later one
 * gets. A match follows the start, white space or an opening sign, and no letter or digit follows it.
 *
 * @see spec 2.7
 */
export function findLinks(world: World, text: string): readonly Linked[] {
  const found: Linked[] = []
  for (const linkifier of linkifiersInOrder(world)) {
    for (const link of matches(linkifier, text)) {
      if (found.every((other) => link.end <= other.start || link.start >= other.end)) found.push(link)
    }
  }
  return found.sort((one, other) => one.start - other.start)
}

/** The links of a topic, as messages carry them. @see spec 6.1 `topic_links` */
export function topicLinks(world: World, topic: string): readonly { readonly text: string; readonly url: string }[] {
  return findLinks(world, topic).map(({ text, url }) => ({ text, url }))
}

/** The linkifiers in the order of processing: the one that was set, or by ID where there is none yet. @see spec 4.17 */
export function linkifiersInOrder(world: World): readonly StoredLinkifier[] {
  const { linkifiers } = world.state
  return world.has('linkifierReordering') ? linkifiers : [...linkifiers].sort((one, other) => one.id - other.id)
}

/** Holds a linkifier's pattern and templates against their syntax. @throws {RangeError} that says what is wrong */
export function checkLinkifier({ id, pattern, urlTemplate }: StoredLinkifier): void {
  try {
    compile(pattern)
    StdUriTemplate.expand(urlTemplate, {})
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem)
    throw new RangeError(
      `Linkifier ${id} of the seed is malformed (${reason}); its pattern must be RE2 and its template RFC 6570.`,
    )
  }
}

function* matches({ pattern, urlTemplate }: StoredLinkifier, text: string): Generator<Linked> {
  const compiled = compile(pattern)
  const matcher = compiled.matcher(text)
  const names = Object.keys(compiled.namedGroups()).filter((name) => name !== actual)
  for (let from = 0; from <= text.length && matcher.find(from); ) {
    const start = matcher.start(actual)
    const end = matcher.end(actual)
    const values = names.flatMap((name) => {
      const value = matcher.group(name)
      return value === null ? [] : [[name, value] as const]
    })
    const url = StdUriTemplate.expand(urlTemplate, Object.fromEntries(values))
    if (end > start) yield { start, end, text: text.slice(start, end), url }
    from = Math.max(end, from + 1)
  }
}

/** The group that is the linkifier's own match. */
const actual = 'linkifier_actual_match'

const compiledPatterns = new Map<string, RE2JS>()

function compile(pattern: string): RE2JS {
  const known = compiledPatterns.get(pattern)
  if (known !== undefined) return known
  const compiled = RE2JS.compile(`(?:^|[\\s\\pZ'"(,:<])(?P<${actual}>${pattern})(?:$|[^\\pL\\pN])`)
  compiledPatterns.set(pattern, compiled)
  return compiled
}
