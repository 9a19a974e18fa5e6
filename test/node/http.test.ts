import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'
import { addressList, clientAddress } from '../../src/node/http/connections.js'
import { everythingToHappen, gate, manualClock } from '../receiver/kit.js'
import { mention } from '../receiver/notifications.js'
import { fetchOnce, served, wire } from './serving.js'

const body = JSON.stringify(mention())
const head = (length: number, more = '') =>
  `POST / HTTP/1.1\r\nhost: bakery\r\ncontent-length: ${length}\r\n${more}\r\n`
/** Milliseconds, for clients that are to be disconnected. */
const quick = { headers: 200, body: 300, idle: 300 }
/** The same for a client that isn't slow, however busy the machine is. */
const patient = { headers: 2_000, body: 3_000, idle: 1_500 }

describe('a slow client', () => {
  it.each([
    ['says nothing at all', ''],
    ['stops in its headers', 'POST / HTTP/1.1\r\nhost: bak'],
    ['stops before its body', head(100)],
    ['stops in its body', `${head(100)}{"bot_email":`],
    ['stops in a chunk', 'POST / HTTP/1.1\r\nhost: bakery\r\ntransfer-encoding: chunked\r\n\r\n10\r\n{"bo'],
  ])('that %s is disconnected', async (_, bytes) => {
    const { port, post, delivered } = await served(() => {}, { timeouts: quick })
    const { write, closed } = await wire(port)
    if (bytes !== '') await write(bytes)
    await closed
    expect(delivered).toEqual([])
    await expect.poll(async () => (await post()).status).toBe(200)
  })

  it('that sends single bytes is disconnected after the body timeout', async () => {
    const { port, delivered } = await served(() => {}, { timeouts: quick })
    const { write, closed, socket } = await wire(port)
    await write(head(1_000_000))
    let open = true
    void closed.then(() => {
      open = false
    })
    while (open && !socket.destroyed) {
      await write('x')
      await everythingToHappen()
    }
    await closed
    expect(delivered).toEqual([])
  })

  it('that stays silent after a response is disconnected', async () => {
    const { port } = await served(() => {}, { timeouts: patient })
    const { write, answer, closed } = await wire(port)
    await write(`${head(Buffer.byteLength(body))}${body}`)
    expect(await answer()).toContain('200 OK')
    await closed
  })

  it("that waits for a slow handler isn't disconnected", async () => {
    const { opened, open } = gate()
    const clock = manualClock()
    const { port } = await served(({ reply }) => opened.then(() => reply('warm')), { timeouts: patient, clock })
    const slow = await wire(port)
    await slow.write(`${head(Buffer.byteLength(body))}${body}`)
    // Others come and go by the same time-outs meanwhile.
    for (let time = 0; time < 3; time += 1) await (await wire(port)).closed
    open()
    expect(await slow.answer()).toMatch(/200 OK[\s\S]*warm/)
  })
})

