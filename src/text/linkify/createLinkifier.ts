import type { Linkifier } from '../../protocol/index.js'
import type { PatternMatch } from './pattern.js'
import {
  type Forward,
  fillReverseTemplate,
  type LinkifierProblem,
  type Reverse,
  readLinkifier,
} from './readLinkifier.js'
import { readUrl } from './readUrl.js'
import { runsAProgram } from './uri.js'
import { expandUrl } from './urlTemplate.js'

/** An organisation's linkifiers, compiled. */
export interface LinkifierEngine {
  /**
   * The links of a text, by linkifier, and those of one linkifier by place. None overlap: what one linkifier has taken,
   * no later one gets. A match follows the start, white space or one of `' " ( , : <`, and no letter or digit follows
   * it. A URL that would run a program is left out. The text is taken as it is, so code in Markdown is not spared.
   */
  find(text: string): readonly FoundLink[]
  /** The links of a topic in the order in which they stand there. @see spec 6.1 `topic_links` */
  topicLinks(topic: string): readonly { readonly text: string; readonly url: string }[]
  /**
   * The text that stands for a URL: of the first linkifier that has a `reverse_template` and one of whose URL templates
   * makes this URL. Undefined where there is none, or where the text would not link back.
   */
  reverse(url: string): string | undefined
  /** What is wrong with the linkifiers. The engine works without those that are skipped. */
  readonly problems: readonly EngineProblem[]
}

export interface EngineProblem extends LinkifierProblem {
  /** Of the linkifier. */
  readonly id: number
  /** Whether the linkifier can't work at all; otherwise only what the problem is about doesn't, if anything. */
  readonly skipped: boolean
}

/**
 * Makes linkifiers work, in the order in which they are given: that of `GET /realm/linkifiers`. Patterns have RE2's
 * syntax and take time in proportion to the text. A malformed linkifier is skipped and reported, never thrown.
 *
 * @example createLinkifier((await client.linkifiers.list()).linkifiers).find('see #12')
 *   // [{ text: '#12', url: 'https://tracker.example.com/issue/12', start: 4, end: 7, id: 1 }]
 * @see spec 2.7
 */
export function createLinkifier(linkifiers: readonly Linkifier[]): LinkifierEngine {
  const read = linkifiers.map((linkifier) => ({ id: linkifier.id, ...readLinkifier(linkifier) }))
  const working = read.flatMap(({ id, forward, reverse }) => (forward ? [{ id, ...forward, reverse }] : []))
  const find = (text: string) => findLinks(working, text)
  return {
    find,
    topicLinks: (topic) =>
      find(topic)
        .sort((one, other) => one.start - other.start)
        .map(({ text, url }) => ({ text, url })),
    reverse: (url) => {
      for (const linkifier of working) {
        const text = linkifier.reverse && textFor(url, linkifier, linkifier.reverse)
        if (text !== undefined && linksAsAWhole(find(text), text, linkifier)) return text
      }
      return undefined
    },
    problems: read.flatMap(({ id, forward, problems }) =>
      problems.map((problem) => ({ ...problem, id, skipped: forward === undefined })),
    ),
  }
}

/** The text of which the linkifier makes the URL, by one of its templates. */
function textFor(url: string, { pattern }: WorkingLinkifier, { urls, text: template }: Reverse): string | undefined {
  for (const urlTemplate of urls) {
    const found = readUrl(urlTemplate, url, (values, makesTheUrl) => {
      const text = fillReverseTemplate(template, values)
      const match = pattern.searchIn(text).atStart()
      return match?.end === text.length && makesTheUrl(match.groups) ? text : undefined
    })
    if (found !== undefined) return found
  }
  return undefined
}

/** Another linkifier that comes before may take the text, or a part of it, and lead elsewhere. */
function linksAsAWhole(links: readonly FoundLink[], text: string, { id }: WorkingLinkifier): boolean {
  return links.some((link) => link.id === id && link.start === 0 && link.end === text.length)
}

/** A stretch of a text that a linkifier makes a link: `start` belongs to it, `end` does not, in UTF-16 units. */
export interface FoundLink {
  /** As it stands in the text. */
  readonly text: string
  readonly url: string
  readonly start: number
  readonly end: number
  /** Of the linkifier. */
  readonly id: number
}

interface WorkingLinkifier extends Forward {
  readonly id: number
}

/** All links of a text: those of the first linkifier, then those of the second in what is left, and so on. */
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

/** The matches of one pattern that take nothing of what others, or earlier ones of its own, have taken. */
function* freeMatches({ pattern }: Forward, text: string, taken: Uint8Array): Generator<PatternMatch> {
  const search = pattern.searchIn(text)
  let match = search.atStart() ?? search.after(0)
  for (let searches = 1; match; searches += 1) {
    const inTheWay = taken.subarray(match.start, match.end).lastIndexOf(1)
    const isFree = match.end > match.start && inTheWay === -1
    if (isFree) yield match
    if (searches >= search.most) return
    // The last sign of what is taken may be what separates the next match from it.
    const next = inTheWay === -1 ? match.end - (match.end > match.start ? 1 : 0) : match.start + inTheWay
    match = search.after(next)
  }
}
