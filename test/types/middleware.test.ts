import {
  access,
  adding,
  Bot,
  Composer,
  cooldown,
  idempotence,
  logging,
  type Middleware,
  type Session,
  type SessionState,
  session,
  timing,
  typing,
} from 'earshot'
import { beforeEach, describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { checkedByCompiler } from '../checkedByCompiler.js'

beforeEach(checkedByCompiler)

interface Oven {
  readonly temperature: number
}

const withOven: Middleware<unknown, { oven: Oven }> = async (_ctx, next) => next({ oven: { temperature: 250 } })
/** Needs what another adds. */
const withHeat: Middleware<{ oven: Oven }, { isHot: boolean }> = async (ctx, next) =>
  next({ isHot: ctx.oven.temperature > 200 })

const told = { description: 'Do it' }

describe('the types that middleware adds', () => {
  it('are available in every kind of handler after a chain of `use`', () => {
    const bot = new Bot()
      .use(logging())
      .use(withOven)
      .use(withHeat)
      .use(adding(async () => ({ today: 'bread' as const })))
      .use(idempotence())
      .use(timing())
      .use(typing())
      .use(access('member'))
      .use(cooldown('1s'))
    bot.command('bake <n:integer>', told, (ctx) => {
      expectTypeOf(ctx.oven).toEqualTypeOf<Oven>()
      expectTypeOf(ctx.isHot).toEqualTypeOf<boolean>()
      expectTypeOf(ctx.today).toEqualTypeOf<'bread'>()
      expectTypeOf(ctx.args.n).toEqualTypeOf<number>()
    })
    bot.hears(/x/, (ctx) => void expectTypeOf(ctx.isHot).toEqualTypeOf<boolean>())
    bot.on('direct', (ctx) => {
      expectTypeOf(ctx.today).toEqualTypeOf<'bread'>()
      expectTypeOf(ctx.message.type).toEqualTypeOf<'private'>()
    })
    bot.onMention((ctx) => void expectTypeOf(ctx.oven).toEqualTypeOf<Oven>())
    bot.onDirectMessage((ctx) => void expectTypeOf(ctx.oven).toEqualTypeOf<Oven>())
    expectTypeOf(bot).toExtend<Bot<{ oven: Oven } & { isHot: boolean }>>()
  })

  it('are missing before the middleware is used', () => {
    const wrong = [
      // @ts-expect-error: nobody has put an oven there.
      () => new Bot().use(withHeat),
      // @ts-expect-error: not on the bot that it was called on.
      (bot: Bot) => [bot.use(withOven), bot.hears('x', (ctx) => String(ctx.oven))],
      // @ts-expect-error: an oven has a temperature.
      (): Middleware<unknown, { oven: Oven }> => async (_ctx, next) => next({ oven: {} }),
      // @ts-expect-error: it says that it adds something.
      (): Middleware<unknown, { oven: Oven }> => async (_ctx, next) => next(),
      // @ts-expect-error: what is added is an object.
      () => adding(() => 'oven'),
    ]
    expectTypeOf(wrong).items.toBeFunction()
  })

  it('can be required by composers, which only suitable bots can use', () => {
    const module = new Composer<{ oven: Oven }>({ prefix: 'oven' })
      .use(withHeat)
      .command('state', told, (ctx) => (ctx.isHot ? `${ctx.oven.temperature} °C` : 'cold'))
    expectTypeOf(module).toExtend<Composer<{ oven: Oven }>>()
    new Bot().use(withOven).use(module)
    new Bot().use(withOven).use(new Composer<{ oven: Oven }>().use(new Composer<{ oven: Oven }>()))
    const wrong = [
      // @ts-expect-error: this bot has no oven.
      () => new Bot().use(new Composer<{ oven: Oven }>()),
      // @ts-expect-error: nor has this module.
      () => new Composer().use(new Composer<{ oven: Oven }>()),
      // @ts-expect-error: the module did not ask for one.
      () => new Composer().command('state', told, (ctx) => String(ctx.oven)),
      // @ts-expect-error: another oven.
      () => new Bot().use(adding(() => ({ oven: 'gas' }))).use(new Composer<{ oven: Oven }>()),
    ]
    expectTypeOf(wrong).items.toBeFunction()
  })
})

describe('the types of sessions', () => {
  const basket = session({
    name: 'basket',
    key: 'user',
    schema: z.object({
      loaves: z.number(),
      since: z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: (date) => date.toISOString() }),
    }),
    initial: () => ({ loaves: 0, since: new Date(0) }),
  })
  interface Basket {
    loaves: number
    since: Date
  }

  it('are inferred from schema and name', () => {
    expectTypeOf(basket).toEqualTypeOf<Session<'basket', Basket, 'user'>>()
    new Bot().use(basket).hears('x', async (ctx) => {
      expectTypeOf(ctx.basket).toEqualTypeOf<SessionState<Basket>>()
      expectTypeOf(await ctx.basket.get()).toEqualTypeOf<Basket>()
      expectTypeOf(ctx.basket.update).returns.resolves.toEqualTypeOf<Basket>()
    })
    new Bot().hears('x', (ctx) => void expectTypeOf(basket.of(ctx)).toEqualTypeOf<SessionState<Basket>>())
  })

  it('reject invalid values', () => {
    const schema = z.object({ loaves: z.number() })
    const wrong = [
      // @ts-expect-error: loaves are counted.
      () => session({ name: 'basket', key: 'user', schema, initial: () => ({ loaves: 'none' }) }),
      // @ts-expect-error: there is nobody of that kind.
      () => session({ name: 'basket', key: 'baker', schema, initial: () => ({ loaves: 0 }) }),
      // @ts-expect-error: what it begins with is made anew each time.
      () => session({ name: 'basket', key: 'user', schema, initial: { loaves: 0 } }),
      // @ts-expect-error: loaves are counted.
      (state: SessionState<Basket>) => state.set({ loaves: '1', since: new Date(0) }),
      // @ts-expect-error: nothing else is kept.
      (state: SessionState<Basket>) => state.update(() => ({ loaves: 1, since: new Date(0), rolls: 2 }).rolls),
      // @ts-expect-error: the bot does not use it.
      () => new Bot().hears('x', (ctx) => String(ctx.basket)),
    ]
    expectTypeOf(wrong).items.toBeFunction()
  })
})
