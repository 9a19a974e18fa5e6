import type { EventQueues } from '../realm/queues/eventQueues.js'
import { Refusal, refuse } from '../realm/refusal.js'

/** An event queue of somebody's, and the last event of it that the reader has. */
export interface FollowedQueue {
  readonly userId: number
  readonly id: string
  readonly lastEventId: number
}

/**
 * Hands on what comes into an event queue, until it is told to stop or the queue is gone. The newest events stay in the
 * queue, so that a reader who loses the connection can ask for them again. A queue has one follower, the newest.
 *
 * Gives how to stop.
 */
export function followQueue(
  queues: EventQueues,
  { userId, id, lastEventId }: FollowedQueue,
  hand: (events: readonly unknown[]) => void,
  gone: (reason: string) => void,
): () => void {
  let isFollowing = true
  const stop = () => {
    isFollowing = false
  }
  const followers = followersOf(queues)
  // Two that wait for one queue would wake each other for ever. The older one is a connection that broke unnoticed.
  followers.get(id)?.()
  followers.set(id, stop)
  void follow()
  return stop

  async function follow(): Promise<void> {
    let kept = lastEventId
    let handed = lastEventId
    try {
      while (isFollowing) {
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
      if (isFollowing) gone(error.message)
    }
  }
}

/** How many events stay in the queue after they were handed on. */
const spared = 500

const everyFollower = new WeakMap<EventQueues, Map<string, () => void>>()

/** How the follower of each queue is stopped, by the queue's ID. */
function followersOf(queues: EventQueues): Map<string, () => void> {
  let followers = everyFollower.get(queues)
  if (followers === undefined) {
    followers = new Map()
    everyFollower.set(queues, followers)
  }
  return followers
}
