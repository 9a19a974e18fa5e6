import { type Context, type HistoryMessage, history, stream } from 'earshot'
import { type Model, textStreamModel, tool } from 'earshot/assistant'
import { beforeEach, describe, expectTypeOf, it } from 'vitest'
import type { StreamEnd } from '../../src/bot/index.js'
import { checkedByCompiler } from '../checkedByCompiler.js'

beforeEach(checkedByCompiler)

async function* words(): AsyncGenerator<string> {
  yield 'word'
}
async function* numbers(): AsyncGenerator<number> {
  yield 1
}

describe('the types of streams and models', () => {
  it('accept sources of text and return the message', () => {
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

  it("infer a tool's arguments from its pattern", () => {
    tool('order <dish> [note]', { description: 'Orders' }, (args) => {
      expectTypeOf(args.dish).toEqualTypeOf<string>()
      expectTypeOf(args.note).toEqualTypeOf<string | undefined>()
      // @ts-expect-error: it has no such argument.
      return args.drink
    })
    // @ts-expect-error: a tool says what it does.
    tool('menu', {}, () => 'soup')
  })

  it('accept any function that returns a stream of text as model', () => {
    expectTypeOf(words).toExtend<Model>()
    expectTypeOf(async () => new ReadableStream<string>()).toExtend<Model>()
    expectTypeOf(textStreamModel(() => ({ textStream: words() }))).toEqualTypeOf<Model>()
    // @ts-expect-error: pieces are texts.
    textStreamModel(() => ({ textStream: numbers() }))
  })
})
