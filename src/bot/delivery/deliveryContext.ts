import type { Client, Clock } from '../../client/index.js'
import type { ChannelMessage, DirectMessage, Message, RoleName } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import { refuseUnlessAdministrator, senderRole } from '../access.js'
import type { Context, ContextOf, Sender } from '../context.js'
import type { AskOptions } from '../conversation/askOptions.js'
import { HandlerError } from '../errors.js'
import { underLock } from '../locks/lock.js'
import type { Log } from '../log.js'
import { type Actions, createActions } from '../outgoing/actions.js'
import type { Replies } from '../outgoing/replies.js'
import { sleep } from '../sleep.js'
import type { Delivery, ReplyOptions } from './delivery.js'
import { ownersClient, ownText } from './identity.js'
import type { Run } from './run.js'

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
export function runOf(ctx: object): Run | undefined {
  return DeliveryContext.runOf(ctx)
}

/** Notes the command that is run. @param usage The same for all ways to call it. */
export function noteCommand(ctx: Context, usage: string): void {
  DeliveryContext.noteCommand(ctx, usage)
}

/** The command that is run, as people are shown it; empty where none is. */
export function commandOf(ctx: Context): string {
  return DeliveryContext.commandOf(ctx)
}

/** What is taken from it by name can be handed on by itself; what a handler does not ask for is not made. */
class DeliveryContext implements ContextOf<Message> {
  readonly message: Message
  readonly text: string
  readonly rawText: string
  readonly trigger: string
  readonly sender: Sender
  readonly bot: { readonly email: string; readonly name: string | undefined }
  readonly log: Log
  readonly storage: Storage
  readonly deliveryId: string
  readonly error: unknown = undefined
  readonly reply = (text: string, options?: ReplyOptions): Promise<void> => this.#replies.send(text, options)
  readonly resumed: boolean
  readonly #delivery: Delivery
  readonly #replies: Replies
  readonly #run: Run
  readonly #itsOwner: Client | undefined
  #client: Client | undefined
  #owner: Client | undefined
  #actions: Actions | undefined
  #command = ''

  constructor(delivery: Delivery, log: Log, replies: Replies, text: string, owner: Client | undefined, run: Run) {
    const { message, data, trigger, bot_email, bot_full_name } = delivery.notification
    this.message = message
    this.text = text
    this.rawText = data
    this.trigger = trigger
    this.sender = { id: message.sender_id, email: message.sender_email, name: message.sender_full_name }
    this.bot = { email: bot_email, name: bot_full_name }
    this.log = log
    this.storage = delivery.storage
    this.deliveryId = delivery.id
    this.resumed = run.isResumed
    this.#delivery = delivery
    this.#replies = replies
    this.#run = run
    this.#itsOwner = owner
    ownFields ??= new Set(Object.keys(this))
  }

  static runOf(ctx: object): Run | undefined {
    return #run in ctx ? ctx.#run : undefined
  }

  static noteCommand(ctx: object, usage: string): void {
    if (#command in ctx) ctx.#command = usage
  }

  static commandOf(ctx: object): string {
    return #command in ctx ? ctx.#command : ''
  }

  get client(): Client {
    this.#client ??= this.#run.acting(this.#delivery.client, 'bot')
    return this.#client
  }

  get owner(): Client | undefined {
    this.#owner ??= this.#itsOwner && this.#run.acting(this.#itsOwner, 'owner')
    return this.#owner
  }

  get signal(): AbortSignal {
    return this.#delivery.signal
  }

  get clock(): Clock {
    return this.#delivery.clock
  }

  get sleep(): ContextOf<Message>['sleep'] {
    return async (time) => {
      if (!this.#run.isBehind) await sleep(this.clock, time, this.signal)
    }
  }

  get send(): Actions['send'] {
    return this.#does.send
  }

  get react(): Actions['react'] {
    return this.#does.react
  }

  get unreact(): Actions['unreact'] {
    return this.#does.unreact
  }

  get edit(): Actions['edit'] {
    return this.#does.edit
  }

  get progress(): Actions['progress'] {
    return this.#does.progress
  }

  get upload(): Actions['upload'] {
    return this.#does.upload
  }

  get lock(): ContextOf<Message>['lock'] {
    return (name, work, options) => {
      const { storage, clock, signal } = this.#delivery
      return underLock({ email: this.bot.email, storage, clock, signal, over: this.#run.over }, name, work, options)
    }
  }

  get #does(): Actions {
    this.#actions ??= createActions({
      delivery: this.#delivery,
      client: this.client,
      replies: this.#replies,
      log: this.log,
    })
    return this.#actions
  }

  async ask<const Choice extends string = string>(question: string, options?: AskOptions<Choice>): Promise<Choice> {
    // With choices an answer is one of them; without, `Choice` is any text.
    return (await this.#run.ask(question, options, this.reply)) as Choice
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
    return senderRole(this.client, this.message, this.signal)
  }

  async requireAdministrator(): Promise<void> {
    refuseUnlessAdministrator(await this.senderRole())
  }
}
