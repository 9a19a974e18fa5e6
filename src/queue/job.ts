import type { JobEnd, LedgerLine, Log, QueueEntry, QueueJob } from '../bot/index.js'
import { errorFields } from '../bot/index.js'
import type { Clock } from '../client/index.js'
import type { QueueEngine, Taken } from './engine.js'
import { QueueError, QueueLeaseLostError } from './errors.js'

/** What the jobs of a queue share. */
export interface JobContext {
  readonly engine: Pick<QueueEngine, 'renew' | 'note' | 'settle'>
  /** Calls the engine and wraps its errors. */
  readonly call: <T>(work: () => Promise<T>) => Promise<T>
  readonly clock: Clock
  /** Milliseconds. */
  readonly lease: number
  /** Milliseconds that the key of what is done is remembered. */
  readonly remember: number
  readonly log: Log
}

/** A job that renews its lease until it ends. */
export class LeasedJob implements QueueJob {
  readonly entry: QueueEntry
  readonly attempt: number
  readonly isSuspect: boolean
  readonly crashes: number
  readonly ledger: readonly LedgerLine[]
  /** Bound, so that handlers can destructure them. */
  readonly note: QueueJob['note'] = (line) => this.#note(line)
  readonly settle: QueueJob['settle'] = (end) => this.#settle(end)
  readonly #context: JobContext
  readonly #taken: Taken
  readonly #lost = new AbortController()
  readonly #onLost: ((reason: unknown) => void)[] = []
  /** The key of the ledger line that says that it runs alone. */
  readonly #alone: string
  #isAlone = false
  #lostBy: QueueLeaseLostError | undefined
  /** UNIX milliseconds. */
  #until: number
  #isSettled = false
  #isSettling = false
  #cancelRenewal: (() => void) | undefined
  #cancelLoss: (() => void) | undefined

  /** @param until UNIX milliseconds when the lease expires. */
  constructor(context: JobContext, taken: Taken, until: number) {
    this.entry = taken.entry
    this.attempt = taken.attempt
    const alone = taken.ledger.filter(({ key }) => key.startsWith(runAlone))
    this.isSuspect = taken.crashes > 0
    this.crashes = alone.filter(({ outcome }) => outcome === undefined).length
    this.ledger = alone.length === 0 ? taken.ledger : taken.ledger.filter((line) => !alone.includes(line))
    this.#alone = `${runAlone}${alone.length + 1}`
    this.#context = context
    this.#taken = taken
    this.#until = until
    this.#renewLater()
  }

  get signal(): AbortSignal {
    return this.#lost.signal
  }

  get isLost(): boolean {
    return this.#lostBy !== undefined
  }

  whenLost(action: (reason: unknown) => void): void {
    if (this.#lostBy === undefined) this.#onLost.push(action)
    else action(this.#lostBy)
  }

  /** Records that nothing else runs from here on: if the process dies now, this job is to blame. */
  async beginAlone(): Promise<void> {
    await this.#note({ key: this.#alone })
    this.#isAlone = true
  }

  /** Ends the job: returns it to the queue unless it was settled. */
  async end(): Promise<void> {
    if (!this.#isSettled) {
      await this.#settle({ kind: 'given back' }).catch((error) =>
        this.#warn(error, 'could not be returned to the queue'),
      )
    }
    this.#stop()
  }

  async #note(line: LedgerLine): Promise<void> {
    if (this.#lostBy !== undefined) throw this.#lostBy
    const { engine } = this.#context
    if (!(await this.#persist(() => engine.note(this.#taken.lease, line)))) throw this.#lose()
  }

  async #settle(given: JobEnd): Promise<void> {
    // Engines take whole milliseconds only.
    const end = 'at' in given && given.at !== undefined ? { ...given, at: Math.ceil(given.at) } : given
    const { engine, remember } = this.#context
    const comesAgain = end.kind === 'again' || end.kind === 'given back'
    if (this.#isAlone && comesAgain) await this.#note({ key: this.#alone, outcome: '{"done":true}' })
    this.#isSettling = true
    try {
      this.#isSettled = await this.#persist(() => {
        const now = this.#now()
        return engine.settle(this.#taken.lease, end, { rememberUntil: now + remember }, now)
      })
    } finally {
      this.#isSettling = false
    }
    this.#stop()
    if (!this.#isSettled) throw this.#lose()
  }

  #renewLater(): void {
    const { clock, lease } = this.#context
    this.#cancelRenewal = clock.later(lease / 3, () => void this.#renew(), { background: true })
  }

  async #renew(): Promise<void> {
    // A job that ends before its first renewal needs no second timer.
    if (this.#cancelLoss === undefined) this.#loseLater()
    const { engine, call, lease } = this.#context
    const wanted = this.#now() + lease
    try {
      if (!(await call(() => engine.renew(this.#taken.lease, wanted)))) {
        // A job that has just ended has no lease any more; what the store says of its end decides.
        if (!this.#isSettled && !this.#isSettling) this.#lose()
        return
      }
      this.#until = Math.max(this.#until, wanted)
    } catch (error) {
      // Two more tries fit into the lease.
      this.#warn(error, 'could not renew its lease')
    }
    if (!this.#isSettled && this.#lostBy === undefined) this.#renewLater()
  }

  /** If the store can't be reached, the clock alone has to tell when another process may have the entry. */
  #loseLater(): void {
    this.#cancelLoss = this.#context.clock.later(
      Math.max(0, this.#until - this.#now()),
      () => {
        if (this.#now() < this.#until) this.#loseLater()
        else this.#lose()
      },
      { background: true },
    )
  }

  #lose(): QueueLeaseLostError {
    this.#stop()
    this.#lostBy ??= new QueueLeaseLostError(this.entry.id)
    this.#lost.abort(this.#lostBy)
    for (const action of this.#onLost.splice(0)) action(this.#lostBy)
    return this.#lostBy
  }

  #stop(): void {
    this.#cancelRenewal?.()
    this.#cancelLoss?.()
  }

  /** Tries again while the store fails, for as long as the lease is valid. */
  async #persist(ask: () => Promise<boolean>): Promise<boolean> {
    const { call, clock } = this.#context
    for (let wait = firstWait; ; wait = Math.min(2 * wait, 2_000)) {
      try {
        return await call(ask)
      } catch (error) {
        const isPassing = error instanceof QueueError && error.code === 'failed'
        if (!isPassing || this.#now() + wait >= this.#until) throw error
        if (wait === firstWait) this.#warn(error, 'could not be updated in the queue; retrying')
      }
      await new Promise<void>((resolve) => clock.later(wait, resolve))
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

/** Prefix of the ledger lines that record runs alone. One that ended normally has an outcome. */
const runAlone = 'run alone '
