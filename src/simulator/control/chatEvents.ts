import type { EventQueues } from '../realm/queues/eventQueues.js'
import { Refusal, refuse } from '../realm/refusal.js'

/** A user's event queue, and the last event of it that the reader has. */
export interface FollowedQueue {
  readonly userId: number
  readonly id: string
  readonly lastEventId: number
}

/**
 * Passes on the events of a queue until it is stopped or the queue is gone. The newest events stay in the queue, so that
 * a reader who loses the connection can ask for them again. A queue has one follower at a time: the newest that hasn't
 * stopped.
 *
 * Returns how to stop.
 */
export function followQueue(
  queues: EventQueues,
  { userId, id, lastEventId }: FollowedQueue,
  hand: (events: readonly unknown[]) => void,
  gone: (reason: string) => void,
): () => void {
  const followers = followersOf(queues, id)
  let kept = lastEventId
  let handed = lastEventId
  let isFollowing = false
  // Two followers waiting for one queue would wake each other forever.
  const isNewest = () => followers.at(-1) === resume
  followers.push(resume)
  resume()
  return stop

  /**
   * Requests of one page can overtake each other: what it asked for first may come last, on a connection that it has
   * closed by then. When that one stops, the other goes on.
   */
  function stop(): void {
    const at = followers.indexOf(resume)
    if (at === -1) return
    followers.splice(at, 1)
    followers.at(-1)?.()
  }

  function resume(): void {
    if (!isFollowing) void follow()
  }

  async function follow(): Promise<void> {
    isFollowing = true
    try {
      while (isNewest()) {
        const there = queues.take(userId, id, kept)
        // Back at a checkpoint, the queue will give the numbers of what was handed on to other events.
        if ((there.at(-1)?.id ?? kept) < handed) refuse('eventNotInQueue', { event_id: handed })
        const fresh = there.filter((event) => event.id > handed)
        if (fresh.length > 0) hand(fresh.filter(({ type }) => type !== 'heartbeat'))
        handed = fresh.at(-1)?.id ?? handed
        kept = there.at(-spared)?.id ?? kept
        await queues.wait(userId, id, handed)
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (isNewest()) gone(error.message)
    } finally {
      isFollowing = false
    }
  }
}

/** How many events stay in the queue after they were passed on. */
const spared = 500

const everyFollower = new WeakMap<EventQueues, Map<string, (() => void)[]>>()

/** How each follower of a queue goes on, the newest last. */
function followersOf(queues: EventQueues, id: string): (() => void)[] {
  const byQueue = everyFollower.get(queues) ?? new Map<string, (() => void)[]>()
  everyFollower.set(queues, byQueue)
  const followers = byQueue.get(id) ?? []
  byQueue.set(id, followers)
  return followers
}
