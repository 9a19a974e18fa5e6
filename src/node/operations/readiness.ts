import { errorFields, type Log, type Queue } from '../../bot/index.js'
import type { Clock } from '../../client/index.js'
import type { Storage } from '../../storage/index.js'

/** Whether a process can do its work, and what keeps it from that. */
export interface Readiness {
  readonly status: 'ready' | 'not ready'
  /** `ok`, or what is wrong, in words. */
  readonly checks: Readonly<Record<string, string>>
}

export interface ReadinessOptions {
  readonly storage: Storage | undefined
  readonly queue: Queue | undefined
  /** Whether it puts deliveries into the queue, and so needs room there. */
  readonly receives: boolean
  readonly isDraining: () => boolean
  readonly clock: Clock
  readonly log: Log
}

/** Milliseconds that a store has to answer. */
const patience = 2_000

/** Makes the look at what a process needs. However many look at once, its stores are asked once. */
export function createReadiness({ storage, queue, receives, isDraining, clock, log }: ReadinessOptions) {
  let looking: Promise<Readiness> | undefined
  return (): Promise<Readiness> => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function look(): Promise<Readiness> {
    const checks = await Promise.all([
      ['process', isDraining() ? 'is shutting down' : ok],
      ...(storage ? [asked('storage', () => storage.get(asking).then(() => ok))] : []),
      ...(queue ? [asked('queue', () => stateOf(queue))] : []),
    ])
    const status = checks.every(([, said]) => said === ok) ? 'ready' : 'not ready'
    return { status, checks: Object.fromEntries(checks) }
  }

  async function stateOf(queue: Queue): Promise<string> {
    const { waiting, working, capacity } = await queue.status()
    return receives && waiting + working >= capacity ? `is full: ${capacity} deliveries are in it` : ok
  }

  /** What is wrong stands in the log, as it may name places that are nobody's business who asks. */
  async function asked(name: string, question: () => Promise<string>): Promise<[string, string]> {
    let cancel = () => {}
    const late = new Promise<string>((resolve) => {
      cancel = clock.later(patience, () => resolve(`did not answer within ${patience} ms`), { background: true })
    })
    try {
      const said = await Promise.race([question(), late])
      return [name, said]
    } catch (error) {
      log.warn({ check: name, ...errorFields(error) }, 'Not ready: a store can not be asked')
      return [name, 'can not be asked; the log has the reason']
    } finally {
      cancel()
    }
  }
}

const ok = 'ok'

/** Nothing is ever written there. */
const asking = 'earshot readiness'
