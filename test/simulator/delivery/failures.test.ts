import { describe, expect, it } from 'vitest'
import { breaks, hangs, inTurn, kitchens, lunch, quiet, says } from './kitchen.js'

const first =
  /^\[A message\]\(http:\/\/localhost\/#narrow\/channel\/2-kitchen\/topic\/lunch\/near\/\d+\) to your bot @_\*\*Echo\*\* triggered an outgoing webhook\.\n/

const error = (text: string, payload: string) =>
  `The outgoing webhook server attempted to send a message in Zulip, but that request resulted in the following error:\n> ${text}\nThe response contains the following payload:\n\`\`\`\n${payload}\n\`\`\``
const status = (code: number, payload?: string) =>
  `The webhook got a response with status code *${code}*.${
    payload === undefined ? '' : `\nThe response contains the following payload:\n\`\`\`\n${payload}\n\`\`\``
  }`

const html = (code: number) => () =>
  new Response('<p>Bad "gateway"</p>', { status: code, headers: { 'content-type': 'text/html' } })
const text = (body: string) => () => new Response(body, { headers: { 'content-type': 'application/json' } })

/** What the bot answers, what is said in the conversation, and what the owner is told below the first line. */
const refusals = [
  ['HTML', html(200), 'Invalid JSON in response', error('Invalid JSON in response', `'<p>Bad "gateway"</p>'`)],
  ['an empty body and 200', text(''), 'Invalid JSON in response', undefined],
  ['an empty body and 204', () => new Response(null, { status: 204 }), 'Invalid JSON in response', undefined],
  ['an empty body and 202', () => new Response(null, { status: 202 }), 'Invalid JSON in response', undefined],
  ['true', text('true'), 'Invalid response format', error('Invalid response format', "'true'")],
  ['a list', text('[]'), 'Invalid response format', error('Invalid response format', "'[]'")],
  ['null', text('null'), 'Invalid response format', error('Invalid response format', "'null'")],
  ['text', text('"it\'s"'), 'Invalid response format', error('Invalid response format', `'"it\\'s"'`)],
  [
    'a null byte',
    text('{"content": "a\\u0000b"}'),
    'Message must not contain null bytes',
    error('Message must not contain null bytes', `'{"content": "a\\\\u0000b"}'`),
  ],
  [
    'a widget that is an object',
    text('{"content": "a", "widget_content": {}}'),
    'Widgets: API programmer sent invalid JSON content',
    error('Widgets: API programmer sent invalid JSON content', `'{"content": "a", "widget_content": {}}'`),
  ],
  ['400', html(400), 'Third party responded with 400', status(400, `b'<p>Bad "gateway"</p>'`)],
  ['500', html(500), 'Third party responded with 500', status(500, `b'<p>Bad "gateway"</p>'`)],
  ['503 and an empty body', () => new Response(null, { status: 503 }), 'Third party responded with 503', status(503)],
  [
    '404 and JSON',
    () => Response.json({ content: 'Hi' }, { status: 404 }),
    'Third party responded with 404',
    status(404, `b'{"content":"Hi"}'`),
  ],
  [
    'a redirect without a location',
    () => new Response(null, { status: 302 }),
    'Third party responded with 302',
    status(302),
  ],
  ['304', () => new Response(null, { status: 304 }), 'Third party responded with 304', status(304)],
  [
    '407, like a network proxy',
    () => new Response(null, { status: 407 }),
    'Third party responded with 407',
    'The URL configured for the webhook is for a private or disallowed network.',
  ],
] as const

