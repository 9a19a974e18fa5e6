import { virtualClock } from 'earshot/simulator'
import { describe, expect, it } from 'vitest'
import { Bot } from '../../src/bot/index.js'
import { Client } from '../../src/client/index.js'
import { account, replyTo } from './fixture.js'

/** The client of an account that may change on the server, and how often it was looked up. */
function changing(first: object) {
  const server = { account: first, lookups: 0 }
  const client = new Client({
    site: 'https://chat.example.com',
    email: 'somebody@example.com',
    apiKey: 'k'.repeat(32),
    featureLevel: 496,
    fetch: async () => {
      server.lookups += 1
      return Response.json({ result: 'success', msg: '', ...server.account })
    },
  })
  return { server, client }
}

const minute = 60_000

describe("the bot's own account", () => {
  const bot = new Bot()
    .command('status', { description: 'Status' }, () => 'all fine')
    .onMention((ctx) => `Hm: ${ctx.text}`)

  it('is looked up again when the bot is mentioned by another name, at most once a minute', async () => {
    const { server, client } = changing(account(20, 'Echo', 400))
    const clock = virtualClock()
    // The server doesn't send the name.
    const say = (text: string) => replyTo(bot, text, { where: 'channel', botName: null, client, clock })
    expect(await say('@**Echo** status')).toBe('all fine')
    server.account = account(20, 'Giphy', 400)
    expect(await say('@**Giphy** status')).toBe('Hm: @**Giphy** status')
    clock.advance(minute)
    expect(await say('@**Giphy** status')).toBe('all fine')
    expect(server.lookups).toBe(2)
    expect(await say('@**Echo** status')).toBe('Hm: @**Echo** status')
    expect(server.lookups).toBe(2)
  })

  it('is looked up again when the bot is mentioned with another ID, as on a reset server', async () => {
    const { server, client } = changing(account(20, 'Echo', 400))
    const clock = virtualClock()
    const say = (text: string) => replyTo(bot, text, { where: 'channel', client, clock })
    expect(await say('@**Echo|20** status')).toBe('all fine')
    server.account = account(31, 'Echo', 400)
    clock.advance(minute)
    expect(await say('@**Echo|31** status')).toBe('all fine')
    expect(await say('@**Echo|20** status')).toBe('Hm: @**Echo|20** status')
  })

  it('is looked up again after an hour', async () => {
    const { server, client } = changing(account(20, 'Echo', 400))
    const clock = virtualClock()
    const say = () => replyTo(bot, '@**Echo|20** status', { where: 'channel', client, clock })
    for (const [later, lookups] of [
      [0, 1],
      [59 * minute, 1],
      [minute, 2],
    ] as const) {
      clock.advance(later)
      await say()
      expect(server.lookups).toBe(lookups)
    }
  })

  it('is looked up again at the next message after a failed look-up', async () => {
    const { server, client } = changing({})
    const clock = virtualClock()
    const say = () => replyTo(bot, '@**|20** status', { where: 'channel', client, clock })
    expect(await say()).toBe('Hm: @**|20** status')
    server.account = account(20, 'Echo', 400)
    expect(await say()).toBe('all fine')
  })
})

describe("the owner's account", () => {
  const bot = new Bot().onDirectMessage((ctx) => (ctx.owner ? 'the owner' : 'somebody'))

  it("is looked up again when the owner's ID appears with another name", async () => {
    const { server, client: owner } = changing(account(8, 'Iago', 200))
    const clock = virtualClock()
    const say = (name: string) =>
      replyTo(bot, 'who?', {
        owner,
        senderId: 8,
        clock,
        message: (message) => ({ ...message, sender_full_name: name }),
      })
    expect(await say('Iago')).toBe('the owner')
    clock.advance(minute)
    server.account = account(12, 'Iago', 200)
    expect(await say('Hamlet')).toBe('somebody')
    expect(server.lookups).toBe(2)
  })

  it("remains the owner's after a rename", async () => {
    const { server, client: owner } = changing(account(8, 'Iago', 200))
    const clock = virtualClock()
    const say = (name: string) =>
      replyTo(bot, 'who?', {
        owner,
        senderId: 8,
        clock,
        message: (message) => ({ ...message, sender_full_name: name }),
      })
    expect(await say('Iago')).toBe('the owner')
    clock.advance(minute)
    server.account = account(8, 'Iago the Baker', 200)
    expect(await say('Iago the Baker')).toBe('the owner')
  })
})
