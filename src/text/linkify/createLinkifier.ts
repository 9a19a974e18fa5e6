import type { Linkifier } from '../../protocol/index.js'
import type { PatternMatch } from './pattern.js'
import { type Forward, type LinkifierProblem, readLinkifier } from './readLinkifier.js'
import { runsAProgram } from './uri.js'
import { expandUrl } from './urlTemplate.js'

/** An organisation's linkifiers, compiled. */
export interface LinkifierEngine {
  /**
   * The links of a text, ordered by linkifier, then by position. They don't overlap: text that one linkifier has matched is not
   * matched by later ones. A match must be at the start or follow white space or one of `' " ( , : <`, and must not be followed
   * by a letter or digit. Links to URLs that would run code are left out. Markdown isn't parsed, so code is searched too.
   */
  find(text: string): readonly FoundLink[]
  /** The links of a topic, in the order in which they appear. */
  topicLinks(topic: string): readonly { readonly text: string; readonly url: string }[]
  /** The problems of the linkifiers. The engine works without the skipped ones. */
  readonly problems: readonly EngineProblem[]
}

export interface EngineProblem extends LinkifierProblem {
  /** The linkifier's ID. */
  readonly id: number
  /** Whether the linkifier doesn't work at all. Otherwise only the part with the problem doesn't, if anything. */
  readonly skipped: boolean
}

/**
 * Compiles linkifiers, which apply in the given order: that of `GET /realm/linkifiers`. Patterns have RE2's syntax and take
 * linear time. Malformed linkifiers are skipped and reported in `problems`; they never throw.
 *
 * @example createLinkifier((await client.linkifiers.list()).linkifiers).find('see #12')
 *   // [{ text: '#12', url: 'https://tracker.example.com/issue/12', start: 4, end: 7, id: 1 }]
 */
export function createLinkifier(linkifiers: readonly Linkifier[]): LinkifierEngine {
  const read = linkifiers.map((linkifier) => ({ id: linkifier.id, ...readLinkifier(linkifier) }))
  const working = read.flatMap(({ id, forward }) => (forward ? [{ id, ...forward }] : []))
  const find = (text: string) => findLinks(working, text)
  return {
    find,
    topicLinks: (topic) =>
      find(topic)
        .sort((one, other) => one.start - other.start)
        .map(({ text, url }) => ({ text, url })),
    problems: read.flatMap(({ id, forward, problems }) =>
      problems.map((problem) => ({ ...problem, id, skipped: forward === undefined })),
    ),
  }
}

/** Text that a linkifier turns into a link, from `start` (inclusive) to `end` (exclusive) in UTF-16 units. */
export interface FoundLink {
  /** The matched text. */
  readonly text: string
  readonly url: string
  readonly start: number
  readonly end: number
  /** The linkifier's ID. */
  readonly id: number
}

interface WorkingLinkifier extends Forward {
  readonly id: number
}

/** All links of a text: those of the first linkifier, then those of the second in the remaining text, and so on. */
function findLinks(linkifiers: readonly WorkingLinkifier[], text: string): FoundLink[] {
  const taken = new Uint8Array(text.length)
  return linkifiers.flatMap(({ id, pattern, template }) => {
    const found: FoundLink[] = []
    for (const { start, end, text: matched, groups } of freeMatches({ pattern, template }, text, taken)) {
      const url = expandUrl(template, groups)
      if (runsAProgram(url)) continue
      taken.fill(1, start, end)
      found.push({ text: matched, url, start, end, id })
    }
    return found
  })
}

/** The matches of one pattern that don't overlap earlier matches of its own or of other patterns. */
function* freeMatches({ pattern }: Forward, text: string, taken: Uint8Array): Generator<PatternMatch> {
  const search = pattern.searchIn(text)
  let match = search.atStart() ?? search.after(0)
  for (let searches = 1; match; searches += 1) {
    const inTheWay = taken.subarray(match.start, match.end).lastIndexOf(1)
    const isFree = match.end > match.start && inTheWay === -1
    if (isFree) yield match
    if (searches >= search.most) return
    // The last character of a match may be the separator before the next one.
    const next = inTheWay === -1 ? match.end - (match.end > match.start ? 1 : 0) : match.start + inTheWay
    match = search.after(next)
  }
}
