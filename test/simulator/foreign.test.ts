import { request } from 'node:http'
import { createSimulator, type Simulator, type SimulatorOptions } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { exchangeOf } from '../../src/simulator/http/exchange.js'
import { foreign } from '../../src/simulator/http/foreign.js'

const opened: Simulator[] = []
afterEach(async () => {
  for (const simulator of opened.splice(0)) await simulator.close()
})

interface Sent {
  readonly path?: string
  readonly method?: string
  readonly body?: string
}

type Answer = { readonly status: number; readonly text: string; readonly headers: Readonly<Record<string, unknown>> }

/** A simulator on a port, and what sends it requests with exactly these headers. */
async function open(options: SimulatorOptions = {}) {
  const simulator = createSimulator(options)
  opened.push(simulator)
  const { port } = await simulator.serve()
  const send = (
    headers: Record<string, string>,
    { path = '/sim/health', method = 'GET', body = '' }: Sent = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (incoming) => {
        let text = ''
        const end = () => resolve({ status: incoming.statusCode ?? 0, text, headers: incoming.headers })
        incoming.on('data', (part) => {
          text += part
          // A stream does not end by itself.
          if (incoming.headers['content-type']?.includes('event-stream')) {
            end()
            outgoing.destroy()
          }
        })
        incoming.on('end', end)
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  return { simulator, send, own: `127.0.0.1:${port}` }
}

/** Every face that the simulator has. */
const faces = [
  '/',
  '/playground/main.js',
  '/openapi.json',
  '/api/v1/server_settings',
  '/api/v1/users/me',
  '/api/v1/user_uploads',
  '/api/v1/nowhere',
  '/json/messages',
  '/user_uploads/2/ab/oven-manual/oven-manual.txt',
  '/user_avatars/2/1.png',
  '/nowhere',
  '/sim/health',
  '/sim/journal/stream',
  '/sim',
  '/sim/nowhere',
]

describe.each(faces)('the simulator at %s', (path) => {
  it.each([
    ['a foreign host name', { host: 'evil.example.com' }, 'foreign_host'],
    ['a foreign host name with a port', { host: 'evil.example.com:80' }, 'foreign_host'],
    ['a host name that begins with localhost', { host: 'localhost.example.com' }, 'foreign_host'],
    ['a host name that begins with 127.0.0.1', { host: '127.0.0.1.example.com' }, 'foreign_host'],
    ['a page of a foreign host name', { host: 'evil.example.com', origin: 'http://evil.example.com' }, 'foreign_host'],
    ['a foreign origin', { host: 'localhost:1', origin: 'https://evil.example.com' }, 'foreign_origin'],
    ['an origin with another port', { host: 'localhost:1', origin: 'http://localhost:2' }, 'foreign_origin'],
    ['the origin null', { host: 'localhost:1', origin: 'null' }, 'foreign_origin'],
    ['a cross-site request', { host: 'localhost:1', 'sec-fetch-site': 'cross-site' }, 'foreign_origin'],
    [
      'a same-site request from another origin',
      { host: 'localhost:1', 'sec-fetch-site': 'same-site' },
      'foreign_origin',
    ],
  ])('refuses %s', async (_, headers, code) => {
    const { send } = await open()
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { status, text, headers: sent } = await send(headers, { path, method })
      expect(status).toBe(403)
      expect(sent['access-control-allow-origin']).toBeUndefined()
      const body = JSON.parse(text)
      const says = expect.stringContaining('controlHosts')
      // In the form that whoever was called refuses in.
      if ('error' in body) expect(body.error).toMatchObject({ code, message: says })
      else expect(body).toMatchObject({ result: 'error', code, msg: says })
    }
  })

  it('refuses a form posted by another site', async () => {
    const { send, own } = await open()
    const headers = {
      host: own,
      origin: 'http://evil.example.com',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'content-type': 'application/x-www-form-urlencoded',
    }
    expect((await send(headers, { path, method: 'POST', body: 'a=b' })).status).toBe(403)
  })
})

describe('a form posted by another site', () => {
  it('sends no message, even with a valid key', async () => {
    const { simulator, send, own } = await open()
    const { email, apiKey } = simulator.credentials('desdemona')
    const before = simulator.messages({ channel: 'kitchen', topic: 'lunch' }).length
    const post = (headers: Record<string, string>) =>
      send(
        {
          host: own,
          authorization: `Basic ${btoa(`${email}:${apiKey}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        { path: '/api/v1/messages', method: 'POST', body: 'type=stream&to=kitchen&topic=lunch&content=hi' },
      )
    for (const origin of ['http://evil.example.com', 'http://127.0.0.1:1', 'null']) {
      expect((await post({ origin })).status).toBe(403)
    }
    expect((await post({ host: 'evil.example.com' })).status).toBe(403)
    expect(simulator.messages({ channel: 'kitchen', topic: 'lunch' })).toHaveLength(before)

    expect((await post({ origin: `http://${own}`, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await post({})).status).toBe(200)
    expect(simulator.messages({ channel: 'kitchen', topic: 'lunch' })).toHaveLength(before + 2)
  })
})

describe('the simulator', () => {
  it.each([
    ['the host 127.0.0.1', { host: '127.0.0.1:4000' }],
    ['the host [::1]', { host: '[::1]:4000' }],
    ['the host localhost', { host: 'localhost' }],
    ['a host below .localhost', { host: 'chat.localhost:80' }],
    ['its own origin', { host: 'localhost:4000', origin: 'http://localhost:4000' }],
    ['a navigation by the user', { host: 'localhost', 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a same-origin request', { host: 'localhost', 'sec-fetch-site': 'same-origin' }],
  ])('answers %s', async (_, headers) => {
    const { send } = await open()
    for (const path of ['/sim/health', '/api/v1/server_settings', '/']) {
      expect((await send(headers, { path })).status).toBe(200)
    }
  })

  const link = { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }

  it.each(['/', '/?a=b#c', '/openapi.json'])('allows a link on another site to open %s', async (path) => {
    expect((await (await open()).send(link, { path })).status).toBe(200)
  })

  it.each([
    ['GET', '/api/v1/server_settings'],
    ['GET', '/sim/organisation'],
    ['GET', '/sim/deliveries/1/curl'],
    ['POST', '/sim/reset'],
    ['POST', '/'],
  ])('refuses a navigation from another site to %s %s', async (method, path) => {
    expect((await (await open()).send(link, { path, method })).status).toBe(403)
  })

  it('answers to a host name in controlHosts, and to no foreign one', async () => {
    const { send } = await open({ controlHosts: ['Chat'] })
    for (const path of ['/sim/health', '/api/v1/server_settings']) {
      expect((await send({ host: 'chat:4000' }, { path })).status).toBe(200)
      expect((await send({ host: 'evil.example.com' }, { path })).status).toBe(403)
    }
  })

  it('answers in-process API calls to any host, but no control calls or foreign origins', async () => {
    const simulator = createSimulator()
    opened.push(simulator)
    expect((await simulator.fetch('https://chat.example.com/api/v1/server_settings')).status).toBe(200)
    expect((await simulator.fetch('https://chat.example.com/sim/health')).status).toBe(403)
    const origin = { origin: 'https://evil.example.com' }
    expect((await simulator.fetch('https://chat.example.com/api/v1/messages', { headers: origin })).status).toBe(403)
  })
})

describe('a simulator that other machines can reach', () => {
  const from = (peer: string, path = '/sim/health', headers: Record<string, string> = { host: 'localhost' }) =>
    exchangeOf(new Request(`http://localhost${path}`, { headers }), {
      takeOver() {},
      socket: { peer, listensAt: '0.0.0.0', hasBody: false, body: async () => new Uint8Array() },
    })

  it('can be controlled from other machines only with controlHosts', () => {
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.8.8']) {
      expect(foreign(from(peer), new Set())).toBeUndefined()
    }
    for (const peer of ['192.168.1.7', '::ffff:10.0.0.1', 'fe80::1', '']) {
      expect(foreign(from(peer), new Set())).toMatchObject({ code: 'foreign_peer' })
      expect(foreign(from(peer), new Set(['chat']))).toBeUndefined()
    }
  })

  it('can be called from other machines by any host name, but from no foreign origin', () => {
    const host = 'chat.example.com'
    const call = (headers: Record<string, string>, path = '/api/v1/messages') =>
      foreign(from('192.168.1.7', path, headers), new Set())?.code
    expect(call({ host })).toBeUndefined()
    expect(call({ host, origin: 'http://chat.example.com' })).toBeUndefined()
    expect(call({ host, origin: 'http://evil.example.com' })).toBe('foreign_origin')
    expect(call({ host }, '/sim/health')).toBe('foreign_host')
    expect(call({}, '/sim/health')).toBe('foreign_peer')
    expect(call({ origin: 'http://localhost' })).toBe('foreign_origin')
  })
})
