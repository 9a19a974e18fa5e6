import type { Client } from '../../client/index.js'
import {
  type ChannelMessage,
  type DirectMessage,
  type Notification,
  olderDirectMessageTrigger,
  triggers,
} from '../../protocol/index.js'
import { findTyped } from '../../text/index.js'
import { BotSetupError, refuseAlike, refuseSecond, UserError } from '../base/errors.js'
import { eventOf, followUp, isOverheard } from '../base/notification.js'
import { type Args, addCommands, type DeclaredCommand } from '../commands/command.js'
import {
  correction,
  helpReply,
  helpTopic,
  overviewFor,
  speechIn,
  suggestionFor,
  unknownHelpReply,
  unknownReply,
} from '../commands/help.js'
import { matchCommand, type ReadArgument } from '../commands/matchCommand.js'
import type { Context, ContextOf, Handler, HandlerResult, Layer } from '../context/context.js'
import type { Boundary, Placed } from '../context/placed.js'
import { sentencesOf } from '../conversation/deliveryContext.js'
import { isCalledItself } from '../delivery/wordsToBot.js'
import { type EventDeclaration, eventHandlers } from '../events/overheard.js'
import type { Sentences } from '../sentences/sentences.js'
import { isWord } from '../sentences/words.js'

/** All that a composer declares for messages and events. */
export interface Routes {
  readonly commands: DeclaredCommand[]
  readonly hearings: (Hearing & Placed)[]
  readonly fallbacks: Fallback[]
  readonly events: EventDeclaration[]
  /** Whether each line of a message may be a command. */
  takesLines: boolean
}

export const newRoutes = (): Routes => ({ commands: [], hearings: [], fallbacks: [], events: [], takesLines: true })

interface HearingOfText {
  readonly kind: 'text'
  readonly text: string
  readonly at: string | undefined
  readonly handler: Handler
}

type Hearing =
  | HearingOfText
  | { readonly kind: 'expression'; readonly expression: RegExp; readonly handler: Handler<MatchContext> }

const isText = <Each extends Hearing>(hearing: Each): hearing is Each & HearingOfText => hearing.kind === 'text'

/** The context of a message that matched a regular expression, with the match. */
export type MatchContext = Context & { readonly match: RegExpExecArray }

/** A handler of messages that nothing more specific takes. There is one for each name. */
export interface Fallback extends Placed {
  /** The method that declared it, and what for: `onMention`, `on direct`. */
  readonly name: string
  readonly kind: 'filter' | 'trigger'
  /** Its file, line and column; undefined if the platform doesn't say. */
  readonly at: string | undefined
  takes(ctx: Context): boolean
  readonly handler: Handler
}

/** Adds declarations, all or none. @throws {BotSetupError} if one is there already */
export function addRoutes(to: Routes, added: Routes): void {
  for (const fallback of added.fallbacks) refuseSecond(to.fallbacks, fallback)
  for (const event of added.events) if (event.time) refuseSecond(to.events, event)
  refuseAlike('duplicate_handler', 'hears', [...to.hearings, ...added.hearings].filter(isText), ({ text }) => text)
  addCommands(to.commands, added.commands)
  to.hearings.push(...added.hearings)
  to.fallbacks.push(...added.fallbacks)
  to.events.push(...added.events)
}

/** The same declarations, placed elsewhere. */
export function placedRoutes(
  { commands, hearings, fallbacks, events, takesLines }: Routes,
  place: (from: Placed) => Placed,
): Routes {
  const placed = <One extends Placed>(one: One): One => ({ ...one, ...place(one) })
  return {
    takesLines,
    commands: commands.map(placed),
    hearings: hearings.map(placed),
    fallbacks: fallbacks.map(placed),
    events: events.map((event) => {
      const { layers, boundaries } = place(event)
      // Without layers, nothing outside a composer throws.
      if (event.hasLayers) return { ...event, layers, boundaries }
      return { ...event, boundaries: boundaries.map((one) => ({ ...one, depth: 0 })) }
    }),
  }
}

