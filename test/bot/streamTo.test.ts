import { HandlerError, type StreamToOptions, streamTo, type TextSource } from 'earshot'
import { Client } from 'earshot/client'
import { createSimulator } from 'earshot/simulator'
import { describe, expect, it, onTestFinished } from 'vitest'

const lunch = { channel: 'kitchen', topic: 'a stream' }

type Source = Parameters<typeof streamTo>[2]
type Destination = Parameters<typeof streamTo>[1]

/** A client of a bot, and the messages that it changes: each with its virtual milliseconds since the beginning. */
function opened() {
  const simulator = createSimulator({ clock: 'frozen', randomSeed: 1 })
  onTestFinished(() => simulator.close())
  const { clock } = simulator
  const { token: _, ...credentials } = simulator.credentials('echo')
  const begun = clock.now()
  const calls: { readonly at: number; readonly method: string; readonly content: string }[] = []
  const client = new Client({
    ...credentials,
    clock,
    async fetch(url, init) {
      const content = new URLSearchParams(String(init.body)).get('content')
      if (content !== null) calls.push({ at: clock.now() - begun, method: init.method ?? 'GET', content })
      return simulator.fetch(url, init)
    },
  })
  const texts = (where: Parameters<typeof simulator.messages>[0] = lunch) =>
    simulator.messages(where).map(({ content }) => content)
  return {
    simulator,
    calls,
    texts,
    stream: (source: Source, options: StreamToOptions = {}, where: Destination = lunch) =>
      streamTo(client, where, source, { clock, ...options }),
    /** Gives pieces, so many milliseconds apart. */
    async *slowly(apart: number, ...pieces: string[]): AsyncGenerator<string> {
      for (const piece of pieces) {
        yield piece
        await new Promise<void>((resolve) => clock.later(apart, resolve))
      }
    },
    /** Lets time pass until the text is there. */
    async done<T>(streaming: Promise<T>): Promise<T> {
      let isDone = false
      const noted = streaming.finally(() => {
        isDone = true
      })
      noted.catch(() => {})
      while (!isDone) await pass(200)
      return noted
    },
    pass,
  }

  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 200) {
      await clock.advance(200)
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
    }
  }
}

async function* atOnce(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces
}

