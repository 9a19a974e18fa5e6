import { findMentions, isMentionOf, type Mention, type Mentioned } from './mentions.js'

/**
 * The text without the mentions of one account: `@**Echo**: say hi` is `say hi`, and
 * `Thanks @**Echo**!` is `Thanks!`. Silent mentions, quotes and code stay. Blank lines before the text and white space after it
 * go, too; the indentation of code that comes first does not.
 *
 * @param mentions The text's mentions, if they are known already.
 */
export function withoutMentionsOf(
  markdown: string,
  who: Mentioned,
  mentions: readonly Mention[] = findMentions(markdown),
): string {
  const pieces: string[] = []
  let isFirst = true
  let from = 0
  for (const mention of mentions) {
    if (mention.silent || !isMentionOf(mention, who)) continue
    const before = markdown.slice(from, mention.start)
    isFirst &&= before.trim() === ''
    const closesUp = !isFirst && has(endOfPhrase, markdown, mention.end)
    const piece = closesUp ? before.slice(0, wordEnd(before)) : before
    if (piece !== '') pieces.push(piece)
    from = mention.end
    if (isFirst) from += length(addressSign, markdown, from)
    if (/^$|\s$/.test(pieces.at(-1)?.slice(-1) ?? '')) from += length(blanks, markdown, from)
  }
  return tidy(pieces.join('') + markdown.slice(from))
}

const endOfPhrase = /[,.;:!?]?(?:\s|$)/y
const addressSign = /[,:](?=\s|$)/y
const blanks = /[ \t]+/y

function length(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

function has(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** Where the last word ends; the indentation of a line is not cut off. */
function wordEnd(text: string): number {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end -= 1
  return end === 0 || text[end - 1] === '\n' ? text.length : end
}

function tidy(text: string): string {
  const body = text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()
  return /^(?: {4}| {0,3}\t)/.test(body) ? body : body.trimStart()
}
