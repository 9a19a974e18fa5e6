import type { NarrowTerm } from '../../../protocol/index.js'
import { displayedTopic } from '../conversations/topics.js'
import { escapeHtml } from '../markdown/element.js'
import type { StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'
import { termOf } from './narrow.js'
import { lexemesIn, searchTokensIn } from './words.js'

export interface SearchMatch {
  readonly match_content: string
  readonly match_subject: string
}

/** The lexemes searched for. */
export function lexemesSearched(terms: readonly NarrowTerm[]): ReadonlySet<string> {
  const searches = terms.map(termOf).filter(({ operator, negated }) => operator === 'search' && !negated)
  return lexemesIn(searches.map(({ operand }) => String(operand)).join(' '))
}

/** Content and topic of a message with the words searched for highlighted. */
export function searchMatch(
  world: World,
  { rendered_content, place }: StoredMessage,
  searched: ReadonlySet<string>,
): SearchMatch {
  const topic = place.kind === 'channel' ? displayedTopic(world, place.topic) : ''
  return {
    match_content: highlighted(rendered_content, searched),
    match_subject: highlighted(escapeHtml(topic), searched),
  }
}

function highlighted(html: string, searched: ReadonlySet<string>): string {
  let marked = ''
  let from = 0
  for (const { start, end, lexemes } of searchTokensIn(html)) {
    // The parts of a word with hyphens follow the whole of it.
    if (start < from || !lexemes.some((lexeme) => searched.has(lexeme))) continue
    marked += `${html.slice(from, start)}<span class="highlight">${html.slice(start, end)}</span>`
    from = end
  }
  return marked + html.slice(from)
}
