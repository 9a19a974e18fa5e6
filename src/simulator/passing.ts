import { type Clock, realClock, type VirtualClock } from './clock.js'

/**
 * Lets time pass on a clock that stands still: stops at every time at which something falls due, and lets what came of
 * it happen before going on.
 *
 * @throws {TypeError} when the clock goes by itself
 */
export async function advance(clock: Clock, milliseconds: number): Promise<void> {
  if (!isVirtual(clock)) {
    throw new TypeError('This clock goes by itself; create the simulator with { clock: "frozen" } to move its time.')
  }
  const target = clock.now() + milliseconds
  await settled()
  for (let due = clock.next(); due !== undefined && due <= target; due = clock.next()) {
    clock.advanceTo(due)
    await settled()
  }
  clock.advanceTo(target)
  await settled()
}

function isVirtual(clock: Clock): clock is VirtualClock {
  return 'advanceTo' in clock && 'next' in clock
}

/** A few turns of the event loop: enough for whatever needs neither a timer nor a socket. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise<void>((resolve) => realClock.later(0, resolve))
}
