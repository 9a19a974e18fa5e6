import { readFile } from 'node:fs/promises'
import { endpoints } from 'earshot/protocol'
import { describe, expect, it } from 'vitest'
import { notSimulated } from '../../../src/protocol/index.js'
import { inBothWays, opener } from '../ways.js'

describe('statuses', () => {
  inBothWays((open) => {
    it('answers 400 when a deactivated user is to be unsubscribed', async () => {
      const { call, simulator } = await open()
      const { id } = simulator.realm.account('hamlet')
      expect((await call('desdemona', 'DELETE', `/users/${id}`)).status).toBe(200)
      const fields = { subscriptions: '["kitchen"]', principals: `[${id}]` }
      expect(await call('desdemona', 'DELETE', '/users/me/subscriptions', fields)).toMatchObject({
        status: 400,
        body: { msg: 'User is deactivated' },
      })
    })

    it('answers a success with 200, `result` and `msg`, and Cache-Control: no-store', async () => {
      const { send, as } = await open()
      const response = await send('/api/v1/realm/emoji', { headers: as('iago') })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.get('cache-control')).toContain('no-store')
      expect(await response.json()).toMatchObject({ result: 'success', msg: '' })
    })

    it('answers OPTIONS with 204 and the allowed verbs', async () => {
      const { send } = await open()
      const response = await send('/api/v1/users/7', { method: 'OPTIONS' })
      expect(response.status).toBe(204)
      expect(response.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH')
      expect(await response.text()).toBe('')
    })

    it('answers HEAD like GET, without a body', async () => {
      const { send, as } = await open()
      const response = await send('/api/v1/users/7', { method: 'HEAD', headers: as('iago') })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('')
      expect((await send('/api/v1/users/7', { method: 'HEAD' })).status).toBe(401)
      expect((await send('/api/v1/users/7/reactivate', { method: 'HEAD' })).status).toBe(405)
    })

    it("answers 405 without a code for a verb that the path doesn't allow", async () => {
      const { send } = await open()
      const response = await send('/api/v1/realm/linkifiers', { method: 'DELETE' })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD, PATCH')
      expect(await response.json()).toEqual({
        result: 'error',
        msg: 'Method Not Allowed',
        allowed_methods: ['GET', 'HEAD', 'PATCH'],
      })
    })

    it.each([
      ['/api/v1/nowhere', 'The simulator has no endpoint at /nowhere'],
      ['/api/v1/users/', 'slash at its end'],
      ['/api/v1/users/7/status/more', 'The simulator has no endpoint at'],
      ['/api/v1/scheduled_messages/x1', 'The simulator has no endpoint at'],
      ['/api/v1/scheduled_messages/-1', 'The simulator has no endpoint at'],
      ['/api/v1/scheduled_messages/1.5', 'The simulator has no endpoint at'],
      ['/api/v1/', 'The simulator has no endpoint at'],
      ['/api/v2/users', 'API paths begin with /api/v1'],
      ['/api/v1/<script>', 'The simulator has no endpoint'],
    ])('answers the unknown path %s with JSON, or a page for browsers, and a hint', async (path, hint) => {
      const { send, as } = await open()
      const response = await send(path, { headers: as('iago') })
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.get('earshot-hint')).toContain(hint)
      expect(await response.json()).toEqual({ result: 'error', msg: 'Not Found' })
      const shown = await send(path, { headers: { ...as('iago'), accept: 'text/html,*/*;q=0.8' } })
      expect(shown.status).toBe(404)
      expect(shown.headers.get('content-type')).toMatch(/^text\/html/)
      const page = await shown.text()
      expect(page).toMatch(/^<!DOCTYPE html>/)
      expect(page).not.toContain('<script>')
    })

    it('answers an unknown path outside the API with a page', async () => {
      const { send, as } = await open()
      const response = await send('/users/me', { headers: as('iago') })
      expect(response.headers.get('content-type')).toMatch(/^text\/html/)
      expect(response.headers.get('earshot-hint')).toContain('API paths begin with /api/v1')
    })

    it.each([
      ['GET', '/navigation_views'],
      ['POST', '/realm/icon'],
      ['GET', '/messages/summary'],
      // The path is there, and this verb is not.
      ['PATCH', '/users/me/subscriptions'],
    ])('answers 404 to %s %s and journals it as not simulated', async (method, path) => {
      const { simulator, send, as } = await open()
      const response = await send(`/api/v1${path}`, { method, headers: as('iago') })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ result: 'error', msg: 'Not Found' })
      expect(response.headers.get('earshot-hint')).toContain('it is not simulated')
      expect(simulator.journal.read().entries.at(-1)).toMatchObject({ decision: { refusedBy: 'not simulated' } })
    })

    it('treats several slashes as one', async () => {
      const { send, as } = await open()
      const response = await send('//api//v1///users//me', { headers: as('iago') })
      expect(await response.json()).toMatchObject({ email: 'iago@example.com' })
    })

    it('answers / with a text that names the simulator and its feature level', async () => {
      const { send } = await open({ featureLevel: 300 })
      const response = await send('/')
      expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
      expect(await response.text()).toMatch(/simulator.*feature level 300[\s\S]*\/api\/v1/)
    })

    it('answers 500 after a bug in the simulator, reports it, and serves the next request', async () => {
      const reported: string[] = []
      const log = { warn() {}, error: (_: object, message: string) => reported.push(message) }
      const { simulator, send, as } = await open({ log })
      const { call } = simulator.realm
      simulator.realm.call = () => {
        throw new TypeError('boom')
      }
      const response = await send('/api/v1/users', { headers: as('iago') })
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({ result: 'error', msg: 'Internal server error' })
      expect(reported).toEqual(['A request failed by a bug of the simulator.'])
      simulator.realm.call = call
      expect((await send('/api/v1/users', { headers: as('iago') })).status).toBe(200)
    })
  })
})

