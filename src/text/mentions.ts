import { type Container, codeSpans, readBlocks, type Span } from './blocks.js'

/** A mention of a person or bot as written in a message: `@**Name**`, `@**Name|id**` or `@**|id**`. */
export interface Mention extends Span {
  /** Empty in the form `@**|id**`. */
  readonly name: string
  readonly id?: number
  /** Written with `@_`, or inside a quote: shown, but nobody is notified. */
  readonly silent: boolean
}

/** An account that a mention may refer to; unknown fields are left out. */
export interface Mentioned {
  readonly name?: string
  readonly id?: number
}

/**
 * Finds the mentions of people and bots in a Markdown text, in order. Code has no mentions, and mentions inside a quote are
 * silent.
 */
export function findMentions(markdown: string): Mention[] {
  const found: Mention[] = []
  for (let at = markdown.indexOf('@'); at !== -1; at = markdown.indexOf('@', at + 1)) {
    mentionPattern.lastIndex = at
    const [whole, silent, inner = ''] = mentionPattern.exec(markdown) ?? []
    if (whole === undefined) continue
    found.push({ start: at, end: at + whole.length, silent: silent === '_', ...nameOrId(inner) })
    at += whole.length - 1
  }
  if (found.length === 0) return found
  const inCode = spanFinder(codeSpans(markdown))
  const inQuote = spanFinder(quotedLines(markdown))
  return found.flatMap((mention) => {
    if (inCode(mention)) return []
    return inQuote(mention) ? { ...mention, silent: true } : mention
  })
}

/** Lines inside a quote, whether it is marked by `>` or by a fence. */
function quotedLines(markdown: string): Span[] {
  if (!/>|(?:```|~~~)[ \t]*quote/.test(markdown)) return []
  const isQuote = (one: Container) => one.kind === 'quote' || (one.kind === 'fenced' && one.isQuote)
  return readBlocks(markdown).lines.filter(({ containers }) => containers.some(isQuote))
}

/** Returns a function that says whether a mention overlaps one of the spans. Call it with the mentions in order. */
function spanFinder(spans: readonly Span[]): (mention: Span) => boolean {
  let nearest = 0
  return ({ start, end }) => {
    while (nearest < spans.length && (spans[nearest]?.end ?? 0) <= start) nearest += 1
    return (spans[nearest]?.start ?? end) < end
  }
}

/**
 * Whether the mention refers to this account, by the server's rules: the case of a name matters only if there is an ID, and an ID
 * without a name is enough. If the account's ID isn't known, the ID next to a name isn't checked.
 */
export function isMentionOf(mention: Mention, { name, id }: Mentioned): boolean {
  if (mention.id === undefined) return mention.name.toLowerCase() === name?.toLowerCase()
  if (mention.name === '') return mention.id === id
  return mention.name === name && (id === undefined || mention.id === id)
}

/** After white space, an opening bracket, a quotation mark or a slash, or at the start of the text. */
const mentionPattern = /(?<![^\s'"({[/<])@(_?)\*\*([^*]+)\*\*/y

function nameOrId(inner: string): { name: string; id?: number } {
  const [, name, id] = /^(.*)\|(\d+)$/s.exec(inner) ?? []
  return id === undefined ? { name: inner } : { name: name ?? '', id: Number(id) }
}

/**
 * Removes the mentions of one account: `@**Echo**: say hi` becomes `say hi`, and `Thanks @**Echo**!` becomes `Thanks!`. Keeps
 * silent mentions, quotes and code. Also removes leading blank lines and trailing white space, but keeps the indentation of
 * leading code.
 *
 * @param mentions The text's mentions, if they are already known.
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

/** The index where the last word ends; doesn't cut off the indentation of a line. */
function wordEnd(text: string): number {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end -= 1
  return end === 0 || text[end - 1] === '\n' ? text.length : end
}

function tidy(text: string): string {
  const body = text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()
  return /^(?: {4}| {0,3}\t)/.test(body) ? body : body.trimStart()
}
