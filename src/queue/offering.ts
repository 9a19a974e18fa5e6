import type { Clock } from '../client/index.js'
import type { Offering } from './engine.js'

/** An offering that hears by `wake` that there may be something to be taken, and how much at most, where that is known. */
export interface LocalOffering extends Offering {
  wake(most?: number): void
}

export interface LocalOfferingOptions {
  readonly slot: () => Promise<boolean>
  readonly concurrency: number
  readonly clock: Clock
  /** When something may be there next that nobody wakes for, such as an entry that waits for its next attempt. */
  readonly next: () => Due | undefined | Promise<Due | undefined>
}

export interface Due {
  /** UNIX milliseconds. */
  readonly at: number
  /** Nobody waits for it, as for a look at what other processes may have left. */
  readonly background?: boolean
}

/** Offers what is there in this process: whenever it is woken, and when it is time to look. */
export function offerLocally({ slot, concurrency, clock, next }: LocalOfferingOptions): LocalOffering {
  const underWay = new Set<Promise<void>>()
  let wakes = 0
  let looks = 0
  let looking: Promise<void> = Promise.resolve()
  let isStopped = false
  let cancel = () => {}
  wake()
  return { wake, stop, idle }

  function wake(most = concurrency): void {
    wakes += 1
    for (let left = most; !isStopped && left > 0 && underWay.size < concurrency; left -= 1) {
      const taking = takeAll().finally(() => {
        underWay.delete(taking)
        if (!isStopped) lookSoon()
      })
      underWay.add(taking)
    }
  }

  /** Takes one after the other until there is none, and none came while it was looked for. */
  async function takeAll(): Promise<void> {
    for (let seen = -1, found = false; !isStopped && (found || seen !== wakes); ) {
      seen = wakes
      found = await slot().catch(() => false)
    }
  }

  /** Of those that end in the same moment the last one looks. */
  function lookSoon(): void {
    looks += 1
    const mine = looks
    looking = Promise.resolve().then(() => (mine === looks ? look() : undefined))
  }

  /** Sets the clock for what is due next. Of several looks the last counts. */
  async function look(): Promise<void> {
    looks += 1
    const mine = looks
    const due = await Promise.resolve(next()).catch((): Due => ({ at: clock.now() + afterFailure, background: true }))
    if (isStopped || mine !== looks) return
    cancel()
    if (due === undefined) return
    const { at, background = false } = due
    cancel = clock.later(Math.max(0, at - clock.now()), () => wake(), { background })
  }

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay)
    await looking
  }

  async function stop(): Promise<void> {
    isStopped = true
    cancel()
    await idle()
  }
}

/** Milliseconds. */
const afterFailure = 1_000
