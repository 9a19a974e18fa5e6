import { Bot, type Context } from 'earshot'
import { german } from 'earshot/sentences'
import { beforeEach, describe, expectTypeOf, it } from 'vitest'
import type { ApprovalAnswer, Sentences } from '../../src/bot/index.js'
import { checkedByCompiler } from '../checkedByCompiler.js'

beforeEach(checkedByCompiler)

describe('the return type', () => {
  it('of ctx.ask is string or one of the choices', () => {
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

  it('of ctx.once is the return type of the step', () => {
    const handler = async (ctx: Context) => {
      expectTypeOf(await ctx.once('order', async () => ({ id: 7 }))).toEqualTypeOf<{ id: number }>()
      expectTypeOf(await ctx.once('dice', () => 6)).toEqualTypeOf<number>()
      // @ts-expect-error: a step has a name.
      await ctx.once(() => 6)
    }
    expectTypeOf(handler).toBeFunction()
  })

  it('of ctx.approve contains the answers', () => {
    const handler = async (ctx: Context) => {
      const { answers } = await ctx.approve('Release?', { by: { group: 'bakers' }, quorum: 2 })
      expectTypeOf(answers).toEqualTypeOf<readonly ApprovalAnswer[]>()
    }
    const wrong = (ctx: Context) => [
      // @ts-expect-error: somebody has to approve it.
      () => ctx.approve('Release?', {}),
      // @ts-expect-error: there is no such role.
      () => ctx.approve('Release?', { by: { role: 'boss' } }),
      // @ts-expect-error: an approval has no choices.
      () => ctx.approve('Release?', { by: { users: [8] }, choices: ['yes'] }),
    ]
    expectTypeOf(handler).toBeFunction()
    expectTypeOf(wrong).toBeFunction()
  })
})

describe('the `sentences` option', () => {
  it('accepts some sentences or a function; a language must have all', () => {
    const wrong = [
      // @ts-expect-error: there is no such sentence.
      () => new Bot({ sentences: { canceled: 'Gone.' } }),
      // @ts-expect-error: this one is given a command.
      () => new Bot({ sentences: { usage: (command: number) => `${command}` } }),
      // @ts-expect-error: a language lacks no sentence.
      (): Sentences => ({ cancelled: 'Weg.' }),
      // @ts-expect-error: what is chosen are sentences.
      () => new Bot({ sentences: () => 'german' }),
    ]
    expectTypeOf(wrong).items.toBeFunction()
    expectTypeOf({ ...german, cancelled: 'Weg.' }).toExtend<Sentences>()
    expectTypeOf(
      () => new Bot({ sentences: async ({ sender }) => (sender.id === 8 ? german : undefined) }),
    ).toBeFunction()
  })
})
