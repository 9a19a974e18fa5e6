import { ApiError } from '../../client/index.js'
import { codePoints, type Message, type Notification, type Params } from '../../protocol/index.js'
import { findMentions, type OptionNames, unknownOption, withoutMentionsOf } from '../../text/index.js'
import type { Context } from '../context.js'
import { HandlerError } from '../errors.js'
import { described, errorFields } from '../log.js'

export interface HistoryOptions {
  /** Messages at most. (default: 50) */
  readonly limit?: number
  /** The ID of the message before which it ends. (default: it ends with the message that came) */
  readonly before?: number
  /** Characters of all texts at most; the oldest messages are left out, and the newest is cut. (default: 16,000) */
  readonly characters?: number
}

const historyOptions: OptionNames<HistoryOptions> = { limit: true, before: true, characters: true }

/** What somebody said in a conversation. */
export interface HistoryMessage {
  /** Whether the bot said it, or anybody else. */
  readonly role: 'user' | 'bot'
  readonly name: string
  /**
   * Without the bot's own mention. Other mentions are `@Name`, and what was quoted stands behind `> `, with the name of
   * who said it.
   */
  readonly text: string
  /** UNIX milliseconds. */
  readonly at: number
}

/**
 * What was said so far in the conversation that a message belongs to, the oldest first: in its topic, or by everybody in
 * its direct conversation. What the bot may not read is missing, but for that message: everything in a private channel that
 * it isn't in, and what people say directly to a bot that is called by a webhook.
 *
 * @throws {HandlerError} with the code `invalid_history` for options that can't be used.
 * @throws the client's errors for a server that can't be asked now.
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

/** Where a message was, as a server of any level finds it: the operators have their older names. */
export function narrowOf({ message, bot_email }: Pick<Notification, 'message' | 'bot_email'>): Narrow {
  if (message.type === 'stream') return topicNarrow(message.stream_id, message.subject)
  const others = message.display_recipient.filter(({ email }) => email.toLowerCase() !== bot_email.toLowerCase())
  return directNarrow(others.length > 0 ? others.map(({ id }) => id) : [message.sender_id])
}

export const topicNarrow = (channel: number, name: string): Narrow => [
  { operator: 'stream', operand: channel },
  { operator: 'topic', operand: name },
]

export const directNarrow = (people: readonly number[]): Narrow => [{ operator: 'pm-with', operand: [...people] }]

async function messagesBefore(ctx: Context, anchor: number, count: number): Promise<readonly Message[]> {
  const { message, bot, client, log, signal } = ctx
  const narrow = narrowOf({ message, bot_email: bot.email })
  try {
    const params = { anchor, num_before: count, num_after: 0, narrow, apply_markdown: false }
    const { messages } = await client.messages.list(params, { signal })
    return messages.filter(({ id }) => id < anchor).sort((one, other) => one.id - other.id)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error
    log.debug(errorFields(error), 'The bot may not read the earlier messages')
    return []
  }
}

function said({ bot }: Context, message: Message): HistoryMessage {
  const isOwn = message.sender_email.toLowerCase() === bot.email.toLowerCase()
  const spoken = isOwn
    ? message.content
    : withoutMentionsOf(message.content, bot.name === undefined ? {} : { name: bot.name })
  return {
    role: isOwn ? 'bot' : 'user',
    name: message.sender_full_name,
    text: withNames(withQuotes(spoken)).trim(),
    at: (message.timestamp ?? 0) * 1_000,
  }
}

/** Somebody's message as apps quote it, with who said it, or a quotation without. */
const quotation =
  /(?:@_?\*\*([^*|\n]+)(?:\|\d+)?\*\*[ \t]+\[[^\]\n]*\]\([^)\n]*\):[ \t]*\n)?^(`{3,}|~{3,})quote[ \t]*\n([\s\S]*?)\n?^\2[ \t]*$/gm

function withQuotes(text: string): string {
  return text.replace(quotation, (_, name: string | undefined, __, quoted: string) => {
    const spoken = name === undefined ? quoted : `${name}: ${quoted}`
    return spoken.replace(/^/gm, '> ')
  })
}

function withNames(text: string): string {
  let named = ''
  let from = 0
  for (const { start, end, name } of findMentions(text)) {
    if (name === '') continue
    named += `${text.slice(from, start)}@${name}`
    from = end
  }
  return named + text.slice(from)
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
  const unknown = unknownOption(options, historyOptions)
  if (unknown) throw invalid(`has no option \`${unknown.name}\``, unknown.advice.replace(/\.$/, ''))
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
