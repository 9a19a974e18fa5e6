import type { Client, Clock } from '../../client/index.js'
import type { ChannelMessage, DirectMessage, Message, RoleName, SuccessEnvelope } from '../../protocol/index.js'
import type { Lock, Storage } from '../../storage/index.js'
import type { Duration, Quoted } from '../../text/index.js'
import type { AttachedFile } from '../arguments/attachments.js'
import type { Log } from '../base/log.js'
import type { Sender } from '../base/notification.js'
import type { CalledBy } from '../delivery/wordsToBot.js'
import type { Actions, Progress, SentMessage } from './actions.js'
import type { Approval, ApproveOptions, AskOptions } from './asking.js'
import type { BotLockOptions } from './lock.js'
import type { Widget } from './widgets.js'

/** What a handler gets: a message, and methods to act on it. `isChannelMessage()` narrows its type. */
export type Context = ContextOf<ChannelMessage> | ContextOf<DirectMessage>

export interface ContextOf<M extends Message> extends Actions {
  readonly message: M
  /**
   * What the sender wrote to the bot, ready to be parsed as a command: the message without the bot's own mention, the mention
   * of the group by which it was called, and messages quoted above. Empty if nothing else was written.
   */
  readonly text: string
  /** The message that the sender quoted above their text, the last if there are several. Undefined if there is none. */
  readonly quoted: Quoted | undefined
  /**
   * The files of the organisation that `text` links to, in order; links in code don't count. Nothing is downloaded until you
   * call `download`.
   *
   * @example
   * const [file] = ctx.attachments
   * if (file !== undefined) return `It has ${(await (await file.download()).text()).length} characters.`
   */
  readonly attachments: readonly AttachedFile[]
  /**
   * How the message called the bot: by its name, by a group that it is in, with everybody, or as a direct message. Undefined
   * if it didn't. Commands run for all four; `help` and hints only correct those who called the bot itself.
   */
  readonly calledBy: CalledBy | undefined
  /** The message's text, unchanged. */
  readonly rawText: string
  /** Why the message reached the bot: `mention`, `direct_message`, or another word of the server's. */
  readonly trigger: string
  readonly sender: Sender
  /** The bot's own address and name, as the server sent them. */
  readonly bot: { readonly email: string; readonly name: string | undefined }
  /** An API client that acts as the bot. */
  readonly client: Client
  /**
   * An API client that acts as the bot's owner. Set only if the owner's credentials are configured and the sender is
   * that owner, so that no other user can borrow them.
   */
  readonly owner: Client | undefined
  /**
   * Aborts when the handler's time is up (`handlerTimeout`, default: five minutes) or the process shuts down. Pass it to
   * anything that takes time.
   */
  readonly signal: AbortSignal
  /** The clock; in a test, the organisation's, which `chat.advance` moves. */
  readonly clock: Clock
  /** A log whose lines have the delivery's ID. */
  readonly log: Log
  /**
   * The receiver's storage (default: in memory). All bots of the receiver share it; for data of users and topics use a
   * `session`, which keeps bots apart.
   */
  readonly storage: Storage
  /** Identifies this delivery in the log. */
  readonly deliveryId: string
  /**
   * Whether the handler runs again after a question. Middleware that counts messages, or lets each through once, has
   * already counted this one.
   */
  readonly resumed: boolean
  /** The error that an inner layer threw. Middleware can read it after `next()`, which never throws. */
  readonly error: unknown

  /** Whether the message is in a topic of a channel. */
  isChannelMessage(): this is ContextOf<ChannelMessage>
  /** Whether the message was sent to one or more users directly. */
  isDirectMessage(): this is ContextOf<DirectMessage>

  /**
   * Replies in the same conversation, as returning a string does. Several replies are sent in order. A text over the
   * server's limit is split into up to twenty messages, where its Markdown allows it. NUL is removed. An empty text
   * isn't sent, which is logged.
   *
   * @throws {HandlerError} with the code `invalid_reply` for anything but a string or a widget.
   * @example await ctx.reply('The bread is in the oven.')
   */
  reply(reply: string | Widget): Promise<void>

  /**
   * Asks a question in the same conversation, and returns the answer: the sender's next message to the bot there, or
   * with `from` that of anybody, a group, a role, or certain users. With `choices` it is one of them; any other message
   * that is a command runs the command, and the question stays open. The question survives a restart if the storage
   * does: the answer runs the handler again from its beginning, with the same message. Replies, changes through
   * `ctx.client`, `ctx.owner`, sessions and `ctx.once`, and earlier answers aren't repeated, but return what they
   * returned before; reads are repeated.
   *
   * @throws {NoAnswer} if they answer `cancel`, the time is up, or the bot asks them something else there. If uncaught,
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
   * Asks others in the same conversation to approve something, and continues only if they do. Permissions are checked
   * when they answer. Bots can't approve, nor can the sender, who can only `cancel`. One rejection ends it. The
   * approval is for this question: if it differs when the handler runs again, the conversation ends. Survives a restart
   * as `ask` does; several approvals can be open in one conversation.
   *
   * @throws {NotApproved} if somebody rejects it, the sender cancels it, or the time is up; it lists who answered what.
   * If uncaught, the reason is posted.
   * @throws {UserError} `nobody_to_answer` if there is no such group or user, or too few people can answer.
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
   * @throws {HandlerError} with the code `invalid_step` for a result that can't be stored as JSON, or a missing name;
   * and what the function throws, each time.
   * @example const order = await ctx.once('order', () => shop.order('rye'))
   */
  once<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result>

