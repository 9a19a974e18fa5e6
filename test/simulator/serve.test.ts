import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { opener, type Service } from './ways.js'

/** Sends raw bytes and gives whatever comes back until the connection ends. */
function raw({ simulator }: Service, ...parts: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(Number(new URL(simulator.url).port), '127.0.0.1', () => {
      for (const part of parts) socket.write(part)
    })
    socket.setEncoding('latin1')
    socket.on('data', (part) => {
      heard += part
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
  })
}

const head = (...lines: string[]) => `${[...lines, 'Host: localhost', 'Connection: close'].join('\r\n')}\r\n\r\n`
const alive = async (service: Service) => (await service.call('iago', 'GET', '/users/me')).status

describe('a simulator on a socket', () => {
  const open = opener(true)

  it.each([
    ['no HTTP', ['hello\r\n\r\n'], /^HTTP\/1.1 400 /],
    ['bytes', [new Uint8Array([0, 255, 254, 13, 10, 13, 10])], /^HTTP\/1.1 400 /],
    ['a header without end', [`GET / HTTP/1.1\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`], /^HTTP\/1.1 431 /],
    ['an unknown verb', [head('BREW / HTTP/1.1')], /^HTTP\/1.1 400 /],
    ['a wrong length', [head('POST /api/v1/messages HTTP/1.1', 'Content-Length: abc')], /^HTTP\/1.1 400 /],
    ['a verb that nothing takes', [head('PROPFIND /api/v1/users HTTP/1.1')], /^HTTP\/1.1 405 /],
    ['a whole address', [head('GET http://x/api/v1/server_settings?a=1#b HTTP/1.1')], /^HTTP\/1.1 200 /],
    ['an address that is none', [head('GET ://%%% HTTP/1.1')], /^HTTP\/1.1 400 /],
    ['a star', [head('OPTIONS * HTTP/1.1')], /^HTTP\/1.1 404 /],
    ['two slashes', [head('GET //api//v1/users HTTP/1.1')], /^HTTP\/1.1 401 /],
    ['HTTP/1.0 without a host', ['GET /sim/health HTTP/1.0\r\n\r\n'], /^HTTP\/1\.\d 200 [\s\S]*\r\n\r\n\{/],
    ['a line break in the path', [head('GET /api/v1/%0d%0aX:%20y HTTP/1.1')], /^HTTP\/1.1 404 /],
  ])('answers %s, and the next request', async (_, parts, status) => {
    const service = await open()
    const answer = await raw(service, ...parts)
    expect(answer).toMatch(status)
    expect(answer).not.toMatch(/^X: y/m)
    expect(await alive(service)).toBe(200)
  })

  it('survives a caller that goes away in the middle of a body', async () => {
    const reported: unknown[] = []
    const service = await open({ log: { warn() {}, error: (fields) => reported.push(fields) } })
    const { authorization } = service.as('iago')
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(service.simulator.url).port), '127.0.0.1', () => {
        socket.write(
          `POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n` +
            'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ncontent=',
          () => socket.destroy(),
        )
      })
      socket.on('close', () => resolve())
    })
    expect(await alive(service)).toBe(200)
    expect(reported).toEqual([])
  })

  it('refuses a body that announces to be too large without reading it', async () => {
    const service = await open()
    const answer = await raw(
      service,
      head(
        'POST /api/v1/messages HTTP/1.1',
        `Authorization: ${service.as('iago').authorization}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${50 * 1024 * 1024}`,
      ),
      new Uint8Array(1000),
    ).catch(() => '')
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(await alive(service)).toBe(200)
  })

  it.each([
    ['without a key', ''],
    ['with a wrong key', `Authorization: Basic ${btoa('iago@example.com:wrong')}\r\n`],
  ])('answers an upload %s before its body has come', async (_, authorization) => {
    const service = await open()
    const socket = connect(Number(new URL(service.simulator.url).port), '127.0.0.1')
    // No byte of the body is ever sent.
    socket.write(
      `POST /api/v1/user_uploads HTTP/1.1\r\nHost: localhost\r\n${authorization}` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${25 * 1024 * 1024}\r\n\r\n`,
    )
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(String(answer)).toMatch(/^HTTP\/1.1 401 /)
    expect(await alive(service)).toBe(200)
  })

  it('takes large bodies only where files are taken', async () => {
    const service = await open()
    const announce = (path: string) =>
      raw(
        service,
        head(
          `POST /api/v1${path} HTTP/1.1`,
          `Authorization: ${service.as('iago').authorization}`,
          'Content-Type: multipart/form-data; boundary=x',
          `Content-Length: ${200 * 1024 * 1024}`,
        ),
        new Uint8Array(1000),
      )
    const limit = (answer: string) => Number(/larger than (\d+) bytes/.exec(answer)?.[1])
    const [file, message] = [await announce('/user_uploads'), await announce('/messages')]
    expect([file, message]).toEqual([
      expect.stringMatching(/^HTTP\/1.1 413 /),
      expect.stringMatching(/^HTTP\/1.1 413 /),
    ])
    expect([limit(file), limit(message)]).toEqual([101 * 1024 * 1024, 10 * 1024 * 1024])
  })

  it('keeps a connection for several requests', async () => {
    const service = await open()
    const request = 'GET /api/v1/server_settings HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const answer = await raw(service, request, request, head('HEAD /api/v1/server_settings HTTP/1.1'))
    expect(answer.match(/HTTP\/1.1 200 /g)).toHaveLength(3)
    expect(answer.match(/"result":"success"/g)).toHaveLength(2)
  })

  it('gives the length of what a GET would have been answered, also to a HEAD that a fault delays', async () => {
    const service = await open()
    const heads = async () => {
      const answer = await raw(service, head('HEAD /api/v1/server_settings HTTP/1.1'))
      return {
        status: answer.slice(9, 12),
        length: /^content-length: (\d+)/im.exec(answer)?.[1],
        end: answer.slice(-4),
      }
    }
    const { headers } = await service.send('/api/v1/server_settings')
    const expected = { status: '200', length: headers.get('content-length'), end: '\r\n\r\n' }
    expect(await heads()).toEqual(expected)
    service.simulator.faults.add('every call is delayed by 1ms')
    expect(await heads()).toEqual(expected)
  })

  it('understands a path with percent-encoded letters', async () => {
    const { call, send } = await open()
    expect((await send('/api/v1/server%5Fsettings')).status).toBe(200)
    expect((await call('iago', 'GET', '/%75sers/me')).body).toMatchObject({ full_name: 'Iago' })
    expect((await call('iago', 'GET', '/users%2Fme')).status).toBe(404)
  })

  it('answers many requests at once, each with its own answer', async () => {
    const service = await open()
    const paths = Array.from({ length: 50 }, (_, at) => `/api/v1/number-${at}`)
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const answer = await raw(service, `${requests.join('')}${head('GET /api/v1/server_settings HTTP/1.1')}`)
    const told = answer.matchAll(/^earshot-hint: .* has no endpoint at (\/number-\d+),/gim)
    expect([...told].map(([, path]) => `/api/v1${path}`)).toEqual(paths)
    expect(answer).toMatch(/"result":"success"[\s\S]*\}$/)
  })

  it('answers in a test whose timers stand still', async () => {
    vi.useFakeTimers()
    try {
      const service = await open()
      expect(await raw(service, head('GET /api/v1/server_settings HTTP/1.1'))).toMatch(/^HTTP\/1.1 200 /)
    } finally {
      vi.useRealTimers()
    }
  })

  it('takes a multipart form as other programs write it', async () => {
    const service = await open()
    const boundary = '------------------------d74496d66958873e'
    const body = [
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="a b.txt"',
      'Content-Type: text/plain',
      '',
      'One\r\nTwo',
      `--${boundary}--`,
      '',
    ].join('\r\n')
    const answer = await raw(
      service,
      head(
        'POST /api/v1/user_uploads HTTP/1.1',
        `Authorization: ${service.as('iago').authorization}`,
        `Content-Type: multipart/form-data; boundary=${boundary}`,
        `Content-Length: ${body.length}`,
      ),
      body,
    )
    expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*"filename":"a b.txt"/)
  })
})
