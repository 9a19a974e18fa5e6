import { type ClientCapability, eventRules } from '../../../protocol/index.js'
import type { Cancel, Clock } from '../../base/clock.js'
import { fingerprint } from '../../base/random.js'
import type { Listener, RealmEvent, Wire } from './events.js'
import { refuse } from './refusal.js'

export interface QueueContext {
  readonly clock: Clock
  /** A waiting client gets a heartbeat after this many seconds of silence. */
  readonly heartbeat: number
  /** Adds a listener. The function returned removes it. */
  listen(listener: Listener): () => void
  /** The event as the queue's client sees it: none, one or several events. */
  seenBy(queue: EventQueue, event: RealmEvent): readonly Wire[]
}

/** The faults that apply to an event or a heartbeat for an account. Times are milliseconds. */
export type EventFaults = (
  on: 'events' | 'heartbeats',
  account: number,
) => readonly (
  | { readonly kind: 'queue lost' | 'drop' }
  | { readonly kind: 'repeat'; readonly times: number }
  | { readonly kind: 'delay'; readonly by: number }
)[]

/** The event queues of an organisation. */
export function createEventQueues({ clock, heartbeat, listen, seenBy }: QueueContext) {
  const queues = new Map<string, EventQueue>()
  const waiting = new Map<string, () => void>()
  const expiry = new Map<string, Cancel>()
  let made = 0
  let unlisten: (() => void) | undefined
  let faultsOf: EventFaults = () => []

  const dispatch: Listener = (event) => {
    for (const queue of [...queues.values()]) {
      for (const body of seenBy(queue, event)) deliver(queue, event.type, body)
    }
  }

  const deliver = (queue: EventQueue, type: string, body: Wire): void => {
    let times = 1
    let delay = 0
    for (const fault of faultsOf('events', queue.userId)) {
      if (fault.kind === 'queue lost') {
        drop(queue.id)
        return
      }
      if (fault.kind === 'drop') times = 0
      if (fault.kind === 'repeat') times *= fault.times
      if (fault.kind === 'delay') delay += fault.by
    }
    const arrive = () => {
      // A dropped event still uses up a number.
      if (times === 0) queue.newest += 1
      for (let time = 0; time < times; time += 1) put(queue, type, body)
      if (times > 0) waiting.get(queue.id)?.()
    }
    if (delay === 0) arrive()
    else clock.later(delay, arrive)
  }

  const updateListener = (): void => {
    if (queues.size > 0) unlisten ??= listen(dispatch)
    else {
      unlisten?.()
      unlisten = undefined
    }
  }

  const drop = (id: string): void => {
    queues.delete(id)
    expiry.get(id)?.()
    expiry.delete(id)
    waiting.get(id)?.()
    updateListener()
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

  const hold = (queue: EventQueue, { hasHeartbeat }: { readonly hasHeartbeat: boolean }): Promise<void> => {
    const { id } = queue
    waiting.get(id)?.()
    expiry.get(id)?.()
    return new Promise((resolve) => {
      const beatIn = (milliseconds: number): Cancel =>
        clock.later(milliseconds, onBeat, {
          background: true,
          cause: { what: 'heartbeat', user: queue.userId, id },
        })
      let isLate = false
      const onBeat = (): void => {
        const faults = isLate ? [] : faultsOf('heartbeats', queue.userId)
        const delay = faults.reduce((sum, fault) => sum + (fault.kind === 'delay' ? fault.by : 0), 0)
        isLate = delay > 0
        if (faults.some(({ kind }) => kind === 'drop')) beat = beatIn(heartbeat * 1000)
        else if (isLate) beat = beatIn(delay)
        else {
          put(queue, 'heartbeat', {})
          end()
        }
      }
      let beat = hasHeartbeat ? beatIn(heartbeat * 1000) : () => {}
      const end = (): void => {
        beat()
        waiting.delete(id)
        if (queues.has(id)) expireLater(queue)
        resolve()
      }
      waiting.set(id, end)
    })
  }

  const waitFor = (userId: number, id: string, lastEventId: number, how: { readonly hasHeartbeat: boolean }) => {
    const queue = own(userId, id)
    // The newest number may belong to a dropped event.
    const isAtEnd = queue !== undefined && lastEventId === (queue.events.at(-1)?.id ?? queue.pruned)
    return isAtEnd ? hold(queue, how) : undefined
  }

  const stop = (): void => {
    for (const end of [...waiting.values()]) end()
    for (const cancel of expiry.values()) cancel()
    expiry.clear()
  }

  return {
    register(userId: number, wants: Wants, lifeSeconds: number): EventQueue {
      made += 1
      const life = Math.min(lifeSeconds, eventRules.longestQueueLife) * 1000
      const queue = { id: queueId(made), userId, wants, life, events: [], newest: -1, pruned: -1 }
      queues.set(queue.id, queue)
      expireLater(queue)
      updateListener()
      return queue
    },
    /** Drops events up to an ID, and returns the later ones. @throws {Refusal} */
    take(userId: number, id: string, lastEventId: number): readonly QueuedEvent[] {
      const queue = own(userId, id) ?? refuse('badEventQueueId', { queue_id: id })
      if (lastEventId < queue.pruned) refuse('eventPruned', { event_id: lastEventId })
      prune(queue, lastEventId)
      if (lastEventId !== queue.pruned) refuse('eventNotInQueue', { event_id: lastEventId })
      if (!waiting.has(id)) expireLater(queue)
      return [...queue.events]
    },
    /**
     * Resolves when there is an event or a heartbeat to take, when the queue is deleted, or when another request waits for
     * it. Undefined if there is something to take already.
     */
    wait(userId: number, id: string, lastEventId: number): Promise<void> | undefined {
      return waitFor(userId, id, lastEventId, { hasHeartbeat: true })
    },
    /** The same without heartbeats, for readers that keep their connection alive by other means, so that time can jump. */
    waitQuietly(userId: number, id: string, lastEventId: number): Promise<void> | undefined {
      return waitFor(userId, id, lastEventId, { hasHeartbeat: false })
    },
    /** @throws {Refusal} if the user has no such queue */
    delete(userId: number, id: string): void {
      drop(own(userId, id)?.id ?? refuse('badEventQueueId', { queue_id: id }))
    },
    /** Deletes all queues. Their clients get an error, and register new ones. */
    clear(): void {
      for (const id of [...queues.keys()]) drop(id)
    },
    /** Ends all waiting requests, and cancels all timers. */
    stop,
    /** Applies faults to events and heartbeats. */
    plan(faults: EventFaults): void {
      faultsOf = faults
    },
    snapshot: () => ({ made, queues }),
    restore(snapshot: unknown): void {
      const held = snapshot as { made: number; queues: Map<string, EventQueue> }
      stop()
      queues.clear()
      made = held.made
      for (const queue of held.queues.values()) {
        queues.set(queue.id, queue)
        expireLater(queue)
      }
      updateListener()
    },
  }
}

export type EventQueues = ReturnType<typeof createEventQueues>

/** Formatted as a UUID. It needn't be secret: only the account that registered a queue can use it. */
function queueId(number: number): string {
  return fingerprint(`event queue ${number}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The conditions of a queue, in the order of the request. */
export type QueueNarrow = readonly (readonly [operator: string, operand: string])[]

/** The options with which a client registered a queue. */
export interface Wants {
  /** Undefined: all types. */
  readonly event_types: readonly string[] | undefined
  readonly narrow: QueueNarrow
  /** Also messages of public channels that the account isn't subscribed to. */
  readonly all_public_streams: boolean
  readonly apply_markdown: boolean
  readonly client_gravatar: boolean
  readonly include_subscribers: boolean
  readonly slim_presence: boolean | undefined
  readonly capabilities: readonly ClientCapability[]
}

type QueuedEvent = Wire & { readonly id: number; readonly type: string }

/** Events that have not been fetched yet. Plain data. */
export interface EventQueue {
  readonly id: string
  readonly userId: number
  readonly wants: Wants
  /** Milliseconds until it expires without requests. */
  readonly life: number
  readonly events: QueuedEvent[]
  /** IDs of the newest event added and of the newest one dropped; -1 for none. */
  newest: number
  pruned: number
}

function put(queue: EventQueue, type: string, body: Wire): void {
  queue.newest += 1
  queue.events.push({ ...body, type, id: queue.newest })
}

function prune(queue: EventQueue, through: number): void {
  for (let first = queue.events[0]; first !== undefined && first.id <= through; first = queue.events[0]) {
    queue.pruned = first.id
    queue.events.shift()
  }
}
