import type { ConnectionFlags } from '../shared/connectionFlags.js'

/** What `earshot call` was told besides the endpoint and its parameters. */
export interface CallFlags extends ConnectionFlags {
  readonly list?: true
  readonly help?: true
  readonly json?: true
  readonly table?: true
  readonly dryRun?: true
  /** Milliseconds. */
  readonly timeout?: number
}
