import { createQueue, type QueueEngine } from 'earshot/queue'
import { virtualClock } from 'earshot/simulator'
import { expect, it } from 'vitest'
import { memoryEngine } from '../../src/queue/index.js'
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
      lost.push(job.isLost)
    },
    { concurrency: 1 },
  )
  await work.idle()
  expect(lost).toEqual([false])
  await work.stop()
})

it('is updated and given back whatever the log throws', async () => {
  const clock = virtualClock()
  const engine = memoryEngine()
  let failures = 0
  const full: QueueEngine = {
    ...engine,
    async note(...noted) {
      failures += 1
      if (failures === 1) throw new Error('disk full')
      return engine.note(...noted)
    },
  }
  const fail = () => {
    throw new Error('the log is broken')
  }
  const queue = createQueue(full, { clock, log: { debug: fail, info: fail, warn: fail, error: fail } })
  await queue.put(entryWith('d-1'))
  const attempts: number[] = []
  const work = queue.work(
    async (job) => {
      attempts.push(job.attempt)
      if (attempts.length === 2) return job.settle({ kind: 'done' })
      const noted = job.note({ key: 'reply' })
      await expect.poll(() => failures).toBe(1)
      await clock.advance(100)
      await noted
      throw new Error('the handler is broken')
    },
    { concurrency: 1 },
  )
  await expect.poll(() => attempts.length).toBe(2)
  await work.idle()
  expect(await queue.status()).toMatchObject({ waiting: 0 })
  await work.stop()
})
