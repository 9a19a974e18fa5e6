import type { JobEnd, LedgerLine, Log, QueueEntry, QueueJob } from '../bot/index.js'
import { errorFields } from '../bot/index.js'
import { type Clock, pause } from '../clock.js'
import { KeptLease } from '../lease.js'
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
  readonly interruptions: number
  readonly crashes: number
  readonly lease: number
  readonly ledger: readonly LedgerLine[]
  /** Bound, so that handlers can destructure them. */
  readonly note: QueueJob['note'] = (line) => this.#note(line)
  readonly settle: QueueJob['settle'] = (end) => this.#settle(end)
  /** Called when its end is about to be stored: from then on it no longer needs a slot. */
  onEnding: (() => void) | undefined
  readonly #context: JobContext
  readonly #taken: Taken
  readonly #lease: KeptLease
  /** Milliseconds that a renewal lasts. */
  readonly #lasts: number
  /** How often it has run as a suspect before. */
  readonly #earlierRuns: number
  #onLost: ((reason: Error) => void) | undefined
  #lost: QueueLeaseLostError | undefined
  #isSuspected = false
  #state: 'open' | 'settling' | 'settled' = 'open'

  /** @param left Milliseconds until the lease expires. */
  constructor(context: JobContext, taken: Taken, left: number) {
    this.entry = taken.entry
    this.attempt = taken.attempt
    const runs = taken.ledger.filter(({ key }) => key.startsWith(runAsSuspect))
    this.interruptions = taken.crashes
    this.crashes = runs.filter(({ outcome }) => outcome === undefined).length
    this.ledger = runs.length === 0 ? taken.ledger : taken.ledger.filter((line) => !runs.includes(line))
    this.#earlierRuns = runs.length
    this.#context = context
    this.#taken = taken
    const { clock, lease } = context
    this.lease = lease
    this.#lasts = Math.max(lease, left)
    this.#lease = new KeptLease({ clock, lease, left, renew: () => this.#renew(), onLost: () => this.#lose() })
  }

  /** Whether it may be what its process died of. A single time may have been chance: an update, another delivery. */
  get isSuspect(): boolean {
    return this.interruptions > 1
  }

  get isEnding(): boolean {
    return this.#state !== 'open'
  }

  get isLost(): boolean {
    return this.#lost !== undefined
  }

  onLost(lose: (reason: Error) => void): void {
    this.#onLost = lose
    if (this.#lost) lose(this.#lost)
  }

  /** Records that it runs as the only suspect from here on: if the process dies now, this job is to blame. */
  async beginAsSuspect(): Promise<void> {
    await this.#note({ key: this.#suspectKey() })
    this.#isSuspected = true
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
    if (this.#isSuspected && comesAgain) await this.#note({ key: this.#suspectKey(), outcome: '{"done":true}' })
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
    const { engine, call } = this.#context
    try {
      const isRenewed = await call(() => engine.renew(this.#taken.lease, this.#now() + this.#lasts))
      // A job that was just settled has no lease any more; the result of settling it decides.
      return isRenewed || this.#state !== 'open'
    } catch (error) {
      this.#warn(error, 'could not renew its lease')
      throw error
    }
  }

  #lose(): QueueLeaseLostError {
    if (this.#lost) return this.#lost
    void this.#lease.stop()
    this.#lost = new QueueLeaseLostError(this.entry.id)
    this.#onLost?.(this.#lost)
    return this.#lost
  }

  /** The key of the ledger line that says that it runs as a suspect. */
  #suspectKey(): string {
    return `${runAsSuspect}${this.#earlierRuns + 1}`
  }

  /** Retries while the store fails and the lease is valid. */
  async #persist(ask: () => Promise<boolean>): Promise<boolean> {
    const { call, clock } = this.#context
    for (let wait = firstWait; ; wait = Math.min(2 * wait, 2_000)) {
      try {
        return await call(ask)
      } catch (error) {
        const isPassing = error instanceof QueueError && error.code === 'failed'
        if (!isPassing || this.#lease.left <= wait) throw error
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

/** Prefix of the ledger lines that record runs as a suspect. If the run ended normally, its line has an outcome. */
const runAsSuspect = 'run as suspect '
