import {
  errorFields,
  isOverheard,
  isStopReaction,
  type Log,
  type OverheardTrigger,
  type Overhears,
  type Sender,
} from '../bot/index.js'
import { ApiError, type Client, type Clock, EarshotError, MalformedAnswerError, pause } from '../client/index.js'
import { botTypes, type Event, type Message, type NarrowTerm, type Notification } from '../protocol/index.js'
import { type Storage, StorageError } from '../storage/index.js'
import { ListenerError } from './errors.js'
import { eventNotification, eventTypesFor, type Heard, heardIn } from './heardEvents.js'
import { notificationOf, type OwnAccount } from './notificationOf.js'
import { patiently } from './patience.js'
import { Position } from './position.js'

export interface FeedOptions {
  readonly client: Client
  /** The bot's address. */
  readonly email: string
  /** What the bot overhears besides messages that are for it. */
  readonly overhears: Overhears | undefined
  readonly storage: Storage
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  /** Milliseconds: messages that were missed and are older stay unanswered. */
  readonly catchUp: number
  /** Whether other bots are answered too. */
  readonly answerBots: boolean
  /** Whether the queue survives the process. If so, a queued message counts as taken; otherwise it does when its handler starts. */
  readonly isDurable: boolean
  /** Queues a notification. Resolves to false if no queue can take it. @throws the signal's reason. */
  readonly queue: (notification: Notification, signal: AbortSignal) => Promise<boolean>
}

/** Takes the messages for one bot from the server's event queue, each of them once. */
export class EventFeed {
  readonly #options: FeedOptions
  #position: Position | undefined
  #isListening = false
  /** IDs of messages that wait for their handlers in the memory of this process. */
  readonly #waiting = new Set<number>()
  /** By ID; undefined for users whom the bot may not see. */
  readonly #users = new Map<number, (Sender & { readonly isBot: boolean }) | undefined>()
  #saysUnreadable = true

  constructor(options: FeedOptions) {
    this.#options = options
  }

