import { errorFields, type Log, type QueueJob } from '../bot/index.js'
import { type Clock, pause } from '../clock.js'
import type { QueueEngine } from './engine.js'
import type { LeasedJob } from './job.js'

interface WorkLoopOptions {
  readonly engine: Pick<QueueEngine, 'watch' | 'nextDue'>
  /** As `QueueEngine.take`. */
  readonly take: (most: number, hasEnough: (sender: string, taken: number) => boolean) => Promise<LeasedJob[]>
  readonly handle: (job: QueueJob) => Promise<void>
  readonly turns: Turns
  readonly clock: Clock
  readonly log: Log
  readonly concurrency: number
}

export class WorkLoop {
  readonly #options: WorkLoopOptions
  readonly #jobs = new Map<LeasedJob, Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #unwatch: () => void
  #filling: Promise<void> | undefined
  #isWoken = false
  #isStoreFailing = false
  #cancelTimer = () => {}

  constructor(options: WorkLoopOptions) {
    this.#options = options
    this.#unwatch = options.engine.watch(() => this.#wake())
    this.#wake()
  }

  async idle(): Promise<void> {
    while (this.#filling || this.#jobs.size > 0) await Promise.all([this.#filling, ...this.#jobs.values()])
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#unwatch()
    this.#cancelTimer()
    await this.idle()
  }

  #wake(): void {
    if (this.#stopping.signal.aborted) return
    this.#isWoken = true
    this.#filling ??= this.#fill()
  }

  /** Takes entries until nothing more wakes it. Never fails. */
  async #fill(): Promise<void> {
    const { take, turns, concurrency } = this.#options
    while (this.#isWoken) {
      await turns.opened()
      this.#isWoken = false
      // The end of a job wakes the loop again.
      const free = concurrency - this.#jobs.size
      if (this.#stopping.signal.aborted || free <= 0) break
      try {
        const jobs = await take(free, (sender, taken) => this.#hasEnough(sender, taken))
        for (const job of jobs) this.#begin(job)
        if (jobs.length < free) await this.#wakeWhenDue()
        this.#storeAnswered()
      } catch (error) {
        this.#isWoken = true
        if (!this.#stopping.signal.aborted) await this.#storeFailed(error)
      }
    }
    this.#filling = undefined
  }

  #begin(job: LeasedJob): void {
    const { turns } = this.#options
    const work = () => this.#work(job)
    const done = (job.isSuspect ? turns.runAlone(work) : turns.run(work)).then(() => {
      this.#jobs.delete(job)
      this.#wake()
    })
    this.#jobs.set(job, done)
  }

  async #work(job: LeasedJob): Promise<void> {
    const { handle, log } = this.#options
    await workAt(job, handle, () => this.#stopping.signal.aborted, log)
  }

  /** One sender never gets all slots. */
  #hasEnough(sender: string, taken: number): boolean {
    const { concurrency } = this.#options
    if (concurrency === 1) return false
    let count = taken
    for (const { entry } of this.#jobs.keys()) if (entry.sender === sender) count += 1
    return count >= concurrency - 1
  }

  async #wakeWhenDue(): Promise<void> {
    const { engine, clock } = this.#options
    const due = await engine.nextDue(Math.floor(clock.now()))
    this.#cancelTimer()
    if (due === undefined || this.#stopping.signal.aborted) return
    const { at, background } = due
    this.#cancelTimer = clock.later(Math.max(0, at - clock.now()), () => this.#wake(), { background })
  }

  #storeAnswered(): void {
    if (this.#isStoreFailing) this.#options.log.info({}, 'Taking deliveries from the queue again')
    this.#isStoreFailing = false
  }

  async #storeFailed(error: unknown): Promise<void> {
    if (!this.#isStoreFailing) {
      this.#options.log.warn(errorFields(error), 'Failed to take deliveries from the queue; retrying every second')
    }
    this.#isStoreFailing = true
    await pause(this.#options.clock, afterFailure, this.#stopping.signal, { background: true }).catch(() => {})
  }
}

/** Handles a job, unless the work was stopped while it waited for its turn, and ends it. Never fails. */
export async function workAt(
  job: LeasedJob,
  handle: (job: QueueJob) => Promise<void>,
  isStopped: () => boolean,
  log: Log,
): Promise<void> {
  try {
    if (job.isSuspect && !isStopped()) await job.beginAlone()
    if (!isStopped() && !job.isLost) await handle(job)
  } catch (error) {
    log.error({ delivery: job.entry.id, ...errorFields(error) }, 'The worker failed')
  }
  await job.end()
}

/** Milliseconds. */
const afterFailure = 1_000

/**
 * Lets most work of a process run concurrently, and some of it alone. Exclusive work goes before everything that
 * arrives later.
 */
export class Turns {
  readonly #concurrent = new Count()
  /** Includes what waits to run alone. */
  readonly #alone = new Count()
  #last: Promise<void> = Promise.resolve()

  /** Resolves when nothing runs alone or waits to. */
  opened(): Promise<void> {
    return this.#alone.zero()
  }

  /** @param work Must not fail. */
  async run(work: () => Promise<void>): Promise<void> {
    // Other work may have arrived to run alone since the wait ended.
    while (!this.#alone.isZero) await this.#alone.zero()
    this.#concurrent.up()
    await work()
    this.#concurrent.down()
  }

  /** @param work Must not fail. */
  async runAlone(work: () => Promise<void>): Promise<void> {
    this.#alone.up()
    this.#last = this.#last.then(() => this.#concurrent.zero()).then(work)
    await this.#last
    this.#alone.down()
  }
}

/** A counter whose `zero` resolves when it reaches zero. */
export class Count {
  #count = 0
  #waiting: (() => void)[] = []

  get isZero(): boolean {
    return this.#count === 0
  }

  up(): void {
    this.#count += 1
  }

  down(): void {
    this.#count -= 1
    if (this.#count > 0 || this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  async zero(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
