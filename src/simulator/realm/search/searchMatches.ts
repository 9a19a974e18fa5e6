import type { NarrowTerm } from '../../../protocol/index.js'
import { escapeRegExp } from '../../../values.js'
import { topicShown } from '../channels/topics.js'
import type { StoredMessage } from '../state.js'
import type { World } from '../world.js'
import { termOf } from './narrow.js'

/** What of a message was searched for, marked in its HTML. */
export interface SearchMatch {
  readonly match_content: string
  readonly match_subject: string
}

/** The words that a listing's conditions search for; a phrase in quotes is one. */
export function wordsSearched(terms: readonly NarrowTerm[]): readonly string[] {
  return terms
    .map(termOf)
    .filter(({ operator, negated }) => operator === 'search' && !negated)
    .flatMap(({ operand }) => String(operand).match(/"[^"]+"|\S+/g) ?? [])
    .map((word) => word.replace(/^"(.+)"$/s, '$1'))
}

/** Content and topic of a message with these words marked. */
export function searchMatch(world: World, { rendered, place }: StoredMessage, words: readonly string[]): SearchMatch {
  const topic = place.kind === 'channel' ? topicShown(world, place.topic) : ''
  return { match_content: highlighted(rendered, words), match_subject: highlighted(escaped(topic), words) }
}

function highlighted(html: string, words: readonly string[]): string {
  if (words.length === 0) return html
  const longestFirst = words.map(escaped).sort((one, other) => other.length - one.length)
  const searched = longestFirst.map(escapeRegExp).join('|')
  // What is in a tag, or is a whole character reference, is left as it is.
  const parts = new RegExp(`(<[^>]*>)|(${searched})|(&\\w+;)`, 'gi')
  return html.replace(parts, (part, _tag, word) =>
    word === undefined ? part : `<span class="highlight">${part}</span>`,
  )
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character] ?? character)
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
