import { Bot, Composer, cooldown, idempotence, logging, RetryError, session, stream, timing } from 'earshot'
import { Client } from 'earshot/client'
import { testBot } from 'earshot/testing'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { village } from './village.js'

const lunch = { channel: 'kitchen', topic: 'lunch' }

/** A bot that is subscribed to the channel, and the client of somebody. */
async function opened(bot: Bot, by: 'webhook' | 'events' = 'events') {
  const chat = await testBot(bot, { by })
  onTestFinished(() => chat.close())
  const { simulator, botName } = chat
  const as = (who: string) => new Client({ ...simulator.credentials(who), fetch: simulator.fetch })
  const principals = [simulator.realm.account(botName).id]
  await as('desdemona').subscriptions.add({ subscriptions: [{ name: 'kitchen' }], principals })
  await chat.advance('1s')
  const said = () =>
    simulator
      .messages(lunch)
      .filter(({ sender_full_name }) => sender_full_name === botName)
      .map(({ content }) => content)
  return { chat, as, said, newest: () => simulator.messages(lunch).at(-1)?.id ?? 0 }
}

it.each(['webhook', 'events'] as const)('by %s, an answer resumes the handler that asked, and no other', async (by) => {
  const runs: string[] = []
  const bot = new Bot()
    .onMessage(async (ctx) => (ctx.text === 'go' ? `got ${await ctx.ask('Which?')}` : undefined))
    .onMessage((ctx) => void runs.push(ctx.text))
  const { chat, said } = await opened(bot, by)
  await chat.as('iago').say(`@**${chat.botName}** go`, lunch)
  await chat.as('iago').say(`@**${chat.botName}** rye`, lunch)
  expect(said()).toEqual(['Which?', 'got rye'])
  expect(runs).toEqual(['go'])
})

it('only the first of several handlers of a message can ask', async () => {
  const errors: unknown[] = []
  const bot = new Bot().onMessage(() => undefined).onMessage(async (ctx) => void (await ctx.ask('Which?')))
  bot.catch((error) => void errors.push(error))
  const { chat } = await opened(bot, 'webhook')
  await chat.as('iago').say(`@**${chat.botName}** go`, lunch)
  expect(errors).toEqual([expect.objectContaining({ code: 'invalid_question' })])
})

it('each handler of a message writes its own stream', async () => {
  const words = (text: string) =>
    async function* () {
      yield text
    }
  const bot = new Bot()
    .onMessage(async (ctx) => void (await stream(ctx, words('first'))))
    .onMessage(async (ctx) => void (await stream(ctx, words('second'))))
  const { chat, said } = await opened(bot)
  await chat.as('iago').say('hello', lunch)
  await chat.advance('1m')
  expect(said()).toEqual(['first', 'second'])
})

it.each(['webhook', 'events'] as const)('by %s, each handler of a message has its own time', async (by) => {
  const seen: unknown[] = []
  const bot = new Bot()
  for (const name of ['one', 'two', 'three']) {
    bot.onMessage(async (ctx) => {
      seen.push([name, ctx.signal.aborted, ctx.clock.now() - started])
      await ctx.sleep('6m').catch((error) => seen.push([name, error.name, ctx.clock.now() - started]))
    })
  }
  const { chat } = await opened(bot, by)
  const started = chat.simulator.clock.now()
  const saying = chat.as('iago').say(`@**${chat.botName}** hello`, lunch)
  await chat.advance('20m')
  await saying
  const minutes = seen.map(
    (line) => Array.isArray(line) && line.map((one) => (Number.isFinite(one) ? Math.round(Number(one) / 60_000) : one)),
  )
  expect(minutes).toEqual([
    ['one', false, 0],
    ['one', 'TimeoutError', 5],
    ['two', false, 5],
    ['two', 'TimeoutError', 10],
    ['three', false, 10],
    ['three', 'TimeoutError', 15],
  ])
})

it('a handler that ended does not run again when a queue retries another one', async () => {
  const points = session({
    name: 'karma',
    key: 'user',
    schema: z.object({ points: z.number() }),
    initial: () => ({ points: 0 }),
  })
  let given = 0
  const karma = new Composer().use(points).onMessage(async (ctx) => {
    given = (await ctx.karma.update((karma) => ({ points: karma.points + 1 }))).points
  })
  let failures = 0
  const failing = new Composer().onMessage(() => {
    if (++failures < 4) throw new RetryError('not yet')
  })
  const { listen, say, settle, simulator } = await village()
  listen(new Bot().use(karma).use(failing), { hasQueue: true })
  await settle()
  say('hello')
  await settle()
  await simulator.clock.advance('30m')
  await settle()
  expect([given, failures]).toEqual([1, 4])
})

