import { Client, fetchTransport, rateLimiter } from 'earshot/client'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { opener } from '../ways.js'

const limited = { rateLimit: { calls: 2, seconds: 60 }, clock: 'frozen' } as const

describe('the rate limit', () => {
  const open = opener()

  it.each([200, 300, 387, 496])('is shown but refuses nothing by default, at level %i', async (featureLevel) => {
    const { call, simulator } = await open({ clock: 'frozen', featureLevel })
    const shown = async (who: string) => {
      const { status, headers } = await call(who, 'GET', '/users/me')
      expect(status).toBe(200)
      return ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)))
    }
    const now = Math.ceil(simulator.clock.now() / 1000)
    for (let remaining = 199; remaining >= 100; remaining -= 1) {
      expect(await shown('iago')).toEqual([200, remaining, now + 60])
    }
    for (let further = 0; further < 150; further += 1) {
      expect(await shown('iago')).toEqual([200, 100, now + 60])
    }
    expect(await shown('hamlet')).toEqual([200, 199, now + 60])
    await simulator.advance('59s')
    expect(await shown('iago')).toEqual([200, 100, now + 119])
    await simulator.advance('1s')
    expect(await shown('iago')).toEqual([200, 198, now + 120])
  })

  it('holds back no client by its headers while it refuses nothing', async () => {
    const simulator = createSimulator({ clock: 'frozen' })
    const { clock, fetch } = simulator
    const transport = rateLimiter({ clock }).over(fetchTransport(fetch))
    const iago = new Client({ ...simulator.credentials('iago'), clock, transport })
    const twenty = () => Promise.all(Array.from({ length: 20 }, () => iago.users.me()))
    for (let times = 0; times < 25; times += 1) expect(await twenty()).toHaveLength(20)
    await simulator.close()
  })

  it('is an assumption behind calls that a real server would refuse', async () => {
    const { as, send } = await open({ clock: 'frozen' })
    const headers = { ...as('iago'), 'earshot-show': 'assumptions' }
    const assumed = async () => (await send('/api/v1/users/me', { headers })).headers.get('earshot-assumptions') ?? ''
    for (let n = 0; n < 200; n += 1) expect(await assumed()).not.toContain('rateLimit')
    expect(await assumed()).toContain('rateLimit')
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
    for (let n = 0; n < 5; n += 1) {
      const { status, headers } = await send('/api/v1/server_settings')
      expect([status, headers.has('x-ratelimit-limit')]).toEqual([200, false])
    }
  })

  it.each([200, 300, 387, 496])('has the same answer at level %i', async (featureLevel) => {
    const { call } = await open({ ...limited, featureLevel, rateLimit: { calls: 1, seconds: 7 } })
    // A refusal counts like any call, but for one by the limit.
    expect((await call('iago', 'GET', '/users/999')).headers.get('x-ratelimit-remaining')).toBe('0')
    const { status, headers, body } = await call('iago', 'GET', '/users/me')
    expect([status, headers.get('retry-after'), headers.get('x-ratelimit-remaining')]).toEqual([429, '7', '0'])
    expect(body).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': 7 })
  })
})
