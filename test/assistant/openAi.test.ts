import { type ModelPiece, type ModelRequest, openAiModel } from 'earshot/assistant'
import { english } from 'earshot/sentences'
import { type FakeModelAnswer, fakeModelApi } from 'earshot/testing'
import { describe, expect, it } from 'vitest'

const waits: number[] = []
const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  instructions: undefined,
  messages: [{ role: 'user', name: 'Iago', content: 'Soup?' }],
  tools: [],
  signal: new AbortController().signal,
  sentences: english,
  sleep: async (milliseconds) => void waits.push(milliseconds),
  ...more,
})

function modelThat(...answers: FakeModelAnswer[]) {
  const api = fakeModelApi({ answers })
  const model = openAiModel({ url: 'https://model.example/v1/', model: 'small', key: 'sk-secret', fetch: api.fetch })
  return { api, model }
}

async function piecesOf(answer: ReturnType<typeof openAiModel>, given = request()): Promise<ModelPiece[]> {
  const pieces: ModelPiece[] = []
  for await (const piece of (await answer(given)) as AsyncIterable<ModelPiece>) pieces.push(piece)
  return pieces
}

describe('openAiModel', () => {
  it('streams text', async () => {
    const { api, model } = modelThat('Soup, as ever. ')
    expect(await piecesOf(model)).toEqual(['Soup,', ' as', ' ever. '])
    expect(api.requests).toEqual([
      { model: 'small', stream: true, messages: [{ role: 'user', content: 'Iago: Soup?' }] },
    ])
  })

  it('sends instructions, tools, previous tool calls and results', async () => {
    const { api, model } = modelThat(
      { text: 'Let me see.', calls: [{ name: 'menu', args: { day: 'today' } }] },
      'Soup.',
    )
    const tools = [
      { name: 'menu', description: 'The menu', parameters: { day: 'required', place: 'optional' } },
    ] as const
    const first = await piecesOf(model, request({ instructions: 'Be brief.', tools }))
    const call = { id: 'call_0', name: 'menu', args: { day: 'today' } }
    expect(first).toEqual(['Let', ' me', ' see.', call])
    const { messages } = request()
    await piecesOf(
      model,
      request({
        messages: [
          ...messages,
          { role: 'assistant', content: '', calls: [call] },
          { role: 'tool', call: 'call_0', content: 'Soup' },
        ],
      }),
    )
    expect(api.requests[0]).toMatchObject({
      messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user' }],
      tools: [
        {
          type: 'function',
          function: {
            name: 'menu',
            parameters: {
              type: 'object',
              properties: { day: { type: 'string' }, place: { type: 'string' } },
              required: ['day'],
            },
          },
        },
      ],
    })
    expect(api.requests[1]?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_0', type: 'function', function: { name: 'menu', arguments: '{"day":"today"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_0', content: 'Soup' },
    ])
  })

  it('waits after a 429 as long as Retry-After says', async () => {
    waits.length = 0
    const { api, model } = modelThat({ status: 429, retryAfter: 7 }, { status: 429 }, 'Soup.')
    expect(await piecesOf(model)).toEqual(['Soup.'])
    expect(waits).toEqual([7_000, 1_000])
    expect(api.requests).toHaveLength(3)
  })

  it.each<[what: string, answer: FakeModelAnswer, code: string, says: RegExp]>([
    ['refuses again and again', { status: 429 }, 'rate_limited', /asked too much/],
    ['refuses the key', { status: 401, message: 'Wrong key sk-secret' }, 'refused', /HTTP 401\): Wrong key …\./],
    ['is broken', { status: 500, message: 'Oops' }, 'refused', /HTTP 500\): Oops/],
    ['breaks off', { text: 'Soup, as ever', cutOffAfter: 1 }, 'cut_off', /was cut off: terminated/],
    ['sends nothing', { garbage: '' }, 'cut_off', /was cut off/],
    ['sends a page', { garbage: '<html>Hi', contentType: 'text/html' }, 'unreadable', /text\/html: <html>Hi/],
    ['sends no JSON', { garbage: 'data: soup\n\n' }, 'unreadable', /other than a JSON object: soup/],
    ['sends a list', { garbage: 'data: []\n\n' }, 'unreadable', /other than a JSON object: \[\]/],
    ['stops with an error', { garbage: 'data: {"error":{"message":"full"}}\n\n' }, 'refused', /stopped: full/],
    ['sends an endless event', { garbage: `data: ${'x'.repeat(99)}\n`.repeat(11_000) }, 'unreadable', /endless event/],
    ['sends an endless line', { garbage: `data: ${'x'.repeat(1_100_000)}` }, 'unreadable', /endless event/],
    [
      'calls a tool with malformed arguments',
      {
        garbage:
          'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"menu","arguments":"{day"}}]},"finish_reason":"tool_calls"}]}\n\n',
      },
      'unreadable',
      /called menu with arguments that aren't a JSON object: \{day/,
    ],
  ])('rejects with a code when the API %s', async (_, answer, code, says) => {
    const { model } = modelThat(answer)
    await expect(piecesOf(model)).rejects.toMatchObject({ code, message: expect.stringMatching(says) })
  })

  it('ignores unknown events and fields', async () => {
    const garbage = [
      ': a comment',
      'event: ping',
      'data: {"choices":[]}',
      '',
      'data: {"choices":[{"delta":{"content":"So',
      'data: up"}}]}',
      '',
      'data: {"choices":[{"delta":{"tool_calls":[{"index":-1},{"index":9999},null]}}]}',
      '',
      'data: {"choices":[{"delta":{"content":"Soup"},"finish_reason":"stop"}]}',
      '',
    ].join('\r\n')
    const { model } = modelThat({ garbage: garbage.replace(/data: .*So\r\ndata: up"}}\]}\r\n\r\n/, '') })
    expect(await piecesOf(model)).toEqual(['Soup'])
  })

  it('rejects if the API is unreachable', async () => {
    const model = openAiModel({
      url: 'https://model.example/v1',
      model: 'small',
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    })
    await expect(piecesOf(model)).rejects.toMatchObject({
      code: 'unreachable',
      message: "The model can't be reached at https://model.example/v1/chat/completions: fetch failed.",
    })
  })

  it('stops when the signal aborts', async () => {
    const { model } = modelThat({ text: 'one two three' })
    const controller = new AbortController()
    const pieces: ModelPiece[] = []
    const reading = (async () => {
      for await (const piece of (await model(request({ signal: controller.signal }))) as AsyncIterable<ModelPiece>) {
        pieces.push(piece)
        controller.abort()
      }
    })()
    await expect(reading).rejects.toThrow()
    expect(pieces.length).toBeLessThan(3)
  })
})
