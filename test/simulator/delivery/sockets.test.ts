import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createSimulator, type Simulator, type SimulatorOptions } from 'earshot/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { lunch } from './kitchen.js'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Serves on a free port of the loopback address, and gives the address. */
async function serve(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serveHttp = (listener: RequestListener) => serve(createHttpServer(listener))
const serveRaw = (answer: (socket: Socket) => void) =>
  serve(createServer((socket) => socket.once('data', () => answer(socket))))

function simulatorWith(address: string, options?: SimulatorOptions) {
  const simulator = createSimulator(options)
  closing.push(() => simulator.close())
  simulator.connect('echo', address)
  return {
    simulator,
    async mention(text = '@**Echo** hi') {
      simulator.say('hamlet', lunch, text)
      await simulator.idle()
      return simulator.messages(lunch).at(-1)?.content
    },
  }
}

describe('a delivery over a socket', () => {
  it('has exactly the headers of the real server', async () => {
    const seen: { headers: string[]; body: string }[] = []
    const address = await serveHttp((request, response) => {
      let body = ''
      request.setEncoding('utf8')
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        seen.push({ headers: request.rawHeaders, body })
        response.end('{"content": "Käse"}')
      })
    })
    const { mention } = simulatorWith(`${address}/hook?a=b`)
    expect(await mention('@**Echo** Käse?')).toBe('Käse')
    const [{ headers, body } = { headers: [], body: '' }] = seen
    const names = headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
    expect(names.sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ])
    expect(headers[headers.indexOf('Connection') + 1]).toBe('keep-alive')
    expect(headers[headers.indexOf('Content-Length') + 1]).toBe(String(body.length))
    expect(body).toContain('"data": "@**Echo** K\\u00e4se?"')
  })

  it("sends the address's credentials as a header, and keeps them out of the records", async () => {
    const seen: (string | undefined)[] = []
    const address = await serveHttp((request, response) => {
      seen.push(request.headers.authorization)
      response.end('{"response_not_required": true}')
    })
    const { simulator, mention } = simulatorWith(address.replace('http://', 'http://me:open%20sesame@'))
    await mention()
    expect(seen).toEqual([`Basic ${btoa('me:open sesame')}`])
    const records = JSON.stringify(simulator.deliveries)
    expect(records).not.toContain('sesame')
    expect(records).not.toContain(btoa('me:open sesame'))
  })

  it('follows redirects to other addresses', async () => {
    const target = await serveHttp((request, response) => {
      response.end(JSON.stringify({ content: `${request.method} ${request.url}` }))
    })
    for (const [status, said] of [
      [303, 'GET /b'],
      [308, 'POST /b'],
    ] as const) {
      const address = await serveHttp((_, response) => {
        response.writeHead(status, { location: `${target}/b` }).end()
      })
      expect(await simulatorWith(address).mention()).toBe(said)
    }
  })

  it("keeps the password of a redirect's location out of the records", async () => {
    const target = await serveHttp((_, response) => response.end('{}'))
    const location = target.replace('//', '//me:sesame@')
    const address = await serveHttp((_, response) => response.writeHead(307, { location }).end())
    const { simulator, mention } = simulatorWith(address)
    await mention()
    expect(simulator.deliveries[0]?.attempts[0]?.exchanges).toHaveLength(2)
    expect(JSON.stringify(simulator.deliveries)).not.toContain('sesame')
  })

  it('decompresses the answer', async () => {
    const zipped = await new Response(
      Response.json({ content: 'Small' }).body?.pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer()
    const address = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from(zipped))
    })
    expect(await simulatorWith(address).mention()).toBe('Small')
  })

  it('uses a fetch that was passed in', async () => {
    const urls: string[] = []
    const { mention } = simulatorWith('https://bot.example.com/hook', {
      fetch: async (input, init) => {
        urls.push(`${init?.method} ${String(input)}`)
        return Response.json({ content: 'Fetched' })
      },
    })
    expect(await mention()).toBe('Fetched')
    expect(urls).toEqual(['POST https://bot.example.com/hook'])
  })
})

