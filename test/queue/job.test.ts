import { createQueue, memoryEngine, type QueueEngine } from 'earshot/queue'
import { virtualClock } from 'earshot/simulator'
import { expect, it } from 'vitest'
import { entryWith } from './model.js'

it('is not lost by a renewal that comes between its end and the word of it', async () => {
  const clock = virtualClock()
  const engine = memoryEngine()
  let refused = 0
  const slow: QueueEngine = {
    ...engine,
    async settle(...settled) {
      const isSettled = await engine.settle(...settled)
      clock.advance(300)
      await expect.poll(() => refused).toBe(1)
      return isSettled
    },
    async renew(...renewed) {
      const isHeld = await engine.renew(...renewed)
      if (!isHeld) refused += 1
      return isHeld
    },
  }
  const queue = createQueue(slow, { clock, lease: 900 })
  await queue.put(entryWith('d-1'))
  const lost: boolean[] = []
  const work = queue.work(
    async (job) => {
      await job.settle({ kind: 'done' })
      lost.push(job.isLost, job.signal.aborted)
    },
    { concurrency: 1 },
  )
  await work.idle()
  expect(lost).toEqual([false, false])
  await work.stop()
})
