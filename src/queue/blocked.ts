import type { Storage } from '../storage/index.js'
import { parseJson } from '../values.js'

/** A time in which a process could do nothing else. */
export interface BlockedLoop {
  /** When it ended, in UNIX milliseconds. */
  readonly at: number
  /** Milliseconds. */
  readonly blocked: number
  /** What ran then, such as `command report`; one of them blocked it. */
  readonly handlers: readonly string[]
  /** Of the same handlers. */
  readonly deliveries?: readonly string[]
}

/** The last time that a process which uses the storage was blocked. @throws {StorageError} */
export async function lastBlockedLoop(storage: Storage): Promise<BlockedLoop | undefined> {
  const last = Object(parseJson((await storage.get(blockedKey))?.value ?? '')) as Partial<BlockedLoop>
  const { at, blocked, handlers } = last
  return typeof at === 'number' && typeof blocked === 'number' && handlers
    ? { ...last, at, blocked, handlers }
    : undefined
}

/** Its key in the storage. */
export const blockedKey = 'blocked-loop'
