import type { ConnectionFlags } from '../shared/connectionFlags.js'

/** What `earshot send` was told besides the text. */
export interface SendFlags extends ConnectionFlags {
  readonly to: readonly string[]
  readonly channel?: string
  readonly topic?: string
  /** Milliseconds. */
  readonly wait: number
  readonly json?: true
}
