import type { Client } from '../client/index.js'
import type { ChannelMessage, DirectMessage, Message, RoleName } from '../protocol/index.js'
import type { Storage } from '../storage/index.js'
import type { Context, ContextOf, Sender } from './context.js'
import type { AskOptions } from './conversation/askOptions.js'
import type { Run } from './conversation/run.js'
import { noteRun } from './conversation/runOf.js'
import type { Delivery, ReplyOptions } from './delivery.js'
import { HandlerError } from './errors.js'
import { ownersClient, ownText } from './identity.js'
import { underLock } from './lock.js'
import type { Log } from './log.js'
import { type Actions, createActions } from './outgoing/actions.js'
import type { Replies } from './replies.js'
import { refuseUnlessAdministrator, senderRole } from './senderRole.js'

/** Makes the context of a delivery. Never fails: what can't be looked up is left out, with a warning. */
export async function createContext(delivery: Delivery, log: Log, replies: Replies, run: Run): Promise<Context> {
  const [text, owner] = await Promise.all([ownText(delivery, log), ownersClient(delivery, log)])
  // The message is of one kind or the other, and so is the context.
  const ctx = new DeliveryContext(delivery, log, replies, text, owner, run) as Context
  noteRun(ctx, run)
  ownNames ??= new Set([
    ...Object.keys(ctx),
    ...Object.getOwnPropertyNames(DeliveryContext.prototype),
    ...Object.getOwnPropertyNames(Object.prototype),
    'args',
    'match',
  ])
  return ctx
}

/** What the context has of its own, and what handlers find there by name. */
let ownNames: ReadonlySet<string> | undefined

/** Gives the layers further in what a middleware adds. @throws {HandlerError} for what would replace a part of the context. */
export function addToContext(ctx: Context, adds: object): void {
  const taken = Object.keys(adds).find((name) => ownNames?.has(name))
  if (taken !== undefined) {
    throw new HandlerError(
      'reserved_name',
      `A middleware adds '${taken}' to the context, which has a '${taken}' of its own. Choose another name.`,
    )
  }
  Object.assign(ctx, adds)
}

/** Sets what a layer further out may look at. */
export function noteError(ctx: Context, error: unknown): void {
  Object.assign(ctx, { error })
}

class DeliveryContext implements ContextOf<Message> {
  readonly message: Message
  readonly text: string
  readonly rawText: string
  readonly trigger: string
  readonly sender: Sender
  readonly bot: { readonly email: string; readonly name: string | undefined }
  readonly client: Client
  readonly owner: Client | undefined
  readonly log: Log
  readonly storage: Storage
  readonly deliveryId: string
  readonly error: unknown = undefined
  // Fields rather than methods, so that each can be handed on by itself.
  readonly reply: (text: string, options?: ReplyOptions) => Promise<void>
  readonly send: Actions['send']
  readonly react: Actions['react']
  readonly unreact: Actions['unreact']
  readonly edit: Actions['edit']
  readonly progress: Actions['progress']
  readonly upload: Actions['upload']
  readonly lock: ContextOf<Message>['lock']
  readonly resumed: boolean
  readonly #delivery: Delivery
  readonly #run: Run

  constructor(delivery: Delivery, log: Log, replies: Replies, text: string, owner: Client | undefined, run: Run) {
    const { message, data, trigger, bot_email, bot_full_name } = delivery.notification
    this.message = message
    this.text = text
    this.rawText = data
    this.trigger = trigger
    this.sender = { id: message.sender_id, email: message.sender_email, name: message.sender_full_name }
    this.bot = { email: bot_email, name: bot_full_name }
    this.client = run.acting(delivery.client, 'bot')
    this.owner = owner && run.acting(owner, 'owner')
    this.log = log
    this.storage = delivery.storage
    this.deliveryId = delivery.id
    this.reply = replies.send
    const actions = createActions({ delivery, client: this.client, replies, log })
    this.send = actions.send
    this.react = actions.react
    this.unreact = actions.unreact
    this.edit = actions.edit
    this.progress = actions.progress
    this.upload = actions.upload
    this.lock = (name, work, options) => {
      const { storage, clock, signal } = delivery
      return underLock({ email: bot_email, storage, clock, signal, over: run.over }, name, work, options)
    }
    this.resumed = run.isResumed
    this.#delivery = delivery
    this.#run = run
  }

  /** Most handlers never look at it, and making one costs more than most handlers. */
  get signal(): AbortSignal {
    return this.#delivery.signal
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
