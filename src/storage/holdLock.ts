import type { Clock } from '../client/index.js'
import { StorageConflictError } from './errors.js'
import type { Storage } from './storage.js'
import type { LockKeys, Taken } from './waitInLine.js'
import { wakeNext } from './waitInLine.js'

export interface Holding {
  readonly clock: Clock
  /** Milliseconds. */
  readonly lease: number
  readonly signal: AbortSignal | undefined
}

/** An acquired lock. */
export interface HeldLock {
  /** Aborts when the lock is lost or the given signal aborts. */
  readonly signal: AbortSignal
  isLost(): boolean
  /** Never fails: if the storage can't be reached, the lease expires. */
  release(): Promise<void>
}

/** Renews the lease until the lock is released or lost, or the signal aborts. */
export function holdLock(storage: Storage, { holder }: LockKeys, taken: Taken, options: Holding): HeldLock {
  const { clock, lease, signal } = options
  const { value } = taken
  const controller = new AbortController()
  let { version, until } = taken
  let isLost = false
  let hasEnded = false
  let renewing = Promise.resolve()
  let cancelRenewal = renewIn(lease / 3)
  let cancelLoss = loseLater()
  const stop = () => {
    cancelRenewal()
    controller.abort(signal?.reason)
  }
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  return { signal: controller.signal, isLost: () => isLost, release }

  function renewIn(milliseconds: number): () => void {
    const begin = () => {
      renewing = renew()
    }
    return clock.later(milliseconds, begin, { background: true })
  }

  async function renew(): Promise<void> {
    const from = clock.now()
    const isRenewed = await attempt(async () => {
      version = await storage.set(holder, value, { onlyIf: version, expiresIn: lease })
    })
    if (isRenewed) {
      until = from + lease
      cancelLoss()
      cancelLoss = loseLater()
    }
    if (!hasEnded && !isLost && !signal?.aborted) cancelRenewal = renewIn(isRenewed ? lease / 3 : lease / 12)
  }

  function loseLater(): () => void {
    return clock.later(Math.max(0, until - clock.now()), lose, { background: true })
  }

  function lose(): void {
    isLost = true
    cancelRenewal()
    if (!hasEnded)
      controller.abort(new DOMException('The lock was lost. Another process may hold it now.', 'AbortError'))
  }

  async function release(): Promise<void> {
    hasEnded = true
    if (clock.now() >= until) lose()
    cancelRenewal()
    cancelLoss()
    signal?.removeEventListener('abort', stop)
    await renewing
    cancelLoss()
    await attempt(async () => void (await storage.delete(holder, { onlyIf: version })))
    wakeNext(storage, holder)
  }

  /** Returns whether it succeeded. A failed write may have taken effect, with an unknown version. */
  async function attempt(write: () => Promise<void>): Promise<boolean> {
    try {
      await write().catch(async (error: unknown) => {
        if (!(error instanceof StorageConflictError)) throw error
        const entry = await storage.get(holder)
        if (entry?.value !== value) return lose()
        version = entry.version
        await write()
      })
      return !isLost
    } catch {
      return false
    }
  }
}
