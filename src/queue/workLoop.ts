import { errorFields, type Log, type QueueJob } from '../bot/index.js'
import { type Clock, endOfTurn, pause } from '../clock.js'
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
  readonly #wake = () => {
    if (this.#stopping.signal.aborted) return
    this.#isWoken = true
    this.#filling ??= this.#fill()
  }

  constructor(options: WorkLoopOptions) {
    this.#options = options
    this.#unwatch = options.engine.watch(this.#wake)
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

  /** Takes entries until nothing more wakes it. Never fails. */
  async #fill(): Promise<void> {
    const { take, concurrency } = this.#options
    while (this.#isWoken) {
      // Jobs that end in the same turn are replaced by one call, which a store can join with those that store their ends.
      await endOfTurn()
      this.#isWoken = false
      const { running, bySender } = this.#running()
      // The end of a job wakes the loop again.
      const free = concurrency - running
      if (this.#stopping.signal.aborted || free <= 0) break
      // One sender never gets all slots.
      const most = concurrency === 1 ? 1 : concurrency - 1
      try {
        const jobs = await take(free, (sender, taken) => (bySender.get(sender) ?? 0) + taken >= most)
        for (const job of jobs) this.#begin(job)
        // Those that take no slot have left it free.
        if (jobs.some(({ interruptions }) => interruptions > 0)) this.#isWoken = true
        else if (jobs.length < free) await this.#wakeWhenDue()
        this.#storeAnswered()
      } catch (error) {
        this.#isWoken = true
        if (!this.#stopping.signal.aborted) await this.#storeFailed(error)
      }
    }
    this.#filling = undefined
  }

  #begin(job: LeasedJob): void {
    job.onEnding = this.#wake
    const { turns, handle, log } = this.#options
    const work = () => turns.run(job, () => workAt(job, handle, () => this.#stopping.signal.aborted, log))
    // If a lease expired while its run was blocked, that run ends first.
    const before = [...this.#jobs].find(([{ entry }]) => entry.id === job.entry.id)?.[1]
    const done = (before?.then(work) ?? work()).then(() => {
      this.#jobs.delete(job)
      // Otherwise its end woke the loop.
      if (!job.isEnding) this.#wake()
    })
    this.#jobs.set(job, done)
  }

  /** The jobs that need a slot: a handler whose end is being stored is over, and interrupted jobs need none. */
  #running() {
    let running = 0
    const bySender = new Map<string, number>()
    for (const { isEnding, interruptions, entry } of this.#jobs.keys()) {
      if (isEnding || interruptions > 0) continue
      running += 1
      bySender.set(entry.sender, (bySender.get(entry.sender) ?? 0) + 1)
    }
    return { running, bySender }
  }

  async #wakeWhenDue(): Promise<void> {
    const { engine, clock } = this.#options
    const due = await engine.nextDue(Math.floor(clock.now()))
    this.#cancelTimer()
    if (due === undefined || this.#stopping.signal.aborted) return
    const { at, background } = due
    this.#cancelTimer = clock.later(Math.max(0, at - clock.now()), this.#wake, { background })
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
    if (job.isSuspect && !isStopped()) await job.beginAsSuspect()
    if (!isStopped() && !job.isLost) await handle(job)
  } catch (error) {
    log.error({ delivery: job.entry.id, ...errorFields(error) }, 'The worker failed')
  }
  await job.end()
}

/** Milliseconds. */
const afterFailure = 1_000

/**
 * When jobs begin in a process. Those that were never interrupted, or once, begin at once. A suspect begins when nothing else
 * that was interrupted is under way, so that only jobs which run for the first time may be interrupted by it; and of several
 * suspects that with the fewest crashes, so that none waits for one that ends the process each time.
 */
export class Turns {
  readonly #clock: Clock
  /** Interrupted jobs under way. */
  #underWay = 0
  readonly #suspects: { readonly crashes: number; readonly begin: () => void }[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @param work Must not fail. */
  async run({ interruptions, isSuspect, crashes }: LeasedJob, work: () => Promise<void>): Promise<void> {
    if (interruptions === 0) return work()
    if (isSuspect) await this.#turn(crashes)
    else this.#underWay += 1
    await work()
    this.#underWay -= 1
    this.#next()
  }

  async #turn(crashes: number): Promise<void> {
    const turn = new Promise<void>((begin) => this.#suspects.push({ crashes, begin }))
    // Whatever else was interrupted is taken meanwhile.
    await pause(this.#clock, beforeSuspect)
    this.#next()
    await turn
  }

  #next(): void {
    if (this.#underWay > 0) return
    this.#suspects.sort((one, other) => one.crashes - other.crashes)
    const next = this.#suspects.shift()
    if (next === undefined) return
    this.#underWay += 1
    next.begin()
  }
}

/** Milliseconds. */
const beforeSuspect = 1_000

/** A counter whose `zero` resolves when it reaches zero. */
export class Count {
  #count = 0
  #waiting: (() => void)[] = []

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
