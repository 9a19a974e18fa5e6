import { eventRules } from '../../../protocol/index.js'
import type { Cancel, Clock } from '../../clock.js'
import { fingerprint } from '../../random.js'
import type { Stateful } from '../../stateful.js'
import type { Listener, RealmEvent, Wire } from '../events.js'
import { refuse } from '../refusal.js'
import { type EventQueue, prune, put, type QueuedEvent, type Wants } from './queue.js'

/** What queues work with. */
export interface QueueContext {
  readonly clock: Clock
  /** Seconds of silence after which a waiting client is sent a heartbeat. */
  readonly heartbeat: number
  /** Hears of everything that changes, until the function that it gives is called. */
  listen(listener: Listener): () => void
  /** An event as the client of a queue is to see it: nothing, one event, or several. */
  seenBy(queue: EventQueue, event: RealmEvent): readonly Wire[]
}

/** The event queues of an organisation. They cost nothing while there are none. */
export interface EventQueues extends Stateful {
  register(userId: number, wants: Wants, lifeSeconds: number): EventQueue
  /** Forgets the events up to one, and gives the later ones. @throws {Refusal} */
  take(userId: number, id: string, lastEventId: number): readonly QueuedEvent[]
  /**
   * Resolves when there is something to take: an event, or a heartbeat; also when the same queue is asked for again,
   * is deleted, or when all waiting ends. Undefined when nothing has to be waited for.
   */
  wait(userId: number, id: string, lastEventId: number): Promise<void> | undefined
  /** @throws {Refusal} when the user has no such queue */
  delete(userId: number, id: string): void
  /** Forgets all queues; their clients are told so, and make new ones. */
  clear(): void
  /** Ends all waiting and calls all timers off. */
  stop(): void
}

export function createEventQueues({ clock, heartbeat, listen, seenBy }: QueueContext): EventQueues {
  const queues = new Map<string, EventQueue>()
  const waiting = new Map<string, () => void>()
  const expiry = new Map<string, Cancel>()
  let made = 0
  let deafen: (() => void) | undefined

  const hear: Listener = (event) => {
    for (const queue of [...queues.values()]) {
      const seen = seenBy(queue, event)
      for (const body of seen) put(queue, event.type, body)
      if (seen.length > 0) waiting.get(queue.id)?.()
    }
  }

  const listenWhileNeeded = (): void => {
    if (queues.size > 0) deafen ??= listen(hear)
    else {
      deafen?.()
      deafen = undefined
    }
  }

  const drop = (id: string): void => {
    queues.delete(id)
    expiry.get(id)?.()
    expiry.delete(id)
    waiting.get(id)?.()
    listenWhileNeeded()
  }

  const expireLater = (queue: EventQueue): void => {
    expiry.get(queue.id)?.()
    expiry.set(
      queue.id,
      clock.later(queue.life, () => drop(queue.id), {
        background: true,
        cause: { what: 'event queue', user: queue.userId, id: queue.id },
      }),
    )
  }

  const own = (userId: number, id: string): EventQueue | undefined => {
    const queue = queues.get(id)
    return queue?.userId === userId ? queue : undefined
  }

  const hold = (queue: EventQueue): Promise<void> => {
    const { id } = queue
    waiting.get(id)?.()
    expiry.get(id)?.()
    return new Promise((resolve) => {
      const beat = clock.later(
        heartbeat * 1000,
        () => {
          put(queue, 'heartbeat', {})
          end()
        },
        { background: true, cause: { what: 'heartbeat', user: queue.userId, id } },
      )
      const end = (): void => {
        beat()
        waiting.delete(id)
        if (queues.has(id)) expireLater(queue)
        resolve()
      }
      waiting.set(id, end)
    })
  }

  const stop = (): void => {
    for (const end of [...waiting.values()]) end()
    for (const cancel of expiry.values()) cancel()
    expiry.clear()
  }

  return {
    register(userId, wants, lifeSeconds) {
      made += 1
      const life = Math.min(lifeSeconds, eventRules.longestQueueLife) * 1000
      const queue = { id: queueId(made), userId, wants, life, events: [], newest: -1, pruned: -1 }
      queues.set(queue.id, queue)
      expireLater(queue)
      listenWhileNeeded()
      return queue
    },
    take(userId, id, lastEventId) {
      const queue = own(userId, id) ?? refuse('badEventQueueId', { queue_id: id })
      if (lastEventId < queue.pruned) refuse('eventPruned', { event_id: lastEventId })
      prune(queue, lastEventId)
      if (lastEventId !== queue.pruned) refuse('eventNotInQueue', { event_id: lastEventId })
      if (!waiting.has(id)) expireLater(queue)
      return [...queue.events]
    },
    wait(userId, id, lastEventId) {
      const queue = own(userId, id)
      const isAtEnd = queue !== undefined && lastEventId === queue.newest
      return isAtEnd ? hold(queue) : undefined
    },
    delete(userId, id) {
      drop(own(userId, id)?.id ?? refuse('badEventQueueId', { queue_id: id }))
    },
    clear() {
      for (const id of [...queues.keys()]) drop(id)
    },
    stop,
    snapshot: () => ({ made, queues }),
    restore(snapshot) {
      const held = snapshot as { made: number; queues: Map<string, EventQueue> }
      stop()
      queues.clear()
      made = held.made
      for (const queue of held.queues.values()) {
        queues.set(queue.id, queue)
        expireLater(queue)
      }
      listenWhileNeeded()
    },
  }
}

/** In the form of a UUID. It is no secret: a queue is only ever shown to the account that made it. */
function queueId(number: number): string {
  return fingerprint(`event queue ${number}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
