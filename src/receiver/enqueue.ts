import { errorFields, type Log, placeOf, type Queue, type QueueEntry } from '../bot/index.js'
import { type Clock, EarshotError } from '../client/index.js'
import type { Notification } from '../protocol/index.js'
import { sha256 } from '../text/index.js'

/** `kept` and `known` mean that the entry is durable. */
export type Enqueued = 'kept' | 'known' | 'full' | 'unavailable'

export interface Enqueueing {
  readonly queue: Queue
  readonly entry: QueueEntry
  readonly clock: Clock
  /** UNIX milliseconds when to give up. */
  readonly until: number
  /** Whether to give up for another reason. */
  readonly isOver: () => boolean
  readonly log: Log
}

/**
 * Puts an entry into a queue; retries until the deadline if the queue is full or its store fails.
 *
 * @throws {QueueError} `invalid_option` for an invalid entry.
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
      // Permanent: no point in retrying.
      if (error instanceof EarshotError && error.code === 'invalid_option') throw error
      log.warn(errorFields(error), 'Failed to put a delivery into the queue')
      return 'unavailable'
    }
  }
}

/** The queue entry of a notification: the same for each retry of the server, and without the token. */
export async function queueEntry(
  notification: Notification,
  { id, arrived, trace }: Pick<QueueEntry, 'id' | 'arrived'> & { readonly trace: QueueEntry['trace'] | undefined },
): Promise<QueueEntry> {
  const { message } = notification
  const bot = notification.bot_email.toLowerCase()
  return {
    id,
    key: await deliveryKey(notification),
    bot,
    conversation: await short(JSON.stringify([bot, ...placeOf(message)])),
    message: message.id,
    sender: String(message.sender_id),
    notification: JSON.stringify({ ...notification, token: '' }),
    arrived,
    ...(trace && Object.keys(trace).length > 0 && { trace }),
  }
}

/** The same for each attempt of the server to deliver one message to one bot. */
export async function deliveryKey({ bot_email, message, data }: Notification): Promise<string> {
  return `${bot_email.toLowerCase()} ${message.id} ${await sha256(data)}`
}

/** Milliseconds. */
const firstWait = 25
const longestWait = 500

/** A group conversation can have any number of members. */
const short = async (name: string) => (name.length <= 500 ? name : sha256(name))

function within<T>(clock: Clock, milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.later(Math.max(0, milliseconds), () => resolve(undefined))
    void work.then(resolve, reject).finally(cancel)
  })
}
