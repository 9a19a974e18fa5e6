import type { ClientCapability, NarrowTerm } from '../../../protocol/index.js'
import type { Wire } from '../events.js'

/** What the client of a queue wants, and how. */
export interface Wants {
  /** Undefined: all types. */
  readonly eventTypes: readonly string[] | undefined
  readonly narrow: readonly NarrowTerm[]
  /** Also messages of public channels that the client's account does not follow. */
  readonly allPublicChannels: boolean
  readonly applyMarkdown: boolean
  readonly clientGravatar: boolean
  readonly includeSubscribers: boolean
  readonly capabilities: readonly ClientCapability[]
}

/** An event as a client gets it, with its number in the queue. */
export type QueuedEvent = Wire & { readonly id: number; readonly type: string }

/** What has happened and has not been taken yet. Pure data. */
export interface EventQueue {
  readonly id: string
  readonly userId: number
  readonly wants: Wants
  /** Milliseconds that it lives without a request for its events. */
  readonly life: number
  readonly events: QueuedEvent[]
  /** The newest event that was put in, and the newest that was forgotten; -1 for none. */
  newest: number
  pruned: number
}

/** Puts an event in. */
export function put(queue: EventQueue, type: string, body: Wire): void {
  queue.newest += 1
  queue.events.push({ ...body, type, id: queue.newest })
}

/** Forgets the events up to this one. */
export function prune(queue: EventQueue, through: number): void {
  for (let first = queue.events[0]; first !== undefined && first.id <= through; first = queue.events[0]) {
    queue.pruned = first.id
    queue.events.shift()
  }
}
