import { createReceiver as createSmall } from 'earshot/edge'
import { createReceiver, type ReceiverOptions } from 'earshot/receiver'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { recordingLog } from './kit.js'
import { echoBot, echoToken, mention } from './notifications.js'

const address = 'https://bots.example.com'

function optionsWith(options: Partial<ReceiverOptions> = {}): ReceiverOptions {
  const { log } = recordingLog()
  const bot = { handle: async ({ reply }: { reply: (text: string) => Promise<unknown> }) => void (await reply('warm')) }
  return { bots: [{ bot, credentials: echoBot, tokens: [echoToken] }], log, ...options }
}

async function said(response: Response) {
  const { status, headers } = response
  return { status, headers: [...headers].sort(), body: await response.text() }
}

/** A function, since a body can be read once. */
const requests: readonly [string, () => Request][] = [
  ['a notification', () => posted(JSON.stringify(mention()))],
  [
    'one in pieces, of no known length',
    () =>
      new Request(address, { method: 'POST', body: pieces(JSON.stringify(mention())), duplex: 'half' } as RequestInit),
  ],
  ['a wrong token', () => posted(JSON.stringify({ ...mention(), token: 'wrong' }))],
  ['no JSON', () => posted('{')],
  ['nothing', () => posted('')],
  ['no UTF-8', () => posted(new Uint8Array([0xff]))],
  ['too much', () => posted('x'.repeat(3_000))],
  [
    'too much, of no known length',
    () => new Request(address, { method: 'POST', body: pieces('x'.repeat(3_000)), duplex: 'half' } as RequestInit),
  ],
  ['a visit', () => new Request(address)],
  ['a HEAD', () => new Request(address, { method: 'HEAD' })],
  ['a question after its health', () => new Request(`${address}/healthz`)],
  ['that with HEAD', () => new Request(`${address}/healthz`, { method: 'HEAD' })],
  ['that with POST', () => new Request(`${address}/healthz`, { method: 'POST' })],
  ['that with a query', () => new Request(`${address}/healthz?now`)],
  ['another path', () => new Request(`${address}/elsewhere`, { method: 'POST', body: '{}' })],
  ['a path with a slash behind', () => new Request(`${address}/healthz/`)],
]

describe('the receiver of earshot/edge', () => {
  it.each(requests)('answers %s as the Hono app does', async (_, make) => {
    const small = createSmall(optionsWith({ maxBodyBytes: 2_000 }))
    const app = createReceiver(optionsWith({ maxBodyBytes: 2_000 }))
    expect(await said(await small.fetch(make()))).toEqual(await said(await app.fetch(make())))
  })

  it('is put below a path by a Hono app', async () => {
    const app = new Hono().mount('/bots', createSmall(optionsWith()).fetch)
    const body = JSON.stringify(mention())
    expect(await (await app.request('/bots', { method: 'POST', body })).json()).toEqual({ content: 'warm' })
    expect((await app.request('/bots/healthz')).status).toBe(200)
    expect((await app.request('/bots/elsewhere')).status).toBe(404)
  })

  it('answers with the reply, and logs as ever', async () => {
    const { log, lines } = recordingLog()
    const { fetch, idle } = createSmall(optionsWith({ log }))
    const response = await fetch(posted(JSON.stringify(mention())))
    expect(await response.json()).toEqual({ content: 'warm' })
    await idle()
    expect(lines.map(({ message }) => message)).toEqual(['Handled'])
  })

  it('holds each address to its failures, by what the platform tells of it', async () => {
    const { fetch } = createSmall(optionsWith({ failureLimits: { perAddress: 2 } }))
    const statuses: number[] = []
    for (const remoteAddress of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']) {
      statuses.push((await fetch(posted('{'), { remoteAddress })).status)
    }
    expect(statuses).toEqual([400, 400, 429, 400])
  })

  it('keeps the platform waiting for what goes on after the answer, and for nothing else', async () => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const kept: Promise<unknown>[] = []
    const bot = { handle: () => opened }
    const slow = createSmall(optionsWith({ bots: [{ bot, credentials: echoBot, tokens: [echoToken] }], answerBy: 1 }))
    const response = await slow.fetch(
      posted(JSON.stringify(mention())),
      {},
      { waitUntil: (work) => void kept.push(work) },
    )
    expect(response.status).toBe(200)
    expect(kept).toHaveLength(1)
    open()
    await Promise.all(kept)
    const quick = createSmall(optionsWith())
    await quick.fetch(posted(JSON.stringify(mention())), {}, { waitUntil: () => expect.unreachable() })
  })
})

function posted(body: string | Uint8Array<ArrayBuffer>): Request {
  return new Request(address, { method: 'POST', body, headers: { 'content-length': String(new Blob([body]).size) } })
}

function pieces(text: string): ReadableStream {
  return new Blob([text]).stream()
}