describe('with too many connections', () => {
  it('a new connection replaces the one that was idle longest', async () => {
    const { port, post, lines } = await served(() => {}, { maxConnections: 5 })
    const idle = []
    for (let at = 0; at < 20; at += 1) idle.push(await wire(port))
    expect((await post()).status).toBe(200)
    await Promise.all(idle.slice(0, 15).map(({ closed }) => closed))
    expect(lines.filter(({ message }) => message.startsWith('Too many connections'))).toHaveLength(1)
  })

  it('a recently used connection outlives an unused newer one', async () => {
    const { port } = await served(() => {}, { maxConnections: 2 })
    const [used, idle] = [await wire(port), await wire(port)]
    await used.write(`${head(Buffer.byteLength(body))}${body}`)
    expect(await used.answer()).toContain('200 OK')
    await wire(port)
    await idle.closed
    expect(used.socket.destroyed).toBe(false)
  })

  it('a connection that was reset and reopened from the same port is counted', async () => {
    const { port, post } = await served(() => {}, { maxConnections: 5 })
    const back: Awaited<ReturnType<typeof wire>>[] = []
    while (back.length < 20) {
      const first = await wire(port)
      const { localPort = 0 } = first.socket
      first.socket.resetAndDestroy()
      // Another program may have taken the port meanwhile.
      const again = await wire(port, localPort).catch(() => undefined)
      if (again) back.push(again)
    }
    await Promise.all(back.slice(0, 15).map(({ closed }) => closed))
    expect((await post()).status).toBe(200)
  })

  it('a connection with a running handler is never replaced', async () => {
    const { opened, open } = gate()
    const { port, delivered } = await served(({ reply }) => opened.then(() => reply('warm')), { maxConnections: 3 })
    const working = await wire(port)
    await working.write(`${head(Buffer.byteLength(body))}${body}`)
    while (delivered.length === 0) await everythingToHappen()
    for (let at = 0; at < 10; at += 1) await wire(port)
    open()
    expect(await working.answer()).toMatch(/200 OK[\s\S]*warm/)
  })

  it('new connections are closed while all others have running handlers', async () => {
    const { opened, open } = gate()
    const { port, delivered } = await served(() => opened, { maxConnections: 2 })
    for (const id of [1, 2]) {
      const text = JSON.stringify(mention({ id }))
      await (await wire(port)).write(`${head(Buffer.byteLength(text))}${text}`)
    }
    while (delivered.length < 2) await everythingToHappen()
    await (await wire(port)).closed
    expect(delivered).toHaveLength(2)
    open()
  })

  it('oversized headers get 431', async () => {
    const { port, post } = await served(() => {}, { maxHeaderBytes: 2_000 })
    const { write, answer } = await wire(port)
    await write(head(2, `x-junk: ${'x'.repeat(3_000)}\r\n`))
    expect(await answer()).toContain('431')
    expect((await post()).status).toBe(200)
  })

  it('a client with repeated failures is disconnected after each request', async () => {
    const { port, post } = await served(() => {}, { failureLimits: { perAddress: 2 } })
    const { write, answer, closed } = await wire(port)
    for (let time = 0; time < 3; time += 1) await write(`${head(1)}{`)
    expect(await answer()).toContain('400 Bad Request')
    await closed
    expect((await post()).status).toBe(200)
  })
})

it("close() doesn't wait for pipelined responses on a lost connection", async () => {
  const { opened, open } = gate()
  const { port, delivered, close } = await served(() => opened, { clock: manualClock() })
  const { write, socket, closed } = await wire(port)
  for (const id of [1, 2, 3]) {
    const text = JSON.stringify(mention({ id }))
    await write(`${head(Buffer.byteLength(text))}${text}`)
  }
  while (delivered.length < 3) await everythingToHappen()
  socket.destroy()
  await closed
  open()
  await expect(close()).resolves.toBeUndefined()
})

it('a server that fails to accept a connection logs it, continues and can be closed', async () => {
  const servers: Server[] = []
  const note = (message: unknown) => void servers.push((message as { readonly server: Server }).server)
  subscribe('http.server.request.start', note)
  onTestFinished(() => void unsubscribe('http.server.request.start', note))
  const { post, close, lines } = await served()
  await post()
  const failure = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE', syscall: 'accept' })
  servers[0]?.emit('error', failure)
  expect(lines.at(-1)).toMatchObject({ level: 'error', fields: { error: { code: 'EMFILE' } } })
  expect((await post()).status).toBe(200)
  await close()
})

