import { sendable } from '../sendable.js'

/** An emoji by name; no emoji's name is a number of two digits, as in times of day. */
const emojiName = /:(?!\d\d?:)(?=[\p{L}\p{N}_+-]+:)/u

const formula = /\$(?=\$)|(?<=\$)\$/

/** Signs that begin or end something inside a line. As few as possible are replaced, since people also read the source. */
const inLine = [
  /&(?=(?:#\d+|#[xX][\da-fA-F]+|[\da-zA-Z]+);)/, // an entity
  /`/, // code, or a fence
  /(?<! )\*|\*(?! )/, // bold, italics, mentions and links to channels; not the product `2 * 3`
  /~(?=~)|(?<=~)~/, // strike-through, or a fence
  /<(?=time:)/,
  /(?<=\])\(|\]$/, // a link, even if a bracket follows the text
  /\\$/, // it would keep code from beginning after the text
]

/** Signs with a meaning at the start of a line or message. */
const atStart = [
  /^#(?=#{0,5}(?: |$))/, // a heading
  /^>/, // a quotation
  /^[+-](?= |$)/, // a list
  /\.(?<=^\p{Nd}+\.)(?= |$)/u, // a numbered list
  /^[-_=|:](?=[-_=|: ]*$)/, // a rule, or the line below a table's head
  /^\/(?=me(?: |$)|poll|todo)/, // a command
]

const signAtStart = anyOf(atStart, 'u')

const named = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }))

/**
 * Escapes text so that it appears literally, on one line: nothing in it becomes bold, a mention, a link with a different text, an
 * emoji by name, or the start of a list. Signs with a meaning become HTML entities, such as `&#42;`, of five or six characters,
 * since the server's Markdown has no backslash escapes. Visible URLs still become links, unless a sign in them was replaced; so
 * do matches of the organisation's linkifiers, which only formatting as code prevents.
 */
export const escaped = escaping()

/** Escapes the text of a link, which it also can't end. */
export const escapedInLink = escaping(/[[\]]/)

/** Escapes the text of a table cell, which it also can't end. */
export const escapedInCell = escaping(/\|/)

/** Escapes the title of a spoiler, where a single tilde would undo the spoiler. */
export const escapedInTitle = escaping(/~/)

const insideAll = escapingInside(emojiName, formula)

/**
 * Escapes text for the middle of a line, such as between two of your own signs: spaces and line breaks stay as they are, and so
 * do signs that mean something only at the start of a line.
 */
export function escapedInline(text: string): string {
  return insideAll(sendable(text))
}

/** Escapes text that was Markdown once: names of emoji and formulas keep their meaning. */
export const escapedProse = escapingInside()

/** Escapes a sign at the start of a line that would make it something else than a paragraph. */
export function escapedAtStart(line: string): string {
  return line.replace(signAtStart, entityFor)
}

export function escapedLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(escaped)
    .join('\n')
}

/** Returns a function that escapes text on one line, with further signs that have a meaning at its place. */
function escaping(...further: readonly RegExp[]): (text: string) => string {
  const inside = escapingInside(emojiName, formula, ...further)
  return (text) => escapedAtStart(inside(sendable(text.replace(/[\s\p{Cc}]+/gu, ' ')).trim()))
}

function escapingInside(...further: readonly RegExp[]): (text: string) => string {
  const signs = anyOf([...inLine, ...further], 'gu')
  return (text) => text.replace(signs, entityFor).replace(/\S+/g, withoutHalfLink)
}

function anyOf(patterns: readonly RegExp[], flags: string): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags)
}

/** An automatic link would end inside an entity. Without slashes, a word with entities is no link. */
function withoutHalfLink(word: string): string {
  return /&(?:amp|lt|#\d+);/.test(word) ? word.replaceAll('/', entityFor) : word
}

function entityFor(sign: string): string {
  return named.get(sign) ?? `&#${sign.charCodeAt(0)};`
}
