import type { Endpoint, ErrorRow, FeatureId } from '../../protocol/index.js'
import type { Account } from '../realm/state.js'
import type { OutgoingAnswer } from './exchange.js'

/** What is known of a request while it is handled. */
export class RequestTrace {
  readonly method: string
  readonly path: string
  /** The name that the caller gives itself in the header `Earshot-Client`, as the playground does. */
  readonly client: string | undefined
  endpoint: string | undefined
  caller: Account | undefined
  parameters: unknown
  /** Names of parameters that the endpoint doesn't know. */
  ignored: readonly string[] | undefined
  /** The faults that struck it, as sentences. */
  faults: readonly string[] | undefined
  /** Who may call the endpoint at all. */
  access: Endpoint['access'] | undefined
  /** The number of its entry in the journal. */
  entry: number | undefined
  /** The check that is being made, or was made last. */
  check: Check | undefined
  /** How it was refused. */
  refusal: ErrorRow | undefined
  /** The assumptions behind the answer. */
  assumptions: readonly string[] | undefined
  /** Features of later levels that would have made a difference. */
  lacking: readonly FeatureId[] | undefined

  constructor(method: string, path: string, client: string | undefined) {
    this.method = method
    this.path = path
    this.client = client
  }
}

/** The checks before a request is answered, in this order. */
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

/** Is told of requests and their answers. */
export interface RequestObserver {
  /** The request was understood and is about to be carried out. Not called for one that was refused before. */
  understood(trace: RequestTrace): void
  answered(trace: RequestTrace, answer: OutgoingAnswer): void
  /** Because of a fault, the request was not looked at and gets no answer. */
  lost(trace: RequestTrace): void
}

export const noObserver: RequestObserver = { understood() {}, answered() {}, lost() {} }
