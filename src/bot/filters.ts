import { type ChannelMessage, type DirectMessage, olderDirectMessageTrigger, triggers } from '../protocol/index.js'
import type { Context, ContextOf } from './context.js'
import { BotSetupError } from './errors.js'

/** Which messages a handler is for, and what it knows of them by that. */
export interface FilterContexts {
  /** Messages in channels, whatever brought them. */
  readonly channel: ContextOf<ChannelMessage>
  /** Messages sent to one or more users directly. */
  readonly direct: ContextOf<DirectMessage>
  /** Direct messages to the bot and nobody else. */
  readonly 'direct:alone': ContextOf<DirectMessage>
  /** Direct messages to the bot and others. */
  readonly 'direct:group': ContextOf<DirectMessage>
  /** Messages that mention the bot. */
  readonly mention: Context
  /** Messages in channels that mention the bot. */
  readonly 'mention:channel': ContextOf<ChannelMessage>
}

/** A name of `FilterContexts`, or `trigger:` and the server's word for what brought the message. */
export type Filter = keyof FilterContexts | `trigger:${string}`

/** The context of a message that passed a filter. */
export type FilterContext<F extends Filter> = F extends keyof FilterContexts ? FilterContexts[F] : Context

/** @throws {BotSetupError} when there is no such filter. */
export function checkFilter(filter: Filter): void {
  if (Object.hasOwn(rules, filter) || /^trigger:./.test(filter)) return
  throw new BotSetupError(
    'invalid_filter',
    `There is no filter '${filter}'. Use one of ${Object.keys(rules).join(', ')}, or 'trigger:' and the server's word.`,
  )
}

/** Whether a message is of those that the filter lets through. */
export function passes(filter: Filter, ctx: Context): boolean {
  if (!isTrigger(filter)) return rules[filter](ctx)
  const word = filter.slice('trigger:'.length)
  return ctx.trigger === (word === olderDirectMessageTrigger ? triggers.directMessage : word)
}

const isTrigger = (filter: Filter): filter is `trigger:${string}` => filter.startsWith('trigger:')

const rules: { readonly [Name in keyof FilterContexts]: (ctx: Context) => boolean } = {
  channel: (ctx) => ctx.isChannelMessage(),
  direct: (ctx) => ctx.isDirectMessage(),
  'direct:alone': (ctx) => ctx.isDirectMessage() && ctx.message.display_recipient.length <= 2,
  'direct:group': (ctx) => ctx.isDirectMessage() && ctx.message.display_recipient.length > 2,
  mention: (ctx) => ctx.trigger === triggers.mention,
  'mention:channel': (ctx) => ctx.trigger === triggers.mention && ctx.isChannelMessage(),
}
