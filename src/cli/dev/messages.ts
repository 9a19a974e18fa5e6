import type { BotCredentials } from '../../node/index.js'
import type { LogLevel } from '../../receiver/index.js'
import { type Storage, StorageConflictError, StorageError, type StorageErrorCode } from '../../storage/index.js'
import { errorMessage, withoutUndefined } from '../../values.js'
import type { BotModulePlace } from '../botModule.js'

/** Messages between the two processes of `earshot dev`: that of the chat and that of the bots. */

export type ToBots =
  | {
      readonly kind: 'serve'
      readonly accounts: readonly BotAccount[]
      readonly time: ChatTime
      readonly queue: ChatQueue
    }
  /** Asks for `settled` when the bots have done what is due by then. */
  | { readonly kind: 'time'; readonly time: ChatTime; readonly turn: number }
  | { readonly kind: 'stored'; readonly call: number; readonly outcome: StorageOutcome }
  | { readonly kind: 'stop' }

export type FromBots =
  | { readonly kind: 'loaded'; readonly bots: readonly ExportedBot[] }
  | ({ readonly kind: 'failed'; readonly message: string } & Partial<BotModulePlace>)
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'settled'; readonly turn: number; readonly next: number | undefined }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly fields: object; readonly message: string }
  | ({ readonly kind: 'store'; readonly call: number } & StorageCall)

/** The time in the chat. */
export interface ChatTime {
  /** UNIX milliseconds. */
  readonly now: number
  /** Whether it passes by itself. Otherwise it stands still until the chat moves it. */
  readonly passes: boolean
}

export interface ExportedBot {
  readonly name: string
  readonly title: string | undefined
}

export interface BotAccount {
  /** The name of its export. */
  readonly name: string
  readonly credentials: BotCredentials
}

export interface ChatQueue {
  /** As on the command line: `inline`, or the queue's address. */
  readonly where: string
  /** Distinguishes this chat from others that have used the same queue. */
  readonly chat: string
}

export interface StorageCall {
  readonly method: 'get' | 'set' | 'delete' | 'list'
  readonly args: readonly unknown[]
}

export type StorageOutcome =
  | { readonly value: unknown }
  | {
      readonly failed: { readonly code: string; readonly message: string } & Partial<
        Pick<StorageConflictError, 'key' | 'onlyIf'>
      >
    }

/** A storage in another process, which outlives this one. */
export function remoteStorage(ask: (call: StorageCall) => Promise<StorageOutcome>): Storage {
  const call =
    <Method extends StorageCall['method']>(method: Method) =>
    async (...args: Parameters<Storage[Method]>): Promise<Awaited<ReturnType<Storage[Method]>>> => {
      const outcome = await ask({ method, args })
      if ('failed' in outcome) throw errorOf(outcome.failed)
      return outcome.value as Awaited<ReturnType<Storage[Method]>>
    }
  return {
    get: call('get'),
    set: call('set'),
    delete: call('delete'),
    list: call('list'),
    // Its opener closes it.
    close: async () => {},
  }
}

function errorOf({ code, message, key, onlyIf }: Extract<StorageOutcome, { failed: unknown }>['failed']): StorageError {
  if (key !== undefined && onlyIf !== undefined) return new StorageConflictError(key, onlyIf)
  return new StorageError(code as StorageErrorCode, message)
}

/** Carries out a storage call of the bots' process. */
export async function callStorage(storage: Storage, { method, args }: StorageCall): Promise<StorageOutcome> {
  try {
    // The arguments are unchecked; the storage rejects invalid ones.
    const call = storage[method] as (...args: readonly unknown[]) => Promise<unknown>
    return { value: await call(...args) }
  } catch (error) {
    const { key, onlyIf } = error instanceof StorageConflictError ? error : {}
    const code = error instanceof StorageError ? error.code : 'failed'
    return { failed: { code, message: errorMessage(error), ...withoutUndefined({ key, onlyIf }) } }
  }
}
