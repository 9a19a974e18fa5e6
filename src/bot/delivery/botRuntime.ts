import type { Clock } from '../../client/index.js'
import type { Storage } from '../../storage/index.js'
import type { Log } from '../base/log.js'
import type { DeliveryAccounts, Following } from './delivery.js'

/** What a bot needs to act without a message: for schedules, and for questions whose time is up. */
export interface BotRuntime extends DeliveryAccounts {
  /** The bot's own address. */
  readonly email: string
  /** Shared by all bots behind the receiver, and by all processes that serve them. */
  readonly storage: Storage
  readonly clock: Clock
  readonly log: Log
  /** Follows topics. (default: the bot hears no follow-ups) */
  readonly following?: Following | undefined
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
