import { createSimulator, type Simulator, virtualClock } from 'earshot/simulator'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { virtualStart } from '../../../src/simulator/base/clock.js'
import { createActivity } from '../../../src/simulator/time/activity.js'
import { createSimulatorClock, milliseconds, settled } from '../../../src/simulator/time/simulatorClock.js'

const opened: Simulator[] = []
afterEach(async () => {
  for (const simulator of opened.splice(0)) await simulator.close()
})
function open(options: Parameters<typeof createSimulator>[0]): Simulator {
  const simulator = createSimulator(options)
  opened.push(simulator)
  return simulator
}

const hour = 60 * 60 * 1000

describe('a duration', () => {
  it.each([
    ['3h', 3 * hour],
    ['90s', 90_000],
    ['40m', 40 * 60_000],
    ['2d', 48 * hour],
    ['5w', 35 * 24 * hour],
    ['1d 12h', 36 * hour],
    ['250ms', 250],
    ['1.5h', 1.5 * hour],
    [' 1h  1s ', hour + 1000],
    ['3 h', 3 * hour],
    ['3H', 3 * hour],
    ['an hour and 10 minutes', hour + 600_000],
    [1500, 1500],
    [0, 0],
  ])('parses %j as %d ms', (text, expected) => {
    expect(milliseconds(text)).toBe(expected)
  })

  it.each(['', '3', 'h', '-3h', '1h-', '1e3s', '3y', '99999999w', -1, Number.NaN, Number.POSITIVE_INFINITY])(
    "can't be %j",
    (text) => {
      expect(() => milliseconds(text)).toThrow(
        'is not a duration to move on by; give milliseconds as a number, or text such as',
      )
    },
  )

  it("can't be null or an object", () => {
    expect(() => milliseconds(null as unknown as string)).toThrow(RangeError)
    expect(() => milliseconds({} as unknown as string)).toThrow(RangeError)
  })
})

describe('a frozen clock', () => {
  it('advances by a duration, and runs each timer at its own time', async () => {
    const { clock } = open({ clock: 'frozen' })
    const seen: number[] = []
    clock.later(hour, () => {
      seen.push(clock.now())
      clock.later(hour, () => seen.push(clock.now()))
    })
    await clock.advance('3h')
    expect(seen).toEqual([virtualStart + hour, virtualStart + 2 * hour])
    expect(clock.now()).toBe(virtualStart + 3 * hour)
  })

  it.each(['frozen', virtualClock()] as const)('awaits the callback of advance() after each timer', async (wanted) => {
    const { clock } = open({ clock: wanted })
    const seen: string[] = []
    clock.later(hour, () => seen.push('first'))
    clock.later(2 * hour, () => seen.push('second'))
    await clock.advance('3h', async () => void seen.push('settled'))
    expect(seen).toEqual(['settled', 'first', 'settled', 'second', 'settled', 'settled'])
  })

  it('refuses an invalid duration and stays at its time', async () => {
    const { clock } = open({ clock: 'frozen' })
    await expect(clock.advance('soon')).rejects.toThrow('"soon" is not a duration to move on by')
    await expect(clock.advance(-5)).rejects.toThrow(RangeError)
    expect(clock.now()).toBe(virtualStart)
  })

  it('runs until no timers but background ones are left', async () => {
    const clock = createSimulatorClock({ kind: 'frozen', activity: createActivity(), patience: 1 })
    const seen: string[] = []
    clock.later(2 * hour, () => seen.push('second'))
    clock.later(hour, () => {
      seen.push('first')
      clock.later(5 * hour, () => seen.push('third'))
    })
    clock.later(3 * hour, () => seen.push('swept'), { background: true })
    clock.later(1000 * hour, () => seen.push('never'), { background: true })
    await clock.runUntilIdle()
    expect(seen).toEqual(['first', 'second', 'swept', 'third'])
    expect(clock.now()).toBe(virtualStart + 6 * hour)
  })

  it('waits for activity to end before it advances', async () => {
    const activity = createActivity()
    const clock = createSimulatorClock({ kind: 'frozen', activity, patience: 60_000 })
    const end = activity.begin()
    const seen: string[] = []
    clock.later(hour, () => seen.push('due'))
    const idle = clock.runUntilIdle()
    await settled()
    expect(seen).toEqual([])
    end()
    end()
    await idle
    expect(seen).toEqual(['due'])
  })

  it('advances when activity outlasts its patience', async () => {
    const activity = createActivity()
    const clock = createSimulatorClock({ kind: 'frozen', activity, patience: 1 })
    const end = activity.begin()
    clock.later(10_000, end)
    await clock.runUntilIdle()
    expect(clock.now()).toBe(virtualStart + 10_000)
  })

  it.each([
    ['of its own', undefined],
    ['that was passed in', virtualClock(virtualStart)],
  ])('%s waits for a follower at each step, and stops for timers that it sets', async (_, given) => {
    const { clock } = open({ clock: given ?? 'frozen' })
    const start = clock.now()
    const seen: number[] = []
    let next = [start + hour, start + 2 * hour]
    const unfollow = clock.follow(async () => {
      await settled()
      seen.push((clock.now() - start) / hour)
      const [due] = next
      next = next.slice(1)
      if (due !== undefined) clock.later(due - clock.now(), () => {})
    })
    await clock.advance('3h')
    expect([...new Set(seen)]).toEqual([0, 1, 2, 3])
    clock.setTime(start)
    await settled()
    await settled()
    expect(seen.at(-1)).toBe(0)
    unfollow()
    await clock.advance('1h')
    expect(seen.at(-1)).toBe(0)
  })

  it('becomes real and frozen again without a jump', () => {
    const base = virtualClock(5_000_000)
    const clock = createSimulatorClock({ kind: 'frozen', activity: createActivity(), patience: 1, start: 1000, base })
    const seen: number[] = []
    clock.later(700, () => seen.push(clock.now()))
    base.advance(10_000)
    expect(clock.now()).toBe(1000)
    clock.change('real')
    base.advance(300)
    expect(clock.now()).toBe(1300)
    clock.change('frozen')
    base.advance(10_000)
    expect([clock.now(), seen]).toEqual([1300, []])
    clock.change('real')
    base.advance(400)
    expect(seen).toEqual([1700])
  })
})

