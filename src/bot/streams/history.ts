import { isRefused } from '../../client/errors/exchangeErrors.js'
import { codePoints, type Message, type Notification, type Params } from '../../protocol/index.js'
import {
  checkOptions,
  decodeEntities,
  findMentions,
  type OptionNames,
  ownWords,
  quoteBlocks,
  readAttribution,
  withoutMentionsOf,
} from '../../text/index.js'
import { type AttachedFile, attachmentsIn } from '../arguments/attachments.js'
import { HandlerError } from '../base/errors.js'
import { described, errorFields } from '../base/log.js'
import type { Context } from '../context/context.js'
import { runOf } from '../conversation/deliveryContext.js'
import { peopleBeside } from '../delivery/place.js'

export interface HistoryOptions {
  /** The most messages. (default: 50) */
  readonly limit?: number
  /** Only messages before this ID. (default: up to and including the current message) */
  readonly before?: number
  /** The most characters in all; the oldest messages are left out, and the newest is cut. (default: 16,000) */
  readonly characters?: number
}

const historyOptions: OptionNames<HistoryOptions> = { limit: true, before: true, characters: true }

/** A message of a conversation. */
export interface HistoryMessage {
  /** Whether it is from the bot or from somebody else. */
  readonly role: 'user' | 'bot'
  readonly name: string
  /**
   * Without the bot's own mention and HTML entities. Other mentions are written `@Name`, and quotes as lines with `> ` and the
   * author's name.
   */
  readonly text: string
  /** The files that it links to, except in code and in a quotation above. */
  readonly attachments: readonly AttachedFile[]
  /** UNIX milliseconds. */
  readonly at: number
}

/**
 * The messages so far in the conversation of a message, oldest first: its topic or its direct conversation. Apart from the
 * message itself, messages that the bot may not read are missing: those in a private channel that it isn't in, and direct
 * messages to a bot that is called by a webhook.
 *
 * @throws {HandlerError} with the code `invalid_history` for invalid options.
 * @throws the client's errors if the server can't be reached or fails.
 * @example const messages = await history(ctx, { limit: 20 })
 */
export async function history(ctx: Context, options: HistoryOptions = {}): Promise<HistoryMessage[]> {
  const { limit, before, characters } = checked(options)
  const own = before === undefined ? [said(ctx, ctx.message)] : []
  const earlier = limit > own.length ? await messagesBefore(ctx, before ?? ctx.message.id, limit - own.length) : []
  const all = [...earlier.map((message) => said(ctx, message)).filter(({ text }) => text !== ''), ...own]
  return withinBudget(all, characters)
}

type Narrow = NonNullable<Params<'messages.list'>['narrow']>

/** The conversation of a message, by the older names of operators, which servers of every level know. */
export function narrowOf({ message, bot_email }: Pick<Notification, 'message' | 'bot_email'>): Narrow {
  if (message.type === 'stream') return topicNarrow(message.stream_id, message.subject)
  return directNarrow(peopleBeside(message, bot_email))
}

export const topicNarrow = (channel: number, name: string): Narrow => [
  { operator: 'stream', operand: channel },
  { operator: 'topic', operand: name },
]

export const directNarrow = (people: readonly number[]): Narrow => [{ operator: 'pm-with', operand: [...people] }]

async function messagesBefore(ctx: Context, anchor: number, count: number): Promise<readonly Message[]> {
  const { message, bot, client, log, signal } = ctx
  try {
    // Unlike `ctx.place`, it throws if the server doesn't say: that isn't an empty history.
    const where = (await runOf(ctx)?.delivery.place()) ?? { to: [message.sender_id] }
    if (message.type === 'stream' && !('channel' in where)) return []
    const isTopic = 'channel' in where
    const narrow = isTopic
      ? topicNarrow(Number(where.channel), where.topic)
      : narrowOf({ message, bot_email: bot.email })
    const params = { anchor, num_before: count, num_after: 0, narrow, apply_markdown: false }
    const { messages } = await client.messages.list(params, { signal })
    return messages.filter(({ id }) => id < anchor).sort((one, other) => one.id - other.id)
  } catch (error) {
    if (!isRefused(error)) throw error
    log.debug(errorFields(error), 'The bot may not read the earlier messages')
    return []
  }
}

function said(ctx: Context, message: Message): HistoryMessage {
  const { bot } = ctx
  const isOwn = message.sender_email.toLowerCase() === bot.email.toLowerCase()
  const named = bot.name === undefined ? {} : { name: bot.name }
  const spoken = isOwn ? message.content : withoutMentionsOf(message.content, named)
  return {
    role: isOwn ? 'bot' : 'user',
    name: message.sender_full_name,
    text: decodeEntities(withNames(withQuotes(spoken))).trim(),
    attachments: message.content.includes('/user_uploads/')
      ? attachmentsIn(ownWords(message.content, { bot: named }).text, ctx.client, () => ctx.signal)
      : [],
    at: (message.timestamp ?? 0) * 1_000,
  }
}

/** Quotations as lines with `> `, with the author's name in place of the line above. */
function withQuotes(text: string): string {
  let written = ''
  let from = 0
  for (const { start, end, text: quoted } of quoteBlocks(text)) {
    const lineAbove = Math.max(from, text.lastIndexOf('\n', start - 2) + 1)
    const said = readAttribution(text.slice(lineAbove, start))
    const spoken = said?.sender.name === undefined ? quoted : `${said.sender.name}: ${quoted}`
    written += text.slice(from, said === undefined ? start : lineAbove + said.at) + spoken.replace(/^/gm, '> ')
    from = end
  }
  return written + text.slice(from)
}

function withNames(text: string): string {
  const named = findMentions(text).filter(({ name }) => name !== '')
  return named.reduceRight((all, { start, end, name }) => `${all.slice(0, start)}@${name}${all.slice(end)}`, text)
}

function withinBudget(messages: readonly HistoryMessage[], characters: number): HistoryMessage[] {
  const kept: HistoryMessage[] = []
  let left = characters
  for (const message of messages.toReversed()) {
    const length = codePoints(message.text)
    if (length > left && kept.length > 0) break
    kept.unshift(length > left ? { ...message, text: [...message.text].slice(0, left).join('') } : message)
    left -= length
    if (left <= 0) break
  }
  return kept
}

function checked(options: HistoryOptions): { limit: number; before: number | undefined; characters: number } {
  checkOptions('history', options, historyOptions)
  const { limit = 50, before, characters = 16_000 } = options
  for (const [name, value, most] of [
    ['limit', limit, 5_000],
    ['characters', characters, Number.MAX_SAFE_INTEGER],
    ['before', before ?? 1, Number.MAX_SAFE_INTEGER],
  ] as const) {
    if (Number.isSafeInteger(value) && value >= 1 && value <= most) continue
    throw invalid(
      `has \`${name}\` ${described(value)}`,
      `Give a whole number from 1${name === 'limit' ? ' to 5,000' : ''}`,
    )
  }
  return { limit, before, characters }
}

function invalid(problem: string, advice: string): HandlerError {
  return new HandlerError('invalid_history', `A history can't be read: it ${problem}. ${advice}.`)
}
