import { Bot, type ScheduleContext, type ScheduleOptions, type Storage, silent } from 'earshot'
import { createReceiver } from 'earshot/receiver'
import { type VirtualClock, virtualClock } from 'earshot/simulator'
import { memoryStorage } from 'earshot/storage'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const minute = 60_000
const credentials = { site: 'https://chat.example.com', email: 'echo-bot@example.com', apiKey: 'k'.repeat(32) }

/** What else runs in this process has had its turn: enough for whatever needs neither a timer nor a socket. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Lets time pass, each thing that falls due at its own time. */
async function pass(clock: VirtualClock, milliseconds: number): Promise<void> {
  const end = clock.now() + milliseconds
  await turn()
  for (let next = clock.next(); next !== undefined && next <= end; next = clock.next()) {
    clock.advanceTo(next)
    await turn()
  }
  clock.advanceTo(end)
  await turn()
}

interface Process {
  /** Ends it as `kill -9` would. */
  kill(): void
  stop(): Promise<void>
}

/** A process that serves a bot with one schedule. */
function startProcess(
  clock: VirtualClock,
  storage: Storage,
  [phrase, options]: readonly [string, ScheduleOptions],
  handler: (ctx: ScheduleContext, process: Process) => unknown,
  hurry: () => number = () => 0,
): Process {
  let isDead = false
  /** Somewhat slow, so that processes come in between each other, and for ever once it is dead. */
  const alive = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    for (let wait = hurry(); wait > 0; wait -= 1) await Promise.resolve()
    const result = await (isDead ? new Promise<never>(() => {}) : ask())
    return isDead ? new Promise<never>(() => {}) : result
  }
  const bot = new Bot().every(phrase, options, (ctx) => handler(ctx, process))
  const receiver = createReceiver({
    bots: [{ bot, credentials, tokens: ['t'.repeat(32)] }],
    log: silent,
    clock: { now: clock.now, later: (wait, action) => clock.later(wait, () => isDead || action()) },
    storage: {
      get: (key) => alive(() => storage.get(key)),
      set: (key, value, how) => alive(() => storage.set(key, value, how)),
      delete: (key, how) => alive(() => storage.delete(key, how)),
      list: (prefix, how) => alive(() => storage.list(prefix, how)),
      close: () => storage.close(),
    },
  })
  const started = receiver.start()
  const process: Process = {
    kill() {
      isDead = true
    },
    stop: () => started.stop(),
  }
  return process
}

describe('a schedule in several processes', () => {
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ does: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 40 }) }),
    },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('start' as const) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('kill' as const), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('stop' as const), which: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('kill in the middle' as const) }) },
  )

  it('runs at most once at each of its times, and exactly once while any process lives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.array(fc.nat({ max: 20 }), { minLength: 1 }), run),
      { numRuns: process.env.EARSHOT_TESTS === 'full' ? 1_000 : 50 },
    )

    async function run(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[], hurries: number[]) {
      const clock = virtualClock()
      const storage = memoryStorage({ clock })
      const alive: Process[] = []
      const times: number[] = []
      /** Between these, somebody was there. */
      const manned: { from: number; to: number }[] = []
      let asked = 0
      let diesInTheMiddle = false
      for (const next of steps) {
        const from = clock.now()
        const wasManned = alive.length > 0
        if (next.does === 'pass') await pass(clock, next.minutes * minute + 1)
        else if (next.does === 'start') {
          alive.push(
            startProcess(
              clock,
              storage,
              ['every 15 minutes', {}],
              handler,
              () => hurries[asked++ % hurries.length] ?? 0,
            ),
          )
        } else if (next.does === 'kill in the middle') diesInTheMiddle = true
        else {
          const [gone] = alive.splice(next.which % Math.max(1, alive.length), 1)
          if (next.does === 'kill') gone?.kill()
          else await gone?.stop()
        }
        if (wasManned) manned.push({ from, to: alive.length > 0 ? clock.now() : from })
      }
      await turn()
      expect(new Set(times).size).toBe(times.length)
      for (const { from, to } of manned) {
        const first = Math.ceil((from + 1) / (15 * minute)) * 15 * minute
        for (let due = first; due <= to; due += 15 * minute) expect(times).toContain(due)
      }

      function handler({ scheduledAt }: ScheduleContext, self: Process): unknown {
        times.push(scheduledAt.getTime())
        if (!diesInTheMiddle || alive.length < 2) return undefined
        diesInTheMiddle = false
        self.kill()
        alive.splice(alive.indexOf(self), 1)
        return new Promise(() => {})
      }
    }
  })

  it('continues in another process a minute after one was killed during a run', async () => {
    const clock = virtualClock()
    const storage = memoryStorage({ clock })
    const runs: string[] = []
    const handler = (name: string) => async (ctx: ScheduleContext, self: Process) => {
      runs.push(
        `${name} ${ctx.scheduledAt.toISOString().slice(11, 16)} at ${new Date(clock.now()).toISOString().slice(11, 19)}`,
      )
      if (name !== 'one') return
      self.kill()
      await new Promise(() => {})
    }
    startProcess(clock, storage, ['every minute', {}], handler('one'))
    await turn()
    startProcess(clock, storage, ['every minute', {}], handler('other'))
    await pass(clock, 3 * minute + 1)
    expect(runs).toEqual(['one 05:01 at 05:01:00', 'other 05:02 at 05:02:00', 'other 05:03 at 05:03:00'])
  })

  it('waits until the previous run ends in any process, however long it takes', async () => {
    const clock = virtualClock()
    const storage = memoryStorage({ clock })
    const runs: string[] = []
    let end = () => {}
    const handler = async ({ scheduledAt }: ScheduleContext) => {
      runs.push(scheduledAt.toISOString().slice(11, 16))
      if (runs.length > 1) return
      await new Promise<void>((resolve) => {
        end = resolve
      })
    }
    const schedule = ['every minute', {}] as const
    startProcess(clock, storage, schedule, handler)
    startProcess(clock, storage, schedule, handler)
    await pass(clock, 4 * minute)
    expect(runs).toEqual(['05:01'])
    end()
    await pass(clock, 1.5 * minute)
    // Of the times that waited, the last is run.
    expect(runs).toEqual(['05:01', '05:04', '05:05'])
  })

  it("doesn't wait for the previous run with `overlap`", async () => {
    const clock = virtualClock()
    const runs: string[] = []
    const handler = ({ scheduledAt }: ScheduleContext) => {
      runs.push(scheduledAt.toISOString().slice(11, 16))
      return new Promise(() => {})
    }
    const storage = memoryStorage({ clock })
    startProcess(clock, storage, ['every minute', { overlap: true }], handler)
    startProcess(clock, storage, ['every minute', { overlap: true }], handler)
    await pass(clock, 3 * minute)
    expect(runs).toEqual(['05:01', '05:02', '05:03'])
  })

  it('starts no run after stop(), which waits for the current run', async () => {
    const clock = virtualClock()
    let end = () => {}
    let runs = 0
    const handler = () => {
      runs += 1
      return new Promise<void>((resolve) => {
        end = resolve
      })
    }
    const one = startProcess(clock, memoryStorage({ clock }), ['every minute', {}], handler)
    await pass(clock, minute)
    let isStopped = false
    const stopped = one.stop().then(() => {
      isStopped = true
    })
    await pass(clock, 5 * minute)
    expect(isStopped).toBe(false)
    end()
    await stopped
    await pass(clock, 5 * minute)
    expect(runs).toBe(1)
  })
})
