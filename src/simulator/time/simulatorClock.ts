import { systemClock } from '../../clock.js'
import { readDuration } from '../../text/index.js'
import { added } from '../../values.js'
import {
  type Cancel,
  type Clock,
  createDueList,
  nextTurn,
  type Pending,
  type VirtualClock,
  virtualStart,
  type Waiting,
} from '../base/clock.js'
import type { Stateful } from '../base/random.js'
import type { Activity } from './activity.js'

/** How time passes: `real`: as usual; `frozen`: only when told to; `jump`: frozen while anything is under way, then at once to the next due time. */
export type ClockKind = (typeof clockKinds)[number]

export const clockKinds = ['real', 'frozen', 'jump'] as const

/** The simulator's clock. It drives scheduled messages, delivery deadlines, presence and housekeeping. */
export interface SimulatorClock extends Clock {
  readonly kind: ClockKind
  /** Changes the kind; the time stays. */
  change(kind: ClockKind): void
  /**
   * Moves a stopped clock on, by milliseconds or by `'3h'`, `'2d'`, `'1d 12h'`. Everything that is due on the way runs at
   * its own time, and `settle` is awaited after each. (default for `settle`: a few turns of the event loop)
   *
   * @throws {TypeError} if the clock runs in real time
   * @throws {RangeError} for an invalid duration
   */
  advance(by: number | string, settle?: () => Promise<void>): Promise<void>
  /**
   * Moves a stopped clock on until nothing is under way and only housekeeping, such as deleting unused uploads weeks
   * later, is due: scheduled messages are sent, and deliveries are answered or out of attempts.
   *
   * @throws {TypeError} if the clock runs in real time
   */
  runUntilIdle(): Promise<void>
  /** When the next action is due, in UNIX milliseconds. */
  next(): number | undefined
  /** All actions and why they are due, in order. */
  pending(): Pending[]
  /** Sets the time, also to an earlier one, without running anything: for restoring a state. */
  setTime(time: number): void
  /** Adds a listener called before a stopped clock moves. The function returned removes it. */
  onMove(listener: (from: number, to: number) => void): Cancel
  /**
   * Adds a follower, for a program elsewhere that shares this time. It is called when the kind or the time was changed, and
   * at each step of a move, which then waits for it. It must not throw. The function returned removes it.
   */
  follow(follower: () => void | Promise<void>): Cancel
  /** Stops running actions. */
  stop(): void
}

interface SimulatorClockOptions {
  readonly kind: ClockKind
  readonly activity: Activity
  /** UNIX milliseconds. (default: now for a real clock, otherwise `virtualStart`) */
  readonly start?: number
  /**
   * Milliseconds of real time that an activity may take while the clock stands still. If it takes longer, it must be
   * waiting for the clock itself, as a delivery to a bot that never answers does.
   */
  readonly patience: number
  readonly base?: Clock
}

export function createSimulatorClock(options: SimulatorClockOptions): SimulatorClock {
  const { activity, patience, base = systemClock } = options
  const waiting = createDueList()
  const listeners = new Set<(from: number, to: number) => void>()
  const followers = createFollowers()
  let kind = options.kind
  /** The time of a stopped clock; `ahead` is how far a running one is ahead of its base. */
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

  /** Sets the alarm again after the time was changed. */
  function resetAlarm(): void {
    alarm?.cancel()
    alarm = undefined
    setAlarm()
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

  /** Runs what is due up to a time, and moves a stopped clock there. */
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
      'This clock runs in real time; create the simulator with { clock: "frozen" }, or call clock.change("frozen") first.',
    )
  }

  async function advance(by: number | string, settle?: () => Promise<void>): Promise<void> {
    mustStand()
    const target = stand + milliseconds(by)
    await followers.settle(settle)
    for (let due = waiting.next(); due !== undefined && due <= target; due = waiting.next()) {
      runTo(due)
      await followers.settle(settle)
    }
    runTo(target)
    await followers.settle(settle)
  }

  async function runUntilIdle(): Promise<void> {
    mustStand()
    await goOnWhile(() => true)
  }

  async function goOnWhile(wanted: () => boolean): Promise<void> {
    for (let step = 0; step < mostSteps; step += 1) {
      await followers.settle()
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
      `The clock was still not idle after ${mostSteps} steps; some action sets a new timer each time it runs.`,
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
      // A timer may have been set just when this ended.
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
      resetAlarm()
      followers.tell()
      jump()
    },
    advance,
    runUntilIdle,
    next: () => waiting.next(),
    pending: () => waiting.pending(),
    setTime(time) {
      stand = time
      ahead = time - base.now()
      resetAlarm()
      followers.tell()
    },
    onMove: (listener) => added(listeners, listener),
    follow: followers.add,
    stop() {
      stopped = true
      resetAlarm()
    },
  }
}

