import { type Client, type Clock, originalClient } from '../../client/index.js'
import type { ChannelMessage, DirectMessage, Message, Notification, RoleName } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import { findMentions, type Mention, withoutMentionsOf } from '../../text/index.js'
import { refuseUnlessAdministrator, senderRole } from '../access.js'
import type { Context, ContextOf, Sender } from '../context.js'
import type { Approval, ApproveOptions } from '../conversation/approval.js'
import type { AskOptions } from '../conversation/ask.js'
import type { Run } from '../conversation/run.js'
import { HandlerError } from '../errors.js'
import { eventOf, senderOf } from '../events/notification.js'
import { underLock } from '../lock.js'
import { errorFields, type Log } from '../log.js'
import { type Actions, createActions } from '../outgoing/actions.js'
import type { Replies } from '../outgoing/replies.js'
import { noteSentences, sentencesOf } from '../sentences/choose.js'
import { sleep } from '../sleep.js'
import type { Delivery } from './delivery.js'

/** Makes the context of a delivery. Never fails: what can't be looked up is left out, with a warning. */
export async function createContext(delivery: Delivery, log: Log, replies: Replies, run: Run): Promise<Context> {
  const { owner, notification } = delivery
  const [text, itsOwner] = await Promise.all([ownText(delivery, log), owner && ownersClient(owner, notification, log)])
  // The message is of one kind or the other, and so is the context.
  return new DeliveryContext(delivery, log, replies, text, itsOwner, run) as Context
}

/** Gives the layers further in what a middleware adds. @throws {HandlerError} for what would replace a part of the context. */
export function addToContext(ctx: Context, adds: object): void {
  const taken = Object.keys(adds).find((name) => isOwnName(name))
  if (taken !== undefined) {
    throw new HandlerError(
      'reserved_name',
      `A middleware adds '${taken}' to the context, which has a '${taken}' of its own. Choose another name.`,
    )
  }
  Object.assign(ctx, adds)
}

/** Whether a context has something of its own by this name, or handlers find something there by it. */
function isOwnName(name: string): boolean {
  return name === 'args' || name === 'match' || name in DeliveryContext.prototype || ownFields?.has(name) === true
}

let ownFields: ReadonlySet<string> | undefined

/** Sets what a layer further out may look at. */
export function noteError(ctx: Context, error: unknown): void {
  Object.assign(ctx, { error })
}

/** The run that a message's context belongs to, for what of the bot itself has to be done once. */
export const runOf = (ctx: object): Run | undefined => DeliveryContext.runOf(ctx)

/** The replies of a message's context, for what has its place among them. */
export const repliesOf = (ctx: object): Replies | undefined => DeliveryContext.repliesOf(ctx)

/** Whether an event brought the message. */
export function isOfEvent(ctx: object): boolean {
  const run = runOf(ctx)
  return run !== undefined && eventOf(run.delivery.notification) !== undefined
}

/** Notes the command that is run. @param usage The same for all ways to call it. */
export function noteCommand(ctx: Context, usage: string): void {
  DeliveryContext.noteCommand(ctx, usage)
}

export const commandOf = (ctx: Context): string => DeliveryContext.commandOf(ctx)

