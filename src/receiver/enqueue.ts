import { errorFields, type Log, placeOf, type Queue, type QueueEntry } from '../bot/index.js'
import { type Clock, EarshotError } from '../client/index.js'
import type { Notification } from '../protocol/index.js'
import { sha256 } from '../protocol/sha256.js'
import { deliveryKey } from './dedupe/dedupe.js'

/** What became of an entry that was to be put into a queue; it is durable in the first two cases. */
export type Enqueued = 'kept' | 'known' | 'full' | 'unavailable'

export interface Enqueueing {
  readonly queue: Queue
  readonly entry: QueueEntry
  readonly clock: Clock
  /** UNIX milliseconds after which nobody waits any longer. */
  readonly until: number
  /** Whether nobody waits any longer for some other reason. */
  readonly isOver: () => boolean
  readonly log: Log
}

/**
 * Puts an entry into a queue; one that is full, or whose store fails, is asked again for as long as there is time.
 *
 * @throws {QueueError} `invalid_option` for an entry that the queue never takes.
 */
export async function enqueue({ queue, entry, clock, until, isOver, log }: Enqueueing): Promise<Enqueued> {
  let last: Enqueued = 'unavailable'
  const left = () => until - clock.now()
  for (let wait = firstWait; ; wait = Math.min(2 * wait, longestWait)) {
    last = (await within(clock, left(), put())) ?? last
    if (last === 'kept' || last === 'known' || isOver() || left() <= wait) return last
    await new Promise<void>((resolve) => clock.later(wait, resolve))
  }

  async function put(): Promise<Enqueued> {
    try {
      return await queue.put(entry)
    } catch (error) {
      // Asked again, it would be refused again.
      if (error instanceof EarshotError && error.code === 'invalid_option') throw error
      log.warn(errorFields(error), 'A delivery could not be put into the queue')
      return 'unavailable'
    }
  }
}

/** The notification as it waits: the same for each attempt of the server, and without the bot's secret. */
export function queueEntry(
  notification: Notification,
  { id, arrived, trace }: Pick<QueueEntry, 'id' | 'arrived'> & { readonly trace: QueueEntry['trace'] | undefined },
): QueueEntry {
  const { message } = notification
  const bot = notification.bot_email.toLowerCase()
  return {
    id,
    key: deliveryKey(notification),
    bot,
    conversation: short(JSON.stringify([bot, ...placeOf(message)])),
    message: message.id,
    sender: String(message.sender_id),
    notification: JSON.stringify({ ...notification, token: '' }),
    arrived,
    ...(trace && Object.keys(trace).length > 0 && { trace }),
  }
}

/** Milliseconds. */
const firstWait = 25
const longestWait = 500

/** A direct message may be among any number of people. */
const short = (name: string) => (name.length <= 500 ? name : sha256(name))

function within<T>(clock: Clock, milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.later(Math.max(0, milliseconds), () => resolve(undefined))
    void work.then(resolve, reject).finally(cancel)
  })
}
