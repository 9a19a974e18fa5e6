import { memoryQueue } from 'earshot/queue'
import type { Delivery } from 'earshot/receiver'
import { describe, expect, it } from 'vitest'
import { everythingToHappen, gate, kit } from './kit.js'
import { directMessage, echoBot, echoToken, mention } from './notifications.js'

const quiet = { response_not_required: true }
const minutes = 60_000

describe('a repeated delivery', () => {
  it('joins the running attempt', async () => {
    const { opened, open } = gate()
    const { post, delivered } = kit({
      handle: async ({ reply }) => {
        await opened
        await reply('warm')
      },
    })
    const answers = [post(), post(), post(), post()]
    await everythingToHappen()
    open()
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(Array(4).fill({ content: 'warm' }))
    expect(delivered).toHaveLength(1)
  })

  it('gets the same response as the first', async () => {
    let count = 0
    const { post, lines } = kit({ handle: ({ reply }) => reply(`answer ${++count}`) })
    expect((await post()).body).toEqual({ content: 'answer 1' })
    expect((await post()).body).toEqual({ content: 'answer 1' })
    expect(lines.at(-1)?.fields).toMatchObject({ outcome: 'repeat', message: 201 })
  })

  it('causes no second reply if the first was answered before the handler ended', async () => {
    const { opened, open } = gate()
    const { post, clock, sent, receiver, delivered } = kit({
      handle: async ({ reply }) => {
        await opened
        await reply('warm')
      },
    })
    const first = post()
    await clock.advance(8_000)
    expect((await first).body).toEqual(quiet)
    expect((await post()).body).toEqual(quiet)
    open()
    await receiver.idle()
    expect((await post()).body).toEqual(quiet)
    expect(sent).toHaveLength(1)
    expect(delivered).toHaveLength(1)
  })

  it('causes no second reply if the first replied with messages', async () => {
    const { post, sent, delivered } = kit({
      handle: async ({ reply }) => {
        await reply('one')
        await reply('two')
      },
    })
    for (let time = 0; time < 3; time += 1) expect((await post()).body).toEqual(quiet)
    expect(sent).toHaveLength(2)
    expect(delivered).toHaveLength(1)
  })

  it('runs the handler again if the first attempt failed without a reply', async () => {
    let isBroken = true
    const { post } = kit({
      handle: async ({ reply }) => {
        if (isBroken) throw new Error('the oven is off')
        await reply('warm')
      },
    })
    expect((await post()).status).toBe(500)
    isBroken = false
    expect((await post()).body).toEqual({ content: 'warm' })
  })

  it('gets the failure of the attempt that it joined', async () => {
    const { opened, open } = gate()
    const { post, delivered } = kit({
      handle: async () => {
        await opened
        throw new Error('the oven is off')
      },
    })
    const answers = [post(), post()]
    await everythingToHappen()
    open()
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([500, 500])
    expect(delivered).toHaveLength(1)
  })

  it("doesn't run the handler again if the first attempt failed after its response", async () => {
    const { post, clock, delivered, receiver } = kit({
      handlerTimeout: 10_000,
      handle: async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        throw new Error('stopped')
      },
    })
    const first = post()
    await clock.advance(10_000)
    await receiver.idle()
    expect([(await first).body, (await post()).body]).toEqual([quiet, quiet])
    expect(delivered).toHaveLength(1)
  })

  it.each([
    ['in memory', undefined],
    ['by a queue', memoryQueue()],
  ])(
    'is distinguished %s from a later message with the same ID and text, as on a restored server',
    async (_, queue) => {
      const { post, lines } = kit({ handle: ({ reply }) => reply('warm'), ...(queue && { queue }) })
      const timestamp = 1_772_427_600
      for (const later of [0, 0, 3_600]) await post(mention({ timestamp: timestamp + later }))
      const outcomes = lines.flatMap(({ fields: { outcome } }) => (outcome === undefined ? [] : [outcome]))
      const first = queue ? 'queued' : 'answered'
      expect(outcomes).toEqual([first, 'repeat', first])
    },
  )

  it("is recognised despite a different case of the bot's address", async () => {
    const { post, delivered } = kit()
    await post()
    await post(mention({}, { bot_email: 'ECHO-BOT@example.com' }))
    expect(delivered).toHaveLength(1)
  })

  it('is recognised for ten minutes', async () => {
    const { post, clock, delivered } = kit()
    await post()
    await clock.advance(10 * minutes)
    await post()
    expect(delivered).toHaveLength(1)
    await clock.advance(1)
    await post()
    expect(delivered).toHaveLength(2)
  })

  it('after ten minutes is handled once even if it arrives twice', async () => {
    const { opened, open } = gate()
    let isSlow = false
    const { post, clock, delivered } = kit({ handle: () => (isSlow ? opened : undefined) })
    await post()
    await clock.advance(10 * minutes + 1)
    isSlow = true
    const again = [post(), post()]
    await everythingToHappen()
    open()
    await Promise.all(again)
    expect(delivered).toHaveLength(2)
  })

  it('is recognised for as long as the handler runs', async () => {
    const { opened, open } = gate()
    const { post, clock, delivered } = kit({
      answerBy: 60 * minutes,
      handlerTimeout: 60 * minutes,
      handle: () => opened,
    })
    const first = post()
    await clock.advance(30 * minutes)
    const second = post()
    await everythingToHappen()
    open()
    await Promise.all([first, second])
    expect(delivered).toHaveLength(1)
  })
})

