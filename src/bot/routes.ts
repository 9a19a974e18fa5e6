import { type ChannelMessage, type DirectMessage, triggers } from '../protocol/index.js'
import type { Args, Command } from './commands/command.js'
import { helpReply, suggestionFor, unknownReply } from './commands/help.js'
import { correction, typedIn } from './commands/helpTexts.js'
import { matchCommand, type ReadArgument } from './commands/matchCommand.js'
import type { Layer } from './compose.js'
import type { Context, ContextOf, ErrorHandler, Handler, HandlerResult } from './context.js'
import { noteCommand } from './delivery/deliveryContext.js'
import { type Filter, passes } from './filters.js'

/** What a bot was told to do, in the order in which it was told. */
export interface Routes {
  readonly commands: (Command & Declared)[]
  readonly hearings: (Hearing & Declared)[]
  readonly filtered: (Filtered & Declared)[]
  mention?: Declared & { readonly handler: Handler<ContextOf<ChannelMessage>> }
  directMessage?: Declared & { readonly handler: Handler<ContextOf<DirectMessage>> }
  readonly triggers: Map<string, Declared & { readonly handler: Handler }>
}

export interface Declared {
  /** The bot's middleware at the time of the declaration: what is added later doesn't run for it. */
  readonly around: readonly Layer[]
}

/** A text to listen for. */
export type Hearing =
  | { readonly kind: 'text'; readonly text: string; readonly handler: Handler }
  | { readonly kind: 'expression'; readonly expression: RegExp; readonly handler: Handler<MatchContext> }

/** The context of an expression that found something, with what it found. */
export type MatchContext = Context & { readonly match: RegExpExecArray }

/** Which messages a handler takes of those that are left. */
export interface Filtered {
  readonly filter: Filter
  readonly handler: Handler
}

/** Who takes a message, by a name for the log. */
export interface Route {
  readonly name: string
  /** The bot's middleware around it; all of it for what the bot answers by itself, such as `help`. */
  readonly around?: readonly Layer[]
  /** What stands around it besides the bot's own middleware. */
  readonly layers?: readonly Layer[]
  /** Who is told of its errors before the bot's own error handlers. */
  readonly boundaries?: readonly ErrorHandler[]
  /** Whether a queue runs it again when it fails; unless false. */
  readonly retry?: boolean | undefined
  run(): HandlerResult
}

/**
 * Finds who takes a message. The order: the commands; what the bot listens for, as declared; the built-in help; the
 * handlers of filters, as declared, and of triggers; and for a bot that has commands, a hint. Nobody takes the rest.
 *
 * Commands, help and hints are for messages that are addressed to the bot, by mention or directly. A server may bring
 * others, with triggers of its own: these are nothing to be answered unasked.
 */
export function findRoute(routes: Routes, ctx: Context): Route | undefined {
  for (const step of steps) {
    const route = step(routes, ctx)
    if (route) return route
  }
  return undefined
}

/** Whether a text that is addressed to the bot is one of its commands, whole, or asks for help. */
export function isCommandText({ commands }: Routes, text: string): boolean {
  return matchCommand(commands, text)?.kind === 'match' || helpReply(commands, text, (command) => command) !== undefined
}

type Step = (routes: Routes, ctx: Context) => Route | undefined

const steps: readonly Step[] = [byCommand, byHearing, byHelp, byFilter, byTrigger, byHint]

function byCommand({ commands }: Routes, ctx: Context): Route | undefined {
  const found = commands.length > 0 && isAddressed(ctx) ? matchCommand(commands, ctx.text) : undefined
  if (found?.kind === 'match') {
    const { command, args } = found
    const { around, layers, boundaries, retry, usage } = command
    noteCommand(ctx, usage)
    const run = async () => command.handler(Object.assign(ctx, { args: await valuesOf(args, ctx) }))
    return { name: `command ${command.pattern}`, around, layers, boundaries, retry, run }
  }
  if (!found) return undefined
  const typed = typedIn(ctx)
  const longer = commands.filter(({ head }) => head.length > (found.commands[0]?.head.length ?? 0))
  const slip = found.mistake.kind === 'too much' ? suggestionFor(longer, ctx.text, typed) : undefined
  return { name: 'usage', run: () => slip ?? correction(found.mistake, found.commands, typed) }
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
  const reply = commands.length > 0 && isAddressed(ctx) ? helpReply(commands, ctx.text, typedIn(ctx)) : undefined
  return reply === undefined ? undefined : { name: 'help', run: () => reply }
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
  const reply = commands.length > 0 && isAddressed(ctx) ? unknownReply(commands, ctx.text, typedIn(ctx)) : undefined
  return reply === undefined ? undefined : { name: 'hint', run: () => reply }
}

function isAddressed({ trigger }: Context): boolean {
  return trigger === triggers.mention || trigger === triggers.directMessage
}

/** Reads the arguments in full; some of them have to ask the server. */
async function valuesOf(args: readonly ReadArgument[], ctx: Context): Promise<Args> {
  const values = await Promise.all(args.map(async ({ taken, shown }) => taken?.value(ctx, shown)))
  return Object.fromEntries(args.map(({ name }, at) => [name, values[at]]))
}
