import { describe, expect, it } from 'vitest'
import { everythingToHappen, gate } from '../receiver/kit.js'
import { mention } from '../receiver/notifications.js'
import { type Served, served, wire } from './serving.js'

const head = (headers: string) =>
  `POST / HTTP/1.1\r\nhost: bakery\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`
const mebibyte = 2 ** 20

/** What everything below ends with: the next delivery is served. */
async function expectServing({ post, delivered }: Served) {
  const before = delivered.length
  expect((await post(mention({ id: 999 }))).status).toBe(200)
  expect(delivered).toHaveLength(before + 1)
}

describe('over a socket', () => {
  it('a body that is announced with 50 MB is refused before it is sent', async () => {
    const serving = await served()
    const { write, answer } = await wire(serving.port)
    await write(head(`content-length: ${50 * mebibyte}`))
    expect(await answer()).toMatch(/^HTTP\/1\.1 413 [\s\S]*too_large/)
    await expectServing(serving)
  })

  it('50 MB in chunks are refused at the limit, and not read to their end', async () => {
    const serving = await served()
    const { write, answer, socket, closed } = await wire(serving.port)
    await write(head('transfer-encoding: chunked'))
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    let isAnswered = false
    const answered = answer().then((text) => {
      isAnswered = true
      return text
    })
    let written = 0
    while (!isAnswered && written < 50 * mebibyte && !socket.destroyed) {
      await write(chunk)
      written += chunk.length
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await answered).toMatch(/^HTTP\/1\.1 413 [\s\S]*too_large/)
    expect(written).toBeLessThan(10 * mebibyte)
    await closed
    await expectServing(serving)
  })

  it.each([
    ['all of it has come', '0\r\n\r\n'],
    ['the rest of it is on its way', ''],
  ])('a connection whose body in chunks is too large is told so, and closed, when %s', async (_, end) => {
    const serving = await served()
    const { write, answer, closed } = await wire(serving.port)
    const size = mebibyte + 1
    await write(`${head('transfer-encoding: chunked')}${size.toString(16)}\r\n${' '.repeat(size)}\r\n${end}`)
    expect(await answer()).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close[\s\S]*too_large/i)
    await closed
    await expectServing(serving)
  })

  it('a body that comes byte by byte is put together', async () => {
    const serving = await served(({ reply }) => reply('warm'))
    const { write, answer } = await wire(serving.port)
    const bytes = new TextEncoder().encode(JSON.stringify(mention({ content: '@**Echo** 👩‍🍳' })))
    await write(head('transfer-encoding: chunked'))
    for (const byte of bytes) await write(new Uint8Array([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a]))
    await write('0\r\n\r\n')
    expect(await answer()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"content":"warm"\}$/)
    expect(serving.delivered[0]?.notification.data).toBe('@**Echo** 👩‍🍳')
  })

  it.each([
    ['before its body has come', head('content-length: 1000')],
    ['in the middle of its body', `${head('content-length: 1000')}{"bot_email":`],
    ['in the middle of a chunk', `${head('transfer-encoding: chunked')}1000\r\n{"bot_email":`],
    ['in the middle of its headers', 'POST / HTTP/1.1\r\nhost: bak'],
  ])('a connection that closes %s harms nobody', async (_, bytes) => {
    const serving = await served()
    const { write, socket, closed } = await wire(serving.port)
    await write(bytes)
    await everythingToHappen()
    socket.destroy()
    await closed
    await expectServing(serving)
  })

  it('a connection that closes while the handler works does not stop it, and the repeat gets its answer', async () => {
    const { opened, open } = gate()
    const serving = await served(async ({ reply }) => {
      await opened
      await reply('warm')
    })
    const body = JSON.stringify(mention())
    const { write, socket, closed } = await wire(serving.port)
    await write(`${head(`content-length: ${Buffer.byteLength(body)}`)}${body}`)
    while (serving.delivered.length === 0) await everythingToHappen()
    socket.destroy()
    await closed
    const repeat = serving.post(body)
    await everythingToHappen()
    open()
    expect(await (await repeat).json()).toEqual({ content: 'warm' })
    expect(serving.delivered).toHaveLength(1)
  })

  it.each([
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, 'invalid_utf8'],
    ['an empty body', '', 400, 'empty_body'],
    ['deep JSON', '['.repeat(400_000), 400, 'too_deep'],
    ['deep JSON that ends', '['.repeat(400_000) + ']'.repeat(400_000), 400, 'too_deep'],
    ['a wrong token', JSON.stringify(mention({}, { token: 'wrong' })), 401, 'unauthorized'],
    ['just too much', ' '.repeat(mebibyte + 1), 413, 'too_large'],
  ])('%s gets a clear error', async (_, body, status, code) => {
    const serving = await served()
    const answer = await serving.post(body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: { code } })
    await expectServing(serving)
  })

  it.each([
    ['no length and no chunks', head('connection: keep-alive'), 'empty_body'],
    ['two lengths', head('content-length: 5\r\ncontent-length: 6'), '400'],
    ['a length and chunks', head('content-length: 5\r\ntransfer-encoding: chunked'), '400'],
    ['a length that is no number', head('content-length: abc'), '400'],
    ['what is no HTTP', '\0\0\0\0\r\n\r\n', '400'],
    ['headers without end', `POST / HTTP/1.1\r\nx: ${'x'.repeat(100_000)}`, '431'],
  ])('%s gets an error', async (_, bytes, expected) => {
    const serving = await served()
    const { write, answer } = await wire(serving.port)
    await write(bytes)
    expect(await answer()).toContain(expected)
    await expectServing(serving)
  })

  it('many at once are all answered', async () => {
    const serving = await served(({ reply, notification }) => reply(`to ${notification.message.id}`))
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, id) => (await serving.post(mention({ id }))).json()),
    )
    expect(answers).toEqual(Array.from({ length: 100 }, (_, id) => ({ content: `to ${id}` })))
  })
})
