import { request } from 'node:http'
import { createSimulator, type Simulator } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { refuseForeign } from '../../../src/simulator/control/guard.js'

const opened: Simulator[] = []
afterEach(async () => {
  for (const simulator of opened.splice(0)) await simulator.close()
})

/** Sends a request with exactly these headers, and gives its status and its text. */
async function send(
  headers: Record<string, string>,
  { path = '/sim/health', method = 'GET', controlHosts = [] as string[] } = {},
): Promise<{ status: number; text: string }> {
  const simulator = createSimulator({ controlHosts })
  opened.push(simulator)
  const { port } = await simulator.listen()
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (incoming) => {
      let text = ''
      const end = () => resolve({ status: incoming.statusCode ?? 0, text })
      incoming.on('data', (part) => {
        text += part
        // A stream does not end by itself.
        if (path.includes('stream')) {
          end()
          outgoing.destroy()
        }
      })
      incoming.on('end', end)
    })
    outgoing.on('error', (error) => (path.includes('stream') ? undefined : reject(error)))
    outgoing.end()
  })
}

describe.each(['/sim/health', '/sim/journal/stream', '/sim/docs', '/sim/openapi.json', '/sim/nowhere'])(
  'the control API at %s',
  (path) => {
    it.each([
      ['a name of somebody else that leads here', { host: 'evil.example.com' }, 'FOREIGN_HOST'],
      ['the same with a port', { host: 'evil.example.com:80' }, 'FOREIGN_HOST'],
      ['a name that only begins like ours', { host: 'localhost.example.com' }, 'FOREIGN_HOST'],
      ['an address that only looks like ours', { host: '127.0.0.1.example.com' }, 'FOREIGN_HOST'],
      ['a page of another origin', { host: 'localhost:1', origin: 'https://evil.example.com' }, 'FOREIGN_ORIGIN'],
      ['a page of another port', { host: 'localhost:1', origin: 'http://localhost:2' }, 'FOREIGN_ORIGIN'],
      ['a page without an origin', { host: 'localhost:1', origin: 'null' }, 'FOREIGN_ORIGIN'],
      ['a picture in a page elsewhere', { host: 'localhost:1', 'sec-fetch-site': 'cross-site' }, 'FOREIGN_ORIGIN'],
      ['a picture in a page of another port', { host: 'localhost:1', 'sec-fetch-site': 'same-site' }, 'FOREIGN_ORIGIN'],
    ])('refuses %s', async (_, headers, code) => {
      const { status, text } = await send(headers, { path })
      expect(status).toBe(403)
      expect(JSON.parse(text).error).toMatchObject({ code, message: expect.stringContaining('controlHosts') })
    })
  },
)

describe('the control API', () => {
  it.each([
    ['this machine by its address', { host: '127.0.0.1:4000' }],
    ['by its other address', { host: '[::1]:4000' }],
    ['by its name', { host: 'localhost' }],
    ['a name that always leads here', { host: 'chat.localhost:80' }],
    ['a page of its own', { host: 'localhost:4000', origin: 'http://localhost:4000' }],
    ['a link in another page', { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ])('answers %s', async (_, headers) => {
    expect((await send(headers)).status).toBe(200)
  })

  it('lets no link do anything', async () => {
    const headers = { host: 'localhost', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await send(headers, { path: '/sim/reset', method: 'POST' })).status).toBe(403)
  })

  it('answers under a name that is allowed, and still no other', async () => {
    expect((await send({ host: 'chat:4000' }, { controlHosts: ['Chat'] })).status).toBe(200)
    expect((await send({ host: 'evil.example.com' }, { controlHosts: ['chat'] })).status).toBe(403)
  })

  it('answers other machines only where a name is allowed', () => {
    const from = (peer: string) => ({
      method: 'GET',
      target: '/sim/health',
      header: (name: string) => (name === 'host' ? 'localhost' : undefined),
      peer,
      hasBody: false,
      body: async () => new Uint8Array(),
    })
    for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.8.8']) refuseForeign(from(peer), new Set())
    for (const peer of ['192.168.1.7', '::ffff:10.0.0.1', 'fe80::1']) {
      expect(() => refuseForeign(from(peer), new Set())).toThrow(`from the machine ${peer}`)
      refuseForeign(from(peer), new Set(['chat']))
    }
  })

  it('leaves the description of the service itself to everybody', async () => {
    expect((await send({ host: 'chat.example.com' }, { path: '/openapi.json' })).status).toBe(200)
    expect((await send({ host: 'chat.example.com' }, { path: '/docs' })).status).toBe(200)
  })
})
