import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../seed.js'
import { kit } from './kit.js'
import { directMessage, echoBot, echoToken, mention } from './notifications.js'

/** Names that mean something to the receiver, so that chance comes near to what matters. */
const names = fc.constantFrom(
  ...Object.keys(mention()),
  ...Object.keys(directMessage().message as object),
  '__proto__',
  'constructor',
  'toString',
)

const values = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(echoToken, echoBot.email, 'stream', 'private', 'mention', 'direct_message', 8, 201),
    fc.dictionary(fc.oneof(names, fc.string()), tie('any'), { maxKeys: 4 }),
    fc.array(tie('any'), { maxLength: 4 }),
  ),
})).any

const replaced = fc.dictionary(names, values, { maxKeys: 4 })

/** A notification of which some fields, at some depth, are replaced by anything. */
const nearlyRight = fc
  .tuple(fc.constantFrom(mention, directMessage), replaced, replaced)
  .map(([of, message, notification]) => of(message, notification))

describe('a receiver that gets random input', () => {
  // One receiver takes it all, as in life; its log is read after each answer.
  const { post, lines } = kit({ handle: ({ log, notification }) => log.info({ notification }, 'Here it is') })

  const expectSafe = async (body: string | Uint8Array) => {
    lines.length = 0
    const { status, text, headers } = await post(body)
    expect(status === 200 || (status >= 400 && status < 500)).toBe(true)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(text).not.toContain(echoToken)
    expect(JSON.stringify(lines)).not.toContain(echoToken)
  }

  it('answers any JSON without revealing the token', async () => {
    await fc.assert(
      fc.asyncProperty(values, (json) => expectSafe(JSON.stringify(json) ?? 'null')),
      { numRuns: runs(500) },
    )
  })

  it('answers a notification with random fields without revealing the token', async () => {
    await fc.assert(
      fc.asyncProperty(nearlyRight, (json) => expectSafe(JSON.stringify(json))),
      { numRuns: runs(1_000) },
    )
  })

  it('answers any bytes, cut anywhere', async () => {
    const cut = fc.tuple(fc.nat(), nearlyRight).map(([at, json]) => {
      const bytes = new TextEncoder().encode(JSON.stringify(json))
      return bytes.slice(0, at % bytes.length)
    })
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array(), cut), (bytes) => expectSafe(bytes)),
      { numRuns: runs(500) },
    )
  })

  it('gives the same result however the body is split into chunks', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(mention({ content: '@**Echo** 👩‍🍳 é' })))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 200 })), async (lengths) => {
        const { post, delivered } = kit()
        let at = 0
        const chunks = new ReadableStream({
          start(controller) {
            for (const length of [...lengths, bytes.length]) {
              controller.enqueue(bytes.slice(at, at + length))
              at += length
            }
            controller.close()
          },
        })
        expect((await post(chunks)).status).toBe(200)
        expect(delivered[0]?.notification.data).toBe('@**Echo** 👩‍🍳 é')
      }),
      { numRuns: 50 },
    )
  })

  it('gives a valid response for any reply', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.anything()), async (content) => {
        const { post } = kit({ handle: ({ reply }) => reply(content as string).catch(() => {}) })
        const { status, body } = await post()
        expect(status).toBe(200)
        const answer = body as { content?: unknown; response_not_required?: unknown }
        if (answer.response_not_required !== true) expect(String(answer.content).trim()).not.toBe('')
        expect(String(answer.content)).not.toContain('\0')
      }),
      { numRuns: runs(300) },
    )
  })
})
