import { describe, expect, it } from 'vitest'
import { inBothWays, opener, wrong } from '../ways.js'

const basic = (text: string) => `Basic ${btoa(text)}`

describe('authentication', () => {
  inBothWays((open) => {
    it('accepts an email address with its API key', async () => {
      const { call } = await open()
      expect((await call('iago', 'GET', '/users/me')).body).toMatchObject({ result: 'success', user_id: 8 })
    })

    it.each([
      ['no header', undefined, 'Not logged in: API authentication or user session required'],
      ['no scheme', 'abc', 'Invalid authorization header for basic auth'],
      ['invalid base64', 'Basic !!!!', 'Invalid authorization header for basic auth'],
      ['truncated base64', 'Basic YTp', 'Invalid authorization header for basic auth'],
      ['bytes that are not UTF-8', `Basic ${btoa('a\xff:b')}`, 'Invalid authorization header for basic auth'],
      ['credentials without a colon', basic('iago@example.com'), 'Invalid authorization header for basic auth'],
      ['credentials with two colons', basic('iago@example.com:a:b'), 'Invalid authorization header for basic auth'],
      ['a header of three words', 'Basic a b', 'Invalid authorization header for basic auth'],
      ['a key that is too short', basic('iago@example.com:abc'), 'Malformed API key'],
      ['a key with punctuation in it', basic(`iago@example.com:${'-'.repeat(32)}`), 'Malformed API key'],
      ['an empty key', basic('iago@example.com:'), 'Malformed API key'],
      ['a key that belongs to no account', basic(`iago@example.com:${'a'.repeat(32)}`), 'Invalid API key'],
      ['an unknown address', basic(`nobody@example.com:${'a'.repeat(32)}`), 'Invalid API key'],
    ])('refuses %s with 401', async (_, authorization, msg) => {
      const { send } = await open()
      const response = await send('/api/v1/users/me', authorization === undefined ? {} : { headers: { authorization } })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="zulip"')
      expect(await response.json()).toEqual({ result: 'error', msg, code: 'UNAUTHORIZED' })
    })

    it('refuses a scheme other than Basic with 400', async () => {
      const { send } = await open()
      const response = await send('/api/v1/users/me', { headers: { authorization: 'Bearer abc' } })
      expect(response.status).toBe(400)
      expect(response.headers.has('www-authenticate')).toBe(false)
      expect(await response.json()).toEqual({
        result: 'error',
        msg: 'This endpoint requires HTTP basic authentication.',
        code: 'BAD_REQUEST',
      })
    })
  })

  const open = opener()

  it("refuses another account's key, and a key with one wrong character", async () => {
    const { simulator, send } = await open()
    const iago = simulator.credentials('iago')
    const hamlet = simulator.credentials('hamlet')
    for (const key of [hamlet.apiKey, wrong(iago.apiKey)]) {
      const response = await send('/api/v1/users/me', { headers: { authorization: basic(`${iago.email}:${key}`) } })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ msg: 'Invalid API key' })
    }
  })

  it('accepts any case in the address and the scheme, and spaces around address and key', async () => {
    const { simulator, send } = await open()
    const { email, apiKey } = simulator.credentials('iago')
    for (const authorization of [
      basic(`${email.toUpperCase()}:${apiKey}`),
      basic(` ${email} : ${apiKey} `),
      basic(`${email}:${apiKey}`).replace('Basic', 'bAsIc'),
    ]) {
      expect((await send('/api/v1/users/me', { headers: { authorization } })).status).toBe(200)
    }
  })

  it('refuses a deactivated account, whether deactivated in the seed or during the run', async () => {
    const { simulator, call } = await open()
    expect(simulator.credentials('prospero')).toBeDefined()
    const msg = 'Account is deactivated'
    expect(await call('prospero', 'GET', '/users/me')).toMatchObject({
      status: 401,
      body: { msg, code: 'UNAUTHORIZED' },
    })
    await call('desdemona', 'DELETE', '/users/12')
    expect(await call('othello', 'GET', '/users/me')).toMatchObject({ status: 401, body: { msg } })
  })

  it('lets an incoming-webhook bot send messages, but call no other endpoint', async () => {
    const { call } = await open()
    const message = { type: 'stream', to: 'kitchen', topic: 'oven', content: 'Too hot' }
    expect((await call('oven alarm', 'POST', '/messages', message)).body).toMatchObject({ result: 'success' })
    expect(await call('oven alarm', 'GET', '/users')).toMatchObject({
      status: 401,
      body: { msg: 'This API is not available to incoming webhook bots.', code: 'UNAUTHORIZED' },
    })
  })

  it('names the realm of the dialect in WWW-Authenticate', async () => {
    const { send } = await open({ dialect: 'svc' })
    expect((await send('/api/v1/users/me')).headers.get('www-authenticate')).toBe('Basic realm="svc"')
  })

  it('checks the credentials before the role, and the role before the parameters', async () => {
    const { send, call, as } = await open()
    const bad = { method: 'PATCH', body: new URLSearchParams({ order: 'nonsense' }) }
    expect((await send('/api/v1/realm/profile_fields', bad)).status).toBe(401)
    const member = await send('/api/v1/realm/profile_fields', { ...bad, headers: as('hamlet') })
    expect(await member.json()).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    expect((await call('iago', 'PATCH', '/realm/profile_fields', { order: 'nonsense' })).body).toMatchObject({
      msg: 'order is not valid JSON',
    })
  })

  it('never includes an API key in a response', async () => {
    const { simulator, send } = await open()
    const { email, apiKey } = simulator.credentials('iago')
    for (const path of ['/api/v1/users/me', '/api/v1/users', '/api/v1/nowhere', `/api/v1/users/${apiKey}`, '/']) {
      const response = await send(path, { headers: { authorization: basic(`${email}:${apiKey}`) } })
      const text = (await response.text()) + JSON.stringify([...response.headers])
      if (!path.includes(apiKey)) expect(text).not.toContain(apiKey)
    }
  })
})
