import { readFileSync } from 'node:fs'
import { Bot, session } from 'earshot'
import { Client } from 'earshot/client'
import { memoryStorage } from 'earshot/storage'
import { type TestChat, testBot } from 'earshot/testing'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

/** What the bot below has stored when it has asked its question; written by an earlier commit, once. */
const fixture = new URL('stored.json', import.meta.url)

interface Entry {
  readonly key: string
  readonly value: string
}

const loaves = session({
  name: 'loaves',
  key: 'user',
  schema: z.object({ sold: z.number() }),
  initial: () => ({ sold: 0 }),
})

const bakery = () =>
  new Bot()
    .use(loaves)
    .command('order <dish>', { description: 'Order', cooldown: '1h' }, async (ctx) => {
      const number = await ctx.once('number', () => Math.floor(Math.random() * 1e9))
      const many = await ctx.ask(`How many ${ctx.args.dish}?`)
      const { sold } = await ctx.loaves.update((own) => ({ sold: own.sold + Number(many) }))
      return `Order ${number}: ${many} ${ctx.args.dish}, ${sold} in all.`
    })
    .follow({ for: '2h' })
    .onMention(async (ctx) => {
      await ctx.loaves.set({ sold: 1 })
      return 'Hello.'
    })
    .onFollowUp((ctx) => `Heard ${ctx.text}.`)
    .every(
      'day at 06:00',
      { name: 'oven' },
      async (ctx) => void (await ctx.send({ channel: 'kitchen', topic: 'oven' }, 'The oven is hot.')),
    )

const table = { channel: 'kitchen', topic: 'table' }
const door = { channel: 'kitchen', topic: 'door' }

async function asked(storage = memoryStorage()): Promise<TestChat> {
  const chat = await testBot(bakery(), { by: 'events', storage })
  const { simulator } = chat
  const own = new Client({ ...simulator.credentials('echo'), fetch: simulator.fetch })
  await own.subscriptions.add({ subscriptions: [{ name: 'kitchen' }] })
  await chat.advance('1s')
  await chat.as('iago').say(`@**${chat.botName}** hi`, door)
  await chat.as('iago').say(`@**${chat.botName}** order rye`, table)
  return chat
}

describe('what an earlier version has stored', () => {
  it('is read: questions, steps, sessions, cool-downs, followed topics, schedules and the position of a listener', async () => {
    const storage = memoryStorage()
    await using chat = await asked(storage)
    const before = JSON.parse(readFileSync(fixture, 'utf8')) as readonly Entry[]
    for (const { key } of await storage.list('', { limit: 1_000 })) await storage.delete(key)
    for (const { key, value } of before) await storage.set(key, value)
    await chat.restart()
    const number = /"key":"number".*?"value":(\d+)/.exec(before.map(({ value }) => value).join())?.[1]
    expect(number).toBeDefined()
    const answered = await chat.as('iago').say(`@**${chat.botName}** 3`, table)
    expect(answered.map(({ content }) => content)).toEqual([`Order ${number}: 3 rye, 4 in all.`])
    const again = await chat.as('iago').say(`@**${chat.botName}** order rye`, table)
    expect(again.map(({ content }) => content)).toEqual([expect.stringContaining('again')])
    const heard = await chat.as('prospero').say('something', door)
    expect(heard.map(({ content }) => content)).toEqual(['Heard something.'])
    expect(chat.log.filter(({ level }) => level === 'error')).toEqual([])
  })
})