describe('a bot behind a socket that', () => {
  it.each([
    ['closes the connection', (socket: Socket) => socket.destroy(), 'connection error', 4],
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy(), 'connection error', 4],
    ["doesn't speak HTTP", (socket: Socket) => socket.end('220 mail.example.com ESMTP\r\n'), 'connection error', 4],
    [
      'closes the connection in the middle of its answer',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"content":', () => socket.destroy())
      },
      'connection error',
      4,
    ],
  ])('%s fails the delivery, and the next one succeeds', async (_, answer, kind, attempts) => {
    let calls = 0
    const broken = await serveRaw((socket) => {
      calls += 1
      answer(socket)
    })
    const { simulator, mention } = simulatorWith(broken)
    expect(await mention()).toMatch(/^Failure! /)
    expect(calls).toBe(attempts)
    const [record] = simulator.deliveries
    expect(record?.attempts.map(({ result }) => result.kind)).toEqual(Array(attempts).fill(kind))

    simulator.connect('echo', await serveHttp((_, response) => response.end('{"content": "Well again"}')))
    expect(await mention()).toBe('Well again')
  })

  it("isn't running is reported as unavailable", async () => {
    const server = createServer()
    const address = await serve(server)
    await closing.pop()?.()
    expect(await simulatorWith(address).mention()).toBe('Failure! Bot is unavailable')
  })

  it('hangs is tried again at each timeout, and its connections are closed', async () => {
    let calls = 0
    const closed: Promise<void>[] = []
    const address = await serveRaw((socket) => {
      calls += 1
      closed.push(new Promise((resolve) => socket.on('close', () => resolve())))
    })
    const { simulator, mention } = simulatorWith(address, { deliveryTimeout: 30, clock: 'frozen' })
    const answered = mention()
    for (const call of [1, 2, 3, 4]) {
      await expect.poll(() => calls).toBe(call)
      await simulator.advance(30)
    }
    expect(await answered).toBe('Failure! Bot is unavailable')
    await Promise.all(closed)
    expect(calls).toBe(4)
    const told = simulator.messages({ dm: ['echo', 'iago'] }).at(-1)?.content
    expect(told).toContain('Request timed out after 0.03 seconds.')
  })

  it('answers with 50 MB has its answer cut off', async () => {
    let sent = 0
    const address = await serveHttp((_, response) => {
      const part = Buffer.alloc(1024 * 1024, 'a')
      const more = () => {
        while (sent < 50 && !response.destroyed) {
          sent += 1
          if (!response.write(part)) {
            response.once('drain', more)
            return
          }
        }
        response.end()
      }
      more()
    })
    expect(await simulatorWith(address).mention()).toContain('*ResponseTooLarge*')
    expect(sent).toBeLessThan(50)
  })

  it('announces 50 MB fails the delivery without its answer being read', async () => {
    const address = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-length': String(50 * 1024 * 1024) })
      response.write('a')
    })
    expect(await simulatorWith(address).mention()).toContain('*ResponseTooLarge*')
  })

  it('is handling a delivery when the simulator closes has its connection closed', async () => {
    let arrived: () => void = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const closed: Promise<void>[] = []
    const address = await serveRaw((socket) => {
      closed.push(new Promise((resolve) => socket.on('close', () => resolve())))
      arrived()
    })
    const { simulator } = simulatorWith(address)
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await arrival
    await simulator.close()
    await Promise.all(closed)
    expect(simulator.deliveries[0]?.outcome).toBe('abandoned')
  })
})

describe("a bot's address", () => {
  /** Sets where the notifications of the bot go, by a call of the API. */
  const update = ({ realm }: Simulator, service_payload_url: string) =>
    realm.call('bots.update', realm.account('iago'), { bot_id: realm.account('echo').id, service_payload_url })
  const says = (content: string) => serveHttp((_, response) => response.end(JSON.stringify({ content })))

  it('set by bots.update is used for later deliveries until another is connected', async () => {
    const [first, second, third] = [await says('first'), await says('second'), await says('third')]
    const { simulator, mention } = simulatorWith(first)
    expect(await mention()).toBe('first')
    update(simulator, `${second}/hook`)
    expect(await mention()).toBe('second')
    expect(simulator.deliveries.at(-1)?.request.url).toBe(`${second}/hook`)
    simulator.connect('echo', third)
    expect(await mention()).toBe('third')
    update(simulator, `${second}/hook`)
    expect(await mention()).toBe('second')
  })

  it('set by bots.update is reverted when a checkpoint is restored', async () => {
    const [first, second] = [await says('first'), await says('second')]
    const { simulator, mention } = simulatorWith(first)
    simulator.checkpoint('before')
    update(simulator, second)
    simulator.restore('before')
    expect(await mention()).toBe('first')
  })

  it("set by bots.update doesn't disconnect a bot in this process", async () => {
    const { simulator, mention } = simulatorWith('http://127.0.0.1:9/')
    simulator.connect('echo', () => Response.json({ content: 'Here.' }))
    update(simulator, await says('There.'))
    expect(await mention()).toBe('Here.')
  })

  it.each(['', 'bot.example.com', 'ftp://bot.example.com', 'http://', 'javascript:alert(1)'])(
    'is refused if it is %j',
    (address) => {
      const simulator = createSimulator()
      expect(() => simulator.connect('echo', address)).toThrow(/is no address of a bot; give one that begins with http/)
    },
  )
})
