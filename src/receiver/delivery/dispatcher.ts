import {
  Delivery,
  errorFields,
  eventOf,
  messageKey,
  type Observer,
  placeParts,
  type Queue,
  type QueueEntry,
  runWithin,
  senderOf,
} from '../../bot/index.js'
import { inTime, pause } from '../../clock.js'
import { EarshotError } from '../../errors.js'
import { type Notification, noReply } from '../../protocol/index.js'
import { sha256 } from '../../text/index.js'
import { isPromise, type MaybePromise } from '../../values.js'
import type { Received, RegisteredBot } from '../bots/bots.js'
import { Dedupe, shortText, type WebhookOutcome } from '../dedupe.js'
import type { ReceiverSettings } from '../options.js'
import { logHandled, RunningHandler } from './runningHandler.js'

/** Why a delivery could not be queued. */
export type Unanswered = 'full' | 'unavailable'

/** Passes deliveries to their bots, or to the queue. */
export class Dispatcher {
  readonly #settings: ReceiverSettings
  readonly #dedupe: Dedupe<RunningHandler>
  #running = 0
  /** What handlers have left to be done after their ends. */
  readonly #background = new Set<Promise<unknown>>()
  /** Of each conversation the latest delivery that isn't queued yet; later ones are queued after it. */
  readonly #last = new Map<string, Promise<unknown>>()
  #isQueueFailing = false

