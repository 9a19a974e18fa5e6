import type { Client, Clock } from '../../client/index.js'
import type { ChannelMessage, DirectMessage, Message, Notification, RoleName } from '../../protocol/index.js'
import type { Storage } from '../../storage/index.js'
import { asCode, type Quoted } from '../../text/index.js'
import { andThen, isPromise, type MaybePromise } from '../../values.js'
import { type AttachedFile, attachmentsIn } from '../arguments/attachments.js'
import { HandlerError, UserError } from '../base/errors.js'
import { errorFields, type Log } from '../base/log.js'
import { eventOf, type Sender, senderOf } from '../base/notification.js'
import type { Actions } from '../context/actions.js'
import type { Approval, ApproveOptions, AskOptions } from '../context/asking.js'
import type { Context, ContextOf } from '../context/context.js'
import { underLock } from '../context/lock.js'
import { sleep } from '../context/sleep.js'
import type { DeliveryAccounts } from '../delivery/delivery.js'
import { accountOfClient, type ClientAccount } from '../delivery/ownAccount.js'
import { type CalledBy, type WordsToBot, wordsToBot } from '../delivery/wordsToBot.js'
import { follow, unfollow } from '../following/follow.js'
import { refuseUnlessAdministrator, senderRole } from '../people/access.js'
import { english } from '../sentences/english.js'
import type { Sentences } from '../sentences/sentences.js'
import { createActions } from './actions.js'
import { approve, ask } from './asking.js'
import type { Run } from './run.js'

/**
 * Makes the context of a handler's run. Never fails: what can't be looked up is left out, with a warning.
 *
 * @param data An earlier text of the message. @param line The line of the message that it is for.
 */
export function createContext(run: Run, data?: string, line?: string): MaybePromise<Context> {
  const { delivery, log } = run
  const notification = data === undefined ? run.notification : { ...run.notification, data }
  const words = wordsToBot(notification, delivery)
  const { owner } = delivery
  const contextOf = (known: WordsToBot, client?: Client) =>
    new DeliveryContext(run, line === undefined ? known : { ...known, text: line }, client) as Context
  if (owner === undefined) return andThen(words, (known) => contextOf(known))
  const itsOwner = ownersClient(owner, notification, delivery.clock, log)
  return Promise.all([words, itsOwner]).then(([known, client]) => contextOf(known, client))
}

/** Gives the layers further in what a middleware adds. @throws {HandlerError} for what would replace a part of the context. */
export function addToContext(ctx: Context, adds: object): void {
  const taken = Object.keys(adds).find((name) => isOwnName(name))
  if (taken !== undefined) {
    throw new HandlerError(
      'reserved_name',
      `A middleware adds '${taken}' to the context, which has its own. Choose another name.`,
    )
  }
  Object.assign(ctx, adds)
}

/** Whether a context has something of its own by this name, or handlers find something there by it. */
function isOwnName(name: string): boolean {
  return name === 'args' || name === 'match' || name in DeliveryContext.prototype || ownFields.has(name)
}

/** Sets what a layer further out may look at. */
export function noteError(ctx: Context, error: unknown): void {
  Object.assign(ctx, { error })
}

/** Most parts are made when a handler asks for them. Its methods can be destructured, except those that ask somebody. */
class DeliveryContext implements ContextOf<Message> {
  readonly message: Message
  readonly text: string
  readonly log: Log
  readonly error: unknown = undefined
  readonly #run: Run
  readonly #words: WordsToBot
  readonly #itsOwner: Client | undefined
  #sender: Sender | undefined
  #attachments: readonly AttachedFile[] | undefined
  #actions: Actions | undefined
  #client: Client | undefined
  #owner: Client | undefined
  #command = ''

  constructor(run: Run, words: WordsToBot, owner: Client | undefined) {
    this.message = run.notification.message
    this.text = words.text
    this.log = run.log
    this.#run = run
    this.#words = words
    this.#itsOwner = owner
  }

  /** In a WeakMap, the run would outlive the delivery. */
  static runOf(ctx: object): Run | undefined {
    return #run in ctx ? ctx.#run : undefined
  }

