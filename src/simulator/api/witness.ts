import type { Account } from '../realm/state.js'
import type { OutgoingAnswer } from './exchange.js'

/** A request while it is worked on: what is known of it so far. */
export interface Seen {
  readonly method: string
  readonly path: string
  /** What the caller calls itself in the header `Earshot-Client`, as the playground does. */
  readonly client?: string | undefined
  endpoint?: string
  caller?: Account | undefined
  parameters?: unknown
}

/** Sees requests, and how they are answered. */
export interface Witness {
  /** The request is understood, and what it asks for is about to happen. Not told of those that were refused before. */
  understood(seen: Seen): void
  answered(seen: Seen, answer: OutgoingAnswer): void
}

export const nobody: Witness = { understood() {}, answered() {} }
