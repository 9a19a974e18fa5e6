import { systemClock } from '../../clock.js'
import { type Cancel, type Clock, createDueList, type Pending, virtualStart, type Waiting } from '../clock.js'
import type { Stateful } from '../stateful.js'
import type { Activity } from './activity.js'
import { milliseconds } from './duration.js'
import { settled } from './settled.js'

/**
 * How time goes: `real`, as for everybody; `frozen`, only when it is told to; `jump`, frozen while anything is going on
 * and then at once to the next thing that is due.
 */
export type ClockKind = (typeof clockKinds)[number]

export const clockKinds = ['real', 'frozen', 'jump'] as const

/** The simulator's clock. It alone moves scheduled messages, deadlines of deliveries, presence and housekeeping. */
export interface SimulatorClock extends Clock {
  readonly kind: ClockKind
  /** Changes how time goes from now on; it goes on from where it stands. */
  change(kind: ClockKind): void
  /**
   * Lets time pass where it stands still, by so many milliseconds or by `'3h'`, `'2d'`, `'1d 12h'`. What falls due on
   * the way happens, each at its own time, and so does what comes of it: `settle` is awaited after each, which a caller
   * gives who knows better than a few turns of the event loop when all is done.
   *
   * @throws {TypeError} when the clock goes by itself
   * @throws {RangeError} for what is no stretch of time
   */
  advance(by: number | string, settle?: () => Promise<void>): Promise<void>
  /**
   * Lets time pass until nothing is going on and nothing that anybody waits for is due: scheduled messages are sent,
   * deliveries have had their answer or all of their attempts. Housekeeping alone, such as sweeping unused uploads weeks
   * later, is not waited for.
   *
   * @throws {TypeError} when the clock goes by itself
   */
  runUntilIdle(): Promise<void>
  /** When the next action is due, in UNIX milliseconds; undefined when none waits. */
  next(): number | undefined
  /** Everything that waits, and why; what is due first at the front. */
  pending(): Pending[]
  /** Takes time to a moment, be it an earlier one, and lets nothing happen: for putting back what was remembered. */
  standAt(time: number): void
  /** Hears of every step of a clock that stands, before it is taken. Gives back how to stop that. */
  onMove(listener: (from: number, to: number) => void): Cancel
  /** Lets nothing happen by itself any more. */
  stop(): void
}

export interface SimulatorClockOptions {
  readonly kind: ClockKind
  readonly activity: Activity
  /** UNIX milliseconds; the present for a clock that goes by itself, and `virtualStart` for one that stands. */
  readonly start?: number
  /**
   * Milliseconds of real time that something may go on while the clock stands: whatever takes longer is taken to wait
   * for the clock itself, as a bot that never answers does for its deadline.
   */
  readonly patience: number
  /** Where real time comes from. */
  readonly base?: Clock
}

/** Makes the clock of a simulator. */
export function createSimulatorClock(options: SimulatorClockOptions): SimulatorClock {
  const { activity, patience, base = systemClock } = options
  const waiting = createDueList()
  const listeners = new Set<(from: number, to: number) => void>()
  let kind = options.kind
  /** Where a clock that stands, stands; of one that goes, how far it is ahead of its base. */
  let stand = options.start ?? (kind === 'real' ? base.now() : virtualStart)
  let ahead = stand - base.now()
  let alarm: { readonly due: number; cancel(): void } | undefined
  let jumping = false
  let stopped = false

  const now = () => (kind === 'real' ? base.now() + ahead : stand)

  function later(wait: number, action: () => void, how?: Waiting) {
    const cancel = waiting.add(now() + Math.max(wait, 0), action, how)
    if (kind === 'real') setAlarm()
    else if (kind === 'jump') jump()
    return cancel
  }

  function setAlarm(): void {
    const due = waiting.next()
    if (stopped || kind !== 'real' || due === undefined || (alarm !== undefined && alarm.due <= due)) return
    alarm?.cancel()
    alarm = { due, cancel: base.later(due - now(), ring, { unref: true }) }
  }

  function ring(): void {
    alarm = undefined
    if (kind !== 'real') return
    try {
      runTo(now())
    } finally {
      setAlarm()
    }
  }

  /** Runs what is due up to a time; a clock that stands goes there. */
  function runTo(target: number): void {
    if (kind !== 'real' && target > stand) for (const listener of listeners) listener(stand, target)
    for (let entry = waiting.take(target); entry !== undefined; entry = waiting.take(target)) {
      stand = Math.max(stand, entry.due)
      entry.action()
    }
    stand = Math.max(stand, target)
  }

  function mustStand(): void {
    if (kind !== 'real') return
    throw new TypeError(
      'This clock goes by itself; create the simulator with { clock: "frozen" }, or call clock.change("frozen") first.',
    )
  }

  async function advance(by: number | string, settle = settled): Promise<void> {
    mustStand()
    const target = stand + milliseconds(by)
    await settle()
    for (let due = waiting.next(); due !== undefined && due <= target; due = waiting.next()) {
      runTo(due)
      await settle()
    }
    runTo(target)
    await settle()
  }

  async function runUntilIdle(): Promise<void> {
    mustStand()
    await goOnWhile(() => true)
  }

  async function goOnWhile(wanted: () => boolean): Promise<void> {
    for (let step = 0; step < mostSteps; step += 1) {
      await settled()
      if (!wanted()) return
      const due = waiting.nextAwaited()
      if (activity.isBusy) {
        if (due === undefined) await activity.quiet()
        else if (await becomesQuiet()) continue
        else runTo(due)
      } else if (due === undefined) return
      else runTo(due)
    }
    throw new Error(
      `The clock was still not idle after ${mostSteps} steps; something waits again each time it has run.`,
    )
  }

  function becomesQuiet(): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = base.later(patience, () => resolve(false), { unref: true })
      activity.quiet().then(() => {
        cancel()
        resolve(true)
      })
    })
  }

  function jump(): void {
    if (jumping || stopped || kind !== 'jump') return
    jumping = true
    const wanted = () => kind === 'jump' && !stopped
    goOnWhile(wanted)
      .finally(() => {
        jumping = false
      })
      // Something may have begun to wait just when this ended.
      .then(() => wanted() && waiting.nextAwaited() !== undefined && jump())
  }

  activity.onQuiet(jump)

  return {
    now,
    later,
    get kind() {
      return kind
    },
    change(wanted) {
      const present = now()
      kind = wanted
      stand = present
      ahead = present - base.now()
      alarm?.cancel()
      alarm = undefined
      setAlarm()
      jump()
    },
    advance,
    runUntilIdle,
    next: () => waiting.next(),
    pending: () => waiting.pending(),
    standAt(time) {
      stand = time
      ahead = time - base.now()
      alarm?.cancel()
      alarm = undefined
      setAlarm()
    },
    onMove(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      stopped = true
      alarm?.cancel()
      alarm = undefined
    },
  }
}

/** More than any organisation has to do by itself. */
const mostSteps = 1_000_000

/** How the clock goes, and where it stands if it does. */
export function clockPart(clock: SimulatorClock): Stateful {
  return {
    snapshot: () => ({ kind: clock.kind, ...(clock.kind !== 'real' && { time: clock.now() }) }),
    restore(snapshot) {
      const { kind, time } = snapshot as { readonly kind: ClockKind; readonly time?: number }
      if (clock.kind !== kind) clock.change(kind)
      if (time !== undefined) clock.standAt(time)
    },
  }
}
