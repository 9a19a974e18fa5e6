import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { createSimulator, SimulatorOptionError } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { type Controlled, lunch, stage } from './stage.js'

const open = stage()

interface Posted {
  readonly token: string
  readonly data: string
  readonly message: { readonly id: number; readonly content: string }
}

/** A simulator whose Echo says what it is told, and what was posted to it. */
function withEcho(): Controlled & { readonly posted: readonly Posted[]; readonly raw: readonly string[] } {
  const controlled = open()
  const posted: Posted[] = []
  const raw: string[] = []
  controlled.simulator.connect('echo', async (request) => {
    const text = await request.text()
    raw.push(text)
    try {
      posted.push(JSON.parse(text))
    } catch {
      return new Response('', { status: 400 })
    }
    return Response.json({ content: `You said: ${posted.at(-1)?.data}` })
  })
  return { ...controlled, posted, raw }
}

describe('the list of deliveries', () => {
  it('includes bodies by default, and only a summary with bodies=brief', async () => {
    const { simulator, control } = withEcho()
    const first = async (path: string) => {
      const { body } = await control('GET', path)
      const [one] = body.deliveries as readonly { readonly request: { readonly body: string } }[]
      if (one === undefined) throw new Error('There is none.')
      return one
    }
    simulator.say('hamlet', lunch, `@**Echo** ${'flour '.repeat(1000)}`)
    await simulator.idle()
    const brief = await first('/deliveries?bodies=brief')
    expect(JSON.parse(brief.request.body)).toMatchObject({
      data: expect.stringMatching(/^@\*\*Echo\*\* flour .{184}$/),
      message: { sender_full_name: 'Hamlet', display_recipient: lunch.channel, subject: lunch.topic },
    })
    expect(brief).toMatchObject({ outcome: 'replied', attempts: [{ result: { status: 200, body: '' } }] })
    expect(JSON.stringify(brief).length).toBeLessThan(2000)
    expect((await first('/deliveries')).request.body.length).toBeGreaterThan(10_000)
  })
})

describe('resending a delivery', () => {
  it("sends it with a new message ID, so that it isn't taken for a duplicate", async () => {
    const { simulator, control, mention, posted } = withEcho()
    const id = await mention()
    const { body } = await control('POST', '/deliveries/1/resend', {})
    await simulator.idle()
    expect(body).toMatchObject({ id: 2, resends: 1, isEdited: false, outcome: 'under way' })
    expect(posted.map((one) => one.message.id)).toEqual([id, id + 2])
    expect({ ...posted[1], message: { ...posted[1]?.message, id } }).toEqual(posted[0])
    expect((await control('GET', '/deliveries/2')).body).toMatchObject({ outcome: 'replied' })
    // What was sent again leads to another reply, in the same place.
    expect(
      simulator
        .messages(lunch)
        .map(({ content }) => content)
        .slice(-2),
    ).toEqual(Array(2).fill('You said: @**Echo** hi'))
  })

  it('uses a message ID that no message has or will have', async () => {
    const { simulator, control, mention, posted } = withEcho()
    await mention()
    await control('POST', '/deliveries/1/resend', {})
    await simulator.idle()
    await mention()
    const ids = simulator.messages(lunch).map(({ id }) => id)
    expect(new Set([...ids, posted[1]?.message.id]).size).toBe(ids.length + 1)
  })

  it('sends the same bytes with `exact`', async () => {
    const { simulator, control, mention, raw } = withEcho()
    await mention()
    await control('POST', '/deliveries/1/resend', { exact: true })
    await simulator.idle()
    expect(raw[1]).toBe(raw[0])
  })

  it('accepts an edited body with the masked token, and puts the real one in', async () => {
    const { simulator, control, mention, posted } = withEcho()
    await mention()
    const { body } = await control('GET', '/deliveries/1')
    const shown = JSON.parse((body.request as { body: string }).body)
    expect(shown.token).toBe('********')
    const edited = await control('POST', '/deliveries/1/resend', { body: { ...shown, data: 'something else' } })
    await simulator.idle()
    expect(edited.body).toMatchObject({ isEdited: true, resends: 1 })
    expect(posted[1]).toMatchObject({ token: simulator.credentials('echo').token, data: 'something else' })
    expect(simulator.messages(lunch).at(-1)?.content).toBe('You said: something else')
  })

  it('accepts any text as the body', async () => {
    const { simulator, control, mention, raw } = withEcho()
    await mention()
    await control('POST', '/deliveries/1/resend', { body: '{"bot_email": "echo' })
    await simulator.idle()
    expect(raw[1]).toBe('{"bot_email": "echo')
    expect((await control('GET', '/deliveries/2')).body).toMatchObject({ outcome: 'failed' })
  })
})

