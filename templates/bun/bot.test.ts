import { afterEach, beforeEach, expect, it } from 'bun:test'
import { type TestChat, testBot } from 'earshot/testing'
import { bot } from './bot.ts'

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

it('keeps a note per user across a restart', async () => {
  await chat.as('iago').say('@**Echo** remember the rye', lunch)
  await chat.restart()
  const [toIago] = await chat.as('iago').say('@**Echo** recall', lunch)
  expect(toIago?.content).toBe('You told me: the rye')
  const [toHamlet] = await chat.as('hamlet').say('@**Echo** recall', lunch)
  expect(toHamlet?.content).toBe('You told me nothing yet.')
})

it('echoes a direct message', async () => {
  const [reply] = await chat.as('hamlet').dm('I dropped the rye')
  expect(reply?.content).toBe('You said: I dropped the rye')
})