export interface Route {
  readonly name: string
  /** The middleware around it. (default: all of the bot's, as for built-in replies such as `help`) */
  readonly layers?: readonly Layer[]
  readonly boundaries?: readonly Boundary[]
  /** Whether a queue retries it if it fails. (default: true) */
  readonly retry?: boolean | undefined
  /** Whether it runs again if its message is edited. */
  readonly edits?: boolean | undefined
  /** Further handlers of the same event, in the order of their declaration, or further commands of the same message. */
  readonly others?: readonly Route[]
  /** What is wrong with the command's arguments, as far as that is looked up before the handler runs. */
  mistake?(ctx: Context): Promise<string | undefined>
  /** How the command is typed. */
  readonly usage?: string
  /** The line of the message that it is for, if it isn't for the whole. */
  readonly line?: string
  run(ctx: Context): HandlerResult
}

/**
 * Finds the handler of a message, in this order: commands, one or one in each line; `hears`, as declared; the word that ends following; the built-in
 * help; filters, as declared; triggers; a hint, if the bot has commands; and handlers of all messages. Undefined if none
 * matches. Overheard messages and events only go to their own handlers.
 *
 * Commands and help only answer messages that called the bot, and follow-ups. A server may deliver others, with its own triggers; the bot
 * must not answer those unasked. Hints, corrections among them, only answer messages that called the bot itself: who writes
 * to a group or to everybody may not mean the bot at all.
 */
export function findRoute(routes: Routes, ctx: Context, notification: Notification): Route | undefined {
  for (const step of isOverheard(notification) ? [] : steps) {
    const route = step(routes, ctx)
    if (route) return route
  }
  const [first, ...others] = eventHandlers(routes.events, notification).map(
    ({ name, layers, boundaries, run }): Route => ({
      name,
      layers,
      boundaries,
      run: (other) => run(other, eventOf(notification)),
    }),
  )
  return first && others.length > 0 ? { ...first, others } : first
}

export function isCommandText({ commands }: Routes, text: string, sentences: Sentences, client: Client): boolean {
  return (
    matchCommand(commands, text, () => client.site, sentences)?.kind === 'match' ||
    helpTopic(commands, text, sentences) !== undefined
  )
}

type Step = (routes: Routes, ctx: Context) => Route | undefined

function byCommand({ commands }: Routes, ctx: Context): Route | undefined {
  const found = commands.length > 0 && isForBot(ctx) ? matchIn(commands, ctx.text, ctx) : undefined
  if (found?.kind === 'match') return commandRoute(found)
  if (!found || !isCalledItself(ctx)) return undefined
  const speech = speechIn(ctx)
  const longer = commands.filter(({ head }) => head.length > (found.commands[0]?.head.length ?? 0))
  const slip = found.mistake.kind === 'too much' ? suggestionFor(longer, ctx.text, speech) : undefined
  return { name: 'usage', run: () => slip ?? correction(found.mistake, found.commands, speech) }
}

const matchIn = (commands: readonly DeclaredCommand[], text: string, ctx: Context) =>
  matchCommand(commands, text, () => ctx.client.site, sentencesOf(ctx))

function commandRoute({ command, args }: Called): Route {
  const { layers, boundaries, retry, edits, usage } = command
  const run = async (ctx: Context) => command.handler(Object.assign(ctx, { args: await valuesOf(args, ctx) }))
  const mistake = (ctx: Context) =>
    valuesOf(args, ctx).then(
      () => undefined,
      (error: unknown) => (error instanceof UserError ? error.message : undefined),
    )
  return { name: `command ${command.pattern}`, layers, boundaries, retry, edits, usage, run, mistake }
}

type Called = Extract<ReturnType<typeof matchIn>, { kind: 'match' }>

/** A message of several lines that are all commands. They may stand in a list. */
function byLines({ commands, takesLines }: Routes, ctx: Context): Route | undefined {
  if (!takesLines || commands.length === 0 || !isForBot(ctx) || !ctx.text.includes('\n')) return undefined
  const lines = ctx.text.split('\n').flatMap((line) => line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s/, '').trim() || [])
  if (lines.length < 2 || lines.length > mostLines) return undefined
  const routes: Route[] = []
  for (const line of lines) {
    const found = matchIn(commands, line, ctx)
    if (found?.kind !== 'match') return undefined
    routes.push({ ...commandRoute(found), edits: false, line })
  }
  const [first, ...others] = routes
  return first && { ...first, others }
}

const mostLines = 20

