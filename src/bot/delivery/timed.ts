import { least } from '../../values.js'
import { errorFields } from '../base/log.js'
import type { BotRun, BotRuntime } from './botRuntime.js'

/**
 * Work of a bot that falls due without a message. It is kept in the storage, so that any process can do it; the first
 * to claim it does.
 */
export interface TimedSource {
  /** When the next work is due, in UNIX milliseconds; in the past if it can be done now. */
  due(runtime: BotRuntime): Promise<number | undefined>
  /**
   * Does what is due now. Long work is claimed, then passed to `waitUntil`, so that it doesn't delay other work; `due`
   * is called again when it has ended.
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

/** Milliseconds until work that is due, and could not be done, is tried again. */
const again = 5_000

/**
 * Maximum milliseconds between two checks of a storage that other processes use: they may end and leave work that is
 * due.
 */
const lookEvery = 60_000

/** Milliseconds between log lines while work that is due keeps failing. */
const reminder = 60_000

function startRun(sources: readonly TimedSource[], runtime: BotRuntime): BotRun & { look(): void } {
  const underWay = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let mustLookAgain = false
  let isStopped = false
  let cancel = () => {}
  /** When a failure was last logged, in UNIX milliseconds; undefined after a success. */
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
    if (loggedAt !== undefined) safely(() => runtime.log.info({}, 'Timed work succeeds again'))
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

/** Never fails: a source that fails is tried again later. Returns whether none failed. */
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
        // The call before has logged it, or the next one will.
        return runtime.clock.now()
      }
    }),
  )
  return least(times)
}

function logFailure({ log }: BotRuntime, error: unknown): void {
  safely(() => log.error(errorFields(error), 'Timed work failed; it will be retried'))
}

/** A log that throws must not end the process. */
function safely(write: () => void): void {
  try {
    write()
  } catch {}
}