describe('a bot that answers with', () => {
  const open = kitchens()

  it.each(refusals)(
    '%s is not retried, and the conversation and the owner are notified',
    async (_, bot, notice, toOwner) => {
      const kitchen = open(bot)
      expect(await kitchen.mention()).toEqual([`Failure! ${notice}`])
      const [told, ...more] = kitchen.toOwner()
      expect(more).toEqual([])
      expect(told).toMatch(first)
      const rest = told?.replace(first, '')
      if (toOwner === undefined) {
        expect(rest).toBe(error(notice, '').split('\nThe response contains')[0])
      } else expect(rest).toBe(toOwner)
      expect(kitchen.simulator.deliveries).toMatchObject([
        { outcome: 'failed', notice: `Failure! ${notice}`, ownerNotice: told },
      ])
      expect(kitchen.simulator.deliveries[0]?.attempts).toHaveLength(1)

      kitchen.simulator.connect('echo', says('Well again'))
      expect((await kitchen.mention()).at(-1)).toBe('Well again')
    },
  )

  it.each([
    ['null', null, 'None'],
    ['a number', 7, '7'],
    ['an object', { a: [true, 'b'] }, "{'a': [True, 'b']}"],
  ])('%s as its content has that posted as Python prints it', async (_, content, posted) => {
    expect(await open(says(content)).mention()).toEqual([posted])
  })

  it('more than a message may hold has its reply truncated', async () => {
    const [reply = ''] = await open(says('🥐'.repeat(10_001))).mention()
    expect([...reply]).toHaveLength(10_000)
    expect(reply.endsWith('\n[message truncated]')).toBe(true)
  })

  it('an endless body fails, and the next delivery succeeds', async () => {
    const part = new TextEncoder().encode('a'.repeat(1024 * 1024))
    let parts = 0
    const endless = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            parts += 1
            if (parts > 50) controller.close()
            else controller.enqueue(part)
          },
        }),
      )
    const kitchen = open(inTurn(endless, says('Small')))
    expect(await kitchen.mention('@**Echo** much')).toEqual([
      'Failure! An exception of type *ResponseTooLarge* occurred for message `@**Echo** much`! See the Zulip server logs for more information.',
    ])
    expect(parts).toBeLessThan(20)
    expect(kitchen.toOwner()[0]?.replace(first, '')).toBe(
      'When trying to send a request to the webhook service, an exception of type ResponseTooLarge occurred:\n```\nThe answer has more than 10485760 bytes.\n```',
    )
    expect((await kitchen.mention()).at(-1)).toBe('Small')
  })

  it("gzip has its answer decompressed, and fails if the body isn't compressed", async () => {
    const zipped = new Response(Response.json({ content: 'Small' }).body?.pipeThrough(new CompressionStream('gzip')))
    const body = await zipped.arrayBuffer()
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
    const kitchen = open(
      inTurn(
        () => new Response(body, { headers }),
        () => new Response('plain', { headers }),
      ),
    )
    expect(await kitchen.mention()).toEqual(['Small'])
    expect((await kitchen.mention()).at(-1)).toContain('An exception of type *ContentDecodingError* occurred')
  })

  it('a small gzip body that expands to a large one fails', async () => {
    const zeros = new Blob([new Uint8Array(20 * 1024 * 1024)]).stream().pipeThrough(new CompressionStream('gzip'))
    const body = await new Response(zeros).arrayBuffer()
    const kitchen = open(() => new Response(body, { headers: { 'content-encoding': 'gzip' } }))
    expect((await kitchen.mention())[0]).toContain('*ResponseTooLarge*')
  })

  it.each(['widget_content', 'widget_content in a string', 'unknown'])(
    'deeply nested JSON as %s fails, and the next delivery succeeds',
    async (field) => {
      const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
      const value = field.endsWith('string') ? JSON.stringify(deep) : deep
      const bad = text(`{"content": "Hi", "${field.split(' ', 1).join('')}": ${value}}`)
      const { mention } = open(inTurn(bad, says('Soup.')))
      expect(await mention()).toEqual([
        expect.stringMatching(/^Failure! (?:Invalid JSON in response|Widgets: API programmer sent)/),
      ])
      expect((await mention()).at(-1)).toBe('Soup.')
    },
  )

  it('a reply after its deactivation ends its delivery', async () => {
    const { simulator } = open(() => {
      simulator.realm.call('users.deactivate', simulator.realm.account('desdemona'), { user_id: 20 })
      return Response.json({ content: 'Too late' })
    })
    simulator.say('hamlet', lunch, '@**Echo** hi')
    await simulator.idle()
    expect(simulator.deliveries[0]?.outcome).toBe('failed')
  })
})

