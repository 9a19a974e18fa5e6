import { afterAll } from 'vitest'

/** Files share a process: a loop that one of them leaves running slows all that come after it. What ends by itself is none. */
afterAll(async () => {
  let loops = Number.POSITIVE_INFINITY
  for (let turn = 0; loops > 0 && turn < 200; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    const running = process.getActiveResourcesInfo().filter((resource) => resource === 'Immediate').length
    loops = Math.min(loops, running)
  }
  if (loops > 0) throw new Error(`${loops} loops of setImmediate go on when all tests of this file have ended.`)
})