const mostSteps = 1_000_000

function createFollowers() {
  const followers = new Set<() => void | Promise<void>>()
  return {
    add: (follower: () => void | Promise<void>): Cancel => added(followers, follower),
    /** Tells them, and waits for none. */
    tell(): void {
      for (const follower of followers) void follower()
    },
    /** Waits until what runs at this time has settled here and elsewhere. */
    async settle(settle: () => Promise<void> = settled): Promise<void> {
      await settle()
      for (const follower of followers) await follower()
    },
  }
}

export function clockPart(clock: SimulatorClock): Stateful {
  return {
    snapshot: () => ({ kind: clock.kind, ...(clock.kind !== 'real' && { time: clock.now() }) }),
    restore(snapshot) {
      const { kind, time } = snapshot as { readonly kind: ClockKind; readonly time?: number }
      if (clock.kind !== kind) clock.change(kind)
      if (time !== undefined) clock.setTime(time)
    },
  }
}

/** Waits a few turns of the event loop: enough for everything that needs no timer and no socket. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
}

/**
 * A duration in milliseconds, from a number of them or text such as `90s`, `1.5 hours` or `1d 12h`.
 *
 * @throws {RangeError} for anything else, for a negative duration, and for more than fifty years
 */
export function milliseconds(duration: number | string): number {
  const value = readDuration(duration)
  if (value !== undefined && value <= longest) return value
  throw new RangeError(`"${duration}" is not a duration to move on by; give ${examples}, at most fifty years.`)
}

/** Fifty years: a larger number is most likely a date. */
const longest = 50 * 365.25 * 24 * 60 * 60 * 1000

const examples = 'milliseconds as a number, or text such as 90s, 40m, 3h, 2d or 1d 12h'

/** Creates the simulator's clock, or adapts a given one. */
export function createClock(wanted: ClockKind | Clock, how: Omit<SimulatorClockOptions, 'kind'>): SimulatorClock {
  if (typeof wanted === 'string') return createSimulatorClock({ ...how, kind: wanted })
  return isSimulatorClock(wanted) ? wanted : adaptedClock(wanted)
}

function isSimulatorClock(clock: Clock): clock is SimulatorClock {
  return 'runUntilIdle' in clock && 'setTime' in clock
}

/** Adapts a clock that the user passed in. A virtual clock (see `virtualClock`) counts as frozen, any other as real. */
function adaptedClock(clock: Clock): SimulatorClock {
  const virtual = isVirtual(clock) ? clock : undefined
  const followers = createFollowers()

  function standing(): VirtualClock {
    if (virtual !== undefined) return virtual
    throw new TypeError('This clock runs in real time; create the simulator with { clock: "frozen" } to move its time.')
  }

  async function goOn(wanted: (due: number) => boolean, settle?: () => Promise<void>): Promise<void> {
    const stands = standing()
    await followers.settle(settle)
    for (let due = stands.next(); due !== undefined && wanted(due); due = stands.next()) {
      stands.advanceTo(due)
      await followers.settle(settle)
    }
  }

  return {
    now: () => clock.now(),
    later: (wait, action, how) => clock.later(wait, action, { ...how, unref: true }),
    kind: virtual === undefined ? 'real' : 'frozen',
    change(kind) {
      if (kind !== this.kind)
        throw new TypeError(
          "This clock was passed in, so its kind can't be changed; create the simulator with another clock.",
        )
    },
    async advance(by, settle) {
      const target = standing().now() + milliseconds(by)
      await goOn((due) => due <= target, settle)
      standing().advanceTo(target)
      await followers.settle(settle)
    },
    runUntilIdle: () => goOn(() => true),
    next: () => virtual?.next(),
    pending: () => virtual?.pending() ?? [],
    setTime(time) {
      // A real clock can't be set.
      virtual?.setTo(time)
      followers.tell()
    },
    onMove: (listener) => virtual?.onMove(listener) ?? (() => {}),
    follow: followers.add,
    stop() {},
  }
}

function isVirtual(clock: Clock): clock is VirtualClock {
  return 'advanceTo' in clock && 'next' in clock
}