describe('a bot that does not answer', () => {
  const open = kitchens()

  it('is tried four times if it hangs, without pauses, and then a failure is reported', async () => {
    const begun: number[] = []
    const kitchen = open((request) => {
      begun.push(kitchen.simulator.clock.now())
      return hangs(request)
    })
    const start = kitchen.simulator.clock.now()
    kitchen.simulator.say('hamlet', lunch, '@**Echo** hi')
    await kitchen.simulator.advance(39_999)
    expect(kitchen.said()).toEqual([])
    await kitchen.simulator.advance(1)
    await kitchen.simulator.idle()
    expect(begun.map((time) => time - start)).toEqual([0, 10_000, 20_000, 30_000])
    expect(kitchen.said()).toEqual(['Failure! Bot is unavailable'])
    expect(kitchen.toOwner()[0]?.replace(first, '')).toBe('Request timed out after 10 seconds.')
    expect(kitchen.simulator.deliveries).toMatchObject([
      { outcome: 'failed', attempts: Array(4).fill({ duration: 10_000, result: { kind: 'timeout' } }) },
    ])
  })

  it("has its request's signal aborted at the timeout", async () => {
    const signals: AbortSignal[] = []
    const kitchen = open((request) => {
      signals.push(request.signal)
      return hangs(request)
    })
    kitchen.simulator.say('hamlet', lunch, '@**Echo** hi')
    await kitchen.simulator.advance(9_999)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await kitchen.simulator.advance(1)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  })

  it('may answer slowly if no single pause reaches the timeout', async () => {
    const parts = ['{"con', 'tent": "sl', 'ow"}']
    const kitchen = open(() => {
      const body = new ReadableStream({
        pull: (controller) =>
          new Promise((resolve) =>
            kitchen.simulator.clock.later(9_000, () => {
              const part = parts.shift()
              if (part === undefined) controller.close()
              else controller.enqueue(new TextEncoder().encode(part))
              resolve()
            }),
          ),
      })
      return new Response(body)
    })
    kitchen.simulator.say('hamlet', lunch, '@**Echo** hi')
    await kitchen.simulator.advance(60_000)
    expect(kitchen.said()).toEqual(['slow'])
  })

  it('is tried again if its answer stalls', async () => {
    const stalls = () => new Response(new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('{')) }))
    const kitchen = open(inTurn(stalls, says('At last')))
    kitchen.simulator.say('hamlet', lunch, '@**Echo** hi')
    await kitchen.simulator.advance(10_000)
    await kitchen.simulator.idle()
    expect(kitchen.said()).toEqual(['At last'])
    expect(kitchen.simulator.deliveries[0]?.attempts.map(({ result }) => result.kind)).toEqual(['timeout', 'answered'])
  })

  it('is tried four times if the connection breaks', async () => {
    const kitchen = open(breaks)
    expect(await kitchen.mention()).toEqual(['Failure! Bot is unavailable'])
    expect(kitchen.toOwner()[0]?.replace(first, '')).toBe('A connection error occurred. Is my bot server down?')
    const results = kitchen.simulator.deliveries[0]?.attempts.map(({ result }) => result)
    expect(results).toEqual(Array(4).fill({ kind: 'connection error', reason: 'read ECONNRESET' }))
  })

  it('causes no failure if the last attempt succeeds', async () => {
    const kitchen = open(inTurn(breaks, breaks, breaks, says('Fourth')))
    expect(await kitchen.mention()).toEqual(['Fourth'])
    expect(kitchen.toOwner()).toEqual([])
  })

  describe('and breaks the connection during its answer', () => {
    const cut = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"content": '))
            controller.error(new Error('read ECONNRESET'))
          },
        }),
      )

    it('is tried again', async () => {
      const kitchen = open(cut)
      expect((await kitchen.mention('@**Echo** hi'))[0]).toBe('Failure! Bot is unavailable')
      expect(kitchen.simulator.deliveries[0]?.attempts).toHaveLength(4)
      expect(kitchen.toOwner()[0]).toContain('connection error')
    })

    it('is not tried again by older servers', async () => {
      const kitchen = open(cut, { featureLevel: 387 })
      expect((await kitchen.mention('@**Echo** hi'))[0]).toBe(
        'Failure! An exception of type *ChunkedEncodingError* occurred for message `@**Echo** hi`! See the Zulip server logs for more information.',
      )
      expect(kitchen.simulator.deliveries[0]?.attempts).toHaveLength(1)
    })
  })

  it("is reported as unavailable if it isn't connected", async () => {
    const kitchen = open(quiet)
    const lonely = kitchen.simulator.addBot({ full_name: 'Lonely', owner: 'hamlet' })
    expect(lonely.token).toBeDefined()
    kitchen.simulator.say('hamlet', lunch, '@**Lonely** hi')
    await kitchen.simulator.idle()
    expect(kitchen.simulator.messages(lunch).at(-1)?.content).toBe('Failure! Bot is unavailable')
  })

  it('delays other deliveries by one attempt, as its next attempt queues behind them', async () => {
    const kitchen = open(hangs)
    kitchen.simulator.addBot({ full_name: 'Tick', owner: 'hamlet' })
    kitchen.simulator.connect('tick', says('tock'))
    kitchen.simulator.say('hamlet', lunch, '@**Echo** hi')
    kitchen.simulator.say('hamlet', lunch, '@**Tick** hi')
    await kitchen.simulator.advance(9_999)
    const last = () => kitchen.simulator.messages(lunch).at(-1)?.content
    expect(last()).toBe('@**Tick** hi')
    await kitchen.simulator.advance(1)
    expect(last()).toBe('tock')
    await kitchen.simulator.advance(30_000)
    expect(last()).toBe('Failure! Bot is unavailable')
  })
})