function byHearing({ hearings }: Routes, ctx: Context): Route | undefined {
  if (hearings.length === 0) return undefined
  const heard = findTyped(ctx.text, hearings.filter(isText), ({ text }) => text)
  for (const hearing of hearings) {
    const { layers, boundaries } = hearing
    if (hearing.kind === 'text') {
      if (hearing === heard)
        return { name: `hears ${hearing.text}`, layers, boundaries, run: () => hearing.handler(ctx) }
    } else {
      const { expression, handler } = hearing
      const match = expression.exec(ctx.text)
      if (match) {
        return { name: `hears ${expression}`, layers, boundaries, run: () => handler(Object.assign(ctx, { match })) }
      }
    }
  }
  return undefined
}

function byStopWord({ events }: Routes, ctx: Context): Route | undefined {
  const follows = ctx.calledBy === 'name' && events.some(({ trigger }) => trigger === followUp)
  if (!follows && ctx.trigger !== followUp) return undefined
  const sentences = sentencesOf(ctx)
  if (!isWord(sentences, 'stopWord', ctx.text)) return undefined
  return { name: 'stop', run: () => ctx.unfollow().then(() => sentences.followsNoLonger) }
}

function byHelp({ commands }: Routes, ctx: Context): Route | undefined {
  if (commands.length === 0 || !isForBot(ctx)) return undefined
  const speech = speechIn(ctx)
  const isCorrected = isCalledItself(ctx)
  const reply =
    helpReply(commands, ctx.text, speech) ?? (isCorrected ? unknownHelpReply(commands, ctx.text, speech) : undefined)
  if (reply === undefined) return undefined
  return { name: 'help', run: () => (typeof reply === 'string' ? reply : overviewFor(reply, ctx)) }
}

const byFilter = ({ fallbacks }: Routes, ctx: Context) => byFallback('filter', fallbacks, ctx)
const byTrigger = ({ fallbacks }: Routes, ctx: Context) => byFallback('trigger', fallbacks, ctx)

function byFallback(kind: Fallback['kind'], fallbacks: readonly Fallback[], ctx: Context): Route | undefined {
  for (const { kind: own, takes, name, layers, boundaries, handler } of fallbacks) {
    if (own === kind && takes(ctx)) return { name, layers, boundaries, run: handler }
  }
  return undefined
}

function byHint({ commands }: Routes, ctx: Context): Route | undefined {
  const reply = commands.length > 0 && isCalledItself(ctx) ? unknownReply(commands, ctx.text, speechIn(ctx)) : undefined
  return reply === undefined ? undefined : { name: 'hint', run: () => reply }
}

const steps: readonly Step[] = [byLines, byCommand, byHearing, byStopWord, byHelp, byFilter, byTrigger, byHint]

const isForBot = (ctx: Context) => ctx.calledBy !== undefined || ctx.trigger === followUp

/** Parses all arguments; some need a request to the server. */
async function valuesOf(args: readonly ReadArgument[], ctx: Context): Promise<Args> {
  const sentences = sentencesOf(ctx)
  const values = await Promise.all(
    args.map(async ({ taken, usage }) => taken?.value({ argument: usage, sentences, ctx })),
  )
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

export function passes(filter: Filter, ctx: Context): boolean {
  return isTrigger(filter) ? ctx.trigger === triggerWord(filter.slice('trigger:'.length)) : rules[filter](ctx)
}

/** A trigger, by today's word for it. */
export const triggerWord = (word: string): string =>
  word === olderDirectMessageTrigger ? triggers.directMessage : word

const isTrigger = (filter: Filter): filter is `trigger:${string}` => filter.startsWith('trigger:')

const rules: { readonly [Name in keyof FilterContexts]: (ctx: Context) => boolean } = {
  channel: (ctx) => ctx.isChannelMessage(),
  direct: (ctx) => ctx.isDirectMessage(),
  'direct:alone': (ctx) => ctx.isDirectMessage() && ctx.message.display_recipient.length <= 2,
  'direct:group': (ctx) => ctx.isDirectMessage() && ctx.message.display_recipient.length > 2,
  mention: (ctx) => ctx.trigger === triggers.mention,
  'mention:channel': (ctx) => ctx.trigger === triggers.mention && ctx.isChannelMessage(),
}
