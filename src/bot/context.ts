import type { Client, Clock } from '../client/index.js'
import type { ChannelMessage, DirectMessage, Message, RoleName, SuccessEnvelope } from '../protocol/index.js'
import type { Lock, Storage } from '../storage/index.js'
import type { Approval, ApproveOptions } from './conversation/approval.js'
import type { AskOptions } from './conversation/ask.js'
import type { BotLockOptions } from './lock.js'
import type { Log } from './log.js'
import type { Actions } from './outgoing/actions.js'
import type { Progress } from './outgoing/progress.js'
import type { SentMessage } from './outgoing/sentMessage.js'
import type { Widget } from './widgets.js'

/** What a handler gets: a message that reached the bot, and the ways to act on it. Narrows by `isChannelMessage()`. */
export type Context = ContextOf<ChannelMessage> | ContextOf<DirectMessage>

export interface ContextOf<M extends Message> extends Actions {
  readonly message: M
  /** The message's text without the bot's own mention, ready to be parsed as a command. */
  readonly text: string
  /** The message's text, unchanged. */
  readonly rawText: string
  /** Why the message reached the bot: `mention`, `direct_message`, or a word of the server's that is not known here. */
  readonly trigger: string
  readonly sender: Sender
  /** The bot's own address and name, as the server sent them. */
  readonly bot: { readonly email: string; readonly name: string | undefined }
  /** Acts as the bot. */
  readonly client: Client
  /**
   * Acts as the bot's owner. Set only if the owner's credentials are configured and the sender is that owner, so that
   * no other user can borrow them.
   */
  readonly owner: Client | undefined
  /**
   * Aborts when the handler's time is up (`handlerTimeout`, default: five minutes) or the process shuts down. Pass it to
   * anything that takes time.
   */
  readonly signal: AbortSignal
  /** The clock. In a test it is the organisation's, which `chat.advance` moves. */
  readonly clock: Clock
  /** Every line carries the delivery's ID. */
  readonly log: Log
  /**
   * What was bound where the bot is served; in memory unless it was. All bots of the receiver share it: keep what belongs
   * to users and topics in a `session`, which keeps bots apart.
   */
  readonly storage: Storage
  /** Identifies this delivery in the log. */
  readonly deliveryId: string
  /**
   * Whether the handler runs again, after a question: what counts messages, or lets each through once, has counted this
   * one already.
   */
  readonly resumed: boolean
  /** What an inner layer threw, for middleware to inspect after `next()`, which never throws. */
  readonly error: unknown

  /** Whether the message is in a topic of a channel. */
  isChannelMessage(): this is ContextOf<ChannelMessage>
  /** Whether the message was sent to one or more users directly. */
  isDirectMessage(): this is ContextOf<DirectMessage>

  /**
   * Answers in the same conversation; a handler that returns a string does the same. More than one answer is fine: all
   * come in order. A text over the server's limit becomes several messages, broken where its Markdown allows it, twenty
   * at most. NUL is taken out, and an empty text is not sent, with a line in the log.
   *
   * @throws {HandlerError} with the code `invalid_reply` for anything but a string or a widget.
   */
  reply(reply: string | Widget): Promise<void>

  /**
   * Asks something in the same conversation, and gives the answer: the next message to the bot there of the same person,
   * or with `from` of anybody, of a group, a role, or certain users. With `choices` it is one of them; something else that is a command runs as that,
   * and the question stays. It survives the end of the process, where the storage does: with the answer the handler runs
   * again from its beginning, with the same message. What it replied, what it changed through `ctx.client`, `ctx.owner`,
   * sessions and `ctx.once`, and earlier answers, it is given as they were; what it reads, it reads anew.
   *
   * @throws {NoAnswer} if they say `cancel`, the time is up, or the bot asks them something else there. If uncaught,
   * the sender is told why.
   * @throws {HandlerError} with the code `invalid_question` or `asked_out_of_order`.
   * @example
   * const answer = await ctx.ask('Really delete **lunch**? yes / no', { choices: ['yes', 'no'], timeout: '5m' })
   * if (answer === 'no') return 'It stays.'
   */
  ask<const Choice extends string = string>(
    this: MayAsk,
    question: string,
    options?: AskOptions<Choice>,
  ): Promise<Choice>

  /**
   * Asks others to approve something, in the same conversation, and goes on only if they do. Who may is looked up when
   * they answer; never the sender, who may only `cancel` it, and no bot. One who rejects it ends it. The question is part
   * of what was approved: if it is another when the handler runs again, the conversation ends. Survives the end of the
   * process as `ask` does; several approvals may wait in one place.
   *
   * @throws {NotApproved} when somebody rejects it, the sender cancels it, or the time is up; it has who said what. Left
   * uncaught, the reason is posted.
   * @throws {UserError} `nobody_to_answer` where there is no such group or user, or fewer can answer than have to.
   * @throws {HandlerError} with the code `invalid_question` or `asked_out_of_order`.
   * @example
   * const { answers } = await ctx.approve('Release 1.2?', { by: { group: 'release managers' }, quorum: 2, timeout: '4h' })
   */
  approve(this: MayAsk, question: string, options: ApproveOptions): Promise<Approval>

