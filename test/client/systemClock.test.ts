import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/client/index.js'

const day = 86_400_000

describe('the clock of the platform', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  it('waits for longer than a timer of the platform can', () => {
    const done = vi.fn()
    systemClock.later(40 * day, done)
    vi.advanceTimersByTime(40 * day - 1)
    expect(done).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(done).toHaveBeenCalledTimes(1)
  })

  it('keeps to the time of day when the machine has slept', () => {
    const done = vi.fn()
    systemClock.later(day, done)
    vi.advanceTimersByTime(1_000)
    // The timers stood still, the time did not.
    vi.setSystemTime(day)
    vi.advanceTimersByTime(60_000)
    expect(done).toHaveBeenCalledTimes(1)
  })

  it('forgets what is called off, however long it has waited', () => {
    const done = vi.fn()
    const cancel = systemClock.later(day, done)
    vi.advanceTimersByTime(day / 2)
    cancel()
    vi.advanceTimersByTime(day)
    expect(done).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})
