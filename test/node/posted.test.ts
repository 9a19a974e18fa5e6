import { describe, expect, it } from 'vitest'
import { echoToken, mention } from '../receiver/notifications.js'
import { served, wire } from './serving.js'

/** The answer to a body that says its length, which Node's own request is read for; and to one that comes in chunks. */
async function answers(port: number, body: string, path = '/', method = 'POST'): Promise<[string, string]> {
  const start = `${method} ${path} HTTP/1.1\r\nhost: bakery\r\nconnection: close\r\n`
  const size = Buffer.byteLength(body)
  const requests = [
    `${start}content-length: ${size}\r\n\r\n${body}`,
    `${start}transfer-encoding: chunked\r\n\r\n${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ]
  const heard: string[] = []
  for (const request of requests) {
    const { write, answer } = await wire(port)
    await write(request)
    heard.push(withoutDate(await answer()))
  }
  return [heard[0] ?? '', heard[1] ?? '']
}

/** What is the same at any time, in whatever order the headers come. */
function withoutDate(answer: string): string {
  const [head = '', body] = answer.split('\r\n\r\n')
  const [status, ...headers] = head.split('\r\n')
  const named = headers.map((header) => header.toLowerCase()).filter((header) => !header.startsWith('date:'))
  return [status, ...named.sort(), body].join('\n')
}

const text = (notification = mention()) => JSON.stringify(notification)

describe('a body that says its length is answered as one that comes in chunks', () => {
  it.each<[string, string, string?, string?]>([
    ['a notification', text()],
    ['a text of all of Unicode', text(mention({ content: '@**Echo** 🥐 naïve 面包' }))],
    ['what is no JSON', '{'],
    ['what is no object', '[]'],
    ['what nests too deep', '['.repeat(40)],
    ['a wrong token', text(mention({}, { token: `x${echoToken}` }))],
    ['a bot that there is not', text(mention({}, { bot_email: 'nobody@example.com' }))],
    ['what is not a notification', text(mention({ id: 'x' }))],
    ['what is too large', text(mention({ content: 'x'.repeat(4_000) }))],
    ['a path that there is not', text(), '/wp-login.php'],
    ['another method', text(), '/', 'PUT'],
    ['a query', text(), '/?a=1'],
  ])('%s', async (_, body, path, method) => {
    const { port } = await served(({ reply }) => reply('warm'), { maxBodyBytes: 4_000 })
    const [plain, chunked] = await answers(port, body, path, method)
    expect(plain).toBe(chunked)
    expect(plain).toMatch(/^HTTP\/1\.1 \d{3}/)
  })
})

it('whose sender is gone before its end reaches no bot, and stands in the log', async () => {
  const { port, post, delivered, lines } = await served()
  const { write, socket } = await wire(port)
  await write(`POST / HTTP/1.1\r\nhost: bakery\r\ncontent-length: 100\r\n\r\n{"bot_email":`)
  socket.destroy()
  while (lines.length < 2) await new Promise((resolve) => setImmediate(resolve))
  expect(lines.at(-1)?.fields).toMatchObject({ code: 'unreadable_body' })
  expect((await post()).status).toBe(200)
  expect(delivered).toHaveLength(1)
})
