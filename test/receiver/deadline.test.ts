import { Bot } from 'earshot'
import { describe, expect, it } from 'vitest'
import { everythingToHappen, gate, kit } from './kit.js'
import { directMessage, mention } from './notifications.js'

const quiet = { response_not_required: true }

describe('a slow handler', () => {
  it('gets an empty response in time, and its reply is sent later as a message', async () => {
    const { opened, open } = gate()
    const { post, clock, sent, receiver } = kit({
      handle: async ({ reply }) => {
        await opened
        await reply('It took a while')
      },
    })
    const answer = post()
    let isAnswered = false
    void answer.then(() => {
      isAnswered = true
    })
    await clock.advance(7_999)
    expect(isAnswered).toBe(false)
    await clock.advance(1)
    expect((await answer).body).toEqual(quiet)
    expect(sent).toEqual([])
    open()
    await receiver.idle()
    expect(sent).toEqual([{ type: 'stream', to: '2', topic: 'oven #12', content: 'It took a while' }])
  })

  it('gets its first reply as the response, and later ones are sent as messages', async () => {
    const { opened, open } = gate()
    const { post, clock, sent, receiver } = kit({
      handle: async ({ reply }) => {
        await reply('Let me look…')
        await opened
        await reply('It is warm')
      },
    })
    const answer = post(directMessage())
    await clock.advance(8_000)
    expect((await answer).body).toEqual({ content: 'Let me look…' })
    open()
    await receiver.idle()
    expect(sent).toEqual([{ type: 'private', to: '[8]', content: 'It is warm' }])
  })

  it('is logged once with its name, running time and time until the abort', async () => {
    const { opened, open } = gate()
    const bot = new Bot().command('bake <loaves:integer>', { description: 'Bake' }, () => opened)
    const { post, clock, lines, receiver } = kit({ binding: { bot } })
    const running = () => lines.filter(({ message }) => message.includes('still running'))
    void post(mention({ content: '@**Echo** bake 3' }))
    await clock.advance(7_999)
    expect(running()).toEqual([])
    await clock.advance(100_000)
    expect(running()).toEqual([
      {
        level: 'info',
        fields: expect.objectContaining({
          delivery: expect.any(String),
          handler: 'command bake <loaves:integer>',
          duration: 8_000,
          abortsIn: 292_000,
        }),
        message: 'The handler is still running; its replies are now sent as messages',
      },
    ])
    open()
    await receiver.idle()
  })

  it('is aborted after handlerTimeout', async () => {
    const { post, clock, delivered, lines } = kit({ handle: ({ signal }) => untilAborted(signal) })
    void post()
    await clock.advance(299_999)
    expect(delivered[0]?.signal.aborted).toBe(false)
    await clock.advance(1)
    expect(delivered[0]?.signal.reason).toMatchObject({ name: 'TimeoutError' })
    expect(lines.find(({ level }) => level === 'warn')?.fields).toMatchObject({ duration: 300_000 })
  })

  it('can still reply after the abort', async () => {
    const { post, clock, sent, receiver } = kit({
      handle: async ({ signal, reply }) => {
        await untilAborted(signal)
        await reply('I ran out of time')
      },
    })
    void post()
    await clock.advance(300_000)
    await receiver.idle()
    expect(sent).toMatchObject([{ content: 'I ran out of time' }])
  })

  it('can be aborted before the response is due', async () => {
    const { post, clock } = kit({
      handlerTimeout: 2_000,
      handle: async ({ signal, reply }) => {
        await untilAborted(signal)
        await reply('I ran out of time')
      },
    })
    const answer = post()
    await clock.advance(2_000)
    expect((await answer).body).toEqual({ content: 'I ran out of time' })
  })

  it('gets an empty response in time even if it ignores the abort', async () => {
    const { post, clock } = kit({ handlerTimeout: 2_000, handle: () => new Promise(() => {}) })
    const answer = post()
    await clock.advance(8_000)
    expect((await answer).body).toEqual(quiet)
  })

  it('that ignores the abort is abandoned after ten seconds, and the sender is notified', async () => {
    const { opened, open } = gate()
    const late: unknown[] = []
    const { post, clock, sent, lines, receiver } = kit({
      newDeliveryId: () => 'd1',
      handle: async ({ reply }) => {
        await opened
        await reply('At last').catch((error) => late.push(error))
        throw new Error('the oven is off')
      },
    })
    void post()
    await clock.advance(309_999)
    expect(sent).toEqual([])
    await clock.advance(1)
    await receiver.idle()
    expect(sent).toMatchObject([{ content: 'I had to stop before I was done with that; delivery d1.' }])
    const failed = { level: 'error', fields: { outcome: 'failed', duration: 310_000, error: { name: 'TimeoutError' } } }
    expect(lines.at(-1)).toMatchObject(failed)
    expect(clock.waiting).toBe(0)
    open()
    await everythingToHappen()
    expect(late).toMatchObject([{ name: 'TimeoutError' }])
    expect(sent).toHaveLength(1)
    expect(lines.at(-1)).toMatchObject(failed)
  })

  it('that ignores the abort causes a notice even if it has already replied', async () => {
    const { post, clock, sent, lines, receiver } = kit({
      handle: async ({ reply }) => {
        await reply('warm')
        await new Promise(() => {})
      },
    })
    const answer = post()
    await clock.advance(310_000)
    await receiver.idle()
    expect((await answer).body).toEqual({ content: 'warm' })
    expect(sent).toMatchObject([{ content: expect.stringMatching(/^I had to stop/) }])
    expect(lines.at(-1)?.fields).toMatchObject({ outcome: 'failed' })
  })

  it('that ignores the abort can be abandoned before the response is due', async () => {
    const { post, clock } = kit({
      answerBy: 20_000,
      handlerTimeout: 2_000,
      newDeliveryId: () => 'd1',
      handle: () => new Promise(() => {}),
    })
    const answer = post()
    await clock.advance(12_000)
    expect((await answer).body).toEqual({ content: 'I had to stop before I was done with that; delivery d1.' })
  })

  it('of a real bot has no effect after it was abandoned', async () => {
    const { opened, open } = gate()
    const failures: unknown[] = []
    const bot = new Bot().onMention(() => opened.then(() => 'At last'))
    const observer = { delivery: () => ({ failed: (error: unknown) => void failures.push(error) }) }
    const { post, clock, sent, receiver } = kit({ binding: { bot }, observer })
    void post()
    await clock.advance(310_000)
    await receiver.idle()
    open()
    await everythingToHappen()
    expect(failures).toMatchObject([{ name: 'TimeoutError' }])
    expect(sent).toHaveLength(1)
  })

  it('is timed from the arrival of the request, not of its body', async () => {
    const { post, clock } = kit({ answerBy: 5_000, handle: () => new Promise(() => {}) })
    const { opened, open } = gate()
    const slow = new ReadableStream({
      async pull(controller) {
        await opened
        controller.enqueue(new TextEncoder().encode(JSON.stringify(mention())))
        controller.close()
      },
    })
    const answer = post(slow)
    await clock.advance(4_000)
    open()
    await clock.advance(1_000)
    expect((await answer).body).toEqual(quiet)
  })

  it('that fails after the response is only logged', async () => {
    const { opened, open } = gate()
    const { post, clock, lines, receiver } = kit({
      handle: async () => {
        await opened
        throw new Error('the oven is off')
      },
    })
    const answer = post()
    await clock.advance(8_000)
    expect((await answer).status).toBe(200)
    open()
    await receiver.idle()
    expect(lines.at(-1)).toMatchObject({ level: 'error', fields: { outcome: 'failed' } })
  })

  it("doesn't delay other deliveries", async () => {
    const { post } = kit({
      handle: ({ notification, reply }) => (notification.message.id === 1 ? new Promise(() => {}) : reply('warm')),
    })
    void post(mention({ id: 1 }))
    expect((await post(mention({ id: 2 }))).body).toEqual({ content: 'warm' })
  })

  it("is passed to the runtime's waitUntil", async () => {
    const { opened, open } = gate()
    const { receiver, clock, sent } = kit({
      handle: async ({ reply }) => {
        await opened
        await reply('later')
      },
    })
    const kept: Promise<unknown>[] = []
    const runtime = {
      waitUntil: (work: Promise<unknown>) => void kept.push(work),
      passThroughOnException() {},
      props: {},
    }
    const request = new Request('https://bots.example.com/', { method: 'POST', body: JSON.stringify(mention()) })
    const answer = Promise.resolve(receiver.fetch(request, {}, runtime))
    await clock.advance(8_000)
    expect(await (await answer).json()).toEqual(quiet)
    open()
    await Promise.all(kept)
    expect(kept).toHaveLength(1)
    expect(sent).toMatchObject([{ content: 'later' }])
  })
})