  constructor(settings: ReceiverSettings) {
    this.#settings = settings
    this.#dedupe = new Dedupe(settings.dedupe, settings.clock)
    settings.signal?.addEventListener('abort', () => {
      for (const handler of this.#dedupe.running()) handler.abort(settings.signal?.reason)
    })
  }

  /**
   * Handles a notification: its response, or the handler that has to wait for something.
   * @param arrived UNIX milliseconds. @param waitUntil Keeps the platform running until the work is done.
   */
  take(
    received: Received,
    arrived: number,
    waitUntil?: (work: Promise<unknown>) => void,
  ): MaybePromise<WebhookOutcome | Unanswered> | RunningHandler {
    const { bot, notification, warnings } = received
    const { observer, clock, storage, queue } = this.#settings
    const { trigger, message } = notification
    const id = this.#settings.newDeliveryId()
    const watch = observer?.delivery?.({ id, bot: bot.email, trigger, message: message.id })
    const delivery = new Delivery({
      id,
      notification,
      accounts: bot,
      log: bot.log,
      clock,
      storage,
      arrived,
      webhook: true,
      waitUntil: (work) => this.#track(work, waitUntil),
      watch,
      observer: observer ?? noObserver,
    })
    const { log } = delivery
    if (warnings.length > 0) log.warn({ warnings }, 'Dropped mistyped fields of a notification')
    if (bot.ownEmails.has(senderOf(notification).email.toLowerCase())) {
      log.info(delivery.ended('own'), 'Ignored a message of one of our own bots')
      return noReply
    }
    if (queue !== undefined) return runWithin(watch, () => this.#enqueue(queue, delivery, bot))
    // An edited message is a new delivery.
    const key = `${bot.email} ${messageKey(message)} ${shortText(notification.data)} ${eventOf(notification)?.key ?? ''}`
    const known = this.#dedupe.find(key)
    if (known !== undefined) {
      log.info(delivery.ended('repeat'), 'A repeat; sending the same response')
      return known
    }
    return runWithin(watch, () => this.#run(delivery, bot, key))
  }

  get isBusy(): boolean {
    return this.#running > 0 || this.#background.size > 0
  }

  /** Resolves when nothing runs that was taken, and nothing is left to be done after it. */
  async idle(): Promise<void> {
    while (this.isBusy) {
      await Promise.all([...this.#dedupe.running().map(({ finished }) => finished), ...this.#background])
    }
  }

  #track(work: Promise<unknown>, waitUntil?: (work: Promise<unknown>) => void): void {
    const tracked = work.catch(() => {}).finally(() => this.#background.delete(tracked))
    this.#background.add(tracked)
    waitUntil?.(tracked)
  }

  /** Runs the handler in this process. */
  #run(delivery: Delivery, bot: RegisteredBot, key: string): MaybePromise<WebhookOutcome> | RunningHandler {
    const { outbox } = delivery
    let handling: MaybePromise<void>
    try {
      handling = bot.bot.handle(delivery)
    } catch (error) {
      handling = Promise.reject(error)
    }
    if (isPromise(handling) || outbox.isSending) return this.#wait(delivery, Promise.resolve(handling), bot, key)
    const answer = outbox.takeAnswer()
    this.#dedupe.answered(key, answer)
    logHandled(delivery, answer, undefined)
    return answer
  }

  #wait(delivery: Delivery, handling: Promise<void>, bot: RegisteredBot, key: string): RunningHandler {
    const begun = () => {
      this.#running += 1
      this.#dedupe.begun(key, handler)
    }
    const handler: RunningHandler = new RunningHandler(delivery, handling, bot, this.#settings, {
      begun,
      answered: (answer) => this.#dedupe.answered(key, answer),
      ended: () => {
        this.#dedupe.ended(key)
        this.#running -= 1
      },
    })
    begun()
    // The handler itself may have shut the process down.
    const { signal } = this.#settings
    if (signal?.aborted) handler.abort(signal.reason)
    return handler
  }

  /** One that is held while the queue is away holds the later ones of its conversation. */
  #enqueue(queue: Queue, delivery: Delivery, bot: RegisteredBot): Promise<WebhookOutcome | Unanswered> {
    const { bot_email, message } = delivery.notification
    const conversation = JSON.stringify([bot_email.toLowerCase(), ...placeParts(message)])
    const before = this.#last.get(conversation)
    const result = this.#enqueueAfter(before, conversation, queue, delivery, bot)
    // Holds no result, or each delivery would keep all earlier ones in memory.
    const ended = Promise.allSettled([before, result]).then(() => {
      if (this.#last.get(conversation) === ended) this.#last.delete(conversation)
    })
    this.#last.set(conversation, ended)
    return result
  }

  async #enqueueAfter(before: unknown, conversation: string, queue: Queue, delivery: Delivery, { bot }: RegisteredBot) {
    const { log } = delivery
    // If the storage fails, the delivery is queued as usual.
    if (await bot.interrupts?.(delivery).catch(() => {})) {
      // Whoever waits for its end gets to know that the queue doesn't have it.
      delivery.waitUntil(Promise.resolve())
      log.info(delivery.ended('quiet'), 'Handled')
      return noReply
    }
    try {
      const entry = await queueEntry(delivery, conversation, this.#settings)
      await before
      const result = await this.#put(queue, entry, delivery)
      if (result === 'full' || result === 'unavailable') {
        log.error({ ...delivery.ended('refused'), queue: result }, 'Failed to queue a delivery; it is not acknowledged')
        return result
      }
      if (result === 'kept') log.info(delivery.ended('queued'), 'Queued')
      else log.info(delivery.ended('repeat'), 'A repeat; it is already in the queue')
      return noReply
    } catch (error) {
      delivery.ended('refused')
      throw error
    }
  }

  /**
   * Puts an entry into the queue; retries until the deadline if the queue is full or its store fails.
   * @throws {QueueError} `invalid_option` for an invalid entry.
   */
  async #put(queue: Queue, entry: QueueEntry, { log }: Delivery) {
    const { clock, answerBy, signal } = this.#settings
    const left = () => entry.arrived + answerBy - clock.now()
    const put = async () => {
      try {
        const result = await queue.put(entry)
        this.#isQueueFailing = false
        return result
      } catch (error) {
        // Permanent, so a retry would fail too.
        if (error instanceof EarshotError && error.code === 'invalid_option') throw error
        // Once for all deliveries that wait for it.
        if (!this.#isQueueFailing) log.warn(errorFields(error), 'Failed to put a delivery into the queue; retrying')
        this.#isQueueFailing = true
        return 'unavailable'
      }
    }
    let last: Awaited<ReturnType<typeof put>> = 'unavailable'
    for (let wait = firstWait; ; wait = Math.min(2 * wait, longestWait)) {
      last = await inTime(clock, left(), put(), () => last)
      if (last === 'kept' || last === 'known' || signal?.aborted || left() <= wait) return last
      await pause(clock, wait)
    }
  }
}

/** Without an observer, calls are only logged. */
export const noObserver: Observer = {}

/** Milliseconds. */
const firstWait = 25
const longestWait = 500

/** Whether an entry is an event; its `message` is then only the message that the event is about. */
export function isEvent({ key }: QueueEntry): boolean {
  return key.includes(` ${eventMark}`)
}

const eventMark = 'event:'

/** The queue entry of a delivery: identical for each retry by the server, and without the token. */
async function queueEntry(
  delivery: Delivery,
  conversation: string,
  { needsTokens }: ReceiverSettings,
): Promise<QueueEntry> {
  const { id, notification, arrived, trace } = delivery
  const { message } = notification
  return {
    id,
    key: await deliveryKey(notification),
    bot: notification.bot_email.toLowerCase(),
    // A group conversation can have any number of members, so its key can be too long.
    conversation: conversation.length <= 500 ? conversation : await sha256(conversation),
    // The server repeats a request as it was; a listener reads a message as it is.
    ...(!needsTokens && message.type === 'stream' && { mayMove: true }),
    message: message.id,
    sender: String(senderOf(notification).id),
    notification: JSON.stringify({ ...notification, token: '' }),
    arrived,
    ...(trace && { trace }),
  }
}

/** Identical for each attempt of the server to deliver one message to one bot. */
async function deliveryKey(notification: Notification): Promise<string> {
  const { bot_email, message, data } = notification
  const event = eventOf(notification)
  const what = event ? `${eventMark}${await sha256(event.key)}` : await sha256(data)
  return `${bot_email.toLowerCase()} ${messageKey(message)} ${what}`
}
