import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { DeliveryEnd } from 'earshot/observe'
import type { Queue, QueueEngine } from 'earshot/queue'
import { createQueue, memoryQueue, type QueueEntry, QueueError } from 'earshot/queue'
import { ReceiverOptionError } from 'earshot/receiver'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryEngine } from '../../src/queue/index.js'
import { everythingToHappen, kit, manualClock } from './kit.js'
import { directMessage, echoToken, mention } from './notifications.js'

describe('a receiver with a queue', () => {
  it("drops an observer's trace fields that are too large for the queue", async () => {
    const kept: QueueEntry['trace'][] = []
    const engine = memoryEngine()
    const put: QueueEngine['put'] = (entry, ...more) => {
      kept.push(entry.trace)
      return engine.put(entry, ...more)
    }
    const carry = () => ({ traceparent: '00-01-02-00', baggage: 'x'.repeat(3_000), tracestate: '' })
    const queue = createQueue({ ...engine, put })
    const { post } = kit({ queue, observer: { delivery: () => ({ carry }) } })
    expect((await post()).status).toBe(200)
    expect(kept).toEqual([{ traceparent: '00-01-02-00' }])
  })

  it('reports the outcome "refused" to observers if the queue rejects the entry for good', async () => {
    const outcomes: string[] = []
    const observer = { delivery: () => ({ ended: ({ outcome }: DeliveryEnd) => void outcomes.push(outcome) }) }
    const put = async () => {
      throw new QueueError('invalid_option', 'It takes no orders today.')
    }
    const { post } = kit({ queue: { ...memoryQueue(), put }, observer })
    expect((await post()).status).toBe(500)
    expect(outcomes).toEqual(['refused'])
  })

  it('answers that no reply is required once the delivery is stored, without running a handler', async () => {
    const queue = memoryQueue()
    const { post, delivered, lines } = kit({ queue })
    const { status, body } = await post()
    expect({ status, body }).toEqual({ status: 200, body: { response_not_required: true } })
    expect(delivered).toEqual([])
    expect((await queue.status()).waiting).toBe(1)
    expect(lines).toContainEqual(expect.objectContaining({ fields: expect.objectContaining({ outcome: 'queued' }) }))
  })

  it("doesn't answer before the delivery is stored", async () => {
    let keep = () => {}
    const { post } = kit({
      queue: queueThat(() => new Promise((resolve) => (keep = () => resolve('kept')))),
    })
    let isAnswered = false
    const answering = post().then(({ status }) => {
      isAnswered = true
      return status
    })
    await everythingToHappen()
    expect(isAnswered).toBe(false)
    keep()
    expect(await answering).toBe(200)
  })

  it('stores the whole notification without the token', async () => {
    const { queue, entries } = keeping()
    const { post, clock } = kit({ queue, newDeliveryId: () => 'd-1' })
    await post(mention({ content: '👩‍🚀 \u0000' }, { later_field: { kept: true } }))
    const [entry] = entries
    expect(JSON.stringify(entries)).not.toContain(echoToken)
    expect(entry).toMatchObject({
      id: 'd-1',
      bot: 'echo-bot@example.com',
      message: 201,
      sender: '8',
      arrived: clock.now(),
    })
    expect(JSON.parse(entry?.notification ?? '')).toMatchObject({ later_field: { kept: true }, data: '👩‍🚀 \u0000' })
  })

  it('uses one conversation key per topic, resolved or not', async () => {
    const { queue, entries } = keeping()
    const { post } = kit({ queue })
    await post(mention({ id: 1 }))
    await post(mention({ id: 2, subject: '✔ oven #12' }))
    await post(mention({ id: 3, subject: 'oven #13' }))
    await post(directMessage({ id: 4 }))
    const [first, resolved, elsewhere, direct] = entries.map(({ conversation }) => conversation)
    expect(resolved).toBe(first)
    expect(new Set([first, elsewhere, direct]).size).toBe(3)
  })

  it('accepts a direct message to a thousand people', async () => {
    const { post } = kit({ queue: memoryQueue() })
    const people = Array.from({ length: 1_000 }, (_, index) => ({
      id: index,
      email: `p${index}@example.com`,
      full_name: 'P',
    }))
    expect((await post(directMessage({ display_recipient: people }))).status).toBe(200)
  })

  it('stores a repeated delivery once, with the same response', async () => {
    const queue = memoryQueue()
    const { post } = kit({ queue })
    const answers = [await post(), await post()]
    expect(answers.map(({ status, text }) => ({ status, text }))).toEqual([
      { status: 200, text: '{"response_not_required":true}' },
      { status: 200, text: '{"response_not_required":true}' },
    ])
    expect((await queue.status()).waiting).toBe(1)
  })

  it('keeps the order of arrival even if computing a key takes long', async () => {
    const asked = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
    const { digest } = crypto.subtle
    const digesting = vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (algorithm, bytes) => {
      if (digesting.mock.calls.length === 1) await everythingToHappen()
      return digest.call(crypto.subtle, algorithm, bytes)
    })
    onTestFinished(() => {
      digesting.mockRestore()
      asked.mockRestore()
    })
    const { queue, entries } = keeping()
    const { post } = kit({ queue })
    await Promise.all([1, 2, 3].map((id) => post(mention({ id }))))
    expect(entries.map(({ message }) => message)).toEqual([1, 2, 3])
  })

  it('releases a delivery once it is in the queue', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const seen: WeakRef<QueueEntry>[] = []
    const { post } = kit({
      queue: queueThat(async (entry) => {
        seen.push(new WeakRef(entry))
        return 'kept'
      }),
    })
    for (let id = 1; id <= 5; id += 1) await post(mention({ id }))
    await expect
      .poll(() => {
        collect()
        return seen.at(0)?.deref() === undefined
      })
      .toBe(true)
  })

  it('stores no delivery with a wrong token and none from its own bot', async () => {
    const queue = memoryQueue()
    const { post } = kit({ queue })
    expect((await post(mention({}, { token: 'wrong' }))).status).toBe(401)
    expect((await post(mention({ sender_email: 'echo-bot@example.com' }))).status).toBe(200)
    expect((await queue.status()).waiting).toBe(0)
  })

  it('holds a delivery while the queue is full', async () => {
    let isFull = true
    const { post, clock } = kit({ queue: queueThat(async () => (isFull ? 'full' : 'kept')) })
    const answering = post()
    await clock.advance(7_000)
    isFull = false
    await clock.advance(900)
    expect((await answering).status).toBe(200)
  })

  it('retries while the queue fails, and warns once for each time that it does', async () => {
    let isFailing = true
    const { post, clock, lines } = kit({
      queue: queueThat(async () => {
        if (isFailing) throw new Error('ECONNRESET')
        return 'kept'
      }),
    })
    const warnings = () => lines.filter(({ level }) => level === 'warn')
    for (const outages of [1, 2]) {
      isFailing = true
      const answering = [1, 2, 3].map((id) => post(mention({ id: 10 * outages + id })))
      await clock.advance(3_000)
      expect(warnings()).toHaveLength(outages)
      isFailing = false
      await clock.advance(1_000)
      expect((await Promise.all(answering)).map(({ status }) => status)).toEqual([200, 200, 200])
    }
    expect(warnings()[0]).toMatchObject({ message: 'Failed to put a delivery into the queue; retrying' })
  })

  describe('that fails while messages of one conversation and of another come', () => {
    const here = [1, 2, 3]
    const elsewhere = 4
    /** Posts them while the queue fails: each waits longer between its tries than the next one. */
    async function held({ signal }: { readonly signal?: AbortSignal } = {}) {
      const { queue, entries } = keeping()
      const state = { isFailing: true, queue, entries }
      const put: Queue['put'] = (entry) =>
        state.isFailing ? Promise.reject(new Error('ECONNRESET')) : queue.put(entry)
      const { post, clock } = kit({ queue: queueThat(put), ...(signal && { signal }) })
      const statuses: Promise<number>[] = []
      for (const id of [...here, elsewhere]) {
        statuses.push(post(mention({ id, subject: id === elsewhere ? 'flour' : 'oven' })).then(({ status }) => status))
        await clock.advance(300)
      }
      return { state, clock, statuses: Promise.all(statuses) }
    }
    const queuedHere = (entries: readonly QueueEntry[]) =>
      entries.map(({ message }) => message).filter((id) => id !== elsewhere)

    it('keeps the order of the conversation when it is back', async () => {
      const { state, clock, statuses } = await held()
      state.isFailing = false
      await clock.advance(1_000)
      expect(await statuses).toEqual([200, 200, 200, 200])
      expect(queuedHere(state.entries)).toEqual(here)
      expect(state.entries).toHaveLength(4)
    })

    it('acknowledges none if the process is told to close meanwhile, so that the server repeats them', async () => {
      const closing = new AbortController()
      const { state, clock, statuses } = await held({ signal: closing.signal })
      closing.abort()
      await clock.advance(1_000)
      expect(await statuses).toEqual([503, 503, 503, 503])
      expect(state.entries).toEqual([])
    })

    it('keeps what it acknowledges, in order, if the queue is back when the process is told to close', async () => {
      const closing = new AbortController()
      const { state, clock, statuses } = await held({ signal: closing.signal })
      state.isFailing = false
      closing.abort()
      await clock.advance(1_000)
      expect(await statuses).toEqual([200, 200, 200, 200])
      expect(queuedHere(state.entries)).toEqual(here)
    })

    it('holds only the conversation whose message it has not taken yet', async () => {
      const { queue, entries } = keeping()
      const put: Queue['put'] = (entry) => (entry.message === 1 ? new Promise(() => {}) : queue.put(entry))
      const { post } = kit({ queue: queueThat(put) })
      void post(mention({ id: 1 }))
      void post(mention({ id: 2 }))
      expect((await post(mention({ id: elsewhere, subject: 'flour' }))).status).toBe(200)
      await everythingToHappen()
      expect(queuedHere(entries)).toEqual([])
    })

    it('gives each the rest of its own time when the earlier ones are given up', async () => {
      const { state, clock, statuses } = await held()
      // Only the first one's time is over.
      await clock.advance(8_000 - 4 * 300 + 100)
      state.isFailing = false
      await clock.advance(1_000)
      expect(await statuses).toEqual([503, 200, 200, 200])
      expect(queuedHere(state.entries)).toEqual([2, 3])
    })
  })

  it('refuses a message with a negative ID', async () => {
    const { post } = kit({ queue: memoryQueue() })
    expect(await post(mention({ id: -1 }))).toMatchObject({ status: 400, body: { error: { path: 'message.id' } } })
  })

  it("doesn't retry an entry that the queue never accepts", async () => {
    const { post, lines } = kit({ queue: memoryQueue(), newDeliveryId: () => 'd'.repeat(3_000) })
    expect((await post()).status).toBe(500)
    expect(lines.at(-1)).toMatchObject({ level: 'error', fields: { error: { code: 'invalid_option' } } })
  })

  it.each<[string, () => Promise<'kept' | 'full'>, string]>([
    ['is full', async () => 'full', 'queue_full'],
    ['fails', () => Promise.reject(new Error('ECONNREFUSED')), 'queue_unavailable'],
    ['does not answer', () => new Promise(() => {}), 'queue_unavailable'],
  ])('closes the connection without a response when the queue %s until the deadline', async (_, put, code) => {
    const clock = manualClock()
    const { receiver, post } = kit({ queue: queueThat(put), clock })
    let hungUp = 0
    const hangUp = () => {
      hungUp += 1
    }
    const request = { method: 'POST', body: JSON.stringify(mention()) }
    void receiver.request('/', request, { hangUp })
    await clock.advance(7_000)
    expect(hungUp).toBe(0)
    await clock.advance(1_000)
    expect(hungUp).toBe(1)

    // Where the platform has no way to do that, it is said.
    const answering = post()
    await clock.advance(8_000)
    expect(await answering).toMatchObject({ status: 503, body: { error: { code } } })
  })

  it.each([
    ['a promise of one', Promise.resolve(memoryQueue())],
    ['something else', {}],
  ])('rejects %s as queue', (_, queue) => {
    expect(() => kit({ queue: queue as unknown as Queue })).toThrow(ReceiverOptionError)
  })
})

/** A queue that puts as it is told, and nothing else. */
function queueThat(put: Queue['put']): Queue {
  return { ...memoryQueue(), put }
}

function keeping(): { queue: Queue; entries: QueueEntry[] } {
  const entries: QueueEntry[] = []
  const queue = queueThat(async (entry) => {
    entries.push(entry)
    return 'kept'
  })
  return { queue, entries }
}