describe('streamTo', () => {
  it('sends the first words, then edits at most once a second, and ends with the whole text', async () => {
    const { stream, slowly, done, calls, texts } = opened()
    const words = Array.from({ length: 20 }, (_, at) => `${at} `)
    const sent = await done(stream(slowly(300, ...words)))
    expect(texts()).toEqual([words.join('').trim()])
    expect(sent).toMatchObject({ text: words.join(''), ids: [sent.id] })
    const [first, ...edits] = calls
    expect(first).toMatchObject({ method: 'POST', content: expect.stringMatching(/^0 1\b/) })
    expect(first?.at).toBeLessThan(1_000)
    expect(new Set(edits.map(({ method }) => method))).toEqual(new Set(['PATCH']))
    // The last one comes when the source ends.
    const pauses = edits.slice(0, -1).map(({ at }, index) => at - (calls[index]?.at ?? 0))
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000)
    expect(edits.length).toBeGreaterThan(3)
  })

  it('sends one message without an edit if the text comes at once', async () => {
    const { stream, done, calls, texts } = opened()
    await done(stream(atOnce('All ', 'of it.')))
    expect(texts()).toEqual(['All of it.'])
    expect(calls).toHaveLength(1)
  })

  it.each<[what: string, source: () => Source]>([
    ['a function', () => async () => atOnce('Made.')],
    ['an object with a textStream', () => ({ textStream: atOnce('Made.') })],
    ['a ReadableStream', () => new Response('Made.').body?.pipeThrough(new TextDecoderStream()) as TextSource],
  ])('takes %s', async (_, source) => {
    const { stream, done, texts } = opened()
    await done(stream(source()))
    expect(texts()).toEqual(['Made.'])
  })

  it('goes to people directly', async () => {
    const { stream, done, texts } = opened()
    await done(stream(atOnce('Psst.'), {}, { to: ['iago@example.com'] }))
    expect(texts({ dm: ['iago', 'echo'] })).toEqual(['Psst.'])
  })

  it('continues a long text in further messages, whose IDs it tells as they are sent', async () => {
    const { stream, slowly, done, texts } = opened()
    const paragraphs = Array.from({ length: 12 }, (_, at) => `${at} ${'word '.repeat(400).trim()}.`)
    const told: number[] = []
    const sent = await done(
      stream(slowly(300, ...paragraphs.map((text) => `${text}\n\n`)), { onSent: (id) => told.push(id) }),
    )
    expect(texts()).toHaveLength(3)
    expect(texts().join('\n\n')).toBe(paragraphs.join('\n\n'))
    expect(sent.ids).toEqual(told)
    expect(told).toHaveLength(3)
  })

  it('resolves to a message that can be edited and deleted', async () => {
    const { stream, done, texts } = opened()
    const sent = await done(stream(atOnce('Rye.')))
    await sent.edit('Spelt.')
    expect(texts()).toEqual(['Spelt.'])
    await sent.delete()
    expect(texts()).toEqual([])
  })

  it('shows what came before the source failed, and fails with its error', async () => {
    const { stream, slowly, done, texts } = opened()
    const failing = async function* () {
      yield* slowly(1_000, 'Half ', 'a **loaf')
      throw new Error('The model is gone')
    }
    await expect(done(stream(failing()))).rejects.toThrow('The model is gone')
    expect(texts()).toEqual(['Half a **loaf'])
  })

  it('sends nothing if the source fails before its first words', async () => {
    const { stream, done, texts } = opened()
    // biome-ignore lint/correctness/useYield: it fails first
    const failing = async function* (): AsyncGenerator<string> {
      throw new Error('The model is gone')
    }
    await expect(done(stream(failing()))).rejects.toThrow('The model is gone')
    expect(texts()).toEqual([])
  })

  it('ends where it is when the signal aborts, and closes the source', async () => {
    const { stream, slowly, done, pass, texts } = opened()
    let isClosed = false
    const endless = async function* () {
      try {
        for (let at = 0; ; at += 1) yield* slowly(500, `${at} `)
      } finally {
        isClosed = true
      }
    }
    const stopping = new AbortController()
    const streaming = stream(endless(), { signal: stopping.signal })
    await pass(3_200)
    stopping.abort()
    const sent = await done(streaming)
    expect(texts()).toEqual([sent.text.trim()])
    expect(sent.text).toMatch(/^0 1 2 3 4 5 [67 ]*$/)
    await pass(1_000)
    expect(isClosed).toBe(true)
  })

  it('sends nothing if the signal has aborted', async () => {
    const { stream, texts } = opened()
    const reason = new Error('Too late')
    await expect(stream(atOnce('Rye.'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(texts()).toEqual([])
  })

  it.each([['nothing', []] as const, ['spaces', [' ', '\n']] as const])(
    'refuses a source that gives %s',
    async (_, pieces) => {
      const { stream, done, texts } = opened()
      const error = await done(stream(atOnce(...pieces))).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(HandlerError)
      expect(error).toMatchObject({ code: 'empty_message' })
      expect(texts()).toEqual([])
    },
  )

  it.each([undefined, 5, 'text', {}, { textStream: 'text' }])(
    'refuses the source %j before it sends',
    async (source) => {
      const { stream, texts } = opened()
      await expect(stream(source as never)).rejects.toMatchObject({ code: 'invalid_stream' })
      expect(texts()).toEqual([])
    },
  )

  it.each([null, {}, { channel: 'kitchen' }, { to: [8, 'iago@example.com'] }])(
    'refuses the destination %j, without calling for the source',
    async (where) => {
      const { stream } = opened()
      const source = () => expect.unreachable('the source is asked for')
      await expect(stream(source, {}, where as never)).rejects.toMatchObject({ code: 'invalid_destination' })
    },
  )

  it("fails with the server's refusal of a channel that doesn't exist", async () => {
    const { stream, done } = opened()
    await expect(done(stream(atOnce('Rye.'), {}, { channel: 'cellar', topic: 'x' }))).rejects.toMatchObject({
      msg: expect.stringContaining('cellar'),
    })
  })

  it('refuses an unknown option', async () => {
    const { stream } = opened()
    await expect(stream(atOnce('Rye.'), { sginal: 5 } as never)).rejects.toThrow('sginal')
  })
})
