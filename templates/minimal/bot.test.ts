import { type TestChat, testBot } from 'earshot/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bot } from './bot.js'

let chat: TestChat
beforeEach(async () => {
  chat = await testBot(bot)
})
afterEach(() => chat?.close())

const lunch = { channel: 'kitchen', topic: 'lunch' }

it('replies to a greeting', async () => {
  const [reply] = await chat.as('iago').say('@**Echo** hello', lunch)
  expect(reply?.content).toBe('Hello, Iago!')
})

it('looks up a user', async () => {
  const [reply] = await chat.as('hamlet').say('@**Echo** whois iago@example.com', lunch)
  expect(reply?.content).toMatch(/^\*\*Iago\*\* joined on \d{4}-/)
})

it('echoes a direct message', async () => {
  const [reply] = await chat.as('hamlet').dm('I dropped the rye')
  expect(reply?.content).toBe('You said: I dropped the rye')
})
