import type { SimulatorClock } from '../simulator/index.js'
import { milliseconds } from '../simulator/time/duration.js'

/**
 * Lets time pass on a clock that stands. After each thing that falls due on the way, `settle` waits for what comes of it,
 * be it on a disk, before time goes on.
 *
 * @throws {TypeError} when the clock goes by itself
 * @throws {RangeError} for what is no stretch of time
 */
export async function passTime(clock: SimulatorClock, by: number | string, settle: () => Promise<void>): Promise<void> {
  if (clock.kind === 'real') return clock.advance(by)
  const target = clock.now() + milliseconds(by)
  for (let due = clock.next(); due !== undefined && due <= target; due = clock.next()) {
    await clock.advance(Math.max(0, due - clock.now()))
    await settle()
  }
  await clock.advance(Math.max(0, target - clock.now()))
  await settle()
}
