import { gzipSync } from 'node:zlib'
import { fetchTransport, type Transport } from 'earshot/client'
import { NodeClient, type NodeClientOptions, undiciTransport } from 'earshot/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Bounds } from '../../src/client/index.js'
import { unknownCertificate } from './certificate.js'
import {
  type Answering,
  answerJson,
  bareServer,
  nobodysAddress,
  type SocketServer,
  socketServer,
} from './socketServer.js'
import { user } from './stage.js'
import { standingTime } from './time.js'

const good = { result: 'success', msg: '' }
const credentials = { email: 'iago@example.com', apiKey: 'any key that is long', featureLevel: 496 }
const rest: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of rest.splice(0).reverse()) await close()
})

async function serve(answer: Answering): Promise<SocketServer> {
  const server = await socketServer(answer)
  rest.push(server.close)
  return server
}

function connect(site: string, options: Partial<NodeClientOptions> = {}): NodeClient {
  const client = new NodeClient({ site, ...credentials, retry: { attempts: 2, firstWait: 0 }, ...options })
  rest.push(() => client.close())
  return client
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  )

const ways: [string, Partial<NodeClientOptions>][] = [
  ['its own connections', {}],
  ['the platform’s fetch', { fetch }],
]

describe.each(ways)('a client with %s', (_, way) => {
  const open = (site: string, options: Partial<NodeClientOptions> = {}) => connect(site, { ...way, ...options })

  it('sends what it should, and reads what it gets', async () => {
    const server = await serve((response, { method }) =>
      answerJson(response, method === 'GET' ? { ...good, user } : good),
    )
    const client = open(server.url)
    expect((await client.users.getByEmail({ email: 'ä@example.com', client_gravatar: false })).user).toEqual(user)
    await client.users.deactivate({ user_id: 10, deactivation_notification_comment: 'Åse & Øyvind' })
    const authorization = `Basic ${btoa('iago@example.com:any key that is long')}`
    expect(server.heard).toMatchObject([
      {
        method: 'GET',
        url: '/api/v1/users/%C3%A4%40example.com?client_gravatar=false',
        headers: { authorization, accept: 'application/json', 'user-agent': expect.stringMatching(/^Earshot\//) },
        body: Buffer.alloc(0),
      },
      {
        method: 'DELETE',
        url: '/api/v1/users/10',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from('deactivation_notification_comment=%C3%85se+%26+%C3%98yvind'),
      },
    ])
  })

  it('uploads a file, byte for byte', async () => {
    const server = await serve((response) => answerJson(response, { ...good, url: '/user_uploads/1' }))
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256)
    await open(server.url).files.upload({ file: new File([bytes], 'brød.bin') })
    const { headers, body } = server.heard[0] ?? { headers: {}, body: Buffer.alloc(0) }
    const form = await new Response(Uint8Array.from(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData()
    const file = form.get('file') as File
    expect(file.name).toBe('brød.bin')
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes)
  })

  it('reads an answer that comes in pieces', async () => {
    const server = await serve((response) => {
      const bytes = Buffer.from(JSON.stringify({ ...good, user: { ...user, full_name: '漢字 🥖' } }))
      for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7))
      response.end()
    })
    expect((await open(server.url).users.get({ user_id: 1 })).user.full_name).toBe('漢字 🥖')
  })

  it.each(['retry-after', 'Retry-After', 'RETRY-AFTER'])('knows the header %s, and the first of two', async (name) => {
    const refusal = JSON.stringify({ result: 'error', code: 'RATE_LIMIT_HIT', msg: 'Slow down' })
    const server = await serve((response) => {
      response.writeHead(429, [name, '7', name, '8', 'x-other', '9']).end(refusal)
    })
    const error = await failure(open(server.url, { retry: { attempts: 1 } }).users.me())
    // The platform's fetch makes one value of both.
    expect(error).toMatchObject({ code: 'RATE_LIMIT_HIT', ...('fetch' in way ? {} : { retryAfter: 7_000 }) })
  })

  it.each(['announced', 'unannounced'])('does not read an answer that is too long, %s', async (kind) => {
    const body = JSON.stringify({ ...good, members: [], padding: 'x'.repeat(5000) })
    const server = await serve((response) => {
      if (kind === 'announced') response.setHeader('content-length', body.length)
      else response.flushHeaders()
      response.end(body)
    })
    const error = await failure(open(server.url, { maxAnswerBytes: 1000 }).users.list())
    expect(error).toMatchObject({
      code: 'malformed_answer',
      status: 200,
      problem: 'is longer than 1000 bytes',
      attempts: 1,
    })
    const client = open(server.url, { maxAnswerBytes: body.length })
    expect((await client.users.list()).members).toEqual([])
  })

  it.each([
    ['before the answer', (response: Parameters<Answering>[0]) => response.destroy()],
    [
      'in the middle of the answer',
      (response: Parameters<Answering>[0]) => {
        response.writeHead(200, { 'content-length': 1000 })
        response.write('{"result":"succ', () => response.destroy())
      },
    ],
    [
      'in the middle of an answer of unknown length',
      (response: Parameters<Answering>[0]) => {
        response.write('{"result":"succ', () => response.destroy())
      },
    ],
  ])('sends again what it may, and nothing else, when the connection breaks %s', async (_, answer) => {
    const server = await serve(answer)
    const client = open(server.url)
    expect(await failure(client.users.me())).toMatchObject({ code: 'network', attempts: 2, mayHaveTakenEffect: false })
    expect(server.heard).toHaveLength(2)
    expect(await failure(client.messages.delete({ message_id: 1 }))).toMatchObject({
      code: 'network',
      attempts: 1,
      mayHaveTakenEffect: true,
    })
    expect(server.heard).toHaveLength(3)
  })

  it('knows that nothing was sent when nobody is there', async () => {
    const error = await failure(open(await nobodysAddress()).messages.delete({ message_id: 1 }))
    expect(error).toMatchObject({ code: 'network', attempts: 0, mayHaveTakenEffect: false })
    expect((error as Error).message).toContain('ECONNREFUSED')
  })

  it('takes an answer that is no HTTP for none', async () => {
    const server = await bareServer((socket) => socket.end('220 mail.example.com ESMTP\r\n'))
    rest.push(server.close)
    expect(await failure(open(server.url).users.me())).toMatchObject({ code: 'network' })
  })

  it('ends the connection when the time of a call is up', async () => {
    const time = standingTime()
    const server = await serve((response) => {
      response.on('close', () => closed())
      time.pass(30_000)
    })
    let closed = () => {}
    const seen = new Promise<void>((resolve) => {
      closed = resolve
    })
    const client = open(server.url, { clock: time })
    expect(await failure(client.messages.delete({ message_id: 1 }))).toMatchObject({ code: 'timeout', timeout: 30_000 })
    await seen
  })

  it('ends the connection when an answer stops half way and its time is up', async () => {
    const time = standingTime()
    const server = await serve((response) => {
      response.write('{"result"', () => time.pass(30_000))
    })
    expect(await failure(open(server.url, { clock: time }).messages.delete({ message_id: 1 }))).toMatchObject({
      code: 'timeout',
      mayHaveTakenEffect: true,
    })
  })

  it('ends the connection when its caller gives up', async () => {
    const controller = new AbortController()
    const server = await serve(() => controller.abort(new Error('enough')))
    expect(await failure(open(server.url).users.me({}, { signal: controller.signal }))).toMatchObject({
      message: 'enough',
    })
  })

  it('never takes its key to another address', async () => {
    const elsewhere = await serve((response) => answerJson(response, good))
    const server = await serve((response) => response.writeHead(307, { location: `${elsewhere.url}/api/v1/x` }).end())
    expect(await failure(open(server.url).messages.delete({ message_id: 1 }))).toMatchObject({
      code: 'redirect',
      from: `${server.url}/api/v1/messages/1`,
      to: `${elsewhere.url}/api/v1/x`,
    })
    expect(elsewhere.heard).toEqual([])
  })

  it('copes with a page where JSON should be', async () => {
    const server = await serve((response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>'),
    )
    expect(await failure(open(server.url).users.me())).toMatchObject({
      status: 502,
      problem: 'is not JSON but text/html',
    })
  })

  it('reads what a server that likes to compress sends', async () => {
    const json = JSON.stringify({ ...good, ...user })
    const server = await serve((response, { headers }) => {
      const isWanted = headers['accept-encoding'] === undefined || /gzip|\*/.test(headers['accept-encoding'] as string)
      response.writeHead(200, { 'content-type': 'application/json', ...(isWanted && { 'content-encoding': 'gzip' }) })
      response.end(isWanted ? gzipSync(json) : json)
    })
    expect(await open(server.url).users.me()).toMatchObject({ full_name: 'Hamlet' })
  })

  it('goes on as if nothing had been, after any of this', async () => {
    let calls = 0
    const server = await serve((response) =>
      calls++ % 2 === 0 ? response.destroy() : answerJson(response, { ...good, ...user }),
    )
    const client = open(server.url, { retry: { attempts: 1 } })
    expect(await failure(client.users.me())).toMatchObject({ code: 'network' })
    expect(await client.users.me()).toMatchObject({ full_name: 'Hamlet' })
  })
})

describe('the connections of a client on Node', () => {
  const answer: Answering = (response) => answerJson(response, { ...good, ...user })

  it('are used again', async () => {
    const server = await serve(answer)
    const client = connect(server.url)
    for (let call = 0; call < 10; call += 1) await client.users.me()
    expect(server.heard).toHaveLength(10)
    // A call can begin a moment before the connection of the last one is free again.
    expect(server.sockets.length).toBeLessThanOrEqual(2)
  })

  it('are no more than was said', async () => {
    const server = await serve(answer)
    const client = connect(server.url, { connections: { connections: 2 } })
    await Promise.all(Array.from({ length: 20 }, () => client.users.me()))
    expect(server.heard).toHaveLength(20)
    expect(server.sockets.length).toBeLessThanOrEqual(2)
  })

  it('are gone when the client is closed, and come back when it is used again', async () => {
    const server = await serve(answer)
    const client = connect(server.url)
    await client.users.me()
    const ended = new Promise((resolve) => server.sockets[0]?.once('close', resolve))
    await client.close()
    await ended
    await client.users.me()
    expect(server.sockets).toHaveLength(2)
  })

  it('can be shared, and then are not the client’s to close', async () => {
    const server = await serve(answer)
    const transport = undiciTransport({ connections: 1 })
    rest.push(() => transport.close())
    const [one, other] = [connect(server.url, { transport }), connect(server.url, { transport })]
    await one.users.me()
    await one.close()
    await other.users.me()
    expect(server.sockets).toHaveLength(1)
  })

  it('give up in time what waits for a free one, and say that it was not sent', async () => {
    const server = await serve(() => {})
    const client = connect(server.url, { connections: { connections: 1 }, retry: { attempts: 1 } })
    const giveUp = new AbortController()
    const first = client.users.me({}, { signal: giveUp.signal }).catch(() => {})
    await expect.poll(() => server.heard.length).toBe(1)
    const message = { type: 'direct', to: [1], content: 'a' } as const
    expect(await failure(client.messages.send(message, { timeout: 50 }))).toMatchObject({
      code: 'timeout',
      attempts: 0,
      mayHaveTakenEffect: false,
      message: expect.stringContaining('(not sent)'),
    })
    const reason = new Error('changed my mind')
    expect(await failure(client.messages.send(message, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    const leaving = new AbortController()
    const waiting = failure(client.messages.send(message, { signal: leaving.signal }))
    await new Promise((resolve) => setImmediate(resolve))
    leaving.abort(reason)
    expect(await waiting).toBe(reason)
    expect(server.heard).toHaveLength(1)
    giveUp.abort()
    await first
  })

  it('make no AbortController for a call, unless something reads its signal', async () => {
    const server = await serve((response) => answerJson(response, { ...good, ...user }))
    const transport = undiciTransport()
    rest.push(() => transport.close())
    const reading: Transport = { send: (request, bounds) => transport.send(request, { ...bounds }) }
    const [plain, read] = [connect(server.url, { transport }), connect(server.url, { transport: reading })]
    await plain.users.me()
    let made = 0
    const Counted = class extends AbortController {
      constructor() {
        super()
        made += 1
      }
    }
    vi.stubGlobal('AbortController', Counted)
    try {
      await plain.users.me()
      expect(made).toBe(0)
      await read.users.me()
      expect(made).toBe(1)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it.each([
    ['the bounds', (bounds: Bounds) => bounds],
    ['a copy of the bounds', (bounds: Bounds) => ({ ...bounds, maxBytes: 1_000 })],
    ['the signal alone', ({ signal }: Bounds) => ({ signal, maxBytes: 1_000 })],
  ])('end a call in time when a transport around them passes on %s', async (_, passedOn) => {
    const time = standingTime()
    const server = await serve(() => time.pass(30_000))
    const transport = undiciTransport()
    rest.push(() => transport.close())
    const around: Transport = { send: (request, bounds) => transport.send(request, passedOn(bounds)) }
    const call = connect(server.url, { transport: around, clock: time }).messages.delete({ message_id: 1 })
    expect(await failure(call)).toMatchObject({ code: 'timeout', mayHaveTakenEffect: true })
  })

  it('may have less patience than a call', async () => {
    const server = await serve(() => {})
    const client = connect(server.url, { connections: { headersTimeout: 1 }, retry: { attempts: 1 } })
    expect(await failure(client.users.me())).toMatchObject({ code: 'timeout', attempts: 1 })
  })

  it('trust whom they are told to, and nobody else', async () => {
    const certificate = unknownCertificate()
    const server = await socketServer(answer, certificate)
    rest.push(server.close)
    const stranger = connect(server.url, { retry: { attempts: 1 } })
    expect(await failure(stranger.users.me())).toMatchObject({
      code: 'network',
      reason: expect.stringMatching(/certificate/i),
    })
    const friend = connect(server.url, { connections: { ca: certificate.cert } })
    expect(await friend.users.me()).toMatchObject({ full_name: 'Hamlet' })
    expect(server.heard).toHaveLength(1)
  })
})

describe('the two ways of sending', () => {
  it('can both be used by themselves', async () => {
    const server = await serve((response, { body }) => answerJson(response, { got: body.toString() }, 201))
    for (const transport of [undiciTransport(), fetchTransport()]) {
      const answer = await transport.send(
        {
          method: 'POST',
          origin: server.url,
          path: '/x',
          headers: { 'content-type': 'text/plain' },
          body: 'hi',
        },
        { signal: new AbortController().signal, maxBytes: 100 },
      )
      expect([answer.status, answer.header('content-type'), answer.header('x-none'), answer.text]).toEqual([
        201,
        'application/json',
        undefined,
        '{"got":"hi"}',
      ])
      await transport.close?.()
    }
  })
})
