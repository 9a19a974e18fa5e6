import { describe, expect, it } from 'vitest'
import { opener } from '../ways.js'

const limited = { rateLimit: { calls: 2, seconds: 60 }, clock: 'frozen' } as const

describe('the rate limit', () => {
  const open = opener()

  it('is off by default', async () => {
    const { call } = await open()
    for (let n = 0; n < 250; n += 1) {
      const { status, headers } = await call('iago', 'GET', '/users/me')
      expect(status).toBe(200)
      expect(headers.has('x-ratelimit-limit')).toBe(false)
    }
  })

  it('counts the calls of each account, and answers 429 above the limit', async () => {
    const { call, simulator } = await open(limited)
    const now = simulator.clock.now() / 1000
    const first = await call('iago', 'GET', '/users/me')
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': String(now + 60),
    })
    await simulator.advance(15_500)
    expect((await call('iago', 'GET', '/users/999')).headers.get('x-ratelimit-remaining')).toBe('0')
    const third = await call('iago', 'GET', '/users/me')
    expect(third.status).toBe(429)
    expect(third.headers.get('retry-after')).toBe('44.5')
    expect(third.body).toEqual({
      result: 'error',
      msg: 'API usage exceeded rate limit',
      code: 'RATE_LIMIT_HIT',
      'retry-after': 44.5,
    })
    expect((await call('hamlet', 'GET', '/users/me')).status).toBe(200)
  })

  it('ignores calls from after the present time when the clock was set back', async () => {
    const { call, simulator } = await open(limited)
    simulator.checkpoint('before')
    await simulator.advance('1d')
    for (let n = 0; n < 2; n += 1) await call('iago', 'GET', '/users/me')
    expect((await call('iago', 'GET', '/users/me')).status).toBe(429)
    simulator.restore('before')
    expect((await call('iago', 'GET', '/users/me')).status).toBe(200)
  })

  it('allows calls again once the oldest leaves the window, without counting refused calls', async () => {
    const { call, simulator } = await open(limited)
    await call('iago', 'GET', '/users/me')
    await call('iago', 'GET', '/users/me')
    await simulator.advance(30_000)
    expect((await call('iago', 'GET', '/users/me')).status).toBe(429)
    await simulator.advance(30_000)
    expect((await call('iago', 'GET', '/users/me')).status).toBe(200)
  })

  it("doesn't apply to endpoints without authentication", async () => {
    const { send } = await open(limited)
    for (let n = 0; n < 5; n += 1) expect((await send('/api/v1/server_settings')).status).toBe(200)
  })
})
