import type { Endpoint, ErrorRow, FeatureId } from '../../protocol/index.js'
import type { Account } from '../realm/state.js'
import type { OutgoingAnswer } from './exchange.js'

/** A request while it is worked on: what is known of it so far. */
export class Seen {
  readonly method: string
  readonly path: string
  /** What the caller calls itself in the header `Earshot-Client`, as the playground does. */
  readonly client: string | undefined
  endpoint: string | undefined
  caller: Account | undefined
  parameters: unknown
  /** Names of parameters that the endpoint does not know. */
  ignored: readonly string[] | undefined
  /** Sentences of the faults that struck it. */
  faults: readonly string[] | undefined
  /** Who may call the endpoint at all. */
  access: Endpoint['access'] | undefined
  /** Number of its entry in the journal. */
  entry: number | undefined
  /** What is being looked at, or was looked at last. */
  check: Check | undefined
  /** How it was refused. */
  refusal: ErrorRow | undefined
  /** What the answer rests on. */
  assumptions: readonly string[] | undefined
  /** Features that would have mattered, had the server been of a later level. */
  lacking: readonly FeatureId[] | undefined

  constructor(method: string, path: string, client: string | undefined) {
    this.method = method
    this.path = path
    this.client = client
  }
}

/** What is looked at before a request is answered, in this order. */
export type Check =
  | 'path'
  | 'not simulated'
  | 'level'
  | 'method'
  | 'size'
  | 'authentication'
  | 'rate limit'
  | 'role'
  | 'parameters'
  | 'rule'

/** Sees requests, and how they are answered. */
export interface Witness {
  /** The request is understood, and what it asks for is about to happen. Not told of those that were refused before. */
  understood(seen: Seen): void
  answered(seen: Seen, answer: OutgoingAnswer): void
  /** By a fault, the request was not even looked at, and gets no answer. */
  lost(seen: Seen): void
}

export const nobody: Witness = { understood() {}, answered() {}, lost() {} }
