import type { Client, Clock } from '../../client/index.js'
import type { Storage } from '../../storage/index.js'
import type { Log } from '../log.js'

/** What a bot needs to act without a message: for schedules, and for questions whose time is up. */
export interface BotRuntime {
  /** The bot's own address. */
  readonly email: string
  /** Acts as the bot. */
  readonly client: Client
  /** The bot's owner, if the owner's own credentials are configured. The client acts as the owner. */
  readonly owner?: { readonly email: string; readonly client: Client }
  /** The lower-case addresses of all bots behind this receiver. */
  readonly ownEmails: ReadonlySet<string>
  /** Shared by all bots behind the receiver, and by all processes that serve them. */
  readonly storage: Storage
  readonly clock: Clock
  readonly log: Log
  /** Aborts when the process shuts down. */
  readonly signal: AbortSignal
}

/** What a bot does without messages while it runs. */
export interface BotRun {
  /** Resolves when no work is running and the next has its timer. */
  idle(): Promise<void>
  /** Begins nothing more. Resolves when no work is running. */
  stop(): Promise<void>
}
