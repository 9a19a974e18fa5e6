import type { JobEnd, LedgerLine, Log, QueueEntry, QueueJob } from '../bot/index.js'
import { errorFields } from '../bot/index.js'
import { type Clock, keepLease, type Lease, pause } from '../clock.js'
import type { QueueEngine, Taken } from './engine.js'
import { QueueError, QueueLeaseLostError } from './errors.js'

interface JobContext {
  readonly engine: Pick<QueueEngine, 'renew' | 'note' | 'settle'>
  /** Calls the engine and wraps its errors. */
  readonly call: <T>(work: () => Promise<T>) => Promise<T>
  readonly clock: Clock
  /** Milliseconds. */
  readonly lease: number
  readonly remember: number
  readonly log: Log
}

export class LeasedJob implements QueueJob {
  readonly entry: QueueEntry
  readonly attempt: number
  readonly isSuspect: boolean
  readonly crashes: number
  readonly ledger: readonly LedgerLine[]
  /** Bound, so that handlers can destructure them. */
  readonly note: QueueJob['note'] = (line) => this.#note(line)
  readonly settle: QueueJob['settle'] = (end) => this.#settle(end)
  /** Called when its end is about to be stored: from then on it no longer needs a slot. */
  onEnding: (() => void) | undefined
  readonly #context: JobContext
  readonly #taken: Taken
  readonly #lease: Lease
  /** How often it has run alone. */
  readonly #aloneBefore: number
  /** Made when first asked for: most handlers never look at it. */
  #controller: AbortController | undefined
  #lost: QueueLeaseLostError | undefined
  #isAlone = false
  #state: 'open' | 'settling' | 'settled' = 'open'

  /** @param until UNIX milliseconds when the lease expires. */
  constructor(context: JobContext, taken: Taken, until: number) {
    this.entry = taken.entry
    this.attempt = taken.attempt
    const alone = taken.ledger.filter(({ key }) => key.startsWith(runAlone))
    this.isSuspect = taken.crashes > 0
    this.crashes = alone.filter(({ outcome }) => outcome === undefined).length
    this.ledger = alone.length === 0 ? taken.ledger : taken.ledger.filter((line) => !alone.includes(line))
    this.#aloneBefore = alone.length
    this.#context = context
    this.#taken = taken
    const { clock, lease } = context
    this.#lease = keepLease({ clock, lease, until, renew: () => this.#renew(), onLost: () => this.#lose() })
  }

  /** Aborts with a `QueueLeaseLostError`. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#lost) this.#controller.abort(this.#lost)
    return this.#controller.signal
  }

  get isEnding(): boolean {
    return this.#state !== 'open'
  }

  get isLost(): boolean {
    return this.#lost !== undefined
  }

  /** Records that nothing else runs from here on: if the process dies now, this job is to blame. */
  async beginAlone(): Promise<void> {
    await this.#note({ key: this.#aloneKey() })
    this.#isAlone = true
  }

  async end(): Promise<void> {
    if (this.#state !== 'settled') {
      await this.#settle({ kind: 'given back' }).catch((error) =>
        this.#warn(error, 'could not be returned to the queue'),
      )
    }
    void this.#lease.stop()
  }

  async #note(line: LedgerLine): Promise<void> {
    if (this.#lost) throw this.#lost
    const { engine } = this.#context
    if (!(await this.#persist(() => engine.note(this.#taken.lease, line)))) throw this.#lose()
  }

  async #settle(given: JobEnd): Promise<void> {
    // Engines only accept whole milliseconds.
    const end = 'at' in given && given.at !== undefined ? { ...given, at: Math.ceil(given.at) } : given
    const { engine, remember } = this.#context
    const comesAgain = end.kind === 'again' || end.kind === 'given back'
    if (this.#isAlone && comesAgain) await this.#note({ key: this.#aloneKey(), outcome: '{"done":true}' })
    this.#state = 'settling'
    this.onEnding?.()
    try {
      const isSettled = await this.#persist(() => {
        const now = this.#now()
        return engine.settle(this.#taken.lease, end, { rememberUntil: now + remember }, now)
      })
      if (!isSettled) throw this.#lose()
      this.#state = 'settled'
      void this.#lease.stop()
    } finally {
      if (this.#state === 'settling') this.#state = 'open'
    }
  }

  async #renew(): Promise<boolean> {
    const { engine, call, lease } = this.#context
    try {
      const isRenewed = await call(() => engine.renew(this.#taken.lease, this.#now() + lease))
      // A job that was just settled has no lease any more; the result of settling it decides.
      return isRenewed || this.#state !== 'open'
    } catch (error) {
      this.#warn(error, 'could not renew its lease')
      throw error
    }
  }

  #lose(): QueueLeaseLostError {
    void this.#lease.stop()
    this.#lost ??= new QueueLeaseLostError(this.entry.id)
    this.#controller?.abort(this.#lost)
    return this.#lost
  }

  /** The key of the ledger line that says that it runs alone. */
  #aloneKey(): string {
    return `${runAlone}${this.#aloneBefore + 1}`
  }

  /** Retries while the store fails and the lease is valid. */
  async #persist(ask: () => Promise<boolean>): Promise<boolean> {
    const { call, clock } = this.#context
    for (let wait = firstWait; ; wait = Math.min(2 * wait, 2_000)) {
      try {
        return await call(ask)
      } catch (error) {
        const isPassing = error instanceof QueueError && error.code === 'failed'
        if (!isPassing || this.#now() + wait >= this.#lease.until) throw error
        if (wait === firstWait) this.#warn(error, 'could not be updated in the queue; retrying')
      }
      await pause(clock, wait)
    }
  }

  #warn(error: unknown, what: string): void {
    this.#context.log.warn({ delivery: this.entry.id, ...errorFields(error) }, `A delivery from the queue ${what}`)
  }

  #now(): number {
    return Math.floor(this.#context.clock.now())
  }
}

/** Milliseconds. */
const firstWait = 100

/** Prefix of the ledger lines that record runs alone. If the run ended normally, its line has an outcome. */
const runAlone = 'run alone '
