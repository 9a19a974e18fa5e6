import {
  type ChannelMessage,
  type DirectMessage,
  type Notification,
  olderDirectMessageTrigger,
  triggers,
} from '../protocol/index.js'
import type { Args, Command } from './commands/command.js'
import {
  correction,
  helpReply,
  helpTopic,
  overviewFor,
  speechIn,
  suggestionFor,
  unknownHelpReply,
  unknownReply,
} from './commands/help.js'
import { matchCommand, type ReadArgument } from './commands/matchCommand.js'
import type { Context, ContextOf, ErrorHandler, Handler, HandlerResult, Layer } from './context.js'
import { noteCommand } from './delivery/runContext.js'
import { BotSetupError } from './errors.js'
import { eventOf, isOverheard } from './events/notification.js'
import type { Overheard } from './events/overheard.js'
import type { Sentences } from './sentences/sentences.js'

export interface Routes {
  readonly commands: (Command & Declared)[]
  readonly hearings: (Hearing & Declared)[]
  readonly filtered: (Filtered & Declared)[]
  mention?: Declared & { readonly handler: Handler<ContextOf<ChannelMessage>> }
  directMessage?: Declared & { readonly handler: Handler<ContextOf<DirectMessage>> }
  readonly triggers: Map<string, Declared & { readonly handler: Handler }>
  readonly overheard: Overheard
}

interface Declared {
  /** The bot's middleware at the time of the declaration. Middleware that is added later doesn't run for it. */
  readonly around: readonly Layer[]
}

type Hearing =
  | { readonly kind: 'text'; readonly text: string; readonly handler: Handler }
  | { readonly kind: 'expression'; readonly expression: RegExp; readonly handler: Handler<MatchContext> }

/** The context of a message that matched a regular expression, with the match. */
export type MatchContext = Context & { readonly match: RegExpExecArray }

interface Filtered {
  readonly filter: Filter
  readonly handler: Handler
}

export interface Route {
  readonly name: string
  /** The bot's middleware around it. (default: all of it, as for built-in replies such as `help`) */
  readonly around?: readonly Layer[]
  /** Middleware around it besides the bot's own. */
  readonly layers?: readonly Layer[]
  readonly boundaries?: readonly ErrorHandler[]
  /** Whether a queue retries it if it fails. (default: true) */
  readonly retry?: boolean | undefined
  run(): HandlerResult
}

/**
 * Finds the handler of a message, in this order: commands; `hears`, as declared; the built-in help; filters, as
 * declared; triggers; a hint, if the bot has commands; and handlers of all messages. Undefined if none matches.
 * Overheard messages and events only go to their own handlers.
 *
 * Commands and help only answer messages that called the bot. A server may deliver others, with its own triggers; the bot
 * must not answer those unasked. Hints, corrections among them, only answer messages that called the bot itself: who writes
 * to a group or to everybody may not mean the bot at all.
 */
export function findRoute(routes: Routes, ctx: Context, notification: Notification): Route | undefined {
  for (const step of isOverheard(notification) ? [] : steps) {
    const route = step(routes, ctx)
    if (route) return route
  }
  const overhearing = routes.overheard.find(notification)
  return overhearing && { ...overhearing, run: () => overhearing.run(ctx, eventOf(notification)) }
}

export function isCommandText({ commands }: Routes, text: string, sentences: Sentences): boolean {
  return matchCommand(commands, text)?.kind === 'match' || helpTopic(commands, text, sentences) !== undefined
}

type Step = (routes: Routes, ctx: Context) => Route | undefined

const steps: readonly Step[] = [byCommand, byHearing, byHelp, byFilter, byTrigger, byHint]

function byCommand({ commands }: Routes, ctx: Context): Route | undefined {
  const found = commands.length > 0 && ctx.calledBy !== undefined ? matchCommand(commands, ctx.text) : undefined
  if (found?.kind === 'match') {
    const { command, args } = found
    const { around, layers, boundaries, retry, usage } = command
    noteCommand(ctx, usage)
    const run = async () => command.handler(Object.assign(ctx, { args: await valuesOf(args, ctx) }))
    return { name: `command ${command.pattern}`, around, layers, boundaries, retry, run }
  }
  if (!found || !isCalledItself(ctx)) return undefined
  const speech = speechIn(ctx)
  const longer = commands.filter(({ head }) => head.length > (found.commands[0]?.head.length ?? 0))
  const slip = found.mistake.kind === 'too much' ? suggestionFor(longer, ctx.text, speech) : undefined
  return { name: 'usage', run: () => slip ?? correction(found.mistake, found.commands, speech) }
}

