import type { BotCredentials } from '../../node/index.js'
import type { LogLevel } from '../../receiver/index.js'
import type { BotModulePlace } from '../botModule.js'

/** What the two processes of `earshot dev` say to each other: the one with the chat, and the one with the bots. */

export type ToBots =
  | {
      readonly kind: 'serve'
      readonly accounts: readonly BotAccount[]
      readonly time: number
      readonly queue: ChatQueue
    }
  /** What time it is in the chat, in UNIX milliseconds. */
  | { readonly kind: 'time'; readonly time: number }
  | { readonly kind: 'stored'; readonly call: number; readonly outcome: StorageOutcome }
  | { readonly kind: 'stop' }

export type FromBots =
  | { readonly kind: 'loaded'; readonly bots: readonly FoundBot[] }
  | ({ readonly kind: 'failed'; readonly message: string } & Partial<BotModulePlace>)
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly fields: object; readonly message: string }
  | ({ readonly kind: 'store'; readonly call: number } & StorageCall)

/** A bot of the file: how it is exported, and what it calls itself. */
export interface FoundBot {
  readonly name: string
  readonly title: string | undefined
}

/** What a bot of the file is served with. */
export interface BotAccount {
  /** As it is exported. */
  readonly name: string
  readonly credentials: BotCredentials
}

export interface ChatQueue {
  /** As on the command line: `inline`, or where deliveries wait. */
  readonly where: string
  /** Tells this chat from others that have used the same queue. */
  readonly chat: string
}

export interface StorageCall {
  readonly method: 'get' | 'set' | 'delete' | 'list'
  readonly args: readonly unknown[]
}

export type StorageOutcome = { readonly value: unknown } | { readonly error: StorageFailure }

export interface StorageFailure {
  readonly code: string
  readonly message: string
  /** Of a conflict. */
  readonly conflict?: { readonly key: string; readonly onlyIf: number | 'absent' }
}