describe('a bot that redirects', () => {
  const open = kitchens()

  it.each([
    [302, 'GET', ''],
    [307, 'POST', 'data'],
  ])('with %i is followed with a %s', async (status, method, part) => {
    const seen: [string, string, string][] = []
    const kitchen = open(async (request) => {
      seen.push([request.method, new URL(request.url).pathname, await request.text()])
      return new URL(request.url).pathname === '/moved'
        ? Response.json({ content: 'Moved' })
        : new Response(null, { status, headers: { location: '/moved' } })
    })
    expect(await kitchen.mention()).toEqual(['Moved'])
    expect(seen[1]?.slice(0, 2)).toEqual([method, '/moved'])
    expect(seen[1]?.[2]).toContain(part)
    expect(seen[1]?.[2] === '').toBe(part === '')
    expect(kitchen.simulator.deliveries[0]?.attempts[0]?.exchanges.map(({ status }) => status)).toEqual([status, 200])
  })

  it('endlessly fails after 30 redirects', async () => {
    let calls = 0
    const kitchen = open(() => {
      calls += 1
      return new Response(null, { status: 307, headers: { location: '/' } })
    })
    expect((await kitchen.mention('@**Echo** hi'))[0]).toContain('An exception of type *TooManyRedirects* occurred')
    expect(kitchen.toOwner()[0]).toContain('Exceeded 30 redirects.')
    expect(calls).toBe(31)
  })
})

describe('closing the simulator', () => {
  const open = kitchens()

  it('abandons pending deliveries and their timers', async () => {
    const { simulator } = open(hangs)
    simulator.say('hamlet', lunch, '@**Echo** hi')
    simulator.say('hamlet', lunch, '@**Echo** ho')
    await simulator.advance(1)
    await simulator.close()
    await simulator.idle()
    expect(simulator.deliveries.map(({ outcome }) => outcome)).toEqual(['abandoned', 'abandoned'])
    const { next } = simulator.clock as { next?: () => number | undefined }
    expect(next?.()).toBeUndefined()
  })
})