  /**
   * Runs a step once, however often the handler runs again after a question, and returns its result, which is stored as
   * JSON. Use it for side effects elsewhere, and for values that differ each time, such as a random number. The name
   * identifies the step within the handler.
   *
   * @throws {HandlerError} with the code `invalid_step` for what has no JSON; and what the function throws, each time.
   * @example const order = await ctx.once('order', () => shop.order('rye'))
   */
  once<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result>

  /**
   * Runs work that only one handler of this bot may run at a time, across all processes that share its storage, and
   * returns its result. Others wait in the order in which they came. The lock is released when the work ends; a
   * process that dies keeps it for half a minute at most, and a handler that waits for the answer to a question no
   * longer has it. For what several bots share, use `withLock(ctx.storage, …)`.
   *
   * @throws {LockError} `locked` if it isn't acquired within `wait`; `lock_lost` if the storage was unavailable for so long
   * that another handler may have held the lock meanwhile.
   * @throws {HandlerError} with the code `invalid_lock`; and what the work throws.
   * @example const order = await ctx.lock('till', () => till.book(2.5), { wait: '10s' })
   */
  lock<Result>(name: string, work: (lock: Lock) => Result | Promise<Result>, options?: BotLockOptions): Promise<Result>

  /**
   * Waits for milliseconds, or a string such as `'15s'`. Uses `ctx.clock`, so that a test doesn't really wait. A handler
   * that runs again after a question skips the waits before answers that it already has.
   *
   * @throws the reason of `ctx.signal` as soon as that aborts.
   * @throws {HandlerError} with the code `invalid_duration`.
   * @example await ctx.sleep('15s')
   */
  sleep(time: number | string): Promise<void>

  /**
   * The sender's role as the server knows it now; never what the message says. Undefined for a deactivated account and
   * for an unknown role. Asks the server on every call, so that a confirmation checks again.
   */
  senderRole(): Promise<RoleName | undefined>

  /**
   * Goes on only if the sender is an organisation administrator or owner now. Call it before asking for confirmation
   * and again before acting: a bot must not lend its rights.
   *
   * @throws {UserError} when the sender is not; the sender is told why.
   */
  requireAdministrator(): Promise<void>
}

interface MayAsk {
  readonly resumed: boolean
  /** Never set; it carries what the bot was created without. */
  readonly madeWithout?: undefined
}

/** Who wrote the message. */
export interface Sender {
  readonly id: number
  /** The sender's address in the API; a generated one if the real one is hidden. */
  readonly email: string
  readonly name: string
}

/**
 * What a handler returns: a string or a widget is the reply. Nothing, null, the result of `ctx.send` or `ctx.progress`, and the
 * response to a call of `ctx.client` send no reply.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler may return nothing at all.
export type HandlerValue = string | Widget | null | void | SentMessage | Progress | SuccessEnvelope

/** What a handler returns; anything else is logged as an error. */
export type HandlerResult = HandlerValue | Promise<HandlerValue>

/** Answers a message: by what it returns, by `ctx.reply`, or not at all. */
export type Handler<C = Context> = (ctx: C) => HandlerResult

/** Runs what stands further in, and ends when that has ended. What a layer adds to the context, it passes along. */
export type Next<Adds = unknown> = unknown extends Adds ? () => Promise<void> : (adds: Adds) => Promise<void>

/**
 * Stands around everything further in, which `next` runs. What it returns is a reply, as a handler's is.
 *
 * A middleware may add to the context: its `next` takes what it adds, and the handlers of the bot that it is put into
 * have that, typed. `adding` writes one in a line. `Needs` is what it wants to find there.
 *
 * @example
 * const withOven: Middleware<unknown, { oven: Oven }> = async (ctx, next) => {
 *   const oven = await openOven(ctx.signal)
 *   await next({ oven })
 *   await oven.close()
 * }
 * bot.use(withOven).hears('how hot?', (ctx) => `${ctx.oven.temperature} °C`)
 */
export interface Middleware<Needs = unknown, Adds = unknown> {
  (ctx: Context & Needs, next: Next<Adds>): HandlerResult
  /** Never set; it carries the type of what is added. */
  readonly adds?: Adds
}

export type Layer = (ctx: Context, next: (adds?: object) => Promise<void>) => HandlerResult

/** Called with what a handler or middleware threw. Its return value is the reply; `''` sends none. */
export type ErrorHandler = (error: unknown, ctx: Context) => HandlerResult