describe('a quick handler', () => {
  it('leaves no timer behind', async () => {
    const { post, clock } = kit({ handle: ({ reply }) => reply('warm') })
    await post()
    expect(clock.waiting).toBe(0)
  })

  it("doesn't call the runtime's waitUntil", async () => {
    const { receiver } = kit({ handle: ({ reply }) => reply('warm') })
    const runtime = {
      waitUntil: () => expect.unreachable('nothing is left to do'),
      passThroughOnException() {},
      props: {},
    }
    const request = new Request('https://bots.example.com/', { method: 'POST', body: JSON.stringify(mention()) })
    expect((await receiver.fetch(request, {}, runtime)).status).toBe(200)
  })

  it('logs one line with all facts', async () => {
    const { post, lines } = kit({ newDeliveryId: () => 'd1', handle: ({ reply }) => reply('warm') })
    await post()
    await everythingToHappen()
    expect(lines).toEqual([
      {
        level: 'info',
        fields: {
          delivery: 'd1',
          bot: 'echo-bot@example.com',
          trigger: 'mention',
          message: 201,
          outcome: 'answered',
          duration: 0,
        },
        message: 'Handled',
      },
    ])
  })

  it.each([
    ['quiet', 0],
    ['answered', 1],
    ['sent', 2],
  ])('has the outcome "%s" after %i replies', async (outcome, count) => {
    const { post, lines, receiver } = kit({
      handle: async ({ reply }) => {
        for (let index = 0; index < count; index += 1) await reply('warm')
      },
    })
    await post()
    await receiver.idle()
    expect(lines.at(-1)?.fields).toMatchObject({ outcome })
  })
})

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}
