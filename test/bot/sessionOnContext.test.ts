import { Bot, type SessionState, session } from 'earshot'
import { memoryStorage } from 'earshot/storage'
import { testBot } from 'earshot/testing'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { checkedByCompiler } from '../checkedByCompiler.js'

const basket = session({
  name: 'basket',
  key: 'user',
  schema: z.object({ loaves: z.number() }),
  initial: () => ({ loaves: 0 }),
  expiresIn: 60_000,
})

const seats = session({
  name: 'seats',
  key: 'topic',
  schema: z.array(z.string()),
  initial: () => [],
})

const baker = () => {
  const bot = new Bot().use(basket).use(seats)
  bot.command('order [n]', { description: 'Loaves for you' }, async (ctx) => {
    const { loaves } = await ctx.basket.update((old) => ({ loaves: old.loaves + Number(ctx.args.n ?? 1) }))
    return `${loaves} for you`
  })
  bot.command('sit', { description: 'A seat in this topic' }, async (ctx) =>
    (await ctx.seats.update((names) => [...names, ctx.sender.name])).join(' and '),
  )
  return bot
}

describe('a session in ctx', () => {
  it('has its name and type', () => {
    checkedByCompiler()
    new Bot().use(basket).onDirectMessage(async (ctx) => {
      expectTypeOf(ctx.basket).toEqualTypeOf<SessionState<{ loaves: number }>>()
      expectTypeOf(await ctx.basket.get()).toEqualTypeOf<{ loaves: number }>()
      // @ts-expect-error The bot uses no such session.
      ctx.seats
      // @ts-expect-error It holds a number.
      await ctx.basket.set({ loaves: 'many' })
    })
    new Bot().onDirectMessage((ctx) => {
      // @ts-expect-error Without `use` it is not there.
      ctx.basket
    })
  })

  it('survives a restart in the storage that is passed to the server', async () => {
    const storage = memoryStorage()
    const before = await testBot(baker(), { storage })
    expect((await before.as('iago').dm('order 2')).map(({ content }) => content)).toEqual(['2 for you'])
    await before.close()

    const after = await testBot(baker(), { storage })
    expect((await after.as('iago').dm('order')).map(({ content }) => content)).toEqual(['3 for you'])
    await after.close()
  })

  it("starts empty in each test and expires by the simulator's clock", async () => {
    const chat = await testBot(baker(), { simulator: { clock: 'frozen' } })
    expect((await chat.as('iago').dm('order'))[0]?.content).toBe('1 for you')
    await chat.simulator.clock.advance(59_999)
    expect((await chat.as('iago').dm('order'))[0]?.content).toBe('2 for you')
    await chat.simulator.clock.advance(60_000)
    expect((await chat.as('iago').dm('order'))[0]?.content).toBe('1 for you')
    await chat.close()
  })

  it('may exist only for some messages, and fails for others only when it is used', async () => {
    const chat = await testBot(baker())
    const lunch = { channel: 'general', topic: 'lunch' }
    expect((await chat.as('iago').say(`@**${chat.botName}** sit`, lunch))[0]?.content).toBe('Iago')
    expect((await chat.as('iago').say(`@**${chat.botName}** sit`, lunch))[0]?.content).toBe('Iago and Iago')
    // Direct messages have no seats, and do well as long as nobody asks for one.
    expect((await chat.as('iago').dm('order'))[0]?.content).toBe('1 for you')
    expect((await chat.as('iago').dm('sit'))[0]?.content).toMatch(/^Something went wrong/)
    expect(chat.log).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ error: expect.objectContaining({ code: 'no_session_here' }) }),
      }),
    )
    await chat.close()
  })

  it('belongs to the same topic after it is resolved or its case changes', async () => {
    const chat = await testBot(baker())
    const sit = `@**${chat.botName}** sit`
    await chat.as('iago').say(sit, { channel: 'general', topic: 'lunch' })
    const said = await chat.as('iago').say(sit, { channel: 'general', topic: '✔ Lunch' })
    expect(said[0]?.content).toBe('Iago and Iago')
    const other = await chat.as('iago').say(sit, { channel: 'general', topic: 'dinner' })
    expect(other[0]?.content).toBe('Iago')
    await chat.close()
  })
})