/** What is taken from it by name can be handed on by itself; a client that a handler does not ask for is not made. */
class DeliveryContext implements ContextOf<Message> {
  readonly message: Message
  readonly text: string
  readonly rawText: string
  readonly trigger: string
  readonly sender: Sender
  readonly bot: { readonly email: string; readonly name: string | undefined }
  readonly log: Log
  readonly storage: Storage
  readonly clock: Clock
  readonly deliveryId: string
  readonly error: unknown = undefined
  readonly resumed: boolean
  readonly reply: ContextOf<Message>['reply'] = (reply) => this.#replies.send(reply)
  readonly sleep: ContextOf<Message>['sleep'] = async (time) => {
    if (!this.#run.isBehind) await sleep(this.clock, time, this.signal)
  }
  readonly lock: ContextOf<Message>['lock'] = (name, work, options) => {
    const { bot, storage, clock, signal } = this
    return underLock({ email: bot.email, storage, clock, signal, over: this.#run.over }, name, work, options)
  }
  declare readonly send: Actions['send']
  declare readonly react: Actions['react']
  declare readonly unreact: Actions['unreact']
  declare readonly edit: Actions['edit']
  declare readonly progress: Actions['progress']
  declare readonly upload: Actions['upload']
  declare readonly votes: Actions['votes']
  readonly #delivery: Delivery
  readonly #replies: Replies
  readonly #run: Run
  readonly #itsOwner: Client | undefined
  #command = ''
  #client: Client | undefined
  #owner: Client | undefined

  constructor(delivery: Delivery, log: Log, replies: Replies, text: string, owner: Client | undefined, run: Run) {
    const { message, data, trigger, bot_email, bot_full_name } = delivery.notification
    this.message = message
    this.text = text
    this.rawText = data
    this.trigger = trigger
    this.sender = senderOf(delivery.notification)
    this.bot = { email: bot_email, name: bot_full_name }
    this.log = log
    this.storage = delivery.storage
    this.clock = delivery.clock
    this.deliveryId = delivery.id
    this.resumed = run.isResumed
    this.#delivery = delivery
    this.#replies = replies
    this.#run = run
    this.#itsOwner = owner
    Object.assign(
      this,
      createActions(delivery, () => this.client, replies, log),
    )
    noteSentences(this, run.sentences)
    ownFields ??= new Set(Object.keys(this))
  }

  // What of a context is for the bot itself. In a WeakMap each delivery would outlive the next collection of young objects.
  static runOf(ctx: object): Run | undefined {
    return #run in ctx ? ctx.#run : undefined
  }

  static repliesOf(ctx: object): Replies | undefined {
    return #replies in ctx ? ctx.#replies : undefined
  }

  static noteCommand(ctx: object, usage: string): void {
    if (#command in ctx) ctx.#command = usage
  }

  static commandOf(ctx: object): string {
    return #command in ctx ? ctx.#command : ''
  }

  get signal(): AbortSignal {
    return this.#delivery.signal
  }

  get client(): Client {
    this.#client ??= this.#run.acting(this.#delivery.client, 'bot')
    return this.#client
  }

  get owner(): Client | undefined {
    this.#owner ??= this.#itsOwner && this.#run.acting(this.#itsOwner, 'owner')
    return this.#owner
  }

  async ask<const Choice extends string = string>(question: string, options?: AskOptions<Choice>): Promise<Choice> {
    this.#checkMayAsk()
    // With choices an answer is one of them; without, `Choice` is any text.
    return (await this.#run.ask(question, options, (text, buttons) => this.#replies.ask(text, buttons))) as Choice
  }

  async approve(question: string, options: ApproveOptions): Promise<Approval> {
    this.#checkMayAsk()
    return this.#run.approve(question, options, (text, buttons) => this.#replies.ask(text, buttons))
  }

  #checkMayAsk(): void {
    if (!isOfEvent(this)) return
    throw new HandlerError('invalid_question', "Handlers of events can't ask: nobody sent a message.")
  }

  async once<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
    // What was made in an earlier run comes from JSON, as it says.
    return (await this.#run.once(name, work)) as Result
  }

  isChannelMessage(): this is ContextOf<ChannelMessage> {
    return this.message.type === 'stream'
  }

  isDirectMessage(): this is ContextOf<DirectMessage> {
    return this.message.type === 'private'
  }

  senderRole(): Promise<RoleName | undefined> {
    return senderRole(this.client, this.sender.id, this.signal)
  }

  async requireAdministrator(): Promise<void> {
    refuseUnlessAdministrator(await this.senderRole(), sentencesOf(this))
  }
}

/** The account that a client acts as. */
interface Account {
  readonly user_id: number
  readonly full_name: string
}

/** Milliseconds; well within the time in which a webhook has to be answered. */
const lookupTimeout = 5_000

/** An account's ID never changes, so each is asked for once. */
const accounts = new WeakMap<Client, Promise<Account>>()

/**
 * The text without the bot's own mention. The bot's ID, which a notification lacks, is asked for only when a mention
 * could mean it; where it can't be had, a mention by ID alone stays in the text.
 */
export async function ownText(delivery: Delivery, log: Log): Promise<string> {
  const { data, bot_full_name: name } = delivery.notification
  const mentions = findMentions(data)
  const without = (who: { name?: string; id?: number }) => withoutMentionsOf(data, who, mentions)
  const known = name === undefined ? {} : { name }
  if (!mentions.some((mention) => isUnsure(mention, name))) return without(known)
  try {
    const { user_id, full_name } = await accountOf(delivery.client)
    return without({ name: name ?? full_name, id: user_id })
  } catch (error) {
    log.warn(errorFields(error), "The bot's own account could not be looked up; a mention by ID may stay in the text")
    return without(known)
  }
}

/** Whether it takes the bot's ID, or its name where the server sent none, to know whom a mention means. */
function isUnsure(mention: Mention, name: string | undefined): boolean {
  if (mention.silent) return false
  return name === undefined || (mention.id !== undefined && (mention.name === '' || mention.name === name))
}

async function ownersClient(
  owner: NonNullable<Delivery['owner']>,
  notification: Notification,
  log: Log,
): Promise<Client | undefined> {
  try {
    const { user_id } = await accountOf(owner.client)
    return user_id === senderOf(notification).id ? owner.client : undefined
  } catch (error) {
    log.warn(errorFields(error), "The owner's account could not be looked up; nobody counts as the owner this time")
    return undefined
  }
}

function accountOf(client: Client): Promise<Account> {
  const account = originalClient(client)
  const known = accounts.get(account)
  if (known) return known
  const asked = client.users.me({}, { timeout: lookupTimeout })
  accounts.set(account, asked)
  // A failure is no answer: the next message asks again.
  asked.catch(() => accounts.delete(account))
  return asked
}
