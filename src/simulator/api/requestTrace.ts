import type { Endpoint, ErrorRow, FeatureId } from '../../protocol/index.js'
import type { OutgoingAnswer } from '../http/exchange.js'
import type { Account } from '../realm/world/state.js'

/** The header that names the calling program. */
export const clientHeader = 'Earshot-Client'

/** The playground's name in it. Faults are for bots, and never affect the page from which they are tried. */
export const playgroundClient = 'playground'

/** What is known about a request so far. */
export interface RequestTrace {
  readonly method: string
  readonly path: string
  /** The header `Earshot-Client`. */
  readonly client: string | undefined
  endpoint?: string | undefined
  caller?: Account | undefined
  parameters?: unknown
  /** Names of unknown parameters. */
  ignored?: readonly string[] | undefined
  /** The faults that affected it, as sentences. */
  faults?: readonly string[] | undefined
  access?: Endpoint['access'] | undefined
  entry?: number | undefined
  /** The current or last check. */
  check?: Check | undefined
  refusal?: ErrorRow | undefined
  assumptions?: readonly string[] | undefined
  lacking?: readonly FeatureId[] | undefined
}

/** In the order in which they run. */
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

export interface RequestObserver {
  /** The request passed all checks and is about to be carried out. */
  understood(trace: RequestTrace): void
  answered(trace: RequestTrace, answer: OutgoingAnswer): void
  /** A fault prevented the request from being carried out and answered. */
  lost(trace: RequestTrace): void
}