describe('HTTP/1.0 without a Host header', () => {
  it.each(['/healthz', '/readyz', '/metrics'])('gets a response at %s', async (path) => {
    const { port } = await served()
    const { write, socket, closed } = await wire(port)
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes
    })
    await write(`GET ${path} HTTP/1.0\r\n\r\n`)
    await closed
    expect(received).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it('can deliver a notification', async () => {
    const { port, delivered } = await served(({ reply }) => reply('warm'))
    const { write, answer } = await wire(port)
    await write(`POST / HTTP/1.0\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    expect(await answer()).toMatch(/200 OK[\s\S]*warm/)
    expect(delivered).toHaveLength(1)
  })
})

describe('a secret path', () => {
  const { token: secret = '' } = createSimulator({ randomSeed: 31 }).credentials('echo')
  const path = `/hook/${secret}`
  const send = (url: string) => fetchOnce(url, { method: 'POST', body })

  it('is the only path that accepts deliveries', async () => {
    const { url, delivered, lines } = await served(() => {}, { path, failureLimits: { perAddress: 100 } })
    const almost = [`${path}x`, path.slice(0, -1), '/hook', '/', '', `/hook/${secret.toLowerCase()}`, `/${secret}`]
    for (const other of [...almost, `/x${path}`, `/hook//${secret}`, `/hook%2f${secret}`, `${path}/x`, '/healthz/x']) {
      expect((await send(`${url}${other}`)).status, other).toBe(404)
    }
    expect(delivered).toEqual([])
    for (const right of [path, `${path}?from=chat`]) expect((await send(`${url}${right}`)).status).toBe(200)
    expect(delivered).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(url).not.toContain(secret)
  })

  it('keeps /healthz at the root and below the path', async () => {
    const { url } = await served(() => {}, { path: `${path}/` })
    for (const place of ['/healthz', `${path}/healthz`]) expect((await fetchOnce(`${url}${place}`)).status).toBe(200)
    expect((await fetchOnce(`${url}${path}`)).status).toBe(405)
  })

  it('is recognised in an absolute request target', async () => {
    const { port, delivered } = await served(() => {}, { path })
    const { write, answer } = await wire(port)
    const length = `content-length: ${Buffer.byteLength(body)}`
    await write(`POST http://bakery${path} HTTP/1.1\r\nhost: bakery\r\n${length}\r\n\r\n${body}`)
    expect(await answer()).toContain('200 OK')
    expect(delivered).toHaveLength(1)
  })

  it('is masked in the log', async () => {
    const { url, lines } = await served(({ log }) => log.info({ where: `https://bots.example.com${path}` }, path), {
      path,
    })
    await send(`${url}${path}`)
    expect(lines.map(({ message }) => message)).toContain('/hook/***')
    expect(JSON.stringify(lines)).not.toContain(secret)
  })
})

describe('client addresses', () => {
  it("that aren't allowed are disconnected and logged once", async () => {
    const { port, lines } = await served(() => {}, { allow: ['203.0.113.0/24', '2001:db8::/32'] })
    for (let time = 0; time < 5; time += 1) await (await wire(port)).closed
    const told = lines.filter(({ fields }) => fields.address === '127.0.0.1')
    expect(told).toHaveLength(1)
    expect(told[0]?.message).toContain('`allow`')
  })

  it.each([['127.0.0.0/8'], ['::1', '127.0.0.1'], ['0.0.0.0/0']])(
    'that are allowed can connect: %s',
    async (...allow) => {
      const { post } = await served(() => {}, { allow })
      expect((await post()).status).toBe(200)
    },
  )

  it('are taken from a trusted proxy', async () => {
    const { post, delivered } = await served(() => {}, { allow: ['203.0.113.7'], trustProxy: ['127.0.0.1'] })
    const by = (forwarded: string) => post(mention(), { headers: { 'x-forwarded-for': forwarded } })
    const refused = await by('203.0.113.7, 198.51.100.1')
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: { code: 'address_not_allowed' } })
    expect((await post()).status).toBe(403)
    expect(delivered).toEqual([])
    expect((await by('198.51.100.1, 203.0.113.7')).status).toBe(200)
  })

  it('are not taken from headers without a trusted proxy', async () => {
    const { post, lines } = await served(() => {}, {})
    await post('{', { headers: { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.8' } })
    expect(lines.at(-1)?.fields).toMatchObject({ code: 'invalid_json', address: '127.0.0.1' })
  })

  it.each([
    ['nobody is trusted', [], '10.0.0.1', '203.0.113.7', '10.0.0.1'],
    ['the proxy is trusted', ['10.0.0.0/8'], '10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['the sender is not the proxy', ['10.0.0.0/8'], '192.0.2.1', '203.0.113.7', '192.0.2.1'],
    ['the sender forged what it could', ['10.0.0.0/8'], '10.0.0.1', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['there are two proxies', ['10.0.0.0/8'], '10.0.0.1', '1.1.1.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['there is a port', ['10.0.0.1'], '::ffff:10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['it is one of IPv6', ['::1'], '::1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['there is rubbish', ['10.0.0.0/8'], '10.0.0.1', 'unknown', '10.0.0.1'],
    ['all are proxies', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ])('are determined correctly if %s', (_, trusted, peer, forwarded, expected) => {
    const list = addressList(trusted)
    if ('invalid' in list) throw new Error(list.invalid)
    expect(clientAddress({ proxies: list }, peer, forwarded)).toBe(expected)
  })
})
