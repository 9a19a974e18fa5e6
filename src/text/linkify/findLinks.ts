import { expandUrl } from './expandUrl.js'
import type { PatternMatch } from './pattern.js'
import type { Forward } from './readLinkifier.js'
import { runsAProgram } from './uri.js'

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

export interface WorkingLinkifier extends Forward {
  readonly id: number
}

/** All links of a text: those of the first linkifier, then those of the second in what is left, and so on. */
export function findLinks(linkifiers: readonly WorkingLinkifier[], text: string): FoundLink[] {
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
