import { rateLimiter, sendMany } from 'earshot/client'
import { memoryStorage } from 'earshot/storage'
import { describe, expect, it } from 'vitest'
import { limited, passing } from './limited.js'

describe('a rate limiter', () => {
  it('makes as many calls as the server takes, and none that it refuses', async () => {
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

  it('knows of calls that others make for the account, by what the server says', async () => {
    const place = limited()
    const [one, other] = [place.client(), place.client()]
    await passing(place, Promise.all(Array.from({ length: 6 }, () => other.users.me())))
    await passing(place, one.users.me())
    await passing(place, Promise.all(Array.from({ length: 6 }, () => one.users.me())))
    expect(place.refused()).toBe(0)
  })

  it('is shared by processes that share a storage, before the server has said anything to them', async () => {
    const place = limited()
    const storage = memoryStorage({ clock: place.clock })
    const limiter = () => place.limiterOf({ storage, account: 'hamlet' })
    const [one, other] = [place.client(limiter()), place.client(limiter())]
    await passing(place, one.users.me())
    await place.clock.advance(2_000)
    for (let call = 0; call < 8; call += 1) await passing(place, one.users.me())
    await place.clock.advance(1_000)
    await passing(place, one.users.me())
    await passing(place, Promise.all([other.users.me(), other.users.me()]))
    expect(place.refused()).toBe(0)
  })

  it('lets what somebody waits for go first, and keeps a part of the limit for it', async () => {
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

  it('waits as long as the server asks for, with all calls', async () => {
    const place = limited(1_000)
    place.simulator.faults.add('the next call answers 429 with Retry-After 5s')
    const client = place.client()
    const first = client.users.me()
    await place.clock.advance(100)
    const [one, two] = [await passing(place, client.users.me()), await passing(place, first)]
    expect(one + two).toBeGreaterThanOrEqual(4_800)
    expect(place.refused()).toBe(1)
  })

  it('holds nothing back where the server names no limit, and leaves no timer', async () => {
    const { simulator, client } = limited(1_000_000)
    const before = simulator.clock.now()
    await Promise.all(Array.from({ length: 50 }, () => client().users.me()))
    expect(simulator.clock.now()).toBe(before)
  })

  it('refuses a reserve that is no part of the limit', () => {
    expect(() => rateLimiter({ reserve: 1 })).toThrow(RangeError)
  })
})

describe('sendMany', () => {
  it('sends in order, goes on after a refusal, and says how far it is', async () => {
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

  it('ends when the account is refused, and when it is aborted', async () => {
    const place = limited(1_000)
    place.simulator.faults.add('call 3 finds the key revoked')
    const message = { type: 'direct' as const, to: [8], content: 'hi' }
    await expect(sendMany(place.client(), [message, message, message])).rejects.toMatchObject({ status: 401 })
    const signal = AbortSignal.abort(new Error('Enough.'))
    await expect(sendMany(place.client(), [message], { signal })).rejects.toThrow('Enough.')
    expect(place.said()).toEqual(['hi'])
  })
})