  /**
   * Listens until the signal aborts.
   *
   * @throws {ListenerError} if the account can't listen, or is refused. @throws the signal's reason.
   */
  async run(signal: AbortSignal): Promise<never> {
    const { client, email, storage } = this.#options
    try {
      const own = await this.#call(() => this.#ownAccount(signal), signal)
      // Another process may have listened meanwhile.
      this.#position = await Position.load(storage, email)
      for (;;) {
        const registered = await this.#call(
          () =>
            client.events.register({ event_types: this.#eventTypes, client_capabilities: capabilities }, { signal }),
          signal,
        )
        const { queue_id, last_event_id, max_message_id = -1 } = registered
        try {
          await this.#catchUp(own, max_message_id, signal)
          this.#isListening = true
          await this.#follow(own, { queue_id, last_event_id }, signal)
        } finally {
          if (signal.aborted) await client.events.deleteQueue({ queue_id }, { timeout: deleteTimeout }).catch(() => {})
        }
      }
    } catch (error) {
      if (signal.aborted || error instanceof ListenerError) throw error
      if (!(error instanceof EarshotError) || error instanceof StorageError) throw error
      const message = `${email} can't listen: the server refuses its calls. ${error.message}`
      throw new ListenerError('LISTENER_REFUSED', email, message, { cause: error })
    } finally {
      this.#isListening = false
    }
  }

  /**
   * Whether to handle a message that waited in the memory of this process: `later` if another process may be listening,
   * `never` if it has taken the message.
   */
  async begin(message: number): Promise<'now' | 'later' | 'never'> {
    if (!this.#waiting.has(message)) return 'now'
    if (!this.#isListening) return 'later'
    this.#waiting.delete(message)
    if (this.#position?.has(message)) return 'never'
    this.#position?.add(message)
    await this.#save()
    return 'now'
  }

  async #ownAccount(signal: AbortSignal): Promise<OwnAccount> {
    const { client, email, log } = this.#options
    const me = await client.users.me({}, { signal })
    if (!me.is_bot) log.warn({}, 'This is the account of a person: the bot answers in their name')
    else if (me.bot_type !== botTypes.generic) throw wrongKind(email, me.bot_type)
    return me
  }

  /** Takes messages sent since the last one taken. @param newest ID of the newest message, if known. */
  async #catchUp(own: OwnAccount, newest: number | undefined, signal: AbortSignal): Promise<void> {
    const { storage, email, catchUp, clock, log } = this.#options
    if (this.#position === undefined) {
      this.#position = await Position.begin(storage, email, newest ?? -1)
      return
    }
    const missed = new Map<number, Message>()
    const narrows = ['mentioned', 'private'].map((operand) => [{ operator: 'is', operand }])
    for (const narrow of this.#hears('message') ? [...narrows, []] : narrows) {
      for (const message of await this.#since(this.#position.floor, narrow, signal)) missed.set(message.id, message)
    }
    const oldest = clock.now() - catchUp
    const inOrder = [...missed.values()].sort((one, other) => one.id - other.id)
    const [old, young] = [inOrder.filter(isOld), inOrder.filter((message) => !isOld(message))]
    for (const { id } of old) if (!this.#waiting.has(id)) this.#position.add(id)
    if (old.length > 0) log.warn({ messages: old.length, catchUp }, 'Left messages unanswered that came too long ago')
    if (young.length > 0) log.info({ messages: young.length }, 'Catching up with messages that came meanwhile')
    await this.#takeAll(young, own, signal)
    if (newest !== undefined && this.#waiting.size === 0) this.#position.passed(newest)
    await this.#save()

    function isOld({ timestamp = 0 }: Message): boolean {
      return timestamp * 1000 < oldest
    }
  }

  /** The messages of a narrow that haven't been taken, oldest first. */
  async #since(after: number, narrow: NarrowTerm[], signal: AbortSignal): Promise<readonly Message[]> {
    const found: Message[] = []
    for (let anchor = after; ; ) {
      const params = {
        anchor,
        num_before: 0,
        num_after: pageSize,
        narrow,
        apply_markdown: false,
      } as const
      const page = await this.#call(
        () => this.#options.client.messages.list(params, { signal, priority: 'bulk' }),
        signal,
      )
      found.push(...page.messages.filter(({ id }) => this.#isNew(id)))
      const last = page.messages.at(-1)?.id
      if (page.found_newest || last === undefined || last === anchor) return found
      anchor = last
    }
  }

  /** Takes events until the event queue is lost. */
  async #follow(
    own: OwnAccount,
    { queue_id, last_event_id }: { queue_id: string; last_event_id: number },
    signal: AbortSignal,
  ): Promise<void> {
    for (let last = last_event_id; ; ) {
      const events = await this.#events(queue_id, last, signal)
      if (events === undefined) return
      for (const event of events) {
        // A server that didn't get our acknowledgement repeats events.
        if (event.id <= last) continue
        // An event is missing, which may have been a message.
        if (event.id !== last + 1) await this.#catchUp(own, undefined, signal)
        last = event.id
        if (event.type === 'message') await this.#take({ ...event.message, flags: event.flags }, own, signal)
        else await this.#takeEvent(event, queue_id, own, signal)
      }
      await this.#save()
    }
  }

  /** The next events; undefined if the event queue is lost. */
  async #events(queue_id: string, last_event_id: number, signal: AbortSignal): Promise<readonly Event[] | undefined> {
    const { client, clock, log } = this.#options
    try {
      const { events } = await this.#call(
        () => client.events.get({ queue_id, last_event_id }, { signal }),
        signal,
        (error) => !isLost(error),
      )
      return events
    } catch (error) {
      if (!isLost(error)) throw error
      log.warn(errorFields(error), 'The event queue is lost; making another one')
      await pause(clock, betweenQueues, signal, { sleeping: true })
      return undefined
    }
  }

  async #takeAll(messages: readonly Message[], own: OwnAccount, signal: AbortSignal): Promise<void> {
    for (const message of messages) await this.#take(message, own, signal)
    await this.#save()
  }

  async #take(message: Message, own: OwnAccount, signal: AbortSignal): Promise<void> {
    const { isDurable, overhears } = this.#options
    if (!this.#isNew(message.id)) return
    const notification = notificationOf(message, message.flags ?? [], own)
    if (notification === undefined || (isOverheard(notification) && overhears?.find(notification) === undefined)) return
    const isAnswered = await this.#isAnswered(message.sender_id, signal)
    if (isAnswered && !isDurable) this.#waiting.add(message.id)
    const isQueued = isAnswered && (await this.#options.queue(notification, signal))
    if (isQueued && !isDurable) return
    this.#waiting.delete(message.id)
    this.#position?.add(message.id)
  }

  /** Takes an event that isn't a message. Events missed while not listening are lost. */
  async #takeEvent(event: Event, queueId: string, own: OwnAccount, signal: AbortSignal): Promise<void> {
    const { client } = this.#options
    if (event.type === 'restart') await this.#call(() => client.featureLevel({ fresh: true }), signal)
    for (const heard of this.#heard(event, own)) {
      const { by, facts, trigger } = heard
      // A reaction can stop a text that the bot streams, even if the bot hears no reactions.
      if (!(this.#hears(trigger) || isStopReaction(facts)) || by === own.user_id) continue
      if (by !== undefined && !(await this.#isAnswered(by, signal))) continue
      const message = typeof heard.about === 'number' ? await this.#message(heard.about, signal) : heard.about
      if (message === undefined) continue
      const key = `${queueId}/${event.id}/${trigger}/${message.id}`
      const user = by === undefined ? undefined : (this.#users.get(by) ?? { id: by, email: '', name: '' })
      const whoever = user && { id: user.id, email: user.email, name: user.name }
      await this.#options.queue(eventNotification(heard, message, { key, by: whoever, own }), signal)
    }
  }

  #heard(event: Event, own: OwnAccount): readonly Heard[] {
    try {
      return heardIn(event, own)
    } catch (error) {
      if (this.#saysUnreadable) {
        this.#options.log.warn({ type: event.type, ...errorFields(error) }, "Left out an event that can't be read")
      }
      this.#saysUnreadable = false
      return []
    }
  }

  /** Undefined if the message is gone, or the bot may not read it. */
  async #message(id: number, signal: AbortSignal): Promise<Message | undefined> {
    const { client, log } = this.#options
    try {
      const params = { message_id: id, apply_markdown: false }
      return (await this.#call(() => client.messages.get(params, { signal }), signal)).message
    } catch (error) {
      if (!isHidden(error)) throw error
      log.debug({ message: id }, "Left out an event about a message that the bot can't read")
      return undefined
    }
  }

  #hears(trigger: OverheardTrigger): boolean {
    return this.#options.overhears?.handlers.some((one) => one.trigger === trigger) === true
  }

  get #eventTypes(): string[] {
    return eventTypesFor(this.#options.overhears?.handlers.map(({ trigger }) => trigger) ?? [])
  }

  #isNew(id: number): boolean {
    return !this.#waiting.has(id) && this.#position?.has(id) === false
  }

  /** Two bots that answer each other would never end. */
  async #isAnswered(sender: number, signal: AbortSignal): Promise<boolean> {
    const { answerBots, client } = this.#options
    if (!this.#users.has(sender)) {
      try {
        const { user } = await this.#call(() => client.users.get({ user_id: sender }, { signal }), signal)
        const { user_id: id, email, full_name: name, is_bot: isBot } = user
        this.#users.set(sender, { id, email, name, isBot })
      } catch (error) {
        // A sender whom the bot may not see is answered too.
        if (!isHidden(error)) throw error
      }
    }
    return answerBots || this.#users.get(sender)?.isBot !== true
  }

  #call<T>(call: () => Promise<T>, signal: AbortSignal, isWaitedFor?: (error: unknown) => boolean): Promise<T> {
    return patiently(call, { ...this.#options, signal, isWaitedFor })
  }

  /** A failure is harmless: until the next save succeeds, messages may be looked at again. */
  async #save(): Promise<void> {
    try {
      await this.#position?.save()
    } catch (error) {
      this.#options.log.warn(errorFields(error), 'Failed to save which messages were taken')
    }
  }
}

/** Messages. */
const pageSize = 100

/** Milliseconds. */
const deleteTimeout = 1_000

/** Milliseconds between a lost event queue and the next. */
const betweenQueues = 1_000

/** Make events smaller. Servers that don't know these send the older forms, which are understood too. */
const capabilities = { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true }

/** Whether the server refuses this request rather than the bot itself. */
function isHidden(error: unknown): boolean {
  return error instanceof MalformedAnswerError || (error instanceof ApiError && !error.isAuthentication)
}

/** Whether a new event queue may help: this one is gone, or can't be read. */
function isLost(error: unknown): boolean {
  if (error instanceof MalformedAnswerError) return true
  return error instanceof ApiError && error.status === 400
}

function wrongKind(email: string, kind: number | null): ListenerError {
  const name =
    kind === botTypes.outgoingWebhook
      ? 'an outgoing webhook, which gets no copies of direct messages'
      : 'not a generic bot'
  return new ListenerError(
    'LISTENER_ACCOUNT',
    email,
    `${email} can't listen: it is ${name}. Create a bot of the kind "Generic bot" for it, or serve this one at an address (\`serve\`).`,
  )
}
