import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Bot } from 'earshot'
import { assistant, type ModelPiece, type ModelRequest, openAiModel, tool } from 'earshot/assistant'
import { english } from 'earshot/sentences'
import { testBot } from 'earshot/testing'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { describe, expect, it, onTestFinished } from 'vitest'

/** A model's server on this machine, which answers each request in the next way. */
async function served(...answers: ((response: ServerResponse) => void)[]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      answer?.(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const request: ModelRequest = {
  instructions: undefined,
  messages: [{ role: 'user', name: 'Iago', content: 'Soup?' }],
  tools: [],
  signal: new AbortController().signal,
  sentences: english,
  sleep: async () => {},
}

const event = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

/** Text with characters of two to four bytes, then a tool that is called in pieces. */
const stream = Buffer.from(
  [
    event({ role: 'assistant', content: '' }),
    event({ content: 'Grüße' }),
    event({ content: ' 🥐 aus ' }),
    event({ content: '日本' }),
    event({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'menu', arguments: '' } }] }),
    event({ tool_calls: [{ index: 0, function: { arguments: '{"da' } }] }),
    event({ tool_calls: [{ index: 0, function: { arguments: 'y":"é"}' } }] }),
    event({}, 'tool_calls'),
    'data: [DONE]\n\n',
  ].join(''),
)

const headers = { 'content-type': 'text/event-stream' }

/** Sends one piece after the other, each on its way before the next. */
const inPieces = (pieces: readonly Uint8Array[]) => (response: ServerResponse) => {
  response.writeHead(200, headers)
  const next = (at: number) => {
    const piece = pieces[at]
    if (piece === undefined) response.end()
    else response.write(piece, () => setImmediate(next, at + 1))
  }
  next(0)
}

/** Breaks the connection once this was sent. */
const brokenAfter = (bytes: Uint8Array) => (response: ServerResponse) => {
  response.writeHead(200, headers)
  response.write(bytes, () => setImmediate(() => response.destroy()))
}

async function piecesOf(url: string, pieces: ModelPiece[] = []): Promise<ModelPiece[]> {
  const model = openAiModel({ url, model: 'small' })
  for await (const piece of (await model(request)) as AsyncIterable<ModelPiece>) pieces.push(piece)
  return pieces
}

const whole: ModelPiece[] = ['Grüße', ' 🥐 aus ', '日本', { id: 'a', name: 'menu', args: { day: 'é' } }]

describe('an answer of a model over a socket', () => {
  it('is whole if each of its bytes comes alone', async () => {
    const url = await served(inPieces(Array.from(stream, (byte) => Uint8Array.of(byte))))
    expect(await piecesOf(url)).toEqual(whole)
  })

  it('that breaks off anywhere is an error, and never a shorter answer', async () => {
    const end = stream.indexOf('"finish_reason":"tool_calls"')
    // A third of them, which is each part of a character, of an event and of a call.
    const cuts = Array.from(stream.keys()).filter((at) => at < end && at % 3 === 0)
    const url = await served(...cuts.map((at) => brokenAfter(stream.subarray(0, at))))
    for (const at of cuts) {
      const pieces: ModelPiece[] = []
      await expect(piecesOf(url, pieces), `after ${at} bytes`).rejects.toMatchObject({ code: 'cut_off' })
      // What was heard is a beginning of it, and no tool is called by half its arguments.
      expect(whole.slice(0, pieces.length)).toEqual(pieces)
      expect(pieces.length).toBeLessThan(whole.length)
    }
  })
})

describe('an assistant', () => {
  it('splits an answer above 10,000 characters, and keeps it whole', async () => {
    const step = (number: number) => `${number}. Knead for ${number} minutes, then let it rest in a warm place.\n`
    const text = Array.from({ length: 300 }, (_, at) => step(at + 1)).join('')
    const deltas = text.match(/[\s\S]{1,500}/g) ?? []
    const url = await served((response) => {
      response.writeHead(200, headers)
      response.end(`${deltas.map((content) => event({ content })).join('')}${event({}, 'stop')}data: [DONE]\n\n`)
    })
    const model = openAiModel({ url, model: 'small' })
    await using chat = await testBot(new Bot().onMention(assistant({ model })), { simulator: { clock: 'real' } })
    const said = await chat.as('iago').say(`@**${chat.botName}** how?`)
    expect(text.length).toBeGreaterThan(10_000)
    expect(said.length).toBeGreaterThan(1)
    expect(
      said
        .map(({ content }) => content)
        .join('\n')
        .replace(/\s+/g, ' '),
    ).toBe(text.trim().replace(/\s+/g, ' '))
  })

  it('runs the tools that a model calls in another API’s events, which come in pieces', async () => {
    const url = await served(
      inEvents(
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Let me look. ' } },
        { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 't1', name: 'menu' } },
        { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"day":' } },
        { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '"today"}' } },
        { type: 'message_stop' },
      ),
      inEvents(
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'There is rye 🥐.' } },
        { type: 'message_stop' },
      ),
    )
    const asked: unknown[] = []
    const menu = tool('menu <day>', { description: 'The menu of a day' }, ({ day }) => {
      asked.push(day)
      return 'rye'
    })
    const answer = assistant({ model: () => messagesOf(url), tools: [menu] })
    await using chat = await testBot(new Bot().onMention(answer), { simulator: { clock: 'real' } })
    const said = await chat.as('iago').say(`@**${chat.botName}** what is there?`)
    expect(asked).toEqual(['today'])
    expect(said.at(-1)?.content).toContain('There is rye 🥐.')
  })
})

const inEvents = (...all: readonly object[]) => {
  const body = Buffer.from(all.map((one) => `event: message\ndata: ${JSON.stringify(one)}\n\n`).join(''))
  return inPieces(Array.from(body, (byte) => Uint8Array.of(byte)))
}

interface Block {
  readonly type: string
  readonly content_block?: { readonly type: string; readonly id: string; readonly name: string }
  readonly delta?: { readonly text?: string; readonly partial_json?: string }
}

/** A model of one's own: it reads the events of an API like Anthropic's. */
async function* messagesOf(url: string): AsyncGenerator<ModelPiece> {
  const { body } = await fetch(`${url}/messages`, { method: 'POST' })
  const events = body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  let call: { readonly id: string; readonly name: string } | undefined
  let args = ''
  for await (const { data } of events ?? []) {
    const { content_block, delta } = JSON.parse(data) as Block
    if (content_block?.type === 'tool_use') call = content_block
    args += delta?.partial_json ?? ''
    if (delta?.text !== undefined) yield delta.text
  }
  if (call !== undefined) yield { id: call.id, name: call.name, args: JSON.parse(args) }
}
