import type { Clock } from 'earshot/client'

/** Time that passes only while a test waits for something. */
export interface Time extends Clock {
  /** Waits for the promise, letting time jump to whatever is due next each time that nothing else goes on. */
  until<Result>(promise: Promise<Result>): Promise<Result>
  /** Lets time pass, without waiting for anything. */
  pass(milliseconds: number): void
}

export function standingTime(start = Date.UTC(2026, 2, 2, 5)): Time {
  let now = start
  let waiting: { due: number; action: () => void }[] = []
  const jump = () => {
    const [next] = waiting.toSorted((one, other) => one.due - other.due)
    if (next === undefined) return
    waiting = waiting.filter((one) => one !== next)
    now = Math.max(now, next.due)
    next.action()
  }
  return {
    now: () => now,
    later(milliseconds, action) {
      const one = { due: now + milliseconds, action }
      waiting.push(one)
      return () => {
        waiting = waiting.filter((other) => other !== one)
      }
    },
    async until(promise) {
      let settled = false
      const settle = () => {
        settled = true
      }
      promise.then(settle, settle)
      for (let rounds = 0; !settled && rounds < 1000; rounds += 1) {
        for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
        if (!settled) jump()
      }
      return promise
    },
    pass(milliseconds) {
      const end = now + milliseconds
      while (waiting.some(({ due }) => due <= end)) jump()
      now = end
    },
  }
}
