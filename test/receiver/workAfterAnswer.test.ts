import { describe, expect, it } from 'vitest'
import { everythingToHappen, gate, kit } from './kit.js'
import { mention } from './notifications.js'

const body = JSON.stringify(mention())

/** Whether a promise is settled once all has happened that can. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const note = () => {
    settled = true
  }
  promise.then(note, note)
  await everythingToHappen()
  return settled
}

describe('work that a handler passes to waitUntil', () => {
  it('is answered before it is done, and keeps the platform and `idle` until it is', async () => {
    const { opened, open } = gate()
    const { receiver } = kit({ handle: (delivery) => delivery.waitUntil(opened) })
    const kept: Promise<unknown>[] = []
    const bindings = { waitUntil: (work: Promise<unknown>) => void kept.push(work) }
    const { status } = await receiver.request('/', { method: 'POST', body }, bindings)
    expect(status).toBe(200)
    expect(kept).toHaveLength(1)
    const idle = receiver.idle()
    expect(await isSettled(Promise.race([idle, ...kept]))).toBe(false)
    open()
    await Promise.all([idle, ...kept])
  })

  it('is waited for by `idle` where the platform has no waitUntil', async () => {
    const { opened, open } = gate()
    const { receiver } = kit({ handle: (delivery) => delivery.waitUntil(opened) })
    expect((await receiver.request('/', { method: 'POST', body })).status).toBe(200)
    const idle = receiver.idle()
    expect(await isSettled(idle)).toBe(false)
    open()
    await idle
  })

  it('may begin more of it, which is waited for too', async () => {
    const [first, second] = [gate(), gate()]
    const { receiver } = kit({
      handle: (delivery) => delivery.waitUntil(first.opened.then(() => delivery.waitUntil(second.opened))),
    })
    await receiver.request('/', { method: 'POST', body })
    const idle = receiver.idle()
    first.open()
    expect(await isSettled(idle)).toBe(false)
    second.open()
    await idle
  })

  it('is logged if it fails, and fails nobody', async () => {
    const { receiver, lines } = kit({ handle: (delivery) => delivery.waitUntil(Promise.reject(new Error('No flour'))) })
    const kept: Promise<unknown>[] = []
    const bindings = { waitUntil: (work: Promise<unknown>) => void kept.push(work) }
    expect((await receiver.request('/', { method: 'POST', body }, bindings)).status).toBe(200)
    await Promise.all(kept)
    await receiver.idle()
    const errors = lines.filter(({ level }) => level === 'error')
    expect(errors).toMatchObject([
      { message: 'Work after the answer failed', fields: { error: expect.objectContaining({ message: 'No flour' }) } },
    ])
  })
})

describe('a handler that outlives the answer', () => {
  it("is passed to the binding's waitUntil", async () => {
    const { opened, open } = gate()
    const { receiver, clock } = kit({ handle: () => opened, answerBy: 1_000 })
    const kept: Promise<unknown>[] = []
    const bindings = { waitUntil: (work: Promise<unknown>) => void kept.push(work) }
    const answering = receiver.request('/', { method: 'POST', body }, bindings)
    await clock.advance(1_000)
    expect((await answering).status).toBe(200)
    expect(kept).toHaveLength(1)
    expect(await isSettled(Promise.all(kept))).toBe(false)
    open()
    await Promise.all(kept)
  })
})