describe('a handler that is still running after the response', () => {
  const longHandler = () => {
    const { opened, open } = gate()
    return { open, ...kit({ handlerTimeout: 60 * minutes, handle: () => opened }) }
  }

  it("isn't run again by a late repeat", async () => {
    const { open, post, clock, delivered, receiver } = longHandler()
    const first = post()
    await clock.advance(30 * minutes)
    expect([(await first).body, (await post()).body]).toEqual([quiet, quiet])
    expect(delivered).toHaveLength(1)
    open()
    await receiver.idle()
    await post()
    expect(delivered).toHaveLength(2)
  })

  it("isn't run again after many other deliveries", async () => {
    const { opened, open } = gate()
    const { post, delivered, clock } = kit({ dedupe: { entries: 1 }, handle: () => opened })
    const answers = [1, 2, 3].map((id) => post(mention({ id })))
    await clock.advance(8_000)
    await Promise.all(answers)
    for (const id of [1, 2, 3]) await post(mention({ id }))
    expect(delivered).toHaveLength(3)
    open()
  })
})

describe('similar deliveries', () => {
  it.each([
    ['another message', mention({ id: 202 })],
    ['another text under the same number', mention({ content: 'something else' })],
    ['a direct message with another number', directMessage({ id: 203 })],
  ])('%s is a separate delivery', async (_, other) => {
    const { post, delivered } = kit()
    await post()
    await post(other)
    expect(delivered).toHaveLength(2)
  })

  it('the largest message IDs of several bots are separate deliveries', async () => {
    const names = ['echo', 'timer', 'oven']
    const bots = names.slice(1).map((name) => ({
      bot: {
        handle: async ({ notification, reply }: Delivery) => void (await reply(`${name} ${notification.message.id}`)),
      },
      credentials: { ...echoBot, email: `${name}-bot@example.com` },
      tokens: [echoToken],
    }))
    const { post } = kit({
      handle: ({ notification, reply }) => reply(`echo ${notification.message.id}`),
      others: bots,
    })
    for (let id = Number.MAX_SAFE_INTEGER - 4; id <= Number.MAX_SAFE_INTEGER; id += 1) {
      for (const name of names) {
        const { body } = await post(mention({ id }, { bot_email: `${name}-bot@example.com` }))
        expect(body).toEqual({ content: `${name} ${id}` })
      }
    }
    expect((await post(mention({ id: Number.MAX_SAFE_INTEGER + 1 }))).status).toBe(400)
  })

  it('one message to two bots is two deliveries', async () => {
    const seen: string[] = []
    const { post } = kit({
      handle: () => void seen.push('echo'),
      others: [
        {
          bot: { handle: async () => void seen.push('timer') },
          credentials: { site: 'https://chat.example.com', email: 'timer-bot@example.com', apiKey: 'a'.repeat(32) },
          tokens: ['s'.repeat(32)],
        },
      ],
    })
    await post()
    await post(mention({}, { bot_email: 'timer-bot@example.com', token: 's'.repeat(32) }))
    expect(seen).toEqual(['echo', 'timer'])
  })
})

describe('the cache of responses', () => {
  const postEach = async ({ post }: Pick<ReturnType<typeof kit>, 'post'>, ids: readonly number[]) => {
    for (const id of ids) await post(mention({ id }))
  }

  it('is limited in number and evicts the oldest', async () => {
    const some = kit({ dedupe: { entries: 4 } })
    await postEach(some, [1, 2, 3, 4, 5])
    await postEach(some, [3, 4, 5])
    expect(some.delivered).toHaveLength(5)
    await postEach(some, [1])
    expect(some.delivered).toHaveLength(6)
  })

  it('is limited in size', async () => {
    const some = kit({ dedupe: { characters: 8_400 }, handle: ({ reply }) => reply('x'.repeat(2_000)) })
    await postEach(some, [1, 2, 3, 4, 5])
    await postEach(some, [3, 4, 5])
    expect(some.delivered).toHaveLength(5)
    await postEach(some, [1])
    expect(some.delivered).toHaveLength(6)
  })

  it("doesn't contain the texts of messages", async () => {
    const some = kit({ dedupe: { characters: 1_000 } })
    const long = (id: number) => mention({ id, content: `@**Echo** ${'x'.repeat(2_000)}` })
    for (const id of [1, 2, 3, 4, 5, 1, 5]) await some.post(long(id))
    expect(some.delivered).toHaveLength(5)
    await some.post(mention({ id: 5, content: `@**Echo** ${'x'.repeat(1_999)}y` }))
    expect(some.delivered).toHaveLength(6)
  })

  it('distinguishes a message from its edited version, even if both are being handled', async () => {
    const { opened, open } = gate()
    const some = kit({
      handle: async ({ notification, reply }) => {
        await opened
        await reply(notification.data)
      },
    })
    const says = (text: string) => some.post(mention({ id: 1, content: text }))
    const answers = [says('@**Echo** one'), says('@**Echo** two'), says('@**Echo** one'), says('@**Echo** two')]
    await everythingToHappen()
    open()
    const said = (await Promise.all(answers)).map(({ body }) => body)
    for (const text of ['@**Echo** one', '@**Echo** two', '@**Echo** one']) said.push((await says(text)).body)
    expect(said.map((body) => Object(body).content)).toEqual(
      ['one', 'two', 'one', 'two', 'one', 'two', 'one'].map((word) => `@**Echo** ${word}`),
    )
    expect(some.delivered).toHaveLength(2)
  })

  it('can be disabled', async () => {
    const some = kit({ dedupe: { entries: 0 } })
    await postEach(some, [1, 1, 1])
    expect(some.delivered).toHaveLength(3)
  })
})
