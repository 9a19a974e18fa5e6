import { ApiError, Client, type ClientOptions, InvalidParameterError } from 'earshot/client'
import type { Message } from 'earshot/protocol'
import { createSimulator, type SimulatorOptions } from 'earshot/simulator'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runs } from '../seed.js'

const place = { channel: 'kitchen', topic: 'menu' }
const narrow = [
  ['channel', 'kitchen'],
  ['topic', 'menu'],
] as [string, string][]

/** An organisation, a client of Hamlet, and how many calls of an endpoint the client has made. */
function opened(options: SimulatorOptions = {}, more: Partial<ClientOptions> = {}) {
  const simulator = createSimulator({ clock: 'frozen', ...options })
  onTestFinished(() => simulator.close())
  const { clock, fetch } = simulator
  const calls: string[] = []
  const client = new Client({
    ...simulator.credentials('hamlet'),
    fetch,
    clock,
    observe: ({ endpoint }) => void calls.push(endpoint),
    ...more,
  })
  const say = (...texts: readonly string[]) => texts.map((text) => simulator.say('hamlet', place, text))
  const count = (endpoint: string) => calls.filter((call) => call === endpoint).length
  return { simulator, client, say, count }
}

const texts = (messages: readonly Message[]) => messages.map(({ content }) => content.replaceAll(/<\/?p>/g, ''))

async function all<Page>(pages: AsyncIterable<Page>): Promise<Page[]> {
  const found: Page[] = []
  for await (const page of pages) found.push(page)
  return found
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  )

