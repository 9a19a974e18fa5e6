import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../src/clock.js'
import { virtualClock } from '../../src/simulator/base/clock.js'

describe('a virtual clock', () => {
  it('stands still until it is advanced, and never goes back', () => {
    const clock = virtualClock(1000)
    expect(clock.now()).toBe(1000)
    clock.advance(250)
    expect(clock.now()).toBe(1250)
    clock.advanceTo(900)
    expect(clock.now()).toBe(1250)
  })

  it('runs each timer at its own time while it advances', () => {
    const clock = virtualClock(0)
    const seen: [string, number][] = []
    clock.later(20, () => seen.push(['second', clock.now()]))
    clock.later(10, () => {
      seen.push(['first', clock.now()])
      clock.later(5, () => seen.push(['asked for on the way', clock.now()]))
    })
    clock.later(31, () => seen.push(['too late', clock.now()]))
    clock.advance(30)
    expect(seen).toEqual([
      ['first', 10],
      ['asked for on the way', 15],
      ['second', 20],
    ])
    expect(clock.now()).toBe(30)
    expect(clock.next()).toBe(31)
  })

  it('runs an overdue timer at its next advance', () => {
    const clock = virtualClock(100)
    const seen: number[] = []
    clock.later(-50, () => seen.push(clock.now()))
    clock.advance(0)
    expect(seen).toEqual([100])
  })

  it("doesn't run a cancelled timer", () => {
    const clock = virtualClock(0)
    let runs = 0
    const cancel = clock.later(10, () => {
      runs += 1
    })
    cancel()
    cancel()
    clock.advance(20)
    expect(runs).toBe(0)
    expect(clock.next()).toBeUndefined()
  })

  it('runs timers in the order of their times, then in the order in which they were set', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5)), (waits) => {
        const clock = virtualClock(0)
        const seen: [wait: number, place: number][] = []
        for (const [place, wait] of waits.entries()) clock.later(wait, () => seen.push([wait, place]))
        clock.advance(10)
        expect(seen).toEqual(waits.map((wait, place) => [wait, place]).sort(byBoth))
      }),
    )
  })
})

function byBoth([wait = 0, place = 0]: number[], [otherWait = 0, otherPlace = 0]: number[]) {
  return wait - otherWait || place - otherPlace
}

describe('the system clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 5000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('runs a timer at its time, and not a cancelled one', () => {
    const seen: number[] = []
    systemClock.later(100, () => seen.push(systemClock.now()))
    systemClock.later(50, () => seen.push(systemClock.now()))()
    vi.advanceTimersByTime(99)
    expect(seen).toEqual([])
    vi.advanceTimersByTime(1)
    expect(seen).toEqual([5100])
  })

  it("supports delays beyond the limit of the platform's timers", () => {
    const days = 24 * 60 * 60 * 1000
    const seen: number[] = []
    systemClock.later(60 * days, () => seen.push(systemClock.now()))
    vi.advanceTimersByTime(59 * days)
    expect(seen).toEqual([])
    vi.advanceTimersByTime(1 * days)
    expect(seen).toEqual([5000 + 60 * days])
  })

  it('can cancel a long delay halfway', () => {
    const days = 24 * 60 * 60 * 1000
    const seen: number[] = []
    const cancel = systemClock.later(60 * days, () => seen.push(systemClock.now()))
    vi.advanceTimersByTime(30 * days)
    cancel()
    vi.advanceTimersByTime(60 * days)
    expect(seen).toEqual([])
  })
})
