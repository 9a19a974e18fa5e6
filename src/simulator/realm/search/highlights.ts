import type { NarrowTerm } from '../../../protocol/index.js'
import { escapeRegExp } from '../../../values.js'
import { displayedTopic } from '../conversations/topics.js'
import { escapeHtml } from '../markdown/element.js'
import type { StoredMessage } from '../world/state.js'
import type { World } from '../world/world.js'
import { termOf } from './narrow.js'

export interface SearchMatch {
  readonly match_content: string
  readonly match_subject: string
}

/** The words searched for; a quoted phrase counts as one. */
export function wordsSearched(terms: readonly NarrowTerm[]): readonly string[] {
  return terms
    .map(termOf)
    .filter(({ operator, negated }) => operator === 'search' && !negated)
    .flatMap(({ operand }) => String(operand).match(/"[^"]+"|\S+/g) ?? [])
    .map((word) => word.replace(/^"(.+)"$/s, '$1'))
}

/** Content and topic of a message with these words highlighted. */
export function searchMatch(
  world: World,
  { rendered_content, place }: StoredMessage,
  words: readonly string[],
): SearchMatch {
  const topic = place.kind === 'channel' ? displayedTopic(world, place.topic) : ''
  return { match_content: highlighted(rendered_content, words), match_subject: highlighted(escapeHtml(topic), words) }
}

function highlighted(html: string, words: readonly string[]): string {
  if (words.length === 0) return html
  const longestFirst = words.map(escapeHtml).sort((one, other) => other.length - one.length)
  const searched = longestFirst.map(escapeRegExp).join('|')
  // Tags and character references stay as they are.
  const parts = new RegExp(`(<[^>]*>)|(${searched})|(&\\w+;)`, 'gi')
  return html.replace(parts, (part, _tag, word) =>
    word === undefined ? part : `<span class="highlight">${part}</span>`,
  )
}
