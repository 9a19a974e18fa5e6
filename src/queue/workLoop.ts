import { errorFields, type Log, type QueueJob } from '../bot/index.js'
import type { Clock } from '../client/index.js'
import type { QueueEngine } from './engine.js'
import type { LeasedJob } from './job.js'
import type { Turns } from './turns.js'

export interface WorkLoopOptions {
  readonly engine: Pick<QueueEngine, 'watch' | 'nextDue'>
  /** As `QueueEngine.take`. */
  readonly take: (most: number, hasEnough: (sender: string, taken: number) => boolean) => Promise<LeasedJob[]>
  readonly handle: (job: QueueJob) => Promise<void>
  /** Shared by all loops on the queue in this process. */
  readonly turns: Turns
  readonly clock: Clock
  readonly log: Log
  readonly concurrency: number
}

/** Takes entries and runs at most `concurrency` of them at once, until it is stopped. */
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

  /** Resolves when nothing is running and nothing can be taken now. */
  async idle(): Promise<void> {
    while (this.#filling || this.#jobs.size > 0) await Promise.all([this.#filling, ...this.#jobs.values()])
  }

  /** Takes nothing more. Resolves when nothing is running. */
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
    const { signal } = this.#stopping
    try {
      if (job.isSuspect && !signal.aborted) await job.beginAlone()
      // The loop may have been stopped while it waited for its turn.
      if (!signal.aborted && !job.isLost) await this.#options.handle(job)
    } catch (error) {
      this.#options.log.error({ delivery: job.entry.id, ...errorFields(error) }, 'The worker failed')
    }
    await job.end()
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
    await this.#pause(afterFailure)
  }

  /** Ends early when the loop is stopped. */
  #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#stopping
    return new Promise((resolve) => {
      const end = () => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.#options.clock.later(milliseconds, end, { background: true })
      if (signal.aborted) end()
      else signal.addEventListener('abort', end)
    })
  }
}

/** Milliseconds. */
const afterFailure = 1_000