  /**
   * Runs work that only one handler of this bot may run at a time, across all processes that share its storage, and
   * returns its result. Others wait in order of arrival. The lock is released when the work ends, within half a minute
   * if the process dies, and when the handler waits for an answer. For a lock shared by several bots, use
   * `withLock(ctx.storage, …)`.
   *
   * @throws {LockError} `locked` if it isn't acquired within `wait`; `lock_lost` if the storage was unavailable for so long
   * that another handler may have held the lock meanwhile.
   * @throws {HandlerError} with the code `invalid_lock`; and what the work throws.
   * @example const order = await ctx.lock('oven', () => shop.order('rye'), { wait: '10s' })
   */
  lock<Result>(name: string, work: (lock: Lock) => Result | Promise<Result>, options?: BotLockOptions): Promise<Result>

  /**
   * Waits for a number of milliseconds, or a string such as `'15s'`. Uses `ctx.clock`, so that a test doesn't really
   * wait. A handler that runs again after a question skips the waits before answers that it already has.
   *
   * @throws the reason of `ctx.signal` as soon as that aborts.
   * @throws {HandlerError} with the code `invalid_duration`.
   * @example await ctx.sleep('15s')
   */
  sleep(time: number | string): Promise<void>

  /**
   * Follows the topic of the message: the bot then also gets messages there that don't mention it, which commands, `hears` and
   * `onFollowUp` handle. Each message begins the time anew. The topic stays followed when it is renamed or moved, or the
   * process restarts. Resolves to whether the bot hears the topic now: false if it is run by a webhook, isn't subscribed to
   * the channel, or can't read the message any more; the log says why. Direct messages need no following.
   *
   * @throws {HandlerError} `no_follow_up_handler` if the bot has no `onFollowUp`; `invalid_duration`.
   * @throws {StorageError} if the storage fails.
   * @example
   * const isHeard = await ctx.follow({ for: '30m' })
   * return isHeard ? 'Ask me anything here.' : 'Mention me whenever you want to know more.'
   */
  follow(options?: FollowOptions): Promise<boolean>

  /** Stops following the topic of the message. Resolves to whether it was followed. @throws {StorageError} */
  unfollow(): Promise<boolean>

  /**
   * The sender's current role, from the server, never from the message. Undefined for a deactivated account or an
   * unknown role. Asks the server on every call, so that you can check again after a confirmation.
   * @example if ((await ctx.senderRole()) === 'guest') return 'Guests can only read the menu.'
   */
  senderRole(): Promise<RoleName | undefined>

  /**
   * Requires that the sender is an organisation administrator or owner now. Call it before asking for confirmation and
   * again before acting: a bot must not lend its rights.
   *
   * @throws {UserError} if the sender isn't; the sender is told why.
   * @example await ctx.requireAdministrator()
   */
  requireAdministrator(): Promise<void>
}

export interface FollowOptions {
  /**
   * How long after its last message a topic is followed: milliseconds, or a string such as `'30m'`, from a second to seven
   * days. (default: half an hour)
   */
  readonly for?: Duration
}

interface MayAsk {
  readonly resumed: boolean
  /** Never set, unlike in contexts without a message, on which `ask` and `approve` are type errors. */
  readonly madeWithout?: undefined
}

/**
 * What a handler returns: a string or a widget is the reply. Nothing, null, the result of `ctx.send` or `ctx.progress`, and the
 * response to a call of `ctx.client` send no reply.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler may return nothing at all.
export type HandlerValue = string | Widget | null | void | SentMessage | Progress | SuccessEnvelope

/** What a handler returns; anything else is logged as an error. */
export type HandlerResult = HandlerValue | Promise<HandlerValue>

/** Handles a message, and may reply, by its return value or `ctx.reply`. */
export type Handler<C = Context> = (ctx: C) => HandlerResult

/** Runs the inner layers, and resolves when they have ended. Its argument is added to the context. */
export type Next<Adds = unknown> = unknown extends Adds ? () => Promise<void> : (adds: Adds) => Promise<void>

/**
 * Wraps inner middleware and the handler, which `next` runs. Its return value is a reply, as a handler's is.
 *
 * To add to the context, it passes an object to `next`; handlers of the bot then see it, typed. `adding` creates such
 * middleware in one line. `Needs` is what it expects in the context.
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
  /** Never set; it only carries the type of what is added. */
  readonly adds?: Adds
}

export type Layer = (ctx: Context, next: (adds?: object) => Promise<void>) => HandlerResult

/** Called with what a handler or middleware threw. Its return value is the reply; `''` sends none. */
export type ErrorHandler = (error: unknown, ctx: Context) => HandlerResult
