import {
  errorFields,
  type FromBotNotification,
  followUp,
  hearsFollowUps,
  isOverheard,
  isStopReaction,
  type Log,
  type OverheardTrigger,
  type Overhears,
  removeConversationsAfter,
  sentBy,
} from '../bot/index.js'
import { type Client, type Clock, EarshotError, pause } from '../client/index.js'
import { steady } from '../clock.js'
import { type Event, type Message, type Notification, systemRealm, type UpdateMessageEvent } from '../protocol/index.js'
import { type Storage, StorageError } from '../storage/index.js'
import { Accounts, type SenderAccount } from './accounts.js'
import { editedNotification, isEdit } from './editedMessage.js'
import { ListenerError } from './errors.js'
import { FollowUps } from './followUps.js'
import { capabilities, eventNotification, eventTypesFor, heardIn } from './heardEvents.js'
import { MessageReader } from './messageReader.js'
import { notificationOf } from './notificationOf.js'
import { OpenMessages } from './openMessages.js'
import { isLost, patiently } from './patience.js'
import { Position, type Seen } from './position.js'
import { readEvent } from './readEvent.js'

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
  /** How many turns without a person in the conversation. */
  readonly botTurns: number
  /** Whether the queue survives the process. If so, a queued message counts as taken; otherwise it does when its handler starts. */
  readonly isDurable: boolean
  /** Whether a message that waits in memory counts as taken when its handler has ended, not when it starts. */
  readonly redeliver: boolean
  /** Called whenever it listens: from then on, nothing that is sent is missed. */
  readonly onListening: () => void
  /** Queues a notification. Resolves to false if no queue can take it. @throws the signal's reason. */
  readonly queue: (notification: Notification, signal: AbortSignal) => Promise<boolean>
}

/** Takes the messages for one bot from the server's event queue, each of them once. */
export class EventFeed {
  readonly #options: FeedOptions
  readonly #accounts: Accounts
  readonly #messages: MessageReader
  /** Undefined if the bot doesn't handle follow-ups. */
  readonly #followUps: FollowUps | undefined
  #position: Position | undefined
  isListening = false
  /** Whether everything so far is taken, and the server is asked for the next event. */
  isPolling = false
  readonly #waiting: OpenMessages
  /** When the server last gave events, on a clock that can't be set. */
  #heardAt = Number.NEGATIVE_INFINITY
  /** The ID of the newest message that the bot has seen. */
  #newest = -1

  constructor(options: FeedOptions) {
    this.#options = options
    this.#accounts = new Accounts(options)
    this.#messages = new MessageReader(options)
    this.#waiting = new OpenMessages(options.log)
    this.#followUps = hearsFollowUps(options.overhears) ? new FollowUps(options) : undefined
  }

  /**
   * Listens until the signal aborts.
   *
   * @throws {ListenerError} if the account can't listen, or is refused. @throws the signal's reason.
   */
  async run(signal: AbortSignal): Promise<never> {
    const { client, email, overhears, storage, log } = this.#options
    const params = {
      event_types: eventTypesFor(overhears),
      // The newest message's ID, and no list of all users.
      fetch_event_types: ['message'],
      client_capabilities: capabilities,
    }
    try {
      // Another process may have listened meanwhile.
      this.#position = await Position.load(storage, email)
      this.#waiting.keep(this.#position)
      for (;;) {
        const registered = await this.#call(() => client.events.register(params, { signal }), signal)
        const { queue_id, last_event_id, max_message_id } = registered
        try {
          // Only now, since changes before the registration are no events.
          await this.#accounts.renew(signal)
          await this.#followUps?.load(signal)
          this.#newest = max_message_id ?? -1
          await this.#catchUp(max_message_id, signal)
          if (!this.isListening) log.info({}, 'Listening')
          this.isListening = true
          this.#options.onListening()
          await this.#takeEvents({ queue_id, last_event_id }, signal)
        } finally {
          if (signal.aborted) await client.events.deleteQueue({ queue_id }, { timeout: deleteTimeout }).catch(() => {})
        }
      }
    } catch (error) {
      if (signal.aborted || error instanceof ListenerError) throw error
      if (!(error instanceof EarshotError) || error instanceof StorageError) throw error
      const message = `${email} can't listen: the server refuses its calls. ${error.message}`
      throw new ListenerError('listener_refused', email, message, { cause: error })
    } finally {
      this.isListening = false
    }
  }

