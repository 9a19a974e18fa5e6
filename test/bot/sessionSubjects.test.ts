import { Bot, type SessionContext, type SessionState, session } from 'earshot'
import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import type { SessionEntry, TopicSubject, UserSubject } from '../../src/bot/index.js'
import { checkedByCompiler } from '../checkedByCompiler.js'

const kitchen = { channel: 'kitchen', topic: 'Lunch' }
const dishes = { schema: z.object({ dish: z.string() }), initial: () => ({ dish: 'nothing' }) }
const lunch = session({ name: 'lunch', key: 'user', ...dishes })
const tables = session({ name: 'tables', key: 'topic', ...dishes })
const notes = session({ name: 'notes', key: 'direct', ...dishes })
const talks = session({ name: 'talks', key: 'conversation', ...dishes })
const shelf = session({ name: 'shelf', key: () => 'the shelf / 2', ...dishes })

/** One of them, whatever its key. */
interface AnySession {
  of(ctx: SessionContext, subject: never): SessionState<{ dish: string }>
  all(ctx: SessionContext): AsyncIterable<SessionEntry<{ dish: string }>>
}

let chat: TestChat | undefined
afterEach(() => chat?.close())

const contents = (messages: readonly { content: string }[]) => messages.map(({ content }) => content)

/** Takes orders, and does something else every hour. */
async function chatWith(hourly: Parameters<Bot['every']>[2]): Promise<TestChat> {
  const bot = new Bot().command('order <dish>', { description: 'Order' }, async (ctx) => {
    for (const one of [lunch, ctx.isChannelMessage() ? tables : notes, talks, shelf]) await one.of(ctx).set(ctx.args)
    return `${(await lunch.of(ctx).get()).dish}.`
  })
  chat = await testBot(bot.every('every hour', {}, hourly))
  return chat
}

async function listed<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const all: Entry[] = []
  for await (const entry of entries) all.push(entry)
  return all
}

describe('a session in a schedule', () => {
  it('lists the values of all users', async () => {
    const { as, advance } = await chatWith(async (ctx) => {
      const lines: string[] = []
      for await (const { subject, value } of lunch.all(ctx)) {
        const { user } = await ctx.client.users.get({ user_id: subject.user })
        lines.push(`${user.full_name}: ${value.dish}`)
      }
      await ctx.send(kitchen, lines.sort().join(', '))
    })
    await as('iago').dm('order soup')
    await as('hamlet').say('@**Echo** order pasta', kitchen)
    expect(contents(await advance('1h'))).toEqual(['Hamlet: pasta, Iago: soup'])
  })

  it('is available for a given user, and its changes are visible to later messages', async () => {
    const { as, advance, simulator } = await chatWith(async (ctx) => {
      const his = lunch.of(ctx, { user: simulator.realm.account('iago').id })
      await his.update(({ dish }) => ({ dish: `cold ${dish}` }))
      await ctx.send(kitchen, (await his.get()).dish)
    })
    await as('iago').dm('order soup')
    expect(contents(await advance('2h'))).toEqual(['cold soup', 'cold cold soup'])
  })

  it.each<[AnySession, unknown[]]>([
    [tables, [{ channel: expect.any(Number), topic: 'lunch' }]],
    [notes, [{ people: [expect.any(Number), expect.any(Number)] }]],
    [talks, [{ people: [expect.any(Number), expect.any(Number)] }, { channel: expect.any(Number), topic: 'lunch' }]],
    [shelf, [{ key: 'the shelf / 2' }]],
  ])('yields subjects that `of` accepts (%#)', async (one, subjects) => {
    const seen: unknown[] = []
    const { as, advance } = await chatWith(async (ctx) => {
      for (const { subject } of await listed(one.all(ctx))) {
        seen.push(subject)
        await one.of(ctx, subject as never).clear()
      }
      expect(await listed(one.all(ctx))).toEqual([])
    })
    await as('iago').dm('order soup')
    await as('hamlet').say('@**Echo** order pasta', { ...kitchen, topic: `✔ ${kitchen.topic}` })
    await advance('1h')
    expect(seen).toEqual(subjects)
    expect(chat?.log.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('lists more than one page of storage, without other sessions or other bots', async () => {
    const all = Array.from({ length: 250 }, (_, user) => user + 1)
    const found: number[] = []
    const { advance } = await chatWith(async (ctx) => {
      for (const user of all) await lunch.of(ctx, { user }).set({ dish: `${user}` })
      await lunch.of({ ...ctx, bot: { email: 'other-bot@example.com' } }, { user: 1 }).set({ dish: 'theirs' })
      await session({ name: 'lunch2', key: 'user', ...dishes })
        .of(ctx, { user: 1 })
        .set({ dish: 'another' })
      for (const { subject, value } of await listed(lunch.all(ctx))) {
        expect(value.dish).toBe(String(subject.user))
        found.push(subject.user)
      }
    })
    await advance('1h')
    expect(found.sort((one, other) => one - other)).toEqual(all)
  })

  it.each([
    ['no subject', undefined, 'Name whose it is by { user }, the ID of a person.'],
    ['a topic', { channel: 3, topic: 'lunch' }, "The session 'lunch' can't belong to an object with channel, topic."],
    ['a name', { user: 'Iago' }, 'Name whose it is by { user }'],
  ])('with the key "user" rejects %s as subject', async (_, subject, problem) => {
    const { advance, log } = await chatWith((ctx) => lunch.of(ctx, subject as never).get())
    await advance('1h')
    const error = log.find(({ level }) => level === 'error')
    expect(error?.fields).toMatchObject({
      error: { code: 'no_session_here', message: expect.stringContaining(problem) },
    })
  })
})

it('the type of a subject is inferred from the key', () => {
  checkedByCompiler()
  const bot = new Bot().every('every hour', {}, async (ctx) => {
    for await (const { subject } of lunch.all(ctx)) expectTypeOf(subject).toEqualTypeOf<UserSubject>()
    for await (const { subject } of tables.all(ctx)) expectTypeOf(subject).toEqualTypeOf<TopicSubject>()
    // @ts-expect-error: a schedule has no message whose session it could be.
    lunch.of(ctx)
    // @ts-expect-error: it is a person's.
    lunch.of(ctx, { channel: 3, topic: 'lunch' })
  })
  bot.onMention((ctx) => {
    expectTypeOf(lunch.of(ctx, { user: 8 }).get).returns.resolves.toEqualTypeOf<{ dish: string }>()
  })
})