describe('client.messages.pages', () => {
  it('reads forward from the oldest message to the newest', async () => {
    const { client, say } = opened()
    say('1', '2', '3', '4', '5')
    const pages = await all(client.messages.pages({ narrow, num_after: 2 }))
    // As on every server, the message at the anchor comes on top.
    expect(pages.map(({ messages }) => texts(messages))).toEqual([
      ['1', '2'],
      ['3', '4', '5'],
    ])
  })

  it('reads backward from the newest message, with each page in order of time', async () => {
    const { client, say } = opened()
    say('1', '2', '3', '4', '5')
    const pages = await all(client.messages.pages({ narrow, num_before: 2 }))
    expect(pages.flatMap(({ messages }) => texts(messages)).sort()).toEqual(['1', '2', '3', '4', '5'])
    expect(
      pages
        .map(({ messages }) => texts(messages))
        .at(0)
        ?.at(-1),
    ).toBe('5')
    expect(
      pages
        .map(({ messages }) => texts(messages))
        .at(-1)
        ?.at(0),
    ).toBe('1')
    for (const { messages } of pages) expect(texts(messages)).toEqual(texts(messages).toSorted())
  })

  it('reads all visible messages if it has no parameters', async () => {
    const { client } = opened()
    const ids = (await all(client.messages.pages())).flatMap(({ messages }) => messages.map(({ id }) => id))
    const visible = await client.messages.list({ anchor: 'newest', num_before: 5000, num_after: 0 })
    expect(ids).toEqual(visible.messages.map(({ id }) => id))
  })

  it.each([
    ['forward', { num_after: 3 }],
    ['back', { num_before: 3 }],
  ])('yields no page %s if no message matches', async (_, way) => {
    const { client, count } = opened()
    expect(await all(client.messages.pages({ narrow: [['topic', 'nothing']], ...way }))).toEqual([])
    expect(count('messages.list')).toBe(1)
  })

  it('yields no empty page after a full last page', async () => {
    const { client, say } = opened()
    say('1', '2', '3', '4')
    const pages = await all(client.messages.pages({ narrow, num_after: 2 }))
    expect(pages.map(({ messages }) => texts(messages))).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('starts at a given message, without it if include_anchor is false', async () => {
    const { client, say } = opened()
    const [, second = 0] = say('1', '2', '3')
    const from = (include_anchor: boolean) =>
      all(client.messages.pages({ narrow, anchor: second, include_anchor, num_after: 1 }))
    const read = async (include: boolean) => (await from(include)).flatMap(({ messages }) => texts(messages))
    expect(await read(true)).toEqual(['2', '3'])
    expect(await read(false)).toEqual(['3'])
  })

  it('neither repeats nor skips messages if some are deleted or sent between pages', async () => {
    const { client, say, simulator } = opened()
    const [, second = 0, third = 0] = say('1', '2', '3', '4')
    const iago = new Client({ ...simulator.credentials('iago'), fetch: simulator.fetch, clock: simulator.clock })
    const found: string[] = []
    for await (const { messages } of client.messages.pages({ narrow, num_after: 2 })) {
      found.push(...texts(messages))
      if (found.length > 2) continue
      await iago.messages.delete({ message_id: second })
      await iago.messages.delete({ message_id: third })
      say('5')
    }
    expect(found).toEqual(['1', '2', '4', '5'])
  })

  it('ends if all remaining messages are deleted between pages', async () => {
    const { client, say, simulator } = opened()
    const ids = say('1', '2', '3')
    const iago = new Client({ ...simulator.credentials('iago'), fetch: simulator.fetch, clock: simulator.clock })
    const found: string[] = []
    for await (const { messages } of client.messages.pages({ narrow, num_after: 1 })) {
      found.push(...texts(messages))
      for (const message_id of ids) await iago.messages.delete({ message_id })
    }
    expect(found).toEqual(['1'])
  })

  it('requests no more pages after its loop was left', async () => {
    const { client, say, count } = opened()
    say('1', '2', '3')
    for await (const { messages } of client.messages.pages({ narrow, num_after: 1 })) {
      if (texts(messages)[0] === '2') break
    }
    expect(count('messages.list')).toBe(2)
  })

  it('throws the reason of its signal', async () => {
    const { client, say, count } = opened()
    say('1', '2', '3')
    const controller = new AbortController()
    const reason = new Error('enough')
    const found: string[] = []
    const reading = async () => {
      for await (const { messages } of client.messages.pages({ narrow, num_after: 1 }, { signal: controller.signal })) {
        found.push(...texts(messages))
        controller.abort(reason)
      }
    }
    expect(await failure(reading())).toBe(reason)
    expect(found).toEqual(['1'])
    expect(await failure(all(client.messages.pages({ narrow }, { signal: controller.signal })))).toBe(reason)
    expect(count('messages.list')).toBeLessThanOrEqual(3)
  })

  it.each([
    ['both ways', { num_before: 1, num_after: 1 }],
    ['no way', { num_before: 0, num_after: 0 }],
  ])('throws for parameters that go %s', async (_, way) => {
    const { client, count } = opened()
    const error = await failure(all(client.messages.pages(way)))
    expect(error).toBeInstanceOf(InvalidParameterError)
    expect(error).toMatchObject({ endpoint: 'messages.pages', field: 'num_before' })
    expect(count('messages.list')).toBe(0)
  })

  it('throws an ApiError for a refusal', async () => {
    const { client } = opened()
    const error = await failure(all(client.messages.pages({ narrow: [['channel', 'nowhere']] })))
    expect(error).toBeInstanceOf(ApiError)
  })

  it('reads every message once in both directions, at every level', async () => {
    const pages = fc.record({
      featureLevel: fc.constantFrom(1, 100, 155, 300, 496),
      messages: fc.nat(7),
      size: fc.integer({ min: 1, max: 4 }),
      goesBack: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(pages, async ({ featureLevel, messages, size, goesBack }) => {
        const { client, say } = opened({ featureLevel })
        const wanted = Array.from({ length: messages }, (_, at) => String(at))
        say(...wanted)
        const way = goesBack ? { num_before: size } : { num_after: size }
        const old = [
          ['stream', 'kitchen'],
          ['topic', 'menu'],
        ] as [string, string][]
        const found = await all(client.messages.pages({ narrow: old, ...way }))
        const inOrder = (goesBack ? found.reverse() : found).flatMap((page) => texts(page.messages))
        expect(inOrder).toEqual(wanted)
      }),
      { numRuns: runs(240) },
    )
  })
})

describe('client.events.pages', () => {
  const content = (events: readonly { readonly type: string }[]) =>
    events.flatMap((event) => ('message' in event ? texts([event.message as Message]) : []))

  it('reads queued events and then new ones', async () => {
    const { client, say } = opened()
    const { queue_id, last_event_id } = await client.events.register({ event_types: ['message'] })
    say('1', '2')
    const found: string[] = []
    for await (const { events } of client.events.pages({ queue_id, last_event_id })) {
      found.push(...content(events))
      if (found.length === 2) say('3')
      if (found.length === 3) break
    }
    expect(found).toEqual(['1', '2', '3'])
    await client.events.deleteQueue({ queue_id })
  })

  it('reads on after events that are none', async () => {
    const answers = [[null], [{ id: 1, type: 'heartbeat' }, 'tea', { id: 3 }], []]
    const asked: string[] = []
    const { simulator, client } = opened(
      {},
      {
        fetch: async (input, init) => {
          const url = new URL(String(input))
          if (!url.pathname.endsWith('/events')) return simulator.fetch(input, init)
          asked.push(url.searchParams.get('last_event_id') ?? '')
          return Response.json({ result: 'success', msg: '', events: answers.shift() })
        },
      },
    )
    const read = await all(client.events.pages({ queue_id: 'q', last_event_id: -1, dont_block: true }))
    expect(read.map(({ events }) => events)).toEqual([
      [{ id: -1, type: 'unreadable', value: null }],
      [
        { id: 1, type: 'heartbeat' },
        { id: -1, type: 'unreadable', value: 'tea' },
        { id: 3, type: 'unreadable', value: { id: 3 } },
      ],
    ])
    expect(asked).toEqual(['-1', '0', '3'])
  })

  it('ends after the queued events with dont_block', async () => {
    const { client, say } = opened()
    const { queue_id, last_event_id } = await client.events.register({ event_types: ['message'] })
    const read = () => all(client.events.pages({ queue_id, last_event_id, dont_block: true }))
    expect(await read()).toEqual([])
    say('1', '2')
    expect((await read()).flatMap(({ events }) => content(events))).toEqual(['1', '2'])
  })

  it('throws the reason of its signal while it waits', async () => {
    const { client } = opened()
    const { queue_id, last_event_id } = await client.events.register({ event_types: ['message'] })
    const controller = new AbortController()
    const reason = new Error('enough')
    const reading = failure(all(client.events.pages({ queue_id, last_event_id }, { signal: controller.signal })))
    controller.abort(reason)
    expect(await reading).toBe(reason)
  })

  it("throws the server's error if the queue is gone", async () => {
    const { client } = opened()
    const { queue_id, last_event_id } = await client.events.register({ event_types: ['message'] })
    await client.events.deleteQueue({ queue_id })
    const error = await failure(all(client.events.pages({ queue_id, last_event_id })))
    expect(error).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })
})