  static noteCommand(ctx: object, usage: string): void {
    if (#run in ctx) ctx.#command = usage
  }

  static commandOf(ctx: object): string {
    return #run in ctx ? ctx.#command : ''
  }

  get quoted(): Quoted | undefined {
    return this.#words.quoted
  }

  get attachments(): readonly AttachedFile[] {
    this.#attachments ??= attachmentsIn(this.text, this.client, () => this.signal)
    return this.#attachments
  }

  get calledBy(): CalledBy | undefined {
    return this.#words.calledBy
  }

  get rawText(): string {
    return this.#run.notification.data
  }

  get trigger(): string {
    return this.#run.notification.trigger
  }

  get sender(): Sender {
    this.#sender ??= senderOf(this.#run.notification)
    return this.#sender
  }

  get bot(): { readonly email: string; readonly name: string | undefined } {
    const { bot_email, bot_full_name } = this.#run.notification
    return { email: bot_email, name: bot_full_name }
  }

  get deliveryId(): string {
    return this.#run.delivery.id
  }

  get resumed(): boolean {
    return this.#run.isResumed
  }

  get clock(): Clock {
    return this.#run.delivery.clock
  }

  get storage(): Storage {
    return this.#run.delivery.storage
  }

  get signal(): AbortSignal {
    return this.#run.delivery.signal
  }

  get client(): Client {
    this.#client ??= this.#run.acting(this.#run.delivery.client, 'bot')
    return this.#client
  }

  get owner(): Client | undefined {
    this.#owner ??= this.#itsOwner && this.#run.acting(this.#itsOwner, 'owner')
    return this.#owner
  }

  get reply(): ContextOf<Message>['reply'] {
    return (reply) => {
      const sending = this.#run.reply(reply)
      return isPromise(sending) ? sending : Promise.resolve()
    }
  }

  get place(): Actions['place'] {
    return this.#act().place
  }

  get send(): Actions['send'] {
    return this.#act().send
  }

  get react(): Actions['react'] {
    return this.#act().react
  }

  get unreact(): Actions['unreact'] {
    return this.#act().unreact
  }

  get edit(): Actions['edit'] {
    return this.#act().edit
  }

  get progress(): Actions['progress'] {
    return this.#act().progress
  }

  get upload(): Actions['upload'] {
    return this.#act().upload
  }

  get votes(): Actions['votes'] {
    return this.#act().votes
  }

  #act(): Actions {
    this.#actions ??= createActions(this.#run, () => this.client)
    return this.#actions
  }

  get sleep(): ContextOf<Message>['sleep'] {
    return async (time) => {
      if (!this.#run.isBehind) await sleep(this.clock, time, this.signal)
    }
  }

  get lock(): ContextOf<Message>['lock'] {
    return (name, work, options) => {
      const { bot, storage, clock, signal } = this
      return underLock({ email: bot.email, storage, clock, signal, over: this.#run.over }, name, work, options)
    }
  }

  get follow(): ContextOf<Message>['follow'] {
    return (options) => follow(this.#run.delivery, options)
  }

  get unfollow(): ContextOf<Message>['unfollow'] {
    return async () => unfollow(this.#run.delivery)
  }

  async ask<const Choice extends string = string>(question: string, options?: AskOptions<Choice>): Promise<Choice> {
    this.#checkMayAsk()
    // With choices an answer is one of them; without, `Choice` is any text.
    return (await ask(this.#run, question, options)) as Choice
  }

  async approve(question: string, options: ApproveOptions): Promise<Approval> {
    this.#checkMayAsk()
    return approve(this.#run, question, options)
  }

  #checkMayAsk(): void {
    if (isOfEvent(this)) {
      throw new HandlerError('invalid_question', "Handlers of events can't ask: nobody sent a message.")
    }
    // The answer would resume the first handler.
    if (this.#run.handler === undefined) return
    if (this.#command !== '') throw new UserError(sentencesOf(this).sendAlone(asCode(this.#command)))
    throw new HandlerError('invalid_question', 'Of several handlers of a message, only the first can ask.')
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

const ownFields: ReadonlySet<string> = new Set(['message', 'text', 'log', 'error'])

async function ownersClient(
  owner: NonNullable<DeliveryAccounts['owner']>,
  notification: Notification,
  clock: Clock,
  log: Log,
): Promise<Client | undefined> {
  const sender = senderOf(notification)
  const isContradicted = ({ user_id, full_name }: ClientAccount) =>
    (user_id === sender.id) !== (full_name === sender.name)
  try {
    const { user_id } = await accountOfClient(owner.client, clock, isContradicted)
    return user_id === sender.id ? owner.client : undefined
  } catch (error) {
    log.warn(errorFields(error), "Failed to look up the owner's account; nobody counts as the owner now")
    return undefined
  }
}

/** The run that a message's context belongs to; undefined for other contexts. */
export const runOf = (ctx: object): Run | undefined => DeliveryContext.runOf(ctx)

/** The built-in sentences for the author of a context's message. */
export const sentencesOf = (ctx: object): Sentences => runOf(ctx)?.sentences ?? english

/** What a feature of the bot keeps with a context, by a key of that feature's own. Made when it is first asked for. */
export function keptWith<Kept>(ctx: object, key: object, make: () => Kept): Kept {
  const keeper: Keeper = ctx
  keeper[kept] ??= new Map()
  if (!keeper[kept].has(key)) keeper[kept].set(key, make())
  // Each key has values of one type.
  return keeper[kept].get(key) as Kept
}

const kept = Symbol('what features keep')

interface Keeper {
  [kept]?: Map<object, unknown>
}

/** Whether an event brought the message. */
export function isOfEvent(ctx: object): boolean {
  const run = runOf(ctx)
  return run !== undefined && eventOf(run.notification) !== undefined
}

/** Notes the command that is run. @param usage The same for all ways to call it. */
export const noteCommand = (ctx: object, usage: string): void => DeliveryContext.noteCommand(ctx, usage)

export const commandOf = (ctx: object): string => DeliveryContext.commandOf(ctx)
