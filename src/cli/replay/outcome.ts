import type { NotificationProblem } from '../../protocol/index.js'
import type { Posted } from './post.js'

/** One delivery of a file, and what came of it. */
export interface Replay {
  readonly file: string
  /** Counts from 1 in its file. */
  readonly number: number
  readonly bot: string
  readonly messageId: number | undefined
  readonly problems: readonly NotificationProblem[]
  readonly warnings: readonly NotificationProblem[]
  /** Undefined when it was not sent. */
  readonly posted: Posted | undefined
}
