import { Bot, cooldown, idempotence, stream } from 'earshot'
import { assistant, type Model, tool } from 'earshot/assistant'
import { memoryStorage } from 'earshot/storage'
import { type TestChat, testBot } from 'earshot/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Clock } from '../../src/clock.js'

/** Opens chats one after the other, whose bots keep one storage: each on a server that was begun anew ten minutes later. */
function servers(by: 'webhook' | 'events') {
  let chat: TestChat | undefined
  const clock: Clock = { now: () => chat?.clock.now() ?? 0, later: () => () => {} }
  const storage = memoryStorage({ clock })
  return async (bot: Bot): Promise<TestChat> => {
    const before = chat?.clock.now()
    await chat?.close()
    const opened = await testBot(bot, { by, storage })
    onTestFinished(() => opened.close())
    if (before !== undefined) opened.clock.setTime(before + 600_000)
    chat = opened
    return opened
  }
}

const contents = (messages: readonly { readonly content: string }[]) => messages.map(({ content }) => content)

describe.each(['webhook', 'events'] as const)('on a server that was begun anew, by %s,', (by) => {
  const orders = () =>
    new Bot()
      .command('order <what>', { description: 'Order' }, async (ctx) => {
        const size = await ctx.ask('How large?', { timeout: '1d' })
        return `Ordered ${ctx.args.what}, ${size}.`
      })
      .onMention((ctx) => `Hm: ${ctx.text}`)

  it('a message is no answer to a question that was asked before', async () => {
    const open = servers(by)
    const first = await open(orders())
    expect(contents(await first.as('iago').say('@**Echo** order rye'))).toEqual(['How large?'])
    const second = await open(orders())
    expect(contents(await second.as('iago').say('@**Echo** large'))).toEqual(['Hm: large'])
    expect(contents(await second.as('iago').say('@**Echo** small'))).toEqual(['Hm: small'])
  })

  it('a command is run that was given before in a message with the same ID, and its question is answered', async () => {
    const open = servers(by)
    const first = await open(orders())
    await first.as('iago').say('@**Echo** order rye')
    expect(contents(await first.as('iago').say('@**Echo** large'))).toEqual(['Ordered rye, large.'])
    const second = await open(orders())
    expect(contents(await second.as('iago').say('@**Echo** order rye'))).toEqual(['How large?'])
    expect(contents(await second.as('iago').say('@**Echo** large'))).toEqual(['Ordered rye, large.'])
  })

  it('an answer is heard whose message has the ID of an earlier command', async () => {
    const open = servers(by)
    const first = await open(orders())
    await first.as('iago').say('hello')
    await first.as('iago').say('@**Echo** order rye')
    const second = await open(orders())
    await second.as('iago').say('@**Echo** order wheat')
    expect(contents(await second.as('iago').say('@**Echo** small'))).toEqual(['Ordered wheat, small.'])
  })

  it('an approval is not given to what was asked before', async () => {
    const bot = () =>
      new Bot()
        .command('delete', { description: 'Delete' }, async (ctx) => {
          await ctx.approve('Delete it?', { by: { role: 'owner' } })
          return 'Deleted.'
        })
        .onMention((ctx) => `Hm: ${ctx.text}`)
    const open = servers(by)
    const first = await open(bot())
    await first.as('iago').say('@**Echo** delete')
    const second = await open(bot())
    expect(contents(await second.as('desdemona').say('@**Echo** approve'))).toEqual(['Hm: approve'])
  })

  it('a message is handled whose ID idempotence remembers', async () => {
    const bot = () => new Bot().use(idempotence()).onMention((ctx) => `Hm: ${ctx.text}`)
    const open = servers(by)
    const first = await open(bot())
    expect(contents(await first.as('iago').say('@**Echo** hello'))).toEqual(['Hm: hello'])
    const second = await open(bot())
    expect(contents(await second.as('iago').say('@**Echo** hello'))).toEqual(['Hm: hello'])
  })

  it('a message counts in a cool-down that began with another of the same ID', async () => {
    const bot = () => new Bot().use(cooldown('2h')).onMention((ctx) => `Hm: ${ctx.text}`)
    const open = servers(by)
    const first = await open(bot())
    expect(contents(await first.as('iago').say('@**Echo** hello'))).toEqual(['Hm: hello'])
    const second = await open(bot())
    expect(contents(await second.as('iago').say('@**Echo** hello'))).not.toEqual(['Hm: hello'])
  })

  it('a text is streamed anew for a message with the ID of an earlier one', async () => {
    const bot = () =>
      new Bot().onMention(async (ctx) => {
        await ctx.ask('Sure?')
        await stream(ctx, async function* () {
          yield 'Fresh bread.'
        })
      })
    const open = servers(by)
    for (let server = 0; server < 2; server += 1) {
      const chat = await open(bot())
      await chat.as('iago').say('@**Echo** bread?')
      expect(contents(await chat.as('iago').say('@**Echo** yes'))).toEqual(['Fresh bread.'])
    }
  })

  it('a model is asked anew for a message with the ID of an earlier one', async () => {
    let runs = 0
    const tools = [tool('menu', { description: 'The menu' }, () => `soup ${++runs}`)]
    const calling: Model = async function* ({ messages }) {
      if (messages.some(({ role }) => role === 'tool')) yield 'Soup.'
      else yield { id: 'call', name: 'menu', args: {} }
    }
    const open = servers(by)
    const first = await open(new Bot().onMention(assistant({ model: calling, tools })))
    expect(contents(await first.as('iago').say('@**Echo** lunch?'))).toEqual(['Soup.'])
    const saying: Model = async function* () {
      yield 'Salad.'
    }
    const second = await open(new Bot().onMention(assistant({ model: saying, tools })))
    expect(contents(await second.as('iago').say('@**Echo** lunch?'))).toEqual(['Salad.'])
    expect(runs).toBe(1)
  })
})
