import { type Context, type HistoryMessage, history, stream } from 'earshot'
import { type Model, textStreamModel, tool } from 'earshot/assistant'
import { describe, expectTypeOf, it } from 'vitest'
import type { StreamEnd } from '../../src/bot/index.js'

async function* words(): AsyncGenerator<string> {
  yield 'word'
}
async function* numbers(): AsyncGenerator<number> {
  yield 1
}

describe('the types of streams', () => {
  it('take texts in pieces, and give the message', () => {
    const handler = async (ctx: Context) => {
      const message = await stream(ctx, words())
      expectTypeOf(message.end).toEqualTypeOf<StreamEnd>()
      expectTypeOf(message.text).toEqualTypeOf<string>()
      await stream(ctx, words, { resume: (soFar) => (soFar === '' ? words() : new ReadableStream<string>()) })
      await stream(ctx, async () => new ReadableStream<string>(), { maxLength: 100 })
      expectTypeOf(await history(ctx, { limit: 3, before: 7 })).toEqualTypeOf<HistoryMessage[]>()
      return message
    }
    const wrong = (ctx: Context) => [
      // @ts-expect-error: a text as a whole is sent.
      () => stream(ctx, 'word'),
      // @ts-expect-error: pieces are texts.
      () => stream(ctx, numbers()),
      // @ts-expect-error: there is no such option.
      () => stream(ctx, words(), { maximum: 3 }),
      // @ts-expect-error: messages are known by their IDs.
      () => history(ctx, { before: new Date(0) }),
    ]
    expectTypeOf(handler).toBeFunction()
    expectTypeOf(wrong).toBeFunction()
  })

  it('give tools the arguments of their patterns', () => {
    tool('order <dish> [note]', { description: 'Orders' }, (args) => {
      expectTypeOf(args.dish).toEqualTypeOf<string>()
      expectTypeOf(args.note).toEqualTypeOf<string | undefined>()
      // @ts-expect-error: it has no such argument.
      return args.drink
    })
    // @ts-expect-error: a tool says what it does.
    tool('menu', {}, () => 'soup')
  })

  it('take whatever function gives a stream of text for a model', () => {
    expectTypeOf(words).toExtend<Model>()
    expectTypeOf(async () => new ReadableStream<string>()).toExtend<Model>()
    expectTypeOf(textStreamModel(() => ({ textStream: words() }))).toEqualTypeOf<Model>()
    // @ts-expect-error: pieces are texts.
    textStreamModel(() => ({ textStream: numbers() }))
  })
})
