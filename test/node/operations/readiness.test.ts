import { silent } from 'earshot'
import { memoryStorage } from 'earshot/storage'
import { describe, expect, it } from 'vitest'
import { createReadiness } from '../../../src/node/operations/operations.js'
import { manualClock, recordingLog } from '../../receiver/kit.js'

const options = { queue: undefined, receives: true, isDraining: () => false, log: silent }

describe('the readiness check', () => {
  it('writes to storage at most once a second', async () => {
    let asked = 0
    let answer = () => {}
    const clock = manualClock()
    const set = () => {
      asked += 1
      return new Promise<number>((resolve) => {
        answer = () => resolve(1)
      })
    }
    const look = createReadiness({ ...options, storage: { ...memoryStorage(), set }, clock })
    const all = [look(), look(), look()]
    answer()
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(['ready', 'ready', 'ready'])
    await look()
    await clock.advance(999)
    await look()
    expect(asked).toBe(1)
    await clock.advance(1)
    look()
    expect(asked).toBe(2)
  })

  it('logs once why storage fails, and again after it was back or fails otherwise', async () => {
    const clock = manualClock()
    const { log, lines } = recordingLog()
    let reason: string | undefined
    const set = async () => {
      if (reason) throw new Error(reason)
      return 1
    }
    const look = createReadiness({ ...options, log, storage: { ...memoryStorage(), set }, clock })
    for (reason of ['disk full', 'disk full', undefined, 'disk full', 'file gone', 'file gone']) {
      expect((await look()).status).toBe(reason ? 'not ready' : 'ready')
      await clock.advance(1_000)
    }
    const said = lines.map(({ fields }) => (fields.error as Error).message)
    expect(said).toEqual(['disk full', 'disk full', 'file gone'])
  })

  it("times out if storage doesn't respond", async () => {
    const clock = manualClock()
    const set = () => new Promise<number>(() => {})
    const looking = createReadiness({ ...options, storage: { ...memoryStorage(), set }, clock })()
    await clock.advance(2_000)
    expect(await looking).toEqual({
      status: 'not ready',
      checks: { process: 'ok', storage: 'did not answer within 2000 ms' },
    })
  })

  it('fails while the process is shutting down', async () => {
    const look = createReadiness({ ...options, storage: undefined, isDraining: () => true, clock: manualClock() })
    expect(await look()).toEqual({ status: 'not ready', checks: { process: 'is shutting down' } })
  })

  it('passes with a full queue for a worker, but not for a receiver', async () => {
    const status = async () => ({ waiting: 9, working: 1, dead: 0, oldest: 1, capacity: 10 })
    const queue = { status } as never
    const look = (receives: boolean) =>
      createReadiness({ ...options, storage: undefined, queue, receives, clock: manualClock() })()
    expect((await look(false)).status).toBe('ready')
    expect((await look(true)).checks.queue).toBe('is full: 10 deliveries are in it')
  })
})
