import type { Clock } from '../../client/index.js'
import type { Offering } from '../../queue/index.js'
import type { RedisWakes } from './redisWakes.js'

export interface WokenOffering extends Offering {
  /** So many entries may be there to be taken. */
  wake(most: number): void
}

export interface RedisOfferingOptions {
  readonly slot: () => Promise<boolean>
  readonly concurrency: number
  readonly wakes: Pick<RedisWakes, 'hear'>
  readonly clock: Clock
  /** When something will be there that nobody wakes for, in UNIX milliseconds, as far as is known. */
  readonly due: () => number | undefined
}

/**
 * Each wake-up has entries taken one after the other until there is none, so that it takes few where there is much to
 * do. Now and then a look is taken without one, for what is due by time, and for wake-ups that were lost.
 */
export function offerWoken({ slot, concurrency, wakes, clock, due }: RedisOfferingOptions): WokenOffering {
  const underWay = new Set<Promise<boolean>>()
  let isStopped = false
  let cancel = () => {}
  const hearing = wakes.hear(async () => {
    while (underWay.size >= concurrency) await Promise.race(underWay)
    await takeAll()
  }, concurrency)
  look()
  return { idle, stop, wake }

  function wake(most: number): void {
    for (let left = most; !isStopped && left > 0 && underWay.size < concurrency; left -= 1) void takeAll()
  }

  function look(): void {
    if (underWay.size < concurrency) void takeAll()
    else lookLater()
  }

  function lookLater(): void {
    cancel()
    if (isStopped) return
    const now = clock.now()
    const at = Math.min(now + betweenLooks, due() ?? Number.POSITIVE_INFINITY)
    cancel = clock.later(Math.max(0, at - now), look, { background: true })
  }

  /** Says whether there was any. */
  function takeAll(): Promise<boolean> {
    const taking = takeOneByOne().finally(() => {
      underWay.delete(taking)
      lookLater()
    })
    underWay.add(taking)
    return taking
  }

  async function takeOneByOne(): Promise<boolean> {
    let wasAny = false
    while (!isStopped && (await slot().catch(() => false))) wasAny = true
    return wasAny
  }

  async function idle(): Promise<void> {
    do {
      while (underWay.size > 0) await Promise.all(underWay)
    } while (!isStopped && (await takeAll()))
  }

  async function stop(): Promise<void> {
    isStopped = true
    cancel()
    while (underWay.size > 0) await Promise.all(underWay)
    await hearing.stop()
  }
}

/** Milliseconds. */
const betweenLooks = 1_000
