import type { JobEnd, LedgerLine, Log, QueueEntry, QueueJob } from '../bot/index.js'
import { errorFields } from '../bot/index.js'
import type { Clock } from '../client/index.js'
import type { QueueEngine, Taken } from './engine.js'
import { QueueError, QueueLeaseLostError } from './errors.js'

/** What the jobs of a queue have in common. */
export interface JobGround {
  readonly engine: Pick<QueueEngine, 'renew' | 'note' | 'settle'>
  /** Asks the engine, and makes of its errors those of the queue. */
  readonly asked: <T>(work: () => Promise<T>) => Promise<T>
  readonly clock: Clock
  /** Milliseconds. */
  readonly lease: number
  /** Milliseconds that the key of what is done is remembered. */
  readonly remember: number
  readonly log: Log
}

/** A job that keeps its lease for as long as it is worked on. */
export class LeasedJob implements QueueJob {
  readonly entry: QueueEntry
  readonly attempt: number
  readonly isSuspect: boolean
  readonly crashes: number
  readonly ledger: readonly LedgerLine[]
  /** By themselves, so that whoever works on it can hand them on. */
  readonly note: QueueJob['note'] = (line) => this.#note(line)
  readonly settle: QueueJob['settle'] = (end) => this.#settle(end)
  readonly #ground: JobGround
  readonly #taken: Taken
  readonly #settling: (() => void) | undefined
  readonly #lost = new AbortController()
  readonly #onLost: ((reason: unknown) => void)[] = []
  /** The key of the line that says that it runs alone. */
  readonly #alone: string
  #isAlone = false
  #lostBy: QueueLeaseLostError | undefined
  /** UNIX milliseconds. */
  #until: number
  #isSettled = false
  #cancelRenewal: (() => void) | undefined
  #cancelLoss: (() => void) | undefined

  /**
   * @param until UNIX milliseconds for which the lease holds.
   * @param settling Called when nobody works on it any more, and what becomes of it is about to be written down.
   */
  constructor(ground: JobGround, taken: Taken, until: number, settling?: () => void) {
    this.entry = taken.entry
    this.attempt = taken.attempt
    const alone = taken.ledger.filter(({ key }) => key.startsWith(runAlone))
    this.isSuspect = taken.crashes > 0
    this.crashes = alone.filter(({ outcome }) => outcome === undefined).length
    this.ledger = alone.length === 0 ? taken.ledger : taken.ledger.filter((line) => !alone.includes(line))
    this.#alone = `${runAlone}${alone.length + 1}`
    this.#ground = ground
    this.#taken = taken
    this.#until = until
    this.#settling = settling
    this.#renewLater()
  }

  /** Making one costs more than all else here, and most handlers never look at it. */
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

  /** Writes down that nothing runs beside it from here on: a death is its own now. */
  async beginAlone(): Promise<void> {
    await this.#note({ key: this.#alone })
    this.#isAlone = true
  }

  /** Nobody works on it any more: gives it back, if it was not settled. */
  async end(): Promise<void> {
    if (!this.#isSettled) {
      await this.#settle({ kind: 'given back' }).catch((error) => this.#warn(error, 'could not be given back'))
    }
    this.#stop()
  }

  async #note(line: LedgerLine): Promise<void> {
    if (this.#lostBy !== undefined) throw this.#lostBy
    const { engine } = this.#ground
    if (!(await this.#insistently(() => engine.note(this.#taken.lease, line)))) throw this.#lose()
  }

  async #settle(end: JobEnd): Promise<void> {
    const { engine, remember } = this.#ground
    const comesAgain = end.kind === 'again' || end.kind === 'given back'
    if (this.#isAlone && comesAgain) await this.#note({ key: this.#alone, outcome: '{"done":true}' })
    const settled = this.#insistently(() => {
      const now = this.#now()
      return engine.settle(this.#taken.lease, end, { rememberUntil: now + remember }, now)
    })
    this.#settling?.()
    this.#isSettled = await settled
    this.#stop()
    if (!this.#isSettled) throw this.#lose()
  }

  #renewLater(): void {
    const { clock, lease } = this.#ground
    this.#cancelRenewal = clock.later(lease / 3, () => void this.#renew(), { background: true })
  }

  async #renew(): Promise<void> {
    // Before the first time there is nothing to lose.
    if (this.#cancelLoss === undefined) this.#loseLater()
    const { engine, asked, lease } = this.#ground
    const wanted = this.#now() + lease
    try {
      if (!(await asked(() => engine.renew(this.#taken.lease, wanted)))) {
        if (!this.#isSettled) this.#lose()
        return
      }
      this.#until = Math.max(this.#until, wanted)
    } catch (error) {
      // There are two more thirds.
      this.#warn(error, 'could not be kept for longer')
    }
    if (!this.#isSettled && this.#lostBy === undefined) this.#renewLater()
  }

  /** Whoever can't reach the store has to know by its own clock that somebody else may have the entry. */
  #loseLater(): void {
    this.#cancelLoss = this.#ground.clock.later(
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

  /** A store that is gone for a moment is asked again, for as long as the lease holds. */
  async #insistently(ask: () => Promise<boolean>): Promise<boolean> {
    const { asked, clock } = this.#ground
    for (let wait = firstWait; ; wait = Math.min(2 * wait, 2_000)) {
      try {
        return await asked(ask)
      } catch (error) {
        const isPassing = error instanceof QueueError && error.code === 'failed'
        if (!isPassing || this.#now() + wait >= this.#until) throw error
        if (wait === firstWait) this.#warn(error, 'could not be written down; it is tried again')
      }
      await new Promise<void>((resolve) => clock.later(wait, resolve))
    }
  }

  #warn(error: unknown, what: string): void {
    this.#ground.log.warn({ delivery: this.entry.id, ...errorFields(error) }, `What was taken from the queue ${what}`)
  }

  #now(): number {
    return Math.floor(this.#ground.clock.now())
  }
}

/** Milliseconds. */
const firstWait = 100

/** What the keys begin with of lines that say that something began to run alone: what ended as it should has an outcome. */
const runAlone = 'run alone '