  /**
   * Whether to handle a message that waited in the memory of this process: `later` if another process may be listening,
   * `never` if it has taken the message.
   */
  async begin(id: number): Promise<'now' | 'later' | 'never'> {
    const message = this.#waiting.find(id)
    if (message === undefined) return 'now'
    if (!this.isListening) return 'later'
    if (this.#position?.has(message)) {
      this.#waiting.remove(id)
      return 'never'
    }
    if (!this.#options.redeliver) await this.#waiting.take(id)
    return 'now'
  }

  /** Called when a message's handler has ended. */
  end(id: number): Promise<void> {
    return this.#waiting.take(id)
  }

  /** Called when another process may listen: what ends from now on isn't kept. */
  release(): void {
    this.#waiting.keep(undefined)
  }

  /** Takes messages sent since the last one taken. @param newest ID of the newest message, if known. */
  async #catchUp(newest: number | undefined, signal: AbortSignal): Promise<void> {
    const { storage, email, catchUp, clock, log } = this.#options
    const now = this.#serverNow()
    if (this.#position === undefined) {
      const floor = newest ?? -1
      this.#position = await Position.begin(storage, email, floor, await this.#messages.newestUpTo(floor, signal))
      this.#waiting.keep(this.#position)
      return
    }
    if (newest !== undefined && (await this.#hasGoneBack(newest, signal))) await this.#goBack(newest, signal)
    const missed = new Map<number, Message>()
    const narrows = ['mentioned', 'private'].map((operand) => [{ operator: 'is', operand }])
    const hearsAll = this.#hears('message') || this.#followUps?.areAny
    for (const narrow of hearsAll ? [...narrows, []] : narrows) {
      const found = await this.#messages.from(this.#position.floor, narrow, signal)
      for (const message of found) if (this.#isNew(message)) missed.set(message.id, message)
    }
    // What came since the server last gave events isn't older than that, whatever the clock is set to.
    const oldest = steady(clock)() - this.#heardAt < catchUp ? 0 : now - catchUp
    const isOld = ({ timestamp = 0 }: Message) => timestamp * 1000 < oldest
    const inOrder = [...missed.values()].sort((one, other) => one.id - other.id)
    const [old, young] = [inOrder.filter(isOld), inOrder.filter((message) => !isOld(message))]
    for (const message of old) if (!this.#waiting.has(message)) this.#position.add(message)
    if (old.length > 0) log.warn({ messages: old.length, catchUp }, 'Left messages unanswered that came too long ago')
    if (young.length > 0) log.info({ messages: young.length }, 'Catching up with messages that came meanwhile')
    for (const message of young) if (this.#isNew(message)) await this.#take(message, signal)
    await this.#waiting.save()
    if (newest !== undefined && !this.#waiting.areAny) this.#position.passed(newest)
    await this.#waiting.save()
  }

  /** Messages have the server's times, and the clock of this machine may be wrong by hours. UNIX milliseconds. */
  #serverNow(): number {
    const { client, clock } = this.#options
    return client.serverTime ?? clock.now()
  }

  /** Whether the server doesn't have the newest message that was taken: it was restored from a backup, or begun anew. */
  async #hasGoneBack(newest: number, signal: AbortSignal): Promise<boolean> {
    const { highest = -1, newest: taken } = this.#position ?? {}
    if (newest < highest) return true
    if (taken?.timestamp === undefined) return false
    const found = await this.#messages.newestUpTo(taken.id, signal)
    return found.id === taken.id && found.timestamp !== taken.timestamp
  }

  /** Begins anew, with what was sent after the newest message that was taken. @param newest ID of the newest message. */
  async #goBack(newest: number, signal: AbortSignal): Promise<void> {
    const { storage, email, catchUp, log } = this.#options
    const position = this.#position
    if (position === undefined) return
    log.warn(
      { taken: position.highest, newest },
      'The server no longer has the newest messages that the bot took: it was restored from a backup or begun anew, or they were deleted. Going on with what was sent since',
    )
    const { timestamp } = position.newest
    const oldest = Math.floor((this.#serverNow() - catchUp) / 1000)
    const floor =
      timestamp === undefined ? newest : await this.#messages.lastBy(Math.max(timestamp, oldest), newest, signal)
    position.goBack(floor, await this.#messages.newestUpTo(newest, signal))
    await removeConversationsAfter(storage, email, floor)
  }

  /** Takes events until the event queue is lost. */
  async #takeEvents(
    { queue_id, last_event_id }: { queue_id: string; last_event_id: number },
    signal: AbortSignal,
  ): Promise<void> {
    // A server that was begun anew may give the ID of a queue again.
    const registration = crypto.randomUUID()
    for (let last = last_event_id; ; ) {
      const events = await this.#events(queue_id, last, signal)
      if (events === undefined) return
      const asked = last
      for (const event of events) {
        const { id } = event
        // A server that didn't get our acknowledgement repeats events.
        if (id >= 0 && id <= asked) continue
        const isInOrder = id > asked && id - last <= mostMissing
        // An event is missing, which may have been a message.
        if (!isInOrder || id > last + 1) await this.#catchUp(undefined, signal)
        last = isInOrder ? Math.max(last, id) : last + 1
        const value = event.type === 'unreadable' ? event.value : event
        await this.#takeEvent(isInOrder ? event : { id: last, type: 'unreadable', value }, registration, signal)
      }
      await this.#waiting.save()
    }
  }

  /** The next events; undefined if the event queue is lost. */
  async #events(queue_id: string, last_event_id: number, signal: AbortSignal): Promise<readonly Event[] | undefined> {
    const { client, clock, log } = this.#options
    this.isPolling = true
    try {
      const ask = () => client.events.get({ queue_id, last_event_id }, { signal })
      const { events } = await this.#call(ask, signal, (error) => !isLost(error))
      this.#heardAt = steady(clock)()
      return events
    } catch (error) {
      if (!isLost(error)) throw error
      log.warn(errorFields(error), 'The event queue is lost; making another one')
      await pause(clock, betweenQueues, signal, { sleeping: true })
      return undefined
    } finally {
      this.isPolling = false
    }
  }

  /** Takes a message that was just sent. */
  async #takeNew(message: Message, signal: AbortSignal): Promise<void> {
    if (this.#position?.isContradictedBy(message)) {
      await this.#goBack(message.id, signal)
      await this.#catchUp(undefined, signal)
    }
    if (this.#isNew(message)) await this.#take(message, signal)
  }

  async #take(message: Message, signal: AbortSignal): Promise<void> {
    const { isDurable, clock } = this.#options
    const given = notificationOf(message, message.flags ?? [], this.#accounts.own)
    const notification = given && (await this.#asHeard(given, signal))
    if (notification === undefined) return
    const sender = await this.#accounts.find(message.sender_id, signal)
    const isAnswered = this.#isAnswered(sender)
    if (isAnswered && !isDurable) this.#waiting.add(message)
    const isQueued =
      isAnswered && (await this.#queue(notification, sender, signal, message.id, sentBy(message, clock.now())))
    if (isQueued) this.#followUps?.noteTaken(message)
    if (isQueued && !isDurable) return
    this.#waiting.remove(message.id)
    this.#position?.add(message)
  }

  /** What a message may be for the bot: undefined if nothing. */
  async #asHeard(notification: Notification, signal: AbortSignal): Promise<Notification | undefined> {
    if (!isOverheard(notification)) return notification
    const { message } = notification
    if ((await this.#followUps?.mayBe(message)) && (await this.#isOfPerson(message, signal))) {
      return { ...notification, trigger: followUp }
    }
    return this.#options.overhears?.takes(notification) ? notification : undefined
  }

  /** Takes an event, or skips it if it can't be read. Events missed while not listening are lost. */
  async #takeEvent(given: Event, registration: string, signal: AbortSignal): Promise<void> {
    const { log } = this.#options
    try {
      const event = readEvent(given, log)
      if (event?.type !== 'message') return event && (await this.#takeOther(event, registration, signal))
      this.#newest = event.message.id
      await this.#takeNew({ ...event.message, flags: event.flags }, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof EarshotError) throw error
      log.error({ event: given.id, type: given.type, ...errorFields(error) }, 'Skipped an event that failed')
    }
  }

  async #takeOther(event: Event, registration: string, signal: AbortSignal): Promise<void> {
    const { client } = this.#options
    if (event.type === 'restart') await this.#call(() => client.featureLevel({ fresh: true }), signal)
    if (event.type === 'realm_user') await this.#accounts.noteChange(event, signal)
    if (event.type === 'update_message') {
      await this.#followUps?.noteMove(event)
      await this.#takeEdit(event, signal)
    }
    const { own } = this.#accounts
    for (const heard of heardIn(event, own)) {
      const { by, facts, trigger } = heard
      // A reaction can stop a text that the bot streams, even if the bot hears no reactions.
      if (!(this.#hears(trigger) || isStopReaction(facts)) || by === own.user_id) continue
      const user = by === undefined ? undefined : await this.#accounts.find(by, signal)
      if (!this.#isAnswered(user)) continue
      const message = typeof heard.about === 'number' ? await this.#messages.one(heard.about, signal) : heard.about
      if (message === undefined) continue
      const key = `${registration}/${event.id}/${trigger}/${message.id}`
      const whoever = by === undefined ? undefined : { id: by, email: user?.email ?? '', name: user?.name ?? '' }
      await this.#queue(eventNotification(heard, message, { key, by: whoever, own }), user, signal)
      this.#followUps?.noteTaken(message)
    }
  }

  /** Reads a message again that its author has edited, if it is for the bot. */
  async #takeEdit(event: UpdateMessageEvent, signal: AbortSignal): Promise<void> {
    // The bot's own edits, as of a stream, are many, and a look-up that fails would hold up the events behind them.
    const isOwn = event.user_id === this.#accounts.own.user_id
    if (isOwn || !this.#options.overhears?.edits || !isEdit(event)) return
    const message = await this.#messages.one(event.message_id, signal)
    const edited = message && editedNotification(event, message, this.#accounts.own)
    if (!edited || (edited.mayHaveFollowed && (await this.#followUps?.mayBe(message)))) return
    const sender = await this.#accounts.find(message.sender_id, signal)
    if (this.#isAnswered(sender)) await this.#queue(edited.notification, sender, signal)
  }

  #hears(trigger: OverheardTrigger): boolean {
    return this.#options.overhears?.handlers.some((one) => one.trigger === trigger) === true
  }

  #isNew(message: Seen): boolean {
    return !this.#waiting.has(message) && this.#position?.has(message) === false
  }

  /** Answers to other bots are counted. @param after The ID of the newest message when it was caused. @param at When that was. */
  #queue(
    notification: Notification,
    by: SenderAccount | undefined,
    signal: AbortSignal,
    after = this.#newest,
    at = this.#options.clock.now(),
  ): Promise<boolean> {
    const { queue, botTurns: most } = this.#options
    if (by === undefined || by.isBot === false) return queue(notification, signal)
    const marked: FromBotNotification = { ...notification, fromBot: { name: by.name, most, after, at } }
    return queue(marked, signal)
  }

  #isAnswered(user: SenderAccount | undefined): boolean {
    // Somebody whom the bot may not see is answered too.
    return this.#options.answerBots || user?.isBot !== true
  }

  /** Two bots that follow a topic would never end, even where other bots are answered; nor does the server itself mean the bot. */
  async #isOfPerson({ sender_id, sender_realm_str }: Message, signal: AbortSignal): Promise<boolean> {
    return sender_realm_str !== systemRealm && (await this.#accounts.find(sender_id, signal))?.isBot !== true
  }

  #call<T>(call: () => Promise<T>, signal: AbortSignal, isWaitedFor?: (error: unknown) => boolean): Promise<T> {
    return patiently(call, { ...this.#options, signal, isWaitedFor })
  }
}

/** Events: of more, the ID is wrong. */
const mostMissing = 1_000_000

/** Milliseconds that deleting an event queue may take, and between a lost one and the next. */
const [deleteTimeout, betweenQueues] = [1_000, 1_000]
