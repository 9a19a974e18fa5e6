import { afterAll } from 'vitest'

/** Files share a process: a loop that one of them leaves running slows all that come after it. */
afterAll(async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  const loops = process.getActiveResourcesInfo().filter((resource) => resource === 'Immediate').length
  if (loops > 0) throw new Error(`${loops} loops of setImmediate go on when all tests of this file have ended.`)
})
