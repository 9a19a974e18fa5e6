import { describe, expect, it, vi } from 'vitest'
import { askEarly, callAs, control, forgetEarly, onKeyRefused } from '../../src/playground/page/simulator.js'

/** Answers what the page asks, in turn, and notes how it was asked. */
function answering(...answers: readonly { status?: number; body: unknown }[]) {
  const asked: { path: string; key: string | null }[] = []
  vi.stubGlobal('fetch', async (path: string, { headers = {} }: RequestInit) => {
    asked.push({ path, key: new Headers(headers).get('authorization') })
    const { status = 200, body } = answers[asked.length - 1] ?? { status: 500, body: {} }
    return Response.json(body, { status })
  })
  return asked
}

const refused = { status: 401, body: { result: 'error', code: 'UNAUTHORIZED', msg: 'Invalid API key' } }
const old = { email: 'iago@example.com', api_key: 'old' }

describe('a call of the page with a refused key', () => {
  it("is repeated with the account's present key", async () => {
    const asked = answering(refused, { body: { result: 'success', members: [] } })
    onKeyRefused(async ({ email }) => ({ email, api_key: 'new' }))
    expect(await callAs(old, 'GET', '/users')).toMatchObject({ members: [] })
    expect(asked.map(({ key }) => atob(key?.replace('Basic ', '') ?? ''))).toEqual([
      'iago@example.com:old',
      'iago@example.com:new',
    ])
  })

  it('fails if there is no other key', async () => {
    const asked = answering(refused, refused)
    onKeyRefused(async () => undefined)
    await expect(callAs(old, 'GET', '/users')).rejects.toThrow('Invalid API key')
    expect(asked).toHaveLength(1)
  })
})

describe('the early answers', () => {
  it('are used once each, until they are forgotten', async () => {
    const asked = answering(
      { body: { answers: { '/clock': { time: 1 }, '/faults': { faults: [] } } } },
      { body: { time: 2 } },
      { body: { faults: ['one'] } },
    )
    await askEarly()
    expect(await control('GET', '/clock')).toEqual({ time: 1 })
    expect(await control('GET', '/clock')).toEqual({ time: 2 })
    forgetEarly()
    expect(await control('GET', '/faults')).toEqual({ faults: ['one'] })
    expect(asked.map(({ path }) => path)).toEqual(['/sim/start', '/sim/clock', '/sim/faults'])
  })
})
