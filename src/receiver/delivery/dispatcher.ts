import {
  errorFields,
  eventOf,
  type Log,
  placeOf,
  type Queue,
  type QueueEntry,
  runWithin,
  senderOf,
} from '../../bot/index.js'
import { inTime, pause } from '../../clock.js'
import { EarshotError } from '../../errors.js'
import { type Notification, noReply } from '../../protocol/index.js'
import { sha256 } from '../../text/index.js'
import type { Received } from '../bots/bots.js'
import { type Answer, Dedupe, SharedDedupe } from '../dedupe.js'
import type { ReceiverSettings } from '../options.js'
import { DeliveryRun, IncomingDelivery } from './deliveryRun.js'

interface Dispatched {
  readonly answer: Promise<Answer | Unanswered>
  /** If the handler still runs after the response: resolves when it has ended. */
  rest?(): Promise<void> | undefined
}

type Unanswered = 'full' | 'unavailable'

export class Dispatcher {
  readonly #settings: ReceiverSettings
  readonly #dedupe: Dedupe
  readonly #shared: SharedDedupe | undefined
  readonly #inFlight = new Set<DeliveryRun>()
  /** Pending claims and responses in the shared storage. */
  readonly #sharing = new Set<Promise<unknown>>()
  /** The latest delivery; later ones are queued after it. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(settings: ReceiverSettings) {
    this.#settings = settings
    const { dedupe, clock, storage } = settings
    this.#dedupe = new Dedupe(dedupe, clock)
    this.#shared = dedupe.shared ? new SharedDedupe(storage, clock, dedupe.age) : undefined
    settings.signal?.addEventListener('abort', () => {
      for (const run of this.#inFlight) run.abort(settings.signal?.reason)
    })
  }

  /** @param arrived UNIX milliseconds. */
  take(received: Received, arrived: number): Dispatched {
    const { bot, notification, warnings } = received
    const { message, data } = notification
    const incoming = new IncomingDelivery(received, arrived, this.#settings)
    const { log, watch } = incoming
    if (warnings.length > 0) log.warn({ warnings }, 'Dropped mistyped fields of a notification')
    if (bot.ownEmails.has(senderOf(notification).email.toLowerCase())) {
      log.info(incoming.ended('own'), 'Ignored a message of one of our own bots')
      return { answer: Promise.resolve(noReply) }
    }
    const { queue } = this.#settings
    if (queue !== undefined) return { answer: runWithin(watch, () => this.#enqueue(queue, incoming)) }
    // Used in this process only, so it isn't hashed. An edited message is a new delivery.
    const key = `${bot.email} ${message.id} ${data} ${eventOf(notification)?.key ?? ''}`
    const known = this.#dedupe.find(key)
    if (known !== undefined) {
      log.info(incoming.ended('repeat'), 'A repeat; sending the same response')
      return { answer: Promise.resolve(known) }
    }
    const shared = this.#shared
    if (shared !== undefined) return runWithin(watch, () => this.#startOnce(shared, key, incoming))
    const run = runWithin(watch, () => this.#start(incoming, key))
    this.#dedupe.begun(key, run.answer)
    return { answer: run.answer, rest: () => (run.isFinished ? undefined : run.finished) }
  }

  get isBusy(): boolean {
    return this.#inFlight.size > 0 || this.#sharing.size > 0
  }

  async idle(): Promise<void> {
    while (this.isBusy) await Promise.all([...[...this.#inFlight].map(({ finished }) => finished), ...this.#sharing])
  }

  #startOnce(shared: SharedDedupe, key: string, incoming: IncomingDelivery): Dispatched {
    const { answerBy, signal } = this.#settings
    const { arrived, log, received } = incoming
    let run: DeliveryRun | undefined
    let publishing: Promise<void> | undefined
    const answerOnce = async (): Promise<Answer> => {
      const claim = await shared.claim(await deliveryKey(received.notification), arrived + answerBy, log)
      if (!('settle' in claim)) {
        log.info(incoming.ended('repeat'), 'A repeat of a delivery to another process; sending the same response')
        this.#dedupe.answered(key, claim)
        this.#dedupe.ended(key)
        return claim
      }
      run = this.#start(incoming, key)
      // The process may have started to shut down meanwhile.
      if (signal?.aborted) run.abort(signal.reason)
      const answer = await run.answer
      publishing = this.#share(claim.settle(answer))
      return answer
    }
    const answer = this.#share(answerOnce())
    this.#dedupe.begun(key, answer)
    return { answer, rest: () => publishing?.then(() => run?.finished) }
  }

  #share<T>(work: Promise<T>): Promise<T> {
    this.#sharing.add(work)
    void work.finally(() => this.#sharing.delete(work))
    return work
  }

  #start(incoming: IncomingDelivery, key: string): DeliveryRun {
    const run = new DeliveryRun(incoming, {
      answered: (answer) => this.#dedupe.answered(key, answer),
      ended: () => {
        this.#dedupe.ended(key)
        this.#inFlight.delete(run)
      },
    })
    this.#inFlight.add(run)
    return run
  }

  async #enqueue(queue: Queue, incoming: IncomingDelivery): Promise<Answer | Unanswered> {
    const { log, received } = incoming
    if (await this.#interrupts(received)) {
      log.info(incoming.ended('quiet'), 'Stopped the running handler')
      return noReply
    }
    const made = Promise.all([queueEntry(incoming), this.#last])
    // Drops the result, or each delivery would keep all earlier ones in memory.
    this.#last = made.then(
      () => {},
      () => {},
    )
    try {
      const [entry] = await made
      const result = await this.#put(queue, entry, log)
      if (result === 'full' || result === 'unavailable') {
        log.error({ ...incoming.ended('refused'), queue: result }, 'Failed to queue a delivery; it is not acknowledged')
        return result
      }
      if (result === 'kept') log.info(incoming.ended('queued'), 'Queued')
      else log.info(incoming.ended('repeat'), 'A repeat; it is already in the queue')
      return noReply
    } catch (error) {
      incoming.ended('refused')
      throw error
    }
  }

  /** If the storage fails, the delivery is queued as usual. */
  async #interrupts({ bot, notification }: Received): Promise<boolean> {
    try {
      return (await bot.bot.interrupts?.(notification, this.#settings.storage)) === true
    } catch {
      return false
    }
  }

  /**
   * Puts an entry into the queue; retries until the deadline if the queue is full or its store fails.
   * @throws {QueueError} `invalid_option` for an invalid entry.
   */
  async #put(queue: Queue, entry: QueueEntry, log: Log): Promise<Awaited<ReturnType<Queue['put']>> | Unanswered> {
    const { clock, answerBy, signal } = this.#settings
    const left = () => entry.arrived + answerBy - clock.now()
    let last: Awaited<ReturnType<typeof put>> = 'unavailable'
    for (let wait = firstWait; ; wait = Math.min(2 * wait, longestWait)) {
      last = await inTime(clock, left(), put(), () => last)
      if (last === 'kept' || last === 'known' || signal?.aborted || left() <= wait) return last
      await pause(clock, wait)
    }

    async function put() {
      try {
        return await queue.put(entry)
      } catch (error) {
        // Permanent, so a retry would fail too.
        if (error instanceof EarshotError && error.code === 'invalid_option') throw error
        log.warn(errorFields(error), 'Failed to put a delivery into the queue')
        return 'unavailable'
      }
    }
  }
}

/** Milliseconds. */
const firstWait = 25
const longestWait = 500

/** Whether an entry is an event; its `message` is then only the message that the event is about. */
export function isEvent({ key }: QueueEntry): boolean {
  return key.includes(` ${eventMark}`)
}

const eventMark = 'event:'

/** The queue entry of a notification: identical for each retry by the server, and without the token. */
async function queueEntry({ id, arrived, received, watch }: IncomingDelivery): Promise<QueueEntry> {
  const { notification } = received
  const { message } = notification
  const bot = notification.bot_email.toLowerCase()
  const trace = watch?.carry?.()
  const conversation = JSON.stringify([bot, ...placeOf(message)])
  return {
    id,
    key: await deliveryKey(notification),
    bot,
    // A group conversation can have any number of members, so its key can be too long.
    conversation: conversation.length <= 500 ? conversation : await sha256(conversation),
    message: message.id,
    sender: String(senderOf(notification).id),
    notification: JSON.stringify({ ...notification, token: '' }),
    arrived,
    ...(trace && Object.keys(trace).length > 0 && { trace }),
  }
}

/** Identical for each attempt of the server to deliver one message to one bot. */
async function deliveryKey(notification: Notification): Promise<string> {
  const { bot_email, message, data } = notification
  const event = eventOf(notification)
  const what = event ? `${eventMark}${await sha256(event.key)}` : await sha256(data)
  return `${bot_email.toLowerCase()} ${message.id} ${what}`
}
