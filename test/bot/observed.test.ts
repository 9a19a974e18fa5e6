import { Bot, logging, UserError } from 'earshot'
import type { Observer } from 'earshot/observe'
import { testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import type { ObservedRoute } from '../../src/bot/delivery/observer.js'

/** What an observer is told of one message to a bot. */
async function toldOf(bot: Bot, text: string) {
  const routes: ObservedRoute[] = []
  const passed: number[] = []
  const errors: unknown[] = []
  const observer: Observer = {
    delivery: () => ({
      routed: ({ name, middleware }) => routes.push({ name, middleware }),
      passed: (middleware) => passed.push(middleware),
      failed: (error) => errors.push(error),
    }),
  }
  await using chat = await testBot(bot, { receiver: { observer } })
  await chat.as('hamlet').dm(text)
  return { routes, passed, errors }
}

describe('an observer of deliveries', () => {
  const quiet = () => undefined

  it('receives the route with its pattern and middleware, and which middleware called next()', async () => {
    const bot = new Bot()
      .use(logging())
      .use((_, next) => next())
      .command('order <dish>', { description: 'Order', access: 'member' }, quiet)
    expect(await toldOf(bot, 'order soup')).toEqual({
      routes: [{ name: 'command order <dish>', middleware: ['logging', 'middleware 2', 'access'] }],
      passed: [0, 1, 2],
      errors: [],
    })
  })

  it('receives where a middleware stopped the message', async () => {
    const bot = new Bot()
      .use(logging())
      .use(function closed() {})
      .on('direct', quiet)
    expect(await toldOf(bot, 'hi')).toEqual({
      routes: [{ name: 'on direct', middleware: ['logging', 'closed'] }],
      passed: [0],
      errors: [],
    })
  })

  it('receives an unrouted message, and errors that a handler throws except UserError', async () => {
    expect((await toldOf(new Bot().onMention(quiet), 'hi')).routes).toEqual([{ name: undefined, middleware: [] }])
    const error = new TypeError('no dish')
    const throwing = new Bot().onDirectMessage(() => {
      throw error
    })
    expect((await toldOf(throwing, 'hi')).errors).toEqual([error])
    const answering = new Bot().onDirectMessage(() => {
      throw new UserError('Not today.')
    })
    expect((await toldOf(answering, 'hi')).errors).toEqual([])
  })
})
