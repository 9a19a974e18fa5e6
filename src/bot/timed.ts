import type { BotRun, BotRuntime } from './delivery/delivery.js'
import { errorFields } from './log.js'

/**
 * Something of a bot that falls due without a message. What is due is known to the storage alone, so that any process
 * can do it, and the first to claim it does.
 */
export interface TimedSource {
  /** When the next thing is due, in UNIX milliseconds; a time that has passed for what can be done now. */
  due(runtime: BotRuntime): Promise<number | undefined>
  /**
   * Does what is due now. What takes long is handed to `waitUntil`, after it was claimed: other things fall due
   * meanwhile, and `due` is asked again when it has ended.
   */
  run(runtime: BotRuntime, waitUntil: WaitUntil): Promise<void>
}

/** Takes work that continues in the background. If it fails, that is logged. */
export type WaitUntil = (work: Promise<void>) => void

/** All timed work of a bot. */
export type Timed = ReturnType<typeof createTimed>

export function createTimed() {
  const sources: TimedSource[] = []
  const runs = new Set<() => void>()
  /** Something may be due earlier than expected, so waiters check again. */
  const wake = () => {
    for (const look of runs) look()
  }

  return {
    add(source: TimedSource) {
      sources.push(source)
      wake()
    },
    wake,
    /** Does what is due now, and returns when the next work is due, in UNIX milliseconds, if there is any. */
    async tick(runtime: BotRuntime) {
      const underWay: Promise<void>[] = []
      await doWhatIsDue(sources, runtime, (work) => underWay.push(work))
      await Promise.all(underWay)
      return nextDue(sources, runtime)
    },
    start(runtime: BotRuntime): BotRun {
      const run = startRun(sources, runtime)
      runs.add(run.look)
      return {
        idle: run.idle,
        stop() {
          runs.delete(run.look)
          return run.stop()
        },
      }
    },
  }
}

const again = 5_000

/** Maximum milliseconds between two looks at a storage that other processes use: they may end, and leave something due. */
const lookEvery = 60_000

/** Milliseconds between log lines while nothing that is due can be done. */
const reminder = 60_000

function startRun(sources: readonly TimedSource[], runtime: BotRuntime): BotRun & { look(): void } {
  const underWay = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let mustLookAgain = false
  let isStopped = false
  let cancel = () => {}
  /** When it was last logged that what is due could not be done, in UNIX milliseconds; undefined while it can be. */
  let loggedAt: number | undefined
  look()
  return { look, idle, stop }

  function look(): void {
    if (isStopped) return
    mustLookAgain = true
    looking ??= Promise.resolve()
      .then(lookAround)
      .finally(() => {
        looking = undefined
        if (mustLookAgain) look()
      })
  }

  async function lookAround(): Promise<void> {
    while (mustLookAgain && !isStopped) {
      mustLookAgain = false
      cancel()
      if (await doWhatIsDue(sources, runtime, waitUntil, onFailure)) onSuccess()
      const next = await nextDue(sources, runtime)
      if (mustLookAgain || isStopped) continue
      const { clock, storage } = runtime
      const left = next === undefined ? Number.POSITIVE_INFINITY : next - clock.now()
      const wait = storage.isLocal ? left : Math.min(left, lookEvery)
      if (wait === Number.POSITIVE_INFINITY) continue
      cancel = clock.later(wait > 0 ? wait : again, look, { background: true, unref: next === undefined })
    }
  }

  function onFailure(error: unknown): void {
    const now = runtime.clock.now()
    if (loggedAt !== undefined && now - loggedAt < reminder) return
    loggedAt = now
    logFailure(runtime, error)
  }

  function onSuccess(): void {
    if (loggedAt !== undefined) safely(() => runtime.log.info({}, 'What is due can be done again'))
    loggedAt = undefined
  }

  function waitUntil(work: Promise<void>): void {
    const guarded = work.finally(() => {
      underWay.delete(guarded)
      look()
    })
    underWay.add(guarded)
  }

  async function idle(): Promise<void> {
    while (looking !== undefined || underWay.size > 0) await Promise.all([looking, ...underWay])
  }

  function stop(): Promise<void> {
    isStopped = true
    cancel()
    return idle()
  }
}

/** Never fails: a source that does is asked again later. Says whether none did. */
async function doWhatIsDue(
  sources: readonly TimedSource[],
  runtime: BotRuntime,
  waitUntil: WaitUntil,
  onFailure = (error: unknown) => logFailure(runtime, error),
): Promise<boolean> {
  const guarded: WaitUntil = (work) => waitUntil(work.catch((error) => logFailure(runtime, error)))
  let worked = true
  for (const source of sources) {
    try {
      const due = await source.due(runtime)
      if (due !== undefined && due <= runtime.clock.now()) await source.run(runtime, guarded)
    } catch (error) {
      worked = false
      onFailure(error)
    }
  }
  return worked
}

async function nextDue(sources: readonly TimedSource[], runtime: BotRuntime): Promise<number | undefined> {
  const times = await Promise.all(
    sources.map(async (source) => {
      try {
        return await source.due(runtime)
      } catch {
        // It was logged when it was asked before, or will be when it is asked again.
        return runtime.clock.now()
      }
    }),
  )
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

function logFailure({ log }: BotRuntime, error: unknown): void {
  safely(() => log.error(errorFields(error), 'What was due could not be done; it is tried again'))
}

/** A log that throws must not end the process. */
function safely(write: () => void): void {
  try {
    write()
  } catch {}
}