function byHearing({ hearings }: Routes, ctx: Context): Route | undefined {
  for (const hearing of hearings) {
    const { around } = hearing
    if (hearing.kind === 'text') {
      const isIt = hearing.text.toLowerCase() === ctx.text.toLowerCase()
      if (isIt) return { name: `hears ${hearing.text}`, around, run: () => hearing.handler(ctx) }
    } else {
      const { expression, handler } = hearing
      const match = expression.exec(ctx.text)
      if (match) return { name: `hears ${expression}`, around, run: () => handler(Object.assign(ctx, { match })) }
    }
  }
  return undefined
}

function byHelp({ commands }: Routes, ctx: Context): Route | undefined {
  if (commands.length === 0 || ctx.calledBy === undefined) return undefined
  const speech = speechIn(ctx)
  const isCorrected = isCalledItself(ctx)
  const reply =
    helpReply(commands, ctx.text, speech) ?? (isCorrected ? unknownHelpReply(commands, ctx.text, speech) : undefined)
  if (reply === undefined) return undefined
  return { name: 'help', run: () => (typeof reply === 'string' ? reply : overviewFor(reply, ctx)) }
}

function byFilter({ filtered }: Routes, ctx: Context): Route | undefined {
  const found = filtered.find(({ filter }) => passes(filter, ctx))
  return found && { name: `on ${found.filter}`, around: found.around, run: () => found.handler(ctx) }
}

function byTrigger({ mention, directMessage, triggers: named }: Routes, ctx: Context): Route | undefined {
  if (mention && ctx.trigger === triggers.mention && ctx.isChannelMessage()) {
    return { name: 'onMention', around: mention.around, run: () => mention.handler(ctx) }
  }
  if (directMessage && ctx.trigger === triggers.directMessage && ctx.isDirectMessage()) {
    return { name: 'onDirectMessage', around: directMessage.around, run: () => directMessage.handler(ctx) }
  }
  const other = named.get(ctx.trigger)
  return other && { name: `onTrigger ${ctx.trigger}`, around: other.around, run: () => other.handler(ctx) }
}

function byHint({ commands }: Routes, ctx: Context): Route | undefined {
  const reply = commands.length > 0 && isCalledItself(ctx) ? unknownReply(commands, ctx.text, speechIn(ctx)) : undefined
  return reply === undefined ? undefined : { name: 'hint', run: () => reply }
}

/** Whether the message called the bot itself, so that its sender wants to know what the bot doesn't understand. */
export function isCalledItself({ calledBy }: Pick<Context, 'calledBy'>): boolean {
  return calledBy === 'name' || calledBy === 'direct'
}

/** Parses all arguments; some need a request to the server. */
async function valuesOf(args: readonly ReadArgument[], ctx: Context): Promise<Args> {
  const values = await Promise.all(args.map(async ({ taken, usage }) => taken?.value(ctx, usage)))
  return Object.fromEntries(args.map(({ name }, at) => [name, values[at]]))
}

/** Which messages a filter matches, and the context type that follows. */
interface FilterContexts {
  /** Messages in channels, for any trigger. */
  readonly channel: ContextOf<ChannelMessage>
  /** Messages sent to one or more users directly. */
  readonly direct: ContextOf<DirectMessage>
  /** Direct messages to the bot alone. */
  readonly 'direct:alone': ContextOf<DirectMessage>
  /** Direct messages to the bot and others. */
  readonly 'direct:group': ContextOf<DirectMessage>
  /** Messages that mention the bot. */
  readonly mention: Context
  /** Messages in channels that mention the bot. */
  readonly 'mention:channel': ContextOf<ChannelMessage>
}

/** A key of `FilterContexts`, or `trigger:` and the server's word for the trigger. */
export type Filter = keyof FilterContexts | `trigger:${string}`

/** The context of a message that passed a filter. */
export type FilterContext<F extends Filter> = F extends keyof FilterContexts ? FilterContexts[F] : Context

export function checkFilter(filter: Filter): void {
  if (Object.hasOwn(rules, filter) || /^trigger:./.test(filter)) return
  throw new BotSetupError(
    'invalid_filter',
    `There is no filter '${filter}'. Use one of ${Object.keys(rules).join(', ')}, or 'trigger:' and the server's word.`,
  )
}

function passes(filter: Filter, ctx: Context): boolean {
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