describe('the verb', () => {
  const open = opener()

  it('is overridden by the field `method` of a POST', async () => {
    const { call } = await open()
    const { body } = await call('iago', 'POST', '/realm/linkifiers', {
      method: 'PATCH',
      ordered_linkifier_ids: '[3,2,1]',
    })
    expect(body).toEqual({ result: 'success', msg: '' })
    const listed = await call('iago', 'GET', '/realm/linkifiers')
    expect((listed.body.linkifiers as { id: number }[]).map(({ id }) => id)).toEqual([3, 2, 1])
  })

  it('is not overridden by a field `method` that names no verb', async () => {
    const { call } = await open()
    expect((await call('iago', 'POST', '/realm/linkifiers', { method: '__proto__' })).status).toBe(405)
  })
})

describe('a path', () => {
  const open = opener()

  it('matches a literal segment before a number, and a number before text', async () => {
    const { call } = await open()
    expect((await call('iago', 'GET', '/users/me')).body.user_id).toBe(8)
    expect((await call('iago', 'GET', '/users/10')).body).toMatchObject({ user: { full_name: 'Hamlet' } })
    expect((await call('iago', 'GET', '/users/hamlet@example.com')).body).toMatchObject({ user: { user_id: 10 } })
    expect((await call('iago', 'DELETE', '/users/hamlet@example.com')).body).toMatchObject({
      allowed_methods: ['GET', 'HEAD'],
    })
  })

  it('is percent-decoded, and its numbers may begin with zeros', async () => {
    const { call } = await open()
    expect((await call('iago', 'GET', '/users/hamlet%40example.com')).body).toMatchObject({ user: { user_id: 10 } })
    expect((await call('iago', 'GET', '/users/0010')).body).toMatchObject({ user: { user_id: 10 } })
    expect((await call('iago', 'GET', '/users/99999999999999999999')).status).toBe(400)
  })
})

describe("a refusal that the endpoint doesn't declare", () => {
  const open = opener()
  const log = () => {
    const lines: string[] = []
    return {
      lines,
      warn: (_: object, message: string) => lines.push(message),
      error: (fields: object) => lines.push(String((fields as { error: Error }).error.message)),
    }
  }

  it.each([
    [true, 500],
    [false, 400],
  ])('is reported; with strict: %s it is answered with %i', async (strict, status) => {
    const { Refusal } = await import('earshot/simulator')
    const { errors } = await import('../../../src/protocol/errors/errors.js')
    const report = log()
    const { simulator, call } = await open({ strict, log: report })
    simulator.realm.call = () => {
      throw new Refusal(errors.invalidCustomEmoji)
    }
    expect((await call('iago', 'GET', '/users')).status).toBe(status)
    expect(report.lines).toEqual([
      'users.list refused with "Invalid custom emoji.", which its declaration does not list.',
    ])
  })
})

describe('the endpoints that are not simulated', () => {
  it('are not part of the contract', () => {
    const shape = (text: string) => text.replaceAll(/\{\w+\}/g, '{}')
    const declared = new Set(endpoints.map(({ method, path }) => shape(`${method} ${path}`)))
    expect(notSimulated.filter((name) => declared.has(shape(name)))).toEqual([])
  })

  it('are exactly those listed in the documentation', async () => {
    const page = await readFile(new URL('../../../docs/reference/simulator.md', import.meta.url), 'utf8')
    const [, listing = ''] = page.split('the journal says `not simulated`:')
    const listed = [...(listing.split('\n## ')[0] ?? '').matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, name]) => name)
    expect(listed).toEqual([...notSimulated])
  })
})
