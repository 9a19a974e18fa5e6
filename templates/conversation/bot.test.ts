import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBot } from './bot.js'

let chat: TestChat
beforeEach(async () => {
  chat = await testBot(createBot())
})
afterEach(() => chat?.close())

const kitchen = { channel: 'kitchen', topic: 'lunch' }

async function say(who: string, text: string): Promise<string | undefined> {
  const replies = await chat.as(who).say(`@**Echo** ${text}`, kitchen)
  return replies.at(-1)?.content
}

it('asks for a dish and a confirmation, and orders it', async () => {
  expect(await say('hamlet', 'lunch')).toBe('What would you like? soup, pasta, salad')
  expect(await say('hamlet', 'pasta')).toBe('One pasta, then? yes, no')
  expect(await say('hamlet', 'yes')).toBe('One pasta for you.')
  expect(await say('iago', 'orders')).toBe('* 1 × pasta')
})

it('handles conversations with several users at once', async () => {
  await say('hamlet', 'lunch')
  await say('iago', 'lunch')
  expect(await say('hamlet', 'soup')).toBe('One soup, then? yes, no')
  expect(await say('iago', 'salad')).toBe('One salad, then? yes, no')
  expect(await say('hamlet', 'no')).toBe('Nothing is ordered.')
  expect(await say('iago', 'yes')).toBe('One salad for you.')
  expect(await say('hamlet', 'orders')).toBe('* 1 × salad')
})

it('continues a conversation after a restart', async () => {
  await say('hamlet', 'lunch')
  await chat.restart({ bot: createBot() })
  expect(await say('hamlet', 'soup')).toBe('One soup, then? yes, no')
})

it('asks in the topic on weekdays at 11:30', async () => {
  await chat.advance('1d')
  const said = chat.conversation(kitchen).filter(({ content }) => content.startsWith('Who is hungry?'))
  expect(said).toHaveLength(1)
})