describe('held deliveries', () => {
  it('wait until they are released, with an edited body if one is given', async () => {
    const { simulator, control, mention, posted } = withEcho()
    expect((await control('POST', '/deliveries/hold', { bot: 'Echo' })).body).toEqual({ holds: ['Echo'] })
    await mention()
    expect(posted).toEqual([])
    const { body } = await control('GET', '/deliveries/1')
    expect(body.outcome).toBe('held')
    const shown = JSON.parse((body.request as { body: string }).body)
    await control('POST', '/deliveries/1/release', { body: { ...shown, data: 'edited' } })
    await simulator.idle()
    expect(posted).toMatchObject([{ data: 'edited', message: shown.message }])
    const again = await control('POST', '/deliveries/1/release', {})
    expect([again.status, again.body]).toMatchObject([
      409,
      { error: { code: 'not_held', message: 'Delivery 1 is not held: it is "replied".' } },
    ])
  })

  it('are all sent in order when the hold is lifted', async () => {
    const { simulator, control, mention, posted } = withEcho()
    await control('POST', '/deliveries/hold', {})
    await mention('@**Echo** one')
    await mention('@**Echo** two')
    expect((await control('POST', '/deliveries/let-go', {})).body).toEqual({ holds: [] })
    await simulator.idle()
    await mention('@**Echo** three')
    expect(posted.map(({ data }) => data)).toEqual(['@**Echo** one', '@**Echo** two', '@**Echo** three'])
  })

  it('can be those of a single bot', async () => {
    const { simulator, control, mention, posted } = withEcho()
    simulator.addBot({ full_name: 'Puck', address: () => Response.json({}) })
    await control('POST', '/deliveries/hold', { bot: 'Puck' })
    await mention('@**Echo** and @**Puck**')
    expect(posted).toHaveLength(1)
    const { body } = await control('GET', '/deliveries?outcome=held')
    expect(body.deliveries).toMatchObject([{ bot: { full_name: 'Puck' } }])
    await control('POST', '/deliveries/let-go', { bot: 'Puck' })
    await simulator.idle()
    expect((await control('GET', '/deliveries?outcome=held')).body.deliveries).toEqual([])
  })

  it('are still held after a checkpoint is restored', async () => {
    const { simulator, control, mention, posted } = withEcho()
    await control('POST', '/deliveries/hold', {})
    await mention()
    simulator.checkpoint('held')
    await control('POST', '/deliveries/let-go', {})
    await simulator.idle()
    simulator.restore('held')
    expect((await control('GET', '/deliveries/1')).body.outcome).toBe('held')
    expect((await control('GET', '/deliveries/holds')).body).toEqual({ holds: ['all'] })
    await control('POST', '/deliveries/1/release', {})
    await simulator.idle()
    expect(posted).toHaveLength(2)
  })
})

describe('exporting a delivery', () => {
  it('gives a curl command that a shell can run, whatever the message contains', async () => {
    const { simulator, control, mention } = open()
    const bodies: string[] = []
    const server = createServer((incoming, outgoing) => {
      let body = ''
      incoming.on('data', (part) => {
        body += part
      })
      incoming.on('end', () => {
        bodies.push(body)
        outgoing.end('{}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    simulator.connect('echo', `http://127.0.0.1:${port}/?a=b&c='d'`)
    await mention("@**Echo** it's $HOME `whoami` \\ \"quoted\" & 'more' … 🍞")
    const { text } = await control('GET', '/deliveries/1/curl')
    await promisify(execFile)('sh', ['-c', text])
    server.close()
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toBe(bodies[0])
    expect(bodies[0]).toContain(simulator.credentials('echo').token)
  })
})

describe('the hosts to which deliveries may go', () => {
  it('are those of this machine by default', async () => {
    const { simulator, mention } = open()
    simulator.connect('echo', 'http://bots.example.com/hook')
    await mention()
    expect(simulator.deliveries[0]).toMatchObject({
      outcome: 'failed',
      notice: 'Failure! Third party responded with 407',
      ownerNotice: expect.stringContaining('private or disallowed network'),
      attempts: [{ result: { status: 407, body: expect.stringContaining("deliverTo: ['bots.example.com']") } }],
    })
  })

  it('exclude other machines after a redirect too', async () => {
    const { simulator, mention } = open()
    simulator.connect(
      'echo',
      () => new Response('', { status: 307, headers: { location: 'http://10.0.0.1/latest/meta-data' } }),
    )
    await mention()
    expect(simulator.deliveries[0]).toMatchObject({ attempts: [{ exchanges: [{ status: 307 }, { status: 407 }] }] })
  })

  it.each([
    ['bots.example.com', 'http://bots.example.com:1/', true],
    ['BOTS.example.com', 'http://bots.EXAMPLE.com:1/', true],
    ['*.example.com', 'http://a.b.example.com:1/', true],
    ['*.example.com', 'http://badexample.com:1/', false],
    ['*', 'http://10.255.255.1:1/', true],
    ['10.0.0.5', 'http://10.0.0.50:1/', false],
    ['example.com', 'http://bots.example.com:1/', false],
    ['example.com', 'http://localhost:1/', true],
    ['example.com', 'http://[::1]:1/', true],
  ])('given as %s: %s is allowed: %j', async (host, url, allowed) => {
    const { mayDeliver } = await import('../../../src/simulator/delivery/connections.js')
    expect(mayDeliver(url, [host])).toBe(allowed)
  })

  it.each(['http://bots.example.com', 'bots.example.com:80', 'bots/hook', '', 'a b', '**'])(
    'can\'t be given as "%s"',
    (host) => {
      expect(() => createSimulator({ deliverTo: [host] })).toThrow(SimulatorOptionError)
    },
  )

  it('are not restricted when a fetch is passed in', async () => {
    const urls: string[] = []
    const { simulator, mention } = open({
      fetch: async (url) => {
        urls.push(String(url))
        return Response.json({})
      },
    })
    simulator.connect('echo', 'https://bots.example.com/')
    await mention()
    expect(urls).toEqual(['https://bots.example.com/'])
  })
})