it.each(['webhook', 'events'] as const)('by %s, idempotence lets every handler of a message run', async (by) => {
  const seen: string[] = []
  const bot = new Bot()
    .use(idempotence())
    .onMessage(() => void seen.push('one'))
    .onMessage(() => void seen.push('two'))
  const { chat } = await opened(bot, by)
  await chat.as('iago').say(`@**${chat.botName}** hello`, lunch)
  await chat.advance('1m')
  expect(seen).toEqual(['one', 'two'])
})

it('a cool-down lets all handlers of an event through, and refuses the next event of the same message', async () => {
  const seen: string[] = []
  const bot = new Bot()
    .use(cooldown('1m'))
    .onReaction((ctx) => void seen.push(`one ${ctx.reaction.emojiName}`))
    .onReaction((ctx) => void seen.push(`two ${ctx.reaction.emojiName}`))
  const { chat, as, newest } = await opened(bot)
  await chat.as('iago').say('hello', lunch)
  const react = (who: string, emoji_name: string) => as(who).reactions.add({ message_id: newest(), emoji_name })
  await react('hamlet', 'bread')
  await chat.advance('1s')
  await react('hamlet', 'tada')
  await react('iago', 'eyes')
  await chat.advance('2m')
  expect(seen).toEqual(['one bread', 'two bread', 'one eyes', 'two eyes'])
})

it('a cool-down lets an event through again that a queue retries', async () => {
  let runs = 0
  const bot = new Bot().use(cooldown('10m')).onReaction(() => {
    if (++runs < 3) throw new RetryError('not yet')
  })
  const { listen, say, settle, simulator } = await village()
  listen(bot, { hasQueue: true })
  await settle()
  const message_id = say('hello')
  const iago = new Client({ ...simulator.credentials('iago'), fetch: simulator.fetch })
  await iago.reactions.add({ message_id, emoji_name: 'bread' })
  await settle()
  await simulator.clock.advance('9m')
  await settle()
  expect(runs).toBe(3)
})

it('logging writes one line per event, and timing one per handler, which says which it was', async () => {
  const bot = new Bot()
    .use(logging())
    .use(timing())
    .onReaction(() => undefined)
    .onReaction((ctx) => ctx.log.info({}, 'Counted'))
  const { listen, say, settle, simulator, lines } = await village()
  listen(bot)
  await settle()
  const message_id = say('hello')
  lines.length = 0
  const iago = new Client({ ...simulator.credentials('iago'), fetch: simulator.fetch })
  await iago.reactions.add({ message_id, emoji_name: 'bread' })
  await settle()
  expect(lines.map(({ message, fields }) => [message, Reflect.get(fields, 'handler')])).toEqual([
    ['Queued', undefined],
    ['Received an event', undefined],
    ['Handled the message', undefined],
    ['Counted', 'onReaction, 2 of 2'],
    ['Handled the message', 'onReaction, 2 of 2'],
    ['Handled', undefined],
  ])
})

it('a composer gets the errors of its handlers of events without a message', async () => {
  const seen: string[] = []
  const composer = new Composer().onDelete(() => Promise.reject(new Error('burnt')))
  composer.catch((error) => void seen.push(`composer: ${error}`))
  const bot = new Bot().use(async (_, next) => next()).use(composer)
  bot.catch((error) => void seen.push(`bot: ${error}`))
  const { chat, as, newest } = await opened(bot)
  await chat.as('iago').say('hello', lunch)
  await as('iago').messages.delete({ message_id: newest() })
  await chat.advance('30m')
  expect(seen).toEqual(['composer: Error: burnt', 'bot: Error: burnt'])
})

it('a stop sign on an older message does not stop a text in another topic', async () => {
  const bot = new Bot()
    .command('count', { description: 'Count' }, async (ctx) => {
      await stream(ctx, async function* () {
        for (let count = 0; count < 20; count++) {
          yield `${count} `
          await ctx.sleep('1s')
        }
      })
    })
    .command('hi', { description: 'Greet' }, () => 'hello')
  const { chat, as, said } = await opened(bot)
  const [old] = await chat.as('hamlet').say(`@**${chat.botName}** hi`, { channel: 'kitchen', topic: 'old' })
  const saying = chat.as('hamlet').say(`@**${chat.botName}** count`, lunch)
  await chat.advance('5s')
  await as('hamlet').reactions.add({ message_id: old?.id ?? 0, emoji_name: 'stop_sign' })
  await chat.advance('2m')
  await saying
  expect(said()).toEqual([expect.stringMatching(/18 19/)])
})
