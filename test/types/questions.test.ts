import type { Context } from 'earshot'
import { describe, expectTypeOf, it } from 'vitest'

describe('the type of an answer', () => {
  it('is a text, or one of the choices', () => {
    const handler = async (ctx: Context) => {
      expectTypeOf(await ctx.ask('Which bread?')).toEqualTypeOf<string>()
      expectTypeOf(await ctx.ask('Which bread?', { timeout: '5m', from: 'anyone' })).toEqualTypeOf<string>()
      const answer = await ctx.ask('Really?', { choices: ['yes', 'no'] })
      expectTypeOf(answer).toEqualTypeOf<'yes' | 'no'>()
      const breads: readonly string[] = ['rye', 'wheat']
      expectTypeOf(await ctx.ask('Which?', { choices: breads })).toEqualTypeOf<string>()
      // @ts-expect-error: it is never that.
      if (answer === 'maybe') return
    }
    const wrong = (ctx: Context) => [
      // @ts-expect-error: a question is asked.
      () => ctx.ask(),
      // @ts-expect-error: choices are words.
      () => ctx.ask('Which?', { choices: [1, 2] }),
      // @ts-expect-error: there is nobody of that kind.
      () => ctx.ask('Which?', { from: 'owner' }),
      // @ts-expect-error: a span is no date.
      () => ctx.ask('Which?', { timeout: new Date(0) }),
    ]
    expectTypeOf(handler).toBeFunction()
    expectTypeOf(wrong).toBeFunction()
  })

  it('is what a step that runs once has made', () => {
    const handler = async (ctx: Context) => {
      expectTypeOf(await ctx.once('order', async () => ({ id: 7 }))).toEqualTypeOf<{ id: number }>()
      expectTypeOf(await ctx.once('dice', () => 6)).toEqualTypeOf<number>()
      // @ts-expect-error: a step has a name.
      await ctx.once(() => 6)
    }
    expectTypeOf(handler).toBeFunction()
  })
})
