import { rateLimiter, sendMany } from 'earshot/client'
import { describe, expect, it } from 'vitest'
import { limited, passing } from './limited.js'

describe('rateLimiter', () => {
  it('makes exactly as many calls as the server allows', async () => {
    const place = limited()
    const client = place.client()
    await client.users.me()
    const calls = Array.from({ length: 24 }, () => client.users.me())
    const time = await passing(place, Promise.all(calls))
    expect(place.refused()).toBe(0)
    // Ten in each window of ten seconds.
    expect(time).toBeGreaterThan(19_000)
    expect(time).toBeLessThan(22_000)
  })

  it("accounts for other clients of the account through the server's headers", async () => {
    const place = limited()
    const [one, other] = [place.client(), place.client()]
    await passing(place, Promise.all(Array.from({ length: 6 }, () => other.users.me())))
    await passing(place, one.users.me())
    await passing(place, Promise.all(Array.from({ length: 6 }, () => one.users.me())))
    expect(place.refused()).toBe(0)
  })

  it('prefers normal calls to bulk and reserves part of the limit for them', async () => {
    const place = limited()
    const client = place.client()
    const order: string[] = []
    const messages = Array.from({ length: 30 }, (_, at) => ({ type: 'direct' as const, to: [8], content: `${at}` }))
    const bulk = sendMany(client, messages, { onProgress: ({ sent }) => void order.push(`bulk ${sent}`) })
    await place.clock.advance(1_000)
    const before = place.clock.now()
    await passing(place, Promise.all([client.users.me().then(() => order.push('me')), client.users.me()]))
    expect(place.clock.now() - before).toBeLessThan(500)
    const results = await passing(place, bulk).then(() => bulk)
    expect(results).toHaveLength(30)
    expect(order.indexOf('me')).toBeLessThan(10)
    expect(place.refused()).toBe(0)
  })

  it('delays all calls after a 429', async () => {
    const place = limited(1_000)
    place.simulator.faults.add('the next call answers 429 with Retry-After 5s')
    const client = place.client()
    const first = client.users.me()
    await place.clock.advance(100)
    const [one, two] = [await passing(place, client.users.me()), await passing(place, first)]
    expect(one + two).toBeGreaterThanOrEqual(4_800)
    expect(place.refused()).toBe(1)
  })

  it('delays nothing if the server reports no limit', async () => {
    const { simulator, client } = limited(1_000_000)
    const before = simulator.clock.now()
    await Promise.all(Array.from({ length: 50 }, () => client().users.me()))
    expect(simulator.clock.now()).toBe(before)
  })

  it('throws for an invalid reserve', () => {
    expect(() => rateLimiter({ reserve: 1 })).toThrow(RangeError)
  })
})

describe('sendMany', () => {
  it('sends in order, continues after a refusal and reports progress', async () => {
    const place = limited(1_000)
    const to = (content: string, who = 8) => ({ type: 'direct' as const, to: [who], content })
    const progress: object[] = []
    const results = await sendMany(place.client(), [to('one'), to('two', 99_999), to('three')], {
      onProgress: (one) => progress.push(one),
    })
    expect(results).toEqual([{ id: expect.any(Number) }, { error: expect.anything() }, { id: expect.any(Number) }])
    expect(progress).toEqual([
      { sent: 1, refused: 0, total: 3 },
      { sent: 1, refused: 1, total: 3 },
      { sent: 2, refused: 1, total: 3 },
    ])
    expect(place.said()).toEqual(['one', 'three'])
  })

  it('stops when the account is refused or the signal aborts', async () => {
    const place = limited(1_000)
    place.simulator.faults.add('call 3 finds the key revoked')
    const message = { type: 'direct' as const, to: [8], content: 'hi' }
    await expect(sendMany(place.client(), [message, message, message])).rejects.toMatchObject({ status: 401 })
    const signal = AbortSignal.abort(new Error('Enough.'))
    await expect(sendMany(place.client(), [message], { signal })).rejects.toThrow('Enough.')
    expect(place.said()).toEqual(['hi'])
  })
})
