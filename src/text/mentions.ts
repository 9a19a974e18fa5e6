import { type Container, codeSpans, hasQuoteFence, readBlocks, type Span } from './blocks.js'

/**
 * A mention as written in a message: of an account (`@**Name**`, `@**Name|id**` or `@**|id**`), of everybody (`@**all**`), or of a
 * group (`@*name*`).
 */
export interface Mention extends Span {
  readonly kind: 'account' | 'group' | 'wildcard'
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

/** Finds the mentions in a Markdown text, in order. Code has no mentions, and mentions inside a quote are silent. @example findMentions(content) */
export function findMentions(markdown: string): Mention[] {
  const found: Mention[] = []
  for (let at = markdown.indexOf('@'); at !== -1; at = markdown.indexOf('@', at + 1)) {
    mentionPattern.lastIndex = at
    const [whole, silent, account, group = ''] = mentionPattern.exec(markdown) ?? []
    if (whole === undefined) continue
    const named = account === undefined ? { kind: 'group' as const, name: group } : accountOrWildcard(account)
    found.push({ start: at, end: at + whole.length, silent: silent === '_', ...named })
    at += whole.length - 1
  }
  if (found.length === 0) return found
  const code = codeSpans(markdown)
  const quoted = quotedLines(markdown)
  if (code.length === 0 && quoted.length === 0) return found
  const inCode = spanFinder(code)
  const inQuote = spanFinder(quoted)
  return found.flatMap((mention) => {
    if (inCode(mention)) return []
    return inQuote(mention) ? { ...mention, silent: true } : mention
  })
}

/** Lines inside a quote, whether it is marked by `>` or by a fence. */
function quotedLines(markdown: string): Span[] {
  if (!markdown.includes('>') && !hasQuoteFence(markdown)) return []
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
  if (mention.kind === 'group') return false
  if (mention.id === undefined) return mention.name.toLowerCase() === name?.toLowerCase()
  if (mention.name === '') return mention.id === id
  return mention.name === name && (id === undefined || mention.id === id)
}

/** After white space, an opening bracket, a quotation mark or a slash, or at the start of the text. */
const mentionPattern = /(?<![^\s'"({[/<])@(_?)\*(?:\*([^*]+)\*\*|([^*@\n]+)\*)/y

function accountOrWildcard(inner: string): Pick<Mention, 'kind' | 'name' | 'id'> {
  return wildcards.has(inner) ? { kind: 'wildcard', name: inner } : { kind: 'account', ...nameOrId(inner) }
}

/** The names that mention everybody in a channel or topic. */
export const wildcards: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream', 'topic'])

/** Reads what stands between the stars of a mention. */
export function nameOrId(inner: string): { readonly name: string; readonly id?: number } {
  const [, name, id] = nameAndId.exec(inner) ?? []
  return id === undefined ? { name: inner } : { name: name ?? '', id: Number(id) }
}

const nameAndId = /^(.*)\|(\d+)$/s

/**
 * Removes the mentions of one account, with the signs that belong to them: `@**Echo** - say hi` becomes `say hi`, and
 * `Thanks, @**Echo** 👍` becomes `Thanks`. Keeps silent mentions, quotes and code, and signs that are all the text. Also removes
 * leading blank lines and trailing white space, but keeps the indentation of leading code.
 *
 * @param mentions The text's mentions, if they are already known.
 * @example withoutMentionsOf(content, { name: 'Echo' })
 */
export function withoutMentionsOf(
  markdown: string,
  who: Mentioned,
  mentions: readonly Mention[] = findMentions(markdown),
): string {
  const own = mentions.filter((mention) => !mention.silent && isMentionOf(mention, who))
  return withoutSpans(markdown, withBrackets(markdown, own))
}

/** Mentions with the brackets or quotation marks around them, if nothing else is in these. */
export function withBrackets<Part extends Span>(markdown: string, mentions: readonly Part[]): readonly Part[] {
  return mentions.map((mention) => {
    const { start, end } = mention
    const isWrapped = start > 0 && brackets.has(`${markdown[start - 1]}${markdown[end]}`) && markdown[end + 1] !== '('
    return isWrapped ? { ...mention, start: start - 1, end: end + 1 } : mention
  })
}

const brackets: ReadonlySet<string> = new Set(['()', '[]', '{}', '<>', '""', "''"])

/** Removes mentions in the same way. @param begin Where the text begins. */
export function withoutSpans(markdown: string, mentions: readonly Span[], begin = 0): string {
  const pieces: string[] = []
  let from = begin + (begin > 0 ? length(blanks, markdown, begin) : 0)
  const { count, end: last, question } = beforeLastSigns(markdown, mentions, from)
  let isFirst = true
  for (const mention of mentions.slice(0, count)) {
    const before = markdown.slice(from, mention.start)
    isFirst &&= onlySigns.test(before)
    const closesUp = !isFirst && has(endOfPhrase, markdown, mention.end)
    let end = closesUp ? wordEnd(before) : before.length
    // The comma belongs to the mention: `status, @**Echo**` is `status`.
    if (closesUp && before[end - 1] === ',' && has(signOrEnd, markdown, mention.end)) end -= 1
    const piece = before.slice(0, end)
    if (piece !== '') pieces.push(piece)
    from = mention.end
    if (isFirst) from += addressSignLength(markdown, from)
    if (blankAtEnd.test(pieces.at(-1)?.slice(-1) ?? '')) from += length(blanks, markdown, from)
  }
  return tidy(pieces.join('') + markdown.slice(from, last) + question)
}

/** How many mentions stand before the text's end, which is before the mentions that only signs follow, if anything is. */
function beforeLastSigns(markdown: string, mentions: readonly Span[], begin: number) {
  let count = mentions.length
  let end = markdown.length
  for (let mention = mentions[count - 1]; mention; mention = mentions[count - 1]) {
    if (!onlySigns.test(markdown.slice(mention.end, end))) break
    end = mention.start
    count -= 1
  }
  const text = markdown.slice(begin, end)
  if (count === mentions.length || text.trim() === '') {
    return { count: mentions.length, end: markdown.length, question: '' }
  }
  const word = wordEnd(text)
  const question = text.endsWith('\n') ? '' : (/[?？؟]/.exec(markdown.slice(end))?.[0] ?? '')
  return { count, end: begin + word - separatorLength(text, word), question }
}

/** The length of a comma, or of a dash after a blank, at the end of a text. */
function separatorLength(text: string, end: number): number {
  let at = end
  while (/[\p{Pd}>|]/u.test(text[at - 1] ?? '')) at -= 1
  const words = wordEnd(text.slice(0, at))
  if (at < end && words < at) return end - words
  return /[,،，、]/.test(text[end - 1] ?? '') ? 1 : 0
}

/** The length of the signs after a mention that begins a text: not of those which are all the text. */
export function addressSignLength(text: string, at: number): number {
  const signs = has(markersOfLines, text, at) ? 0 : length(addressSigns, text, at)
  return has(toEnd, text, at + signs) ? length(addressSign, text, at) : signs
}

const sign = String.raw`\p{Term}…‥・·•~～\p{Pd}−>|→⇒`
const wideSign = '，、；：。！？，،؛؟'
const blankAtEnd = /^$|\s$/
const endOfPhrase = /[\p{Term}…]*(?:\s|$)/uy
const signOrEnd = /\p{Term}|\s*$/uy
const toEnd = /\s*$/y
const addressSign = /[,:;](?=\s|$)/y
/** A sign in front of a word is that word's, as in `-3` and `.env`, unless nothing else can stand in front of the sign. */
const addressSigns = new RegExp(
  String.raw`(?:[^\S\n]|[\p{DI}${sign}])*[${sign}](?=\s|$)|[ \t]*[${wideSign}]+|,|[:;](?!-?[()]|[DPp]\b|[\w+-]{1,60}:)|[\p{Pd}…](?=\p{L})`,
  'uy',
)
/** Perhaps the first line of a list, quotation, table or fence. */
const markersOfLines = /[ \t]*(?:~~~|[->|•][ \t](?:[^\n]{0,999}\n\s*\S|[^\n]{1000}))/y
const emoji = String.raw`:[\w+-]{1,60}:|[:;=]-?[()DPp]|[\p{ExtPict}\p{EMod}\p{RI}\u20e3\ufe0f\u200d]`
const onlySigns = new RegExp(String.raw`^\s*(?:${emoji}|[ \t${sign}])*\s*$`, 'u')
const blanks = /[ \t]+/y

function length(pattern: RegExp, text: string, at: number): number {
  return has(pattern, text, at) ? pattern.lastIndex - at : 0
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
  const body = text.replace(blankLines, '').trimEnd()
  return indentation.test(body) ? body : body.trimStart()
}

const blankLines = /^(?:[ \t]*\r?\n)+/
const indentation = /^(?: {4}| {0,3}\t)/
