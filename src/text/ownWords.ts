import type { Span } from './blocks.js'
import {
  addressSignLength,
  findMentions,
  isMentionOf,
  type Mention,
  type Mentioned,
  withBrackets,
  withoutSpans,
} from './mentions.js'
import { type Attribution, quoteBlocks, readAttribution } from './quotations.js'

/** A message that the sender quoted above their own words, as apps do for "Quote message". People can also write it by hand. */
export interface Quoted {
  /** Who wrote it, as the quotation says; undefined if it doesn't say. */
  readonly sender: { readonly id: number | undefined; readonly name: string | undefined } | undefined
  /** Undefined if the quotation has no link to the message. */
  readonly messageId: number | undefined
  /** The quoted part of the message, as Markdown. */
  readonly text: string
}

/** A message to a bot, taken apart. */
export interface OwnWords {
  /** Without the mentions that called the bot, and without what was quoted above. */
  readonly text: string
  /** What was quoted above: of several messages the last. */
  readonly quoted: Quoted | undefined
  /** Undefined if no mention called the bot. */
  readonly calledBy: 'name' | 'group' | 'wildcard' | undefined
}

export interface OwnWordsOptions {
  readonly bot: Mentioned
  /** Whether the server says that the bot was mentioned: if not by name, then by a group or with everybody. (default: false) */
  readonly isMentioned?: boolean
  /** The text's mentions, if they are already known. */
  readonly mentions?: readonly Mention[]
}

/**
 * Separates the sender's own words in a message to a bot from its head: mentions of those whom the message addresses, and
 * quotations, in any order. Mentions of others are part of the head only before the bot's own. Whatever comes after the head
 * stays in the text, quotations too, except mentions that called the bot.
 *
 * Which groups the bot is in isn't known. So if its name isn't mentioned, the groups in the head called it, or else all.
 */
export function ownWords(markdown: string, options: OwnWordsOptions): OwnWords {
  const { bot, isMentioned = false } = options
  const mentions = withBrackets(markdown, options.mentions ?? findMentions(markdown))
  const { calledBy, callers } = callIn(mentions, bot, isMentioned)
  const head = readHead(markdown, mentions, callers)
  const further = calledBy !== 'name' && head.calls > 0 ? [] : callers.slice(head.calls)
  return { text: withoutSpans(markdown, further, head.end), quoted: head.quoted, calledBy }
}

function callIn(mentions: readonly Mention[], bot: Mentioned, isMentioned: boolean) {
  const named = mentions.filter((mention) => !mention.silent && isMentionOf(mention, bot))
  if (named.length > 0) return { calledBy: 'name', callers: named } as const
  const several = isMentioned ? mentions.filter(({ silent, kind }) => !silent && kind !== 'account') : []
  if (several.length === 0) return { calledBy: undefined, callers: several } as const
  const isWildcard = several.some(({ kind }) => kind === 'wildcard')
  return { calledBy: isWildcard ? 'wildcard' : 'group', callers: several } as const
}

interface Head {
  readonly end: number
  readonly quoted: Quoted | undefined
  /** The number of mentions in it that called the bot. */
  readonly calls: number
}

/** @param callers Those of the mentions that called the bot. */
function readHead(markdown: string, mentions: readonly Mention[], callers: readonly Span[]): Head {
  const blocks = quoteBlocks(markdown)
  let head: Head = { end: 0, quoted: undefined, calls: 0 }
  let { quoted } = head
  let hasOthers = false
  let nextMention = 0
  let nextBlock = 0
  for (let at = nonBlank(markdown, 0); ; at = nonBlank(markdown, at)) {
    while ((mentions[nextMention]?.start ?? at) < at) nextMention += 1
    const mention = mentions[nextMention]
    const isCaller = mention !== undefined && mention === callers[head.calls]
    if (mention?.start === at && !mention.silent && (isCaller || head.calls === 0)) {
      at = mention.end + addressSignLength(markdown, mention.end)
      if (isCaller) head = { end: at, quoted, calls: head.calls + 1 }
      else hasOthers = true
      continue
    }
    const block = blocks[nextBlock]
    const said = block && attributionAt(markdown, at, block.start)
    if (block === undefined || (block.start !== at && said === undefined)) return head
    nextBlock += 1
    at = block.end
    quoted = withBlock(quoted, said, block.text)
    if (!hasOthers || head.calls > 0) head = { ...head, end: at, quoted }
  }
}

function withBlock(before: Quoted | undefined, said: Attribution | undefined, text: string): Quoted {
  // Apps name the author once for several messages in a row.
  if (said === undefined && before !== undefined) return { ...before, text: `${before.text}\n\n${text}` }
  return { sender: said?.sender, messageId: said?.messageId, text }
}

/** Reads the line right above a block, if that line begins here. */
function attributionAt(markdown: string, at: number, block: number): Attribution | undefined {
  if (at >= block || markdown.indexOf('\n', at) !== block - 1) return undefined
  const found = readAttribution(markdown.slice(at, block))
  return found?.at === 0 ? found : undefined
}

function nonBlank(text: string, from: number): number {
  space.lastIndex = from
  return space.test(text) ? space.lastIndex : from
}

const space = /\s+/y
