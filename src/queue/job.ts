import type { JobEnd, LedgerLine, Log, QueueJob } from '../bot/index.js'
import { errorFields } from '../bot/index.js'
import type { Clock } from '../client/index.js'
import type { QueueEngine, Taken } from './engine.js'
import { QueueError, QueueLeaseLostError } from './errors.js'
import { lazySignal } from './lazySignal.js'

export interface JobOptions {
  readonly engine: Pick<QueueEngine, 'renew' | 'note' | 'settle'>
  /** Asks the engine, and makes of its errors those of the queue. */
  readonly asked: <T>(work: () => Promise<T>) => Promise<T>
  readonly taken: Taken
  readonly clock: Clock
  /** Milliseconds. */
  readonly lease: number
  /** UNIX milliseconds. */
  readonly leaseUntil: number
  /** Milliseconds that the key of what is done is remembered. */
  readonly remember: number
  readonly log: Log
}

/** A job that keeps its lease for as long as it is worked on. */
export interface StartedJob extends QueueJob {
  /** Nobody works on it any more: gives it back, if it was not settled. */
  end(): Promise<void>
}

export function startJob({ engine, asked, taken, clock, lease, leaseUntil, remember, log }: JobOptions): StartedJob {
  const { entry, attempt, crashes, ledger } = taken
  const lost = lazySignal()
  const onLost: ((reason: unknown) => void)[] = []
  let lostBy: QueueLeaseLostError | undefined
  let until = leaseUntil
  let isSettled = false
  let cancelRenewal = () => {}
  let cancelLoss: (() => void) | undefined
  renewLater()

  return {
    entry,
    attempt,
    crashes,
    ledger,
    // Making one costs more than all else here, and most handlers never look at it.
    get signal() {
      return lost.signal()
    },
    whenLost(action) {
      if (lostBy === undefined) onLost.push(action)
      else action(lostBy)
    },
    get isLost() {
      return lostBy !== undefined
    },
    note,
    settle,
    async end() {
      if (!isSettled) await settle({ kind: 'given back' }).catch((error) => warn(error, 'could not be given back'))
      stop()
    },
  }

  async function note(line: LedgerLine): Promise<void> {
    if (lostBy !== undefined) throw lostBy
    if (!(await insistently(() => engine.note(taken.lease, line)))) throw lose()
  }

  async function settle(end: JobEnd): Promise<void> {
    const options = () => ({ rememberUntil: now() + remember })
    isSettled = await insistently(() => engine.settle(taken.lease, end, options(), now()))
    stop()
    if (!isSettled) throw lose()
  }

  function renewLater(): void {
    cancelRenewal = clock.later(lease / 3, () => void renew(), { background: true })
  }

  async function renew(): Promise<void> {
    // Before the first time there is nothing to lose.
    if (cancelLoss === undefined) loseLater()
    const wanted = now() + lease
    try {
      if (!(await asked(() => engine.renew(taken.lease, wanted)))) {
        if (!isSettled) lose()
        return
      }
      until = Math.max(until, wanted)
    } catch (error) {
      // There are two more thirds.
      warn(error, 'could not be kept for longer')
    }
    if (!isSettled && lostBy === undefined) renewLater()
  }

  /** Whoever can't reach the store has to know by its own clock that somebody else may have the entry. */
  function loseLater(): void {
    cancelLoss = clock.later(
      Math.max(0, until - now()),
      () => {
        if (now() < until) loseLater()
        else lose()
      },
      { background: true },
    )
  }

  function lose(): QueueLeaseLostError {
    stop()
    lostBy ??= new QueueLeaseLostError(entry.id)
    lost.abort(lostBy)
    for (const action of onLost.splice(0)) action(lostBy)
    return lostBy
  }

  function stop(): void {
    cancelRenewal()
    cancelLoss?.()
  }

  /** A store that is gone for a moment is asked again, for as long as the lease holds. */
  async function insistently(ask: () => Promise<boolean>): Promise<boolean> {
    for (let wait = 100; ; wait = Math.min(2 * wait, 2_000)) {
      try {
        return await asked(ask)
      } catch (error) {
        const isPassing = error instanceof QueueError && error.code === 'failed'
        if (!isPassing || now() + wait >= until) throw error
        warn(error, 'could not be written down; it is tried again')
      }
      await new Promise<void>((resolve) => clock.later(wait, resolve))
    }
  }

  function warn(error: unknown, what: string): void {
    log.warn({ delivery: entry.id, ...errorFields(error) }, `What was taken from the queue ${what}`)
  }

  function now(): number {
    return Math.floor(clock.now())
  }
}
