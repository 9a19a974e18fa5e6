import { silent } from 'earshot'
import { redisQueue } from 'earshot/node'
import { expect, vi } from 'vitest'
import { startRedis } from '../storage/redisServer.js'
import { entryWith } from './model.js'

/**
 * Fills a Redis of this size from several receivers at once until none of them gets anything more into it, and works it off while
 * they go on. Returns how many entries went in before that.
 */
export async function fillAndWorkOff(megabytes: number, characters: number): Promise<number> {
  const server = await startRedis(['--maxmemory', `${megabytes}mb`, '--maxmemory-policy', 'noeviction'])
  const receivers = await Promise.all(
    Array.from({ length: 4 }, () => redisQueue(server.address, { capacity: 1_000_000 })),
  )
  const notification = JSON.stringify({ data: 'é"'.repeat(characters / 2) })
  let puts = 0
  let kept = 0
  let isOver = false
  const failures: unknown[] = []
  const hammer = async (receiver = receivers[0]): Promise<void> => {
    for (let refusals = 0; !isOver && refusals < 5; ) {
      puts += 1
      const id = `d-${puts}`
      const answer = await receiver
        ?.put(entryWith(id, { conversation: id, notification }))
        .catch((error) => failures.push(error))
      if (answer === 'kept') kept += 1
      refusals = answer === 'full' ? refusals + 1 : 0
      if (answer === 'full') await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  try {
    // As many requests at once as a receiver may hold.
    await Promise.all(receivers.flatMap((receiver) => Array.from({ length: 50 }, () => hammer(receiver))))
    expect(failures, 'no put fails').toEqual([])
    const [first] = receivers
    const filled = kept
    expect(await first?.status()).toMatchObject({ waiting: filled })
    const warn = vi.fn()
    const worker = await redisQueue(server.address, { log: { ...silent, warn, error: warn } })
    const handled = new Set<string>()
    const work = worker.work(
      async (job) => {
        // As a reply does.
        await job.note({ key: 'reply 0', begun: 1 })
        await job.note({ key: 'reply 0', outcome: '{"done":true,"value":1}' })
        handled.add(job.entry.id)
        await job.settle({ kind: 'done' })
      },
      { concurrency: 20 },
    )
    const hammering = receivers.map((receiver) => hammer(receiver))
    await vi.waitFor(() => expect(handled.size).toBeGreaterThan(filled / 2), { timeout: 60_000, interval: 20 })
    isOver = true
    await Promise.all(hammering)
    await vi.waitFor(async () => expect(await first?.status()).toMatchObject({ waiting: 0, working: 0, dead: 0 }), {
      timeout: 60_000,
      interval: 20,
    })
    expect(handled.size).toBe(kept)
    expect(failures).toEqual([])
    const problems = warn.mock.calls.map(([, text]) => text).filter((text) => /fail|could not/i.test(text))
    expect(problems, 'the worker has enough memory all the time').toEqual([])
    await work.stop()
    await worker.close()
    return filled
  } finally {
    isOver = true
    await Promise.all(receivers.map((receiver) => receiver.close()))
    await server.stop()
  }
}
