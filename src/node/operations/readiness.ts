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

/** Milliseconds for which an answer of the stores holds, since asking them means writing to the disk. */
const lookEvery = 1_000

/** Makes the look at what a process needs: its stores are read and written, at most once a second however many look. */
export function createReadiness({ storage, queue, receives, isDraining, clock, log }: ReadinessOptions) {
  let looking: Promise<[string, string][]> | undefined
  return async (): Promise<Readiness> => {
    looking ??= lookAtStores().finally(() => clock.later(lookEvery, forget, { background: true }))
    const checks = [['process', isDraining() ? 'is shutting down' : ok], ...(await looking)]
    const status = checks.every(([, said]) => said === ok) ? 'ready' : 'not ready'
    return { status, checks: Object.fromEntries(checks) }
  }

  function forget(): void {
    looking = undefined
  }

  function lookAtStores(): Promise<[string, string][]> {
    return Promise.all([
      ...(storage ? [asked('storage', () => stateOfStorage(storage))] : []),
      ...(queue ? [asked('queue', () => stateOf(queue))] : []),
    ])
  }

  async function stateOfStorage(storage: Storage): Promise<string> {
    await storage.set(trialKey, trialValue, { expiresIn: 60_000 })
    await storage.delete(trialKey)
    return ok
  }

  async function stateOf(queue: Queue): Promise<string> {
    await queue.checkWritable?.()
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
      log.warn({ check: name, ...errorFields(error) }, "Not ready: a store can't be read or written")
      return [name, "can't be read or written; the log has the reason"]
    } finally {
      cancel()
    }
  }
}

const ok = 'ok'

/** As much as a session. Nothing stays there. */
const [trialKey, trialValue] = ['earshot readiness', 'x'.repeat(4_000)]