describe('a real clock', () => {
  it('runs timers in the order of their times', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 20 }), (waits) => {
        const base = virtualClock(0)
        const clock = createSimulatorClock({ kind: 'real', activity: createActivity(), patience: 1, base })
        const seen: number[] = []
        for (const wait of waits) clock.later(wait, () => seen.push(clock.now()))
        base.advance(50)
        expect(seen).toEqual([...waits].sort((one, other) => one - other))
        expect(base.next()).toBeUndefined()
      }),
    )
  })

  it('runs no cancelled timer, and none after it was stopped', () => {
    const base = virtualClock(0)
    const clock = createSimulatorClock({ kind: 'real', activity: createActivity(), patience: 1, base })
    const seen: string[] = []
    clock.later(10, () => seen.push('off'))()
    clock.later(20, () => seen.push('on'))
    base.advance(20)
    clock.later(10, () => seen.push('late'))
    clock.stop()
    base.advance(20)
    expect(seen).toEqual(['on'])
  })

  it('refuses to be advanced', async () => {
    const { clock } = open({ clock: 'real' })
    await expect(clock.advance('3h')).rejects.toThrow('call clock.change("frozen") first')
    await expect(clock.runUntilIdle()).rejects.toThrow(TypeError)
  })
})

describe('a jumping clock', () => {
  it('jumps to the next timer once there is no activity', async () => {
    const { clock } = open({ clock: 'jump' })
    const seen: number[] = []
    await new Promise<void>((resolve) => {
      clock.later(hour, () => {
        seen.push(clock.now())
        clock.later(24 * hour, () => {
          seen.push(clock.now())
          resolve()
        })
      })
    })
    expect(seen).toEqual([virtualStart + hour, virtualStart + 25 * hour])
  })

  it('stands while there is activity', async () => {
    const activity = createActivity()
    const clock = createSimulatorClock({ kind: 'jump', activity, patience: 60_000 })
    const end = activity.begin()
    const due = new Promise<number>((resolve) => clock.later(hour, () => resolve(clock.now())))
    await settled()
    expect(clock.now()).toBe(virtualStart)
    end()
    expect(await due).toBe(virtualStart + hour)
  })

  it("doesn't jump when it is frozen or stopped", async () => {
    const { clock } = open({ clock: 'jump' })
    clock.change('frozen')
    clock.later(hour, () => {})
    await settled()
    expect(clock.now()).toBe(virtualStart)
    clock.change('jump')
    clock.stop()
    await settled()
    expect(clock.now()).toBe(virtualStart)
  })
})
